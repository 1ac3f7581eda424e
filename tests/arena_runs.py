"""What the tests of match and tournament share: a folder, runs that are started and stopped, and
what came of them."""
import contextlib
import hashlib
import os
import pathlib
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

from command_line import (DATA, ENVIRONMENT, ISOLAB, PATIENCE, CommandLineTest, hears, run,
                          wait_until)

RESUME = re.compile(r"stopped after (\d+) of (\d+) games, all kept in (\S+); the same command with "
                    r"--resume plays the rest\n\Z")
KEPT = re.compile(r"; (\d+) of (\d+) games are kept in '(\S+)', and --resume plays the rest\n\Z")


def limit(kind, number):
    """For preexec_fn: so much and no more."""
    return lambda: resource.setrlimit(kind, (number, number))


def take_away(process, kind, number):
    """Lowers a limit of a running process, after which it gets no more than it has."""
    hard = resource.prlimit(process, kind)[1]
    resource.prlimit(process, kind, (number, hard))


def known_hashes():
    """The hash of the exported games by settings, the same in every build and way to run it."""
    lines = (DATA / "arena_games.sha256").read_text().splitlines()
    return {name: value for value, name in map(str.split, lines)}


def hear_interrupts():
    """A job in the background of a shell is born deaf to Ctrl-C, and so are its children; under
    nohup to a closing terminal."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class ArenaTest(CommandLineTest):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="isolab-arena-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def database(self, name="games.db"):
        return str(self.folder / name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def export(self, database):
        """The games of the newest run; none if the file has no run yet."""
        done = run("export", "--db", database, "--format", "jsonl")
        if done.stderr.endswith((b" has no runs\n", b" is empty\n")):
            return b""
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout

    def game_hash(self, database):
        return hashlib.sha256(self.export(database)).hexdigest()

    def stored(self, database, table="game"):
        """How many games, or what else it has a table of, the file holds; none if there is none."""
        if not os.path.exists(database):
            return 0
        try:
            with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as file:
                return file.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        except sqlite3.OperationalError:  # it is about to be made
            return 0

    def assert_consistent(self, database):
        """The file is sound, and holds one run without a game twice."""
        with sqlite3.connect(database) as connection:
            self.assertEqual(connection.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
            self.assertEqual(connection.execute("PRAGMA foreign_key_check").fetchall(), [])
            self.assertLessEqual(connection.execute("SELECT count(*) FROM run").fetchone()[0], 1)
        connection.close()

    def start(self, *arguments, program=(ISOLAB,)):
        return subprocess.Popen([*program, *arguments], stdin=subprocess.DEVNULL,
                                preexec_fn=hear_interrupts,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT,
                                cwd=self.folder)

    def disturbed(self, line, disturbance, start=None):
        """Starts a run, disturbs it once games are stored, and waits for its end. `line` makes the
        command line from a number of pairs and a database; a run that was faster than the
        disturbance is followed by one twice as long. Returns the process, what it said, and the
        line that was too long for it."""
        for pairs in (100 << i for i in range(9)):
            database = self.database(f"{pairs}.db")
            words = line(pairs, database)
            process = (start or self.start)(*words)
            wait_until(lambda: process.poll() is not None or self.stored(database))
            with contextlib.suppress(ProcessLookupError, FileNotFoundError):  # it was faster
                disturbance(process, database)
            out, err = process.communicate(timeout=PATIENCE)
            if process.returncode != 0:
                break
        return process, out.decode(), err.decode(), words

    def start_and_signal(self, number, *arguments, happened=lambda: True, delay=0.0):
        """Sends the signal once the program minds it, has begun to open its file and `happened()`
        is so, `delay` seconds after that; to one that has ended before, none. Returns exit code,
        standard output and standard error."""
        database = arguments[arguments.index("--db") + 1]
        process = self.start(*arguments)
        wait_until(lambda: process.poll() is not None or
                   (number == signal.SIGKILL or hears(process.pid, number)) and
                   os.path.exists(database) and happened())
        time.sleep(delay)
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
        return process.returncode, out.decode(), err.decode()


def was_killed(code):
    return code == -signal.SIGKILL
