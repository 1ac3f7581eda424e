#!/usr/bin/env python3
"""Every command line with its 1st, 2nd, 3rd ... allocation failing, until none is left to fail.

Whatever fails, the program either gives the whole right answer or exits 2 with one line; never a
signal, never half an answer that looks whole. Sanitizers bring their own malloc: skipped there.
"""
import json
import os
import re
import sys
import tempfile
import unittest

from command_line import SANITIZED, CommandLineTest, make_store, run

SHIM = os.environ.get("FAIL_MALLOC", "")
# SQLite allocates a thousand times, mostly in the same few places: past the first, a sample.
EACH_UP_TO, STRIDE = 200, 7
COMMAND_LINES = (
    (["moves", "7x7", "d4", "c2", "e6"], b""),
    (["moves", "7x7 d4 c2 e6", "--json"], b""),
    (["moves", "11x9", "--json"], b""),
    (["moves", "4x32"], b""),
    (["perft", "7x7", "--depth", "3", "--json"], b""),
    (["perft", "-", "--depth", "2"], b"7x7\n7x7 d4 d4\n11x9 f5\n"),
    (["moves", "-"], b"3/3/3[Nn] w\nnonsense\n"),
    (["eval", "7x7", "d4", "--heuristic", "open", "--heuristic", "center", "--json"], b""),
    (["eval", "7x7", "d4", "--heuristic", "chase,w1=1"], b""),
    (["eval", "-", "--heuristic", "reach"], b"7x7\n7x7 d4 d4\n11x9 f5 e7\n"),
    (["accuracy", "--board", "3x3", "--plies", "3-4", "--positions", "2", "--threads", "1",
      "--heuristic", "open", "--agent", "first", "--blunders", "1", "--json"], b""),
    (["heuristics"], b""),
    (["heuristics", "drilldown", "--json"], b""),
    (["heuristics", "chase-isolation"], b""),
    (["heuristics", "--markdown"], b""),
    (["agents", "--json"], b""),
    (["agents"], b""),
    (["features", "--json"], b""),
    (["features"], b""),
    (["best", "4x4", "a1", "d4", "--agent", "alphabeta:improved,depth=2", "--json"], b""),
    (["best", "4x4", "a1", "d4", "--agent", "champion,nodes=50", "--json"], b""),
    (["analyze", "3x3", "a1", "c3", "--nodes", "2000"], b""),
    (["solve", "3x3", "a1", "c3", "--first"], b""),
    (["solve", "--placements", "3x3", "--quiet"], b""),
    (["tournament", "--resume", "--quiet", "--board", "3x3", "--pairs", "1", "--seed", "2",
      "--agent", "random", "--agent", "first", "--agent", "random", "--threads", "1", "--json"],
     b""),
    (["match", "random", "first", "--resume", "--quiet", "--board", "3x3", "--pairs", "1",
      "--threads", "1", "--json"], b""),
    (["tournament", "--board", "4x4", "--agent", "first", "--agent", "random",
      "--print-settings"], b""),
    (["help"], b""),
    (["help", "perft"], b""),
    (["version", "--json"], b""),
    (["moves", "7x7", "d4", "d4"], b""),
    (["runs", "--json"], b""),
    (["export", "--format", "pgn"], b""),
)


def timeless(output):
    """Without what it took, which is another each time."""
    output = re.sub(rb'("[a-z_]*(?:seconds|_ms)":)[-+.0-9e]+', rb"\1T", output)
    return re.sub(rb"[.0-9]+ s\b", b"T s", output)


class OutOfMemory(CommandLineTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        make_store(cls.folder + "/isolab.db",
                   {"board": "4x4", "agents": ["random", "first", "random"], "pairs": 1})

    def run_failing(self, arguments, stdin, at, after):
        """The run, and how many allocations failed in it."""
        reader, writer = os.pipe()
        done = run(*arguments, stdin=stdin, cwd=self.folder, pass_fds=(writer,), environment={
            "LD_PRELOAD": SHIM, "FAIL_AT": str(at), "FAIL_AFTER": str(int(after)),
            "FAIL_REPORT": str(writer)})
        os.close(writer)
        with os.fdopen(reader, "rb") as report:
            return done, len(report.read())

    def check(self, done, whole):
        if (done.returncode, timeless(done.stdout)) == (whole.returncode, timeless(whole.stdout)):
            return
        self.assertEqual(done.returncode, 2, done)
        self.assertEqual(done.stderr.count(b"\n"), 1, done)
        known = timeless(whole.stdout).splitlines()
        for line in timeless(done.stdout).splitlines():
            if line not in known:
                self.assertIn("out of memory", json.loads(line)["error"])

    def fail_each(self, arguments, stdin, after):
        whole = run(*arguments, stdin=stdin, cwd=self.folder)
        at, failed = 0, 1
        while failed:
            at += 1 if at < EACH_UP_TO else STRIDE
            done, failed = self.run_failing(arguments, stdin, at, after)
            self.check(done, whole)
            self.assertLess(at, 5000)
        self.assertEqual((done.returncode, timeless(done.stdout), done.stderr),
                         (whole.returncode, timeless(whole.stdout), whole.stderr))
        return at - 1

    def test_the_nth_alone(self):
        for arguments, stdin in COMMAND_LINES:
            with self.subTest(arguments=arguments):
                self.assertGreater(self.fail_each(arguments, stdin, after=False), 0)

    def test_all_from_the_nth_on(self):
        for arguments, stdin in COMMAND_LINES:
            with self.subTest(arguments=arguments):
                self.fail_each(arguments, stdin, after=True)


if __name__ == "__main__":
    if SANITIZED:
        print("sanitizers bring their own malloc")
        sys.exit(77)
    unittest.main()
