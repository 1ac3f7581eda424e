#!/usr/bin/env python3
"""The documents' commands do what the documents say, run as they stand."""
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

from command_line import DATA, ENVIRONMENT, ISOLAB, PATIENCE, CommandLineTest

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENTS = ROOT / "docs"


def script_of(document):
    return "".join(re.findall(r"^```sh\n(.*?)^```$", (DOCUMENTS / document).read_text(), re.M | re.S))


class YourHeuristic(unittest.TestCase):
    def test_as_written(self):
        script = script_of("your-heuristic.md")
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


class Course(unittest.TestCase):
    def test_as_written(self):
        """With three submissions, one of which does not import."""
        if os.environ.get("ISOLAB_COURSE_RUNS") != "1":
            self.skipTest("isolab is built without its module for Python")
        script = script_of("course.md")
        for command in ("match", "tournament", "export", "accuracy", "report", "play"):
            self.assertRegex(script, rf"\bisolab {command}\b")
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for agent in ("game_agent.py", "my_custom_player.py"):
                shutil.copy(DATA / "course" / agent, folder)
            for student in ("alice", "bob", "carol"):
                (folder / "submissions" / student).mkdir(parents=True)
                shutil.copy(folder / "my_custom_player.py", folder / "submissions" / student)
            (folder / "submissions" / "carol" / "my_custom_player.py").write_text("import nothing\n")
            path = os.pathsep.join((os.path.dirname(ISOLAB), ENVIRONMENT["PATH"]))
            done = subprocess.run(["sh", "-eux"], input=script.encode(), cwd=folder, check=False,
                                  timeout=PATIENCE, env={**ENVIRONMENT, "PATH": path},
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual(done.returncode, 0, done.stderr.decode()[-2000:])
            self.assertIn(b"left out: submissions/carol/my_custom_player.py: ModuleNotFoundError",
                          done.stderr)
            self.assertRegex(done.stdout, rb"(?m)^ 1 alice .*\n 2 bob ")
            self.assertIn("alice", (folder / "class.html").read_text())


class Versions(CommandLineTest):
    def test_now(self):
        """The numbers of docs/versions.md and CHANGELOG.md are those of what is here."""
        told = re.findall(r"^\|.*\| ([\d.]+) \|$", (DOCUMENTS / "versions.md").read_text(), re.M)
        program = self.answer_json("version")["version"]
        library = re.search(r"soversion: '(\d+)'", (ROOT / "meson.build").read_text())[1]
        with tempfile.TemporaryDirectory() as folder:
            database = f"{folder}/new.db"
            self.answer("match", "random", "first", "--pairs", "1", "--quiet", "--db", database)
            connection = sqlite3.connect(database)
            schema = connection.execute("PRAGMA user_version").fetchone()[0]
            connection.close()
        contract = re.search(r"ISOLAB_HEURISTIC_VERSION (\d+)",
                             (ROOT / "include/isolab_heuristic.h").read_text())[1]
        self.assertEqual(told, [program, library, str(schema), contract])
        newest = re.search(r"^## \[(.*)\]", (ROOT / "CHANGELOG.md").read_text(), re.M)[1]
        self.assertEqual(newest, program)


if __name__ == "__main__":
    unittest.main()
