#!/usr/bin/env python3
"""The documents' commands do what the documents say, run as they stand."""
import os
import pathlib
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import unittest
import urllib.request

from command_line import DATA, ENVIRONMENT, ISOLAB, PATIENCE, CommandLineTest, make_store

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENTS = ROOT / "docs"


def anchors_of(document):
    """Of its headings, as the sites that show Markdown make them."""
    text = re.sub(r"^```.*?^```$", "", document.read_text(), flags=re.M | re.S)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in re.findall(r"^#+ (.*)$", text, re.M)}


def script_of(document):
    return "".join(re.findall(r"^```sh\n(.*?)^```$", (DOCUMENTS / document).read_text(), re.M | re.S))


class Readme(unittest.TestCase):
    """Its commands, in a folder that has of a clone what they need, and the build that is tested."""

    def setUp(self):
        if os.environ.get("ISOLAB_COURSE_RUNS") != "1":
            self.skipTest("isolab is built without its module for Python")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ("Makefile", "scripts", "studies", "tests"):
            (self.folder / name).symlink_to(ROOT / name)
        (self.folder / "build").symlink_to(os.path.dirname(ISOLAB))
        self.environment = {name: value for name, value in ENVIRONMENT.items() if name != "ISOLAB"}
        self.lines = script_of("../README.md").splitlines()

    def test_as_written(self):
        """But for what asks for a browser (below), and `make test`, which is this. What may install
        packages or build is left to CI."""
        script = [line for line in self.lines if not re.match(r"isolab serve\b|make test\b", line)
                  and (os.environ.get("CI") or not line.startswith("make "))]
        done = subprocess.run(["sh", "-euxc", "\n".join(script)], cwd=self.folder, check=False,
                              timeout=PATIENCE, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 0, done.stderr.decode()[-2000:])
        for said in (b"first> ", b"against AB_Improved", b"Match(", b"winning moves", b"proved: "):
            self.assertIn(said, done.stdout)
        self.assertIn("</html>", (self.folder / "report.html").read_text())

    def test_serve(self):
        line, = (line for line in self.lines if line.startswith("isolab serve"))
        words = shlex.split(line, comments=True)
        if not os.path.exists(os.path.join(os.path.dirname(ISOLAB), "isolab-serve")):
            self.skipTest("isolab is built without serve")
        (self.folder / "build").unlink()
        (self.folder / "build").mkdir()
        make_store(self.folder / words[words.index("--db") + 1],
                   {"agents": ["random", "first"], "pairs": 1})
        with subprocess.Popen([ISOLAB, *words[1:], "--port", "0"], cwd=self.folder,
                              env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL) as server:
            try:
                with urllib.request.urlopen(server.stdout.readline().decode().strip()) as page:
                    self.assertIn(b"</html>", page.read())
            finally:
                server.send_signal(signal.SIGINT)
        self.assertEqual(server.returncode, 130)


class Links(unittest.TestCase):
    def test_links(self):
        """Of every document lead somewhere, and the index to every document."""
        for document in [ROOT / "README.md", ROOT / "CHANGELOG.md", *DOCUMENTS.glob("*.md")]:
            for link in re.findall(r"\]\((?!https?:)([^)]+)\)", document.read_text()):
                name, _, anchor = link.partition("#")
                target = document.parent / name if name else document
                self.assertTrue(target.exists(), f"{document.name}: {link}")
                if anchor:
                    self.assertIn(anchor, anchors_of(target), f"{document.name}: {link}")
        index = (DOCUMENTS / "README.md").read_text()
        for document in DOCUMENTS.glob("*.md"):
            self.assertIn(f"]({document.name})", index + "](README.md)")


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
            self.assertIn(b"left out: 'submissions/carol/my_custom_player.py': ModuleNotFoundError",
                          done.stderr)
            self.assertRegex(done.stdout, rb"(?m)^ 1 alice .*\n 2 bob ")
            self.assertIn("alice", (folder / "class.html").read_text())


class Accuracy(CommandLineTest):
    def test_puzzles(self):
        """docs/accuracy.md shows those of now, which follow from how the studies' agents play."""
        told = re.search(r"^`isolab (accuracy --puzzles \d+)`.*?^```\n(.*?)^```$",
                         (DOCUMENTS / "accuracy.md").read_text(), re.M | re.S)
        answer = self.answer(*told[1].split(), "--quiet")
        self.assertEqual(re.findall(r"^7x7 .*$", answer.replace("\t", "   "), re.M),
                         told[2].splitlines())


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
            proof = f"{folder}/proof"
            self.answer("solve", "5x5 a1 b2", "--first", "--proof", proof)
            begins = pathlib.Path(proof).read_text(errors="replace").split("\n")[0]
        contract = re.search(r"ISOLAB_HEURISTIC_VERSION (\d+)",
                             (ROOT / "include/isolab_heuristic.h").read_text())[1]
        proofs = re.fullmatch(r"isolab proof (\d+)", begins)[1]
        self.assertEqual(told, [program, library, str(schema), contract, proofs])
        newest = re.search(r"^## \[(.*)\]", (ROOT / "CHANGELOG.md").read_text(), re.M)[1]
        self.assertEqual(newest, program)


if __name__ == "__main__":
    unittest.main()
