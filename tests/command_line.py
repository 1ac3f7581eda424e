"""What the tests of the program share: running it, and what a refusal looks like.

Meson passes the program in ISOLAB, what makes databases in MAKE_STORE, an engine for `exec:` in
ENGINE, ISOLAB_SANITIZED=1 where they are built with sanitizers, and ISOLAB_READLINE=0 where they are
built without readline.
"""
import json
import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import time
import unittest

ISOLAB = os.path.abspath(os.environ.get("ISOLAB", "build/isolab"))
MAKE_STORE = os.path.abspath(os.environ.get("MAKE_STORE", "build/tests/make_store"))
READLINE = os.environ.get("ISOLAB_READLINE", "1") == "1"
ENGINE = os.path.abspath(os.environ.get("ENGINE", "build/tests/engine"))
SANITIZED = os.environ.get("ISOLAB_SANITIZED") == "1"
DATA = pathlib.Path(__file__).resolve().parent / "data"
ENVIRONMENT = {**os.environ, "LC_ALL": "C", "NO_COLOR": "1"}
PATIENCE = 900  # seconds; a machine under load may be slow, a program that hangs is given up


def run(*arguments, stdin=b"", environment=None, **options):
    """Runs the program; bytes in, bytes out."""
    return subprocess.run([ISOLAB, *arguments], input=stdin, check=False, timeout=PATIENCE,
                          env={**ENVIRONMENT, **(environment or {})},
                          **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options})


def make_store(database, settings, limit=None):
    """Plays a tournament into a database."""
    words = [MAKE_STORE, str(database), json.dumps(settings)]
    subprocess.run(words + ([str(limit)] if limit else []), check=True, timeout=PATIENCE)


def wait_until(happened):
    """Returns as soon as `happened()` is so."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.005)


def hears(process_id, number=signal.SIGINT):
    """Whether that process has a handler for the signal. Before it does it would die of it."""
    try:
        status = pathlib.Path(f"/proc/{process_id}/status").read_text()
    except OSError:  # it has ended
        return False
    return int(re.search(r"^SigCgt:\s*(\w+)$", status, re.M)[1], 16) >> (number - 1) & 1 == 1


class ErrorTerminal:
    """A program whose standard error is a terminal, where it shows how far it is."""

    def __init__(self, *arguments):
        self.ours, theirs = pty.openpty()
        self.process = subprocess.Popen([ISOLAB, *arguments], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=theirs, env=ENVIRONMENT)
        os.close(theirs)
        self.said = b""

    def read(self, until=None):
        """What it says, until that pattern is in it or to its end."""
        deadline = time.monotonic() + PATIENCE
        while until is None or not re.search(until, self.said):
            assert select.select([self.ours], [], [], deadline - time.monotonic())[0], self.said
            try:
                self.said += os.read(self.ours, 65536)
            except OSError:  # nobody has it open any more
                break
        return self.said

    def finish(self):
        """Exit code, standard output, and all it said."""
        out = self.process.stdout.read()
        self.read()
        self.process.stdout.close()
        os.close(self.ours)
        return self.process.wait(timeout=PATIENCE), out, self.said


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
