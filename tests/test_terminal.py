#!/usr/bin/env python3
"""What a terminal gets: no line wider than it is, and nothing less than a pipe gets."""
import collections
import fcntl
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time
import unittest

from command_line import ENVIRONMENT, ISOLAB, PATIENCE, CommandLineTest, run

WITHOUT_COLUMNS = {key: value for key, value in ENVIRONMENT.items() if key != "COLUMNS"}
AGENTS = ("--agent", "AB_Improved", "--agent", "alphabeta:chase,w1=0.25,order=pv",
          "--agent", "alphabeta:attacker,order=pv", "--agent", "alphabeta:chase-isolation",
          "--agent", "alphabeta:central-pressure")
AGAINST = ("--against", "Random", "--against", "MM_Improved", "--against", "AB_Improved",
           "--against", "greedy:territory")
TUNE = ("tune", "alphabeta:chase,w1=1", "--pairs", "1", "--confirm", "3", "--nodes", "50",
        "--quiet", "--resume", "--param", "w1=0:4:2")

# Every command, in ways that print as much as it can. What is kept in the database is shown again
# with --resume, so that whoever asks gets the same. `export` and `engine` speak to programs.
COMMANDS = {
    "moves": [("7x7", "d4"), ("11x9", "f5")],
    "perft": [("7x7", "d4", "--depth", "3")],
    "eval": [("7x7", "d4", "c2", "e6")],
    "best": [("11x9", "d4", "c2", "--agent", "alphabeta:territory,depth=12")],
    "solve": [("6x6", "c4", "c5"), ("7x7", "d4", "--nodes", "1000", "--quiet"),
              ("--placements", "4x4", "--quiet")],
    "analyze": [("5x5", "a1", "b2", "--nodes", "200000"), ("9x9", "d4", "--nodes", "3000")],
    "verify": [("win.proof",)],
    "play": [("--first", "alphabeta:attacker,order=pv,nodes=50", "--second", "greedy:improved")],
    "match": [("alphabeta:attacker,order=pv", "AB_Improved", "--pairs", "3", "--nodes", "50",
               "--sprt", "0,10", "--quiet", "--resume")],
    "tournament": [(*AGENTS, *AGAINST, "--pairs", "1", "--repeats", "2", "--nodes", "50",
                    "--quiet", "--resume"),
                   (*AGENTS, "--agent", "Random", "--pairs", "1", "--nodes", "50", "--quiet",
                    "--resume")],
    "study": [(name, "--scale", "0.0001", "--virtual", "2ms", "--quiet", "--resume")
              for name in ("001", "003", "004")],
    "accuracy": [(*AGENTS, "--heuristic", "improved", "--heuristic", "central-pressure",
                  "--positions", "40", "--nodes", "50", "--quiet", "--puzzles", "3", "--blunders",
                  "3")],
    "fit": [("--features", "own,opp,min(reach2, oppreach2)", "--by-ply", "--board", "5x5", "--plies",
             "4-11", "--positions", "300", "--against", "greedy:improved", "--pairs", "2", "--nodes",
             "50", "--quiet", "--resume")],
    "tune": [TUNE[1:], (*TUNE[1:], "--param", "w2=0:4:1", "--method", "spsa", "--rounds", "2")],
    "runs": [()],
    "report": [()],
    "heuristics": [(), ("drilldown",), ("central-pressure",)],
    "agents": [()],
    "features": [()],
    "new": [],  # a line or two, and a file
    "bench": [],  # takes seconds; its lines are not wider than 80 columns
    "help": [()],
    "version": [()],
    "export": [],
    "engine": [],
    "serve": [],  # an address, and what it says beside that
}


def on_terminal(width, *arguments, folder=None, **environment):
    """Standard output where that is a terminal of so many columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    with subprocess.Popen([ISOLAB, *arguments], stdin=subprocess.DEVNULL, stdout=theirs, cwd=folder,
                          stderr=subprocess.PIPE, env={**WITHOUT_COLUMNS, **environment}) as process:
        # Who closes a terminal may lose what was written last: it stays open until a mark of ours,
        # behind all that the program wrote, has come.
        def mark_end():
            process.wait()
            os.write(theirs, b"\0")

        threading.Thread(target=mark_end).start()
        text = b""
        while not text.endswith(b"\0"):
            text += os.read(ours, 65536)
        said = process.stderr.read()
        code = process.wait(timeout=PATIENCE)
    os.close(theirs)
    os.close(ours)
    if code:
        raise AssertionError((arguments, code, said))
    return text[:-1].decode().replace("\r\n", "\n")


def columns(line):
    return len(re.sub(r"\033\[[\d;]*[A-Za-z]", "", line).expandtabs())


class TerminalTest(CommandLineTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)

    def assert_fits(self, width, text, what):
        self.assertTrue(text, what)
        for line in text.splitlines():
            self.assertLessEqual(columns(line), width, (what, line))


class EveryCommand(TerminalTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        run("solve", "6x6", "a1", "b1", "--proof", "win.proof", "--quiet", cwd=cls.folder)
        cls.piped = {}
        for command, ways in COMMANDS.items():
            for way in ways:  # plays what is to be played; the second time it is only shown
                run(command, *way, cwd=cls.folder)
                done = run(command, *way, cwd=cls.folder)
                if done.returncode:
                    raise AssertionError((command, way, done.stderr))
                cls.piped[command, way] = done.stdout.decode()

    def test_none_is_forgotten(self):
        told = set(self.commands().split(", "))
        self.assertEqual(set(COMMANDS), told | {"serve"})  # which is not built everywhere

    def test_no_line_is_wider(self):
        for command, ways in COMMANDS.items():
            for way in ways:
                for width in (60, 80, 100):
                    text = on_terminal(width, command, *way, folder=self.folder)
                    self.assert_fits(width, text, (command, way))

    def test_help_of_every_command(self):
        for command in COMMANDS:
            for width in (60, 80, 100, 120):
                text = on_terminal(width, "help", command)
                self.assert_fits(min(width, 100), text, command)
                self.assertEqual("".join(text.replace("\\\n", "").split()),
                                 "".join(run("help", command).stdout.decode()
                                         .replace("\\\n", "").split()))
            self.assertEqual(on_terminal(80, "help", command),
                             run("help", command).stdout.decode())

    def test_nothing_is_lost(self):
        """Every number a pipe gets is on the terminal too, whichever the column it went to."""
        for command in ("tournament", "match", "study", "eval", "heuristics"):
            for way in COMMANDS[command]:
                piped = self.piped[command, way]
                for width in (60, 80):
                    shown = on_terminal(width, command, *way, folder=self.folder)
                    self.assertFalse(numbers(piped) - numbers(shown), (command, way, width))

    def test_runs_are_paragraphs_where_lines_are_too_wide(self):
        lines = self.piped["runs", ()].splitlines()[1:]
        shown = on_terminal(80, "runs", folder=self.folder)
        paragraphs = re.split(r"\n(?= {0,3}\d)", shown.rstrip("\n"))
        self.assertEqual(len(paragraphs), len(lines))
        for line, paragraph in zip(lines, paragraphs):
            number, kind, games, planned, started, finished, agents = re.match(
                r" *(\d+)  (.*?) +(\d+) of (\d+) +(\S+)  (\S+)  (.*)", line).groups()
            self.assertEqual(" ".join(paragraph.split()),
                             f"{number} {kind}, {games} of {planned} games, {started} to "
                             f"{finished.replace(started.split('T')[0] + 'T', '')} {agents}")
        self.assertEqual(on_terminal(9999, "runs", folder=self.folder), self.piped["runs", ()])

    def test_a_pipe_gets_it_as_wide_as_it_comes(self):
        gauntlet = self.piped["tournament", COMMANDS["tournament"][0]]
        self.assertRegex(gauntlet, r"\Awon \| lost against +AB_Improved +"
                         r"alphabeta:chase,w1=0\.25,order=pv +Custom +alphabeta:chase-isolation +"
                         r"alphabeta:central-pressure\n-+  ")
        self.assertIn("\nagent                             as attacker  as defender  moves/game  "
                      "nodes/move  ms/move  longest ms\n", gauntlet)
        for command, way in self.piped:
            if command in ("tournament", "match", "study", "runs", "heuristics"):
                narrow = run(command, *way, cwd=self.folder, environment={"COLUMNS": "40"})
                self.assertEqual(narrow.stdout.decode(), self.piped[command, way])


def numbers(text):
    return collections.Counter(re.findall(r"\d+\.\d+|\d+", text))


class Width(TerminalTest):
    def test_columns_is_obeyed(self):
        self.assert_fits(60, on_terminal(200, "heuristics", COLUMNS="60"), "COLUMNS")
        wide = run("heuristics").stdout.decode()
        self.assertEqual(on_terminal(60, "heuristics", COLUMNS="200"), wide)
        for nonsense in ("", "x", "0", "-5"):
            self.assertEqual(on_terminal(200, "heuristics", COLUMNS=nonsense), wide)

    def test_eighty_where_it_is_not_known(self):
        self.assertEqual(on_terminal(0, "heuristics"), on_terminal(80, "heuristics"))

    def test_a_very_narrow_one(self):
        for width in ("1", "20", "99999999999999999999"):
            for command in ("heuristics", "agents", "help"):
                self.assertTrue(on_terminal(80, command, COLUMNS=width))

    def test_what_programs_read_is_left_alone(self):
        for words in (("agents", "--json"), ("heuristics", "--markdown"),
                      ("match", "random", "first", "--print-settings"),
                      ("tournament", *AGENTS, "--board", "4x4", "--pairs", "1", "--nodes", "5",
                       "--quiet", "--resume", "--markdown")):
            self.assertEqual(on_terminal(60, *words), run(*words).stdout.decode())


class Progress(TerminalTest):
    """The line that is written over itself would scroll if it were wider than the terminal."""

    def test_it_fits(self):
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 30, 0, 0))
        with subprocess.Popen([ISOLAB, "solve", "10x10", "a1", "e5"], stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=theirs, env=WITHOUT_COLUMNS) as it:
            os.close(theirs)
            try:
                text, deadline = b"", time.monotonic() + PATIENCE
                while text.count(b"\r\033[K") < 3:
                    self.assertLess(time.monotonic(), deadline, text)
                    if select.select([ours], [], [], 1)[0]:
                        text += os.read(ours, 65536)
                it.send_signal(signal.SIGINT)
                it.wait(timeout=PATIENCE)
            finally:
                it.kill()
        lines = text.decode().split("\r\033[K")[1:-1]
        for line in lines:
            self.assertRegex(line, r"^[\d.]+ s  [\d.]+ M nodes ")
            self.assertLess(columns(line), 30)


if __name__ == "__main__":
    unittest.main()
