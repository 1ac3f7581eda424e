#!/usr/bin/env python3
"""The documents' commands do what the documents say: docs/your-heuristic.md, run as it stands."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from command_line import ENVIRONMENT, ISOLAB, PATIENCE

DOCUMENTS = pathlib.Path(__file__).resolve().parent.parent / "docs"


class YourHeuristic(unittest.TestCase):
    def test_as_written(self):
        text = (DOCUMENTS / "your-heuristic.md").read_text()
        blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)
        script = "".join(blocks)
        for command in ("eval", "features", "accuracy", "fit", "tune", "match", "report", "new"):
            self.assertRegex(script, rf"\bisolab {command}\b")
        with tempfile.TemporaryDirectory() as folder:
            path = os.pathsep.join((os.path.dirname(ISOLAB), ENVIRONMENT["PATH"]))
            done = subprocess.run(
                ["sh", "-eux"], input=script.encode(), cwd=folder, timeout=PATIENCE, check=False,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env={**ENVIRONMENT, "PATH": path, "XDG_CACHE_HOME": folder})
            self.assertEqual(done.returncode, 0, done.stderr.decode()[-2000:])
            self.assertIn(b"sequential test of 0 against 20 Elo", done.stdout)
            self.assertIn(b"the fit", done.stdout)
            self.assertIn("</html>", (pathlib.Path(folder) / "my.html").read_text())


if __name__ == "__main__":
    unittest.main()
