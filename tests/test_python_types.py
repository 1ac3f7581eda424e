#!/usr/bin/env python3
"""The module's types: mypy on the package and on its tests, and the stub against the module.

Meson runs this with the Python that the module is for, and its folder in PYTHONPATH.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from command_line import PATIENCE

TESTS = pathlib.Path(__file__).resolve().parent / "python"
PACKAGE = pathlib.Path(os.environ["PYTHONPATH"])


class Types(unittest.TestCase):
    def check(self, *words):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, "-m", *words], check=False, timeout=PATIENCE,
                                  cwd=folder, capture_output=True, text=True,
                                  env={**os.environ, "MYPYPATH": f"{TESTS}:{PACKAGE}"})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_package_and_tests(self):
        self.check("mypy", "--strict", *map(str, sorted(PACKAGE.glob("isolab/*.py"))),
                   *map(str, sorted(TESTS.glob("*.py"))))

    def test_stub(self):
        self.check("mypy.stubtest", "isolab._library")


if __name__ == "__main__":
    unittest.main()
