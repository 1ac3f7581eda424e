#!/usr/bin/env python3
"""`pip install ./python` as docs/python.md says it, into a virtual environment of its own, from a copy
of the sources and without the optimizer, which would only take longer.

Meson runs this with the Python that the module is for.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from command_line import PATIENCE

ROOT = pathlib.Path(__file__).resolve().parent.parent
NOT_SOURCES = shutil.ignore_patterns(".git", ".mesonpy*", "build*", "node_modules", "__pycache__")
CLEAN = {name: value for name, value in os.environ.items()
         if name not in ("ISOLAB", "PYTHONPATH", "LD_LIBRARY_PATH")}
TRIAL = """
import isolab, isolab._library, pathlib, sys
assert pathlib.Path(isolab.__file__).is_relative_to(sys.prefix), isolab.__file__
assert isolab._library.__file__.endswith("/_library.abi3.so")
assert isolab.program() == sys.prefix + "/bin/isolab", isolab.program()
assert isolab.Position("7x7").perft(4) == 52672
match = isolab.match(lambda position: position.moves()[0], "random", pairs=2)
course = isolab.match("course:isolab/tests/data/course/game_agent.py,time=20ms", "random", pairs=1)
assert (course.wins + course.losses, course.forfeits) == (2, 0), course
print(isolab.__version__, match.wins + match.losses, match.forfeits)
"""


class Installed(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="isolab-pip-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_in_folder(self, *command):
        done = subprocess.run(command, check=False, timeout=PATIENCE, capture_output=True, text=True,
                              cwd=self.folder, env=CLEAN)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_pip(self):
        shutil.copytree(ROOT, self.folder / "isolab", ignore=NOT_SOURCES, symlinks=True)
        environment = self.folder / "environment"
        self.run_in_folder(sys.executable, "-m", "venv", "--system-site-packages", str(environment))
        said = self.run_in_folder(
            str(environment / "bin/pip"), "install", "--no-build-isolation", "--no-index", "--verbose",
            "--config-settings", "setup-args=-Doptimization=0", "./isolab/python")
        self.assertRegex(said, r"isolab-[0-9.]+-cp311-abi3-linux")
        version = re.search(r"version: '([0-9.]+)'", (ROOT / "meson.build").read_text()).group(1)
        self.assertEqual(self.run_in_folder(str(environment / "bin/python"), "-c", TRIAL),
                         f"{version} 4 0\n")
        self.assertIn("Successfully uninstalled", self.run_in_folder(
            str(environment / "bin/pip"), "uninstall", "--yes", "isolab"))
        self.assertEqual(list(environment.rglob("*isolab*")), [])


if __name__ == "__main__":
    unittest.main()
