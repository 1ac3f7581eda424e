#!/usr/bin/env python3
"""Every command with allocations that fail, one alone and all from one on.

A first run tells by which paths through the program's own code it allocates. On each path some of
its allocations are made to fail, the first and the last among them. Whatever fails, the program
either gives the whole right answer or exits 2 with one line; never a signal, never half an answer
that looks whole. Two commands go on: `engine` and `play` say what they could not, and stay.

`bench` is left out, which takes seconds and shares its work with the others; `serve` is in
test_serve.py. Where formulas are loaded the C library itself gives up if it has no memory for thread-local data:
that is not held against the program. Sanitizers bring their own malloc: skipped there.
"""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import unittest

from command_line import ENVIRONMENT, ISOLAB, PATIENCE, SANITIZED, CommandLineTest, make_store, run

SHIM = os.environ.get("FAIL_MALLOC", "")
EACH_PATH = 2  # allocations that fail on each path, evenly spread; pages take long: one
ONE_THREAD = ["--threads", "1", "--quiet"]
TUNE = ["tune", "alphabeta:chase,depth=1", "--param", "w1=0:1:1", "--method", "grid", "--pairs",
        "1", "--confirm", "2", "--board", "3x3", "--against", "first", "--resume", *ONE_THREAD]
# Each with what it reads; files that it writes, by --output, --proof or as they are called anyway,
# are part of the answer.
COMMAND_LINES = (
    (["moves", "7x7", "d4", "c2", "e6"], b""),
    (["moves", "11x9", "--json"], b""),
    (["moves", "4x32"], b""),
    (["moves", "-"], b"3/3/3[Nn] w\nnonsense\n"),
    (["moves", "7x7", "d4", "d4"], b""),
    (["perft", "7x7", "--depth", "3", "--json"], b""),
    (["perft", "-", "--depth", "2"], b"7x7\n7x7 d4 d4\n11x9 f5\n"),
    (["eval", "7x7", "d4", "--heuristic", "open", "--heuristic", "center", "--json"], b""),
    (["eval", "7x7", "d4", "--heuristic", "chase,w1=1"], b""),
    (["eval", "-", "--heuristic", "reach"], b"7x7\n7x7 d4 d4\n11x9 f5 e7\n"),
    (["best", "4x4", "a1", "d4", "--agent", "alphabeta:improved,depth=2", "--json"], b""),
    (["best", "4x4", "a1", "d4", "--agent", "mcts,hash=1,nodes=9"], b""),
    (["best", "4x4", "a1", "d4", "--agent", "champion,hash=2,nodes=50", "--json"], b""),
    (["analyze", "3x3", "a1", "c3", "--hash", "1", "--nodes", "2000"], b""),
    (["analyze", "3x3", "a1", "c3", "--hash", "1", "--nodes", "2000", "--json"], b""),
    (["solve", "3x3", "a1", "c3", "--first", "--hash", "1"], b""),
    (["solve", "3x3", "a1", "c3", "--hash", "1", "--proof", "new.proof", "--quiet", "--json"], b""),
    (["solve", "3x3", "a1", "c3", "--hash", "1", "--resume", "proved", "--quiet"], b""),
    (["solve", "--placements", "3x3", "--hash", "1", "--quiet", "--json"], b""),
    (["solve", "--placements", "3x3", "--prove", "--hash", "1", "--quiet", "--json"], b""),
    (["verify", "kept.proof"], b""),
    (["verify", "kept.proof", "--json"], b""),
    (["match", "random", "first", "--resume", "--board", "3x3", "--pairs", "1", *ONE_THREAD,
      "--json"], b""),
    (["tournament", "--resume", "--board", "3x3", "--pairs", "1", "--seed", "2", "--agent",
      "random", "--agent", "first", "--agent", "random", *ONE_THREAD, "--json"], b""),
    (["tournament", "--resume", "--board", "3x3", "--pairs", "1", "--seed", "2", "--agent",
      "random", "--agent", "first", "--agent", "random", *ONE_THREAD, "--markdown"], b""),
    (["tournament", "--board", "4x4", "--agent", "first", "--agent", "random",
      "--print-settings"], b""),
    (["accuracy", "--board", "3x3", "--plies", "3-4", "--positions", "2", *ONE_THREAD,
      "--heuristic", "open", "--agent", "first", "--blunders", "1", "--json"], b""),
    (["accuracy", "--board", "3x3", "--plies", "3-4", "--positions", "2", *ONE_THREAD,
      "--heuristic", "open", "--output", "accuracy.html"], b""),
    (["fit", "--features", "own,opp", "--positions", "30", "--from", "random", "--board", "4x4",
      *ONE_THREAD, "--json"], b""),
    ([*TUNE, "--json"], b""),
    ([*TUNE, "--output", "tune.html"], b""),
    (["study", "001", "--scale", "0.0001", "--depth", "1", "--resume", *ONE_THREAD, "--json"], b""),
    (["runs", "--json"], b""),
    (["runs"], b""),
    (["export", "--format", "pgn"], b""),
    (["export", "--format", "csv"], b""),
    (["export", "--format", "jsonl", "--output", "games.jsonl"], b""),
    (["report"], b""),
    (["heuristics"], b""),
    (["heuristics", "drilldown", "--json"], b""),
    (["heuristics", "chase-isolation"], b""),
    (["heuristics", "--markdown"], b""),
    (["features", "--json"], b""),
    (["features"], b""),
    (["new", "heuristic", "new.c"], b""),
    (["agents", "--json"], b""),
    (["agents"], b""),
    (["help"], b""),
    (["help", "perft"], b""),
    (["version", "--json"], b""),
)
ENGINE = (b"uci\nsetoption name Agent value minimax\nposition 4x4 a1 d4\ngo depth 2\nd\n"
          b"query result\nquit\n")
PLAY = b"a1\nhint\nmoves\nback\na1\nsave game\nload game\nnonsense\nhelp\nresign\nquit\n"
ALWAYS_WRITTEN = {"report": "report.html", "new": "new.c"}
# A drawing is none of ours, and takes longer than all the rest.
GNUPLOT = "#!/bin/sh\nprintf '</defs>\\n<g >\\n</g>\\n</svg>\\n'\nexec cat >/dev/null\n"


def timeless(output):
    """Without what it took, which is another each time."""
    output = re.sub(rb'("[a-z_]*(?:seconds|_ms)":)[-+.0-9e]+', rb"\1T", output)
    return re.sub(rb"[.0-9]+ m?s\b|seconds +[.0-9]+|nps \d+ time \d+", b"T", output)


def file_written_by(arguments):
    for option in ("--output", "--proof"):
        if option in arguments:
            return arguments[arguments.index(option) + 1]
    return ALWAYS_WRITTEN.get(arguments[0])


class OutOfMemory(CommandLineTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        make_store(cls.folder / "isolab.db",
                   {"board": "4x4", "agents": ["random", "first", "random"], "pairs": 1})
        run("solve", "3x3", "a1", "c3", "--proof", "kept.proof", cwd=cls.folder)
        gnuplot = cls.folder / "gnuplot"
        gnuplot.write_text(GNUPLOT)
        gnuplot.chmod(0o755)
        cls.environment = {**ENVIRONMENT, "PATH": f"{cls.folder}:{os.environ['PATH']}"}

    def talk_to_engine(process, lines):
        """Line by line, and not on before a move is answered."""
        output = b""
        for line in lines.splitlines(keepends=True):
            process.stdin.write(line)
            process.stdin.flush()
            said = line if line.startswith(b"go") else b""
            while said and not said.startswith(b"bestmove"):
                said = process.stdout.readline()
                output += said
        rest, errors = process.communicate(timeout=PATIENCE)
        return output + rest, errors

    def talk_at_once(process, stdin):
        return process.communicate(stdin, PATIENCE)

    CONVERSE = {"engine": talk_to_engine, "play": talk_at_once}

    def run_watched(self, arguments, stdin, report="FAIL_REPORT", **settings):
        """The run, with what it wrote into a file behind what it printed, and what the library that
        fails had to say."""
        told = bytearray()
        reader, writer = os.pipe()

        def listen():
            while some := os.read(reader, 65536):
                told.extend(some)

        listener = threading.Thread(target=listen)
        listener.start()
        converse = self.CONVERSE.get(arguments[0], OutOfMemory.talk_at_once)
        with subprocess.Popen(
                [ISOLAB, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, cwd=self.folder, pass_fds=(writer,),
                env={**self.environment, "LD_PRELOAD": SHIM, report: str(writer),
                     **settings}) as process:
            os.close(writer)
            try:
                output, errors = converse(process, stdin)
            finally:
                process.kill()  # where it hangs
        listener.join()
        os.close(reader)
        written = file_written_by(arguments)
        if written and (self.folder / written).exists():
            output += (self.folder / written).read_bytes()
            (self.folder / written).unlink()
        return subprocess.CompletedProcess(arguments, process.returncode, output, errors), told

    @staticmethod
    def is_whole(done, whole):
        return (done.returncode == whole.returncode and
                timeless(done.stdout) == timeless(whole.stdout))

    def check(self, done, whole):
        if self.is_whole(done, whole) or b"thread-local data: ABORT" in done.stderr:
            return
        self.assertEqual(done.returncode, 2, done)
        self.assertEqual(done.stderr.count(b"\n"), 1, done)
        known = timeless(whole.stdout).splitlines()
        for line in timeless(done.stdout).splitlines():
            if line not in known:
                self.assertIn("out of memory", json.loads(line)["error"])

    def fail_on_each_path(self, arguments, stdin, check):
        """Some allocations of each path fail alone, and the first of each with all that follow."""
        self.run_watched(arguments, stdin)  # what is played stays played
        whole, paths = self.run_watched(arguments, stdin, "FAIL_PATHS")
        self.assertIn(whole.returncode, (0, 2), whole)
        numbers = collections.defaultdict(list)
        for i in range(0, len(paths), 8):
            numbers[bytes(paths[i:i + 8])].append(i // 8 + 1)
        self.assertGreater(len(numbers), 0)
        page = (file_written_by(arguments) or "").endswith(".html")
        for on_path in numbers.values():
            spread = min(1 if page else EACH_PATH, len(on_path))
            chosen = {on_path[k * (len(on_path) - 1) // max(1, spread - 1)] for k in range(spread)}
            for at in sorted(chosen):
                for after in ("0", "1")[:2 if at == on_path[0] else 1]:
                    done, failed = self.run_watched(arguments, stdin, FAIL_AT=str(at),
                                                    FAIL_AFTER=after)
                    with self.subTest(arguments=arguments, at=at, after=after):
                        self.assertGreater(len(failed), 0)
                        check(done, whole)

    def test_commands(self):
        for arguments, stdin in COMMAND_LINES:
            self.fail_on_each_path(arguments, stdin, self.check)

    def check_engine(self, done, whole):
        if self.is_whole(done, whole):
            return
        self.assertIn(done.returncode, (0, 2), done)
        self.assertRegex(done.stdout + done.stderr, b"memory|no thread", done)
        if done.returncode == 0:
            self.assertEqual(len(re.findall(rb"^bestmove [a-d(]", done.stdout, re.M)), 1, done)

    def test_engine(self):
        self.fail_on_each_path(["engine", "--board", "4x4"], ENGINE, self.check_engine)
        self.fail_on_each_path(["engine", "--board", "4x4", "--agent", "champion,hash=2"],
                               b"go nodes 9\nquit\n", self.check_engine)

    def check_play(self, done, whole):
        if not self.is_whole(done, whole):
            self.assertIn(done.returncode, (0, 2), done)
            self.assertIn(b"out of memory", done.stdout + done.stderr, done)

    def test_play(self):
        small = ["play", "--board", "3x3"]
        self.fail_on_each_path([*small, "--second", "first", "--hint", "first"], PLAY,
                               self.check_play)
        self.fail_on_each_path([*small, "--first", "first", "--second", "random"], b"",
                               self.check_play)

    def test_every_command_is_here(self):
        tried = {arguments[0] for arguments, _ in COMMAND_LINES} | set(self.CONVERSE)
        self.assertEqual(set(self.commands().split(", ")) - tried - {"serve"}, {"bench"})


if __name__ == "__main__":
    if SANITIZED:
        print("sanitizers bring their own malloc")
        sys.exit(77)
    unittest.main()
