"""What the tests of the program share: running it, and what a refusal looks like.

Meson passes the program in ISOLAB, what makes databases in MAKE_STORE, ISOLAB_SANITIZED=1 where they
are built with sanitizers, and ISOLAB_READLINE=0 where they are built without readline.
"""
import json
import os
import pathlib
import re
import subprocess
import unittest

ISOLAB = os.path.abspath(os.environ.get("ISOLAB", "build/isolab"))
MAKE_STORE = os.path.abspath(os.environ.get("MAKE_STORE", "build/tests/make_store"))
READLINE = os.environ.get("ISOLAB_READLINE", "1") == "1"
SANITIZED = os.environ.get("ISOLAB_SANITIZED") == "1"
DATA = pathlib.Path(__file__).resolve().parent / "data"
ENVIRONMENT = {**os.environ, "LC_ALL": "C", "NO_COLOR": "1"}


def run(*arguments, stdin=b"", environment=None, **options):
    """Runs the program; bytes in, bytes out."""
    return subprocess.run([ISOLAB, *arguments], input=stdin, check=False, timeout=300,
                          env={**ENVIRONMENT, **(environment or {})},
                          **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options})


def make_store(database, settings, limit=None):
    """Plays a tournament into a database."""
    words = [MAKE_STORE, str(database), json.dumps(settings)]
    subprocess.run(words + ([str(limit)] if limit else []), check=True, timeout=120)


class CommandLineTest(unittest.TestCase):
    maxDiff = None

    def answer(self, *arguments, stdin=b"", **options):
        """Standard output of a run that must succeed and say nothing on the side."""
        done = run(*arguments, stdin=stdin, **options)
        self.assertEqual((done.returncode, done.stderr), (0, b""), arguments)
        return done.stdout.decode()

    def answer_json(self, *arguments):
        text = self.answer(*arguments, "--json")
        self.assertEqual(text.count("\n"), 1)
        return json.loads(text)

    def commands(self):
        """The names that `help` lists, with commas between."""
        listed = self.answer("help").split("commands:\n")[1].split("\n\n")[0]
        return ", ".join(re.findall(r"^  (\S+)", listed, re.M))

    def assert_refused(self, done, sentence):
        """Exit 2 and exactly one line that ends in `sentence`."""
        self.assertEqual(done.returncode, 2, done)
        self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr[:500])
        self.assertTrue(done.stderr.startswith(b"isolab"), done.stderr[:500])
        self.assertLess(len(done.stderr), 500)
        self.assertTrue(done.stderr.isascii(), done.stderr[:500])
        self.assertEqual(done.stderr.decode().rstrip("\n").split(": ", 1)[1], sentence)

    def refuse(self, sentence, *arguments, stdin=b""):
        done = run(*arguments, stdin=stdin)
        self.assert_refused(done, sentence)
        return done.stdout
