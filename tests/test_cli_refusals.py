#!/usr/bin/env python3
"""Bad usage and bad input: exit 2, one line that says what and where, never a crash."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import unittest

from command_line import ENVIRONMENT, ISOLAB, PATIENCE, CommandLineTest, hears, run, wait_until

MEGABYTE = 1 << 20


class Usage(CommandLineTest):
    def test_commands_and_options(self):
        self.refuse("unknown command 'mvoes'; did you mean moves?", "mvoes")
        self.refuse(f"unknown command ''; there are {self.commands()}", "")
        self.refuse("unknown option 'dept'; did you mean depth?", "perft", "7x7", "--dept", "3")
        self.refuse("--depth needs its N", "perft", "7x7", "--depth")
        self.refuse("--depth stands twice", "perft", "7x7", "--depth", "3", "--depth=3")
        self.refuse("--json takes no value", "moves", "7x7", "--json=yes")
        self.refuse("takes no options, but got '--json'", "new", "--json")
        self.refuse("unknown shell 'tcsh'; did you mean bash, zsh or fish?", "help", "--completion", "tcsh")
        self.refuse("unexpected word 'now'", "version", "now")
        self.refuse("--placements solves a whole board: it takes no position", "solve", "7x7", "d4", "c5",
                    "--placements", "7x7")
        self.refuse("one COMMAND at most, not 2", "help", "perft", "eval")
        for words in (("perft", "--man"), ("--man", "--completion", "bash")):
            self.refuse("a COMMAND, --man or --completion, one of them", "help", *words)
        self.refuse("unexpected word '7x7'", "bench", "7x7")
        self.refuse("a position is missing, such as 7x7 d4 c2, or - to read them from standard "
                    "input", "moves")
        self.refuse("more than 1024 words", "moves", *["a1"] * 2000)

    def test_budgets(self):
        for words in (("best", "7x7 d4 c2", "--agent", "mcts"), ("solve", "5x5 a1 b2"),
                      ("analyze", "5x5 a1 b2")):
            for bad in ("abc", "0", "1e3", "0x10", "-5", "", "20K"):
                self.refuse("--nodes is a whole number from 1 to 1e15 such as 5000, 20k or 3M, "
                            f"not '{bad}'", *words, "--nodes", bad)
            for bad in ("abc", "0s", "1e3s", "0x10s", "5", "", "-1s", "25h"):
                self.refuse("--time: a duration is such as 80us, 150ms, 2s, 3m or 2h, at most a day, "
                            f"not '{bad}'", *words, "--time", bad)
        self.refuse("time: a duration is such as 80us, 150ms, 2s, 3m or 2h, at most a day, not '150'",
                    "best", "7x7 d4 c2", "--agent", "champion,time=150")
        self.answer("solve", "5x5 a1 b2", "--nodes", "20k", "--time", "800us")

    def test_memory_is_told_as_it_was_asked_for(self):
        done = run("solve", "5x5 a1 b2", "--hash", "10000000")
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertRegex(done.stderr, rb"^isolab solve: 10000000 MB, rounded down to a power of two: "
                                      rb"table: 8388608 MB are wanted but only \d+ MB are free\n$")

    def test_double_dash_ends_options(self):
        self.refuse("column 1: '--json' is not a board such as 7x7", "moves", "--", "--json")


class Positions(CommandLineTest):
    REFUSED = (
        ("0x7", "column 1: a board is 3 to 26 squares wide, not 0"),
        ("99x99", "column 1: a board is 3 to 26 squares wide, not 99"),
        ("7x7 d4 d4", "column 8: d4 is blocked"),
        ("7x7 d4 c2 e6 d4", "column 14: d4 is blocked"),
        ("N2/N2/3[n] w", "column 4: a second knight N"),
        ("n2/2n/3[N] w", "column 5: a second knight n"),
        ("/".join(["7"] * 300) + "[Nn] w",
         "column 37: more than 128 squares by rank 19 from the top"),
        ("7x7 " + "d4 " * 30000,
         "column 4097: the text goes on; no position is longer than that"),
    )

    def test_as_words_and_as_lines(self):
        for text, sentence in self.REFUSED:
            self.refuse(sentence, "moves", text)
            self.refuse(sentence, "perft", "--depth", "2", "--json", text)
            answer = self.refuse("line 1: " + sentence, "moves", "-", stdin=text.encode())
            self.assertEqual(json.loads(answer), {"error": "line 1: " + sentence})

    def test_bytes_that_are_no_text(self):
        self.refuse("column 5: '\\xff\\xfe' is not a square such as d4", "moves", b"7x7 \xff\xfe")
        self.refuse(f"unknown command '\\x80'; there are {self.commands()}", b"\x80")
        self.refuse("unknown option '\\xc3('; there are json", "moves", "7x7", b"--\xc3\x28")
        for line, quoted in ((b"\xc3\x28", "\\xc3("), (b"7x7\0d4", "7x7\\x00d4"),
                             (b"\x1b[31m", "\\x1b[31m"), (b"\0", "\\x00")):
            sentence = f"line 1: column 1: '{quoted}' is not a board such as 7x7"
            self.refuse(sentence, "moves", "-", stdin=line + b"\n")

    def test_agents_and_openings_are_text(self):
        spec = b"exec:./\xc3\x28"
        sentence = "an agent is written in UTF-8, not 'exec:./\\xc3('"
        for words in (("match", spec, "random"), ("tournament", "--agent", spec),
                      ("best", "7x7", "--agent", spec), ("accuracy", "--agent", spec),
                      ("accuracy", "--from", spec), ("tune", spec, "--param", "x"),
                      ("play", "--second", spec)):
            self.refuse(sentence, *words)
        self.refuse("the name of the openings' file is written in UTF-8, not '\\xff.txt'",
                    "match", "random", "first", "--openings", b"\xff.txt", "--print-settings")

    def test_ten_megabytes(self):
        sentence = "line 1: column 4097: the text goes on; no position is longer than that"
        for text in (b"7x7 " + b"d4 " * (10 * MEGABYTE // 3), b"7" * 10 * MEGABYTE,
                     b"7/" * (5 * MEGABYTE), b"\0" * 10 * MEGABYTE):
            answer = self.refuse(sentence, "perft", "-", "--depth", "1", stdin=text)
            self.assertEqual(json.loads(answer), {"error": sentence})

    def test_what_follows_a_long_line_is_answered(self):
        done = run("perft", "-", "--depth", "1", stdin=b"7" * MEGABYTE + b"\n7x7\n")
        self.assertEqual(json.loads(done.stdout.splitlines()[1]), {"nodes": [49]})


class Files(CommandLineTest):
    """A name may lead to anything: nothing hangs, and the first signal ends it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.pipe = self.folder / "pipe"
        os.mkfifo(self.pipe)

    def start(self, *arguments, **options):
        process = subprocess.Popen([ISOLAB, *arguments], cwd=self.folder, env=ENVIRONMENT,
                                   **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE,
                                      "stderr": subprocess.PIPE, **options})
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def open_pipe(self):
        """The end to write to, once the program has opened the other."""
        ends = []

        def is_open():
            try:
                ends.append(os.open(self.pipe, os.O_WRONLY | os.O_NONBLOCK))
            except OSError:
                pass
            return ends

        wait_until(is_open)
        self.addCleanup(os.close, ends[0])

    def end(self, process, number=signal.SIGTERM):
        """The one signal, and how the program ended: by itself or by that."""
        process.send_signal(number)
        _, said = process.communicate(timeout=PATIENCE)
        self.assertIn(process.returncode, (130, -number), said)
        return said.decode()

    def test_pipes_nobody_writes_to(self):
        for words in (("match", "random", "first", "--openings", self.pipe, "--quiet"),
                      ("tune", "alphabeta:chase,w1=1", "--param", "w1", "--nodes", "50",
                       "--openings", self.pipe, "--quiet"),
                      ("tournament", "--settings", self.pipe), ("play", "--load", self.pipe),
                      ("verify", self.pipe)):
            for number in (signal.SIGTERM, signal.SIGINT):
                process = self.start(*words)
                self.open_pipe()
                self.end(process, number)

    def test_pipes_nobody_reads_from(self):
        process = self.start("solve", "4x4", "a1", "b1", "--proof", self.pipe)
        wait_until(lambda: hears(process.pid, signal.SIGTERM))
        self.end(process)

    def test_a_pipe_loaded_from_the_prompt(self):
        process = self.start("play", stdin=subprocess.PIPE)
        process.stdin.write(f"load {self.pipe}\n".encode())
        process.stdin.flush()
        self.open_pipe()
        self.end(process, signal.SIGINT)

    def test_positions_without_end(self):
        for command in ("solve", "analyze"):
            with open("/dev/zero", "rb") as zeros:
                process = self.start(command, "-", stdin=zeros)
            wait_until(lambda: hears(process.pid, signal.SIGTERM))
            self.assertIn("stopped after line 0", self.end(process))

    def test_devices_without_end(self):
        self.refuse("openings: cannot read '/dev/zero': it is larger than 64 MB",
                    "match", "random", "first", "--openings", "/dev/zero", "--db",
                    str(self.folder / "db"))
        self.refuse("cannot read '/dev/zero': it is larger than 1 MB",
                    "tournament", "--settings", "/dev/zero")
        self.refuse("cannot read '/dev/zero': it is larger than 1 MB", "play", "--load", "/dev/zero")
        self.refuse("this is not a proof: it does not begin with 'isolab proof 1'",
                    "verify", "/dev/zero")

    def test_directories(self):
        for words in (("match", "random", "first", "--openings", "/"),
                      ("tournament", "--settings", "/"), ("play", "--load", "/"), ("verify", "/")):
            done = run(*words)
            self.assertEqual(done.returncode, 2)
            self.assertTrue(done.stderr.endswith(b"cannot read '/': it is a directory\n"), done)

    def test_names(self):
        strange = self.folder / "a\x1b[31m\nb"
        strange.write_text("isolab proof 1\n6/6/6/6/6/Nn4 w\nwinner second\n")
        quoted = f"'{self.folder}/a\\x1b[31m\\x0ab'"
        done = run("verify", strange)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.startswith(f"isolab verify: {quoted}: not proved: ".encode()), done)
        strange.write_text("a letter\n")
        self.refuse(f"{quoted}: column 1: 'a' is not a board such as 7x7", "play", "--load", strange)
        self.refuse(f"{quoted}: it does not begin with 'isolab placements 3x3'",
                    "solve", "--placements", "3x3", "--resume", strange)
        self.refuse(f"{quoted}: it does not begin with 'isolab placements 3x3 proved'",
                    "solve", "--placements", "3x3", "--prove", "--resume", strange)
        self.refuse("cannot read '': the name is empty", "verify", "")
        self.refuse("cannot read '': the name is empty", "play", "--load", "")
        self.refuse("cannot write '': the name is empty", "solve", "4x4", "--proof", "")

    def test_a_read_only_mount(self):
        script = """mount -t tmpfs none "$1" && cd "$1" &&
            "$0" match random first --pairs 1 --db a.db --quiet >a.txt && mount -o remount,ro "$1" ||
            exit 77
            for words in "match random first --db a.db" "match random first --db b.db" \
                         "report --db a.db" "solve 4x4 --resume c" "solve 4x4 --proof c"; do
                "$0" $words 2>&1 >/dev/null
            done"""
        try:
            done = subprocess.run(["unshare", "-rm", "sh", "-c", script, ISOLAB, str(self.folder)],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE,
                                  env=ENVIRONMENT, check=False)
        except FileNotFoundError:
            self.skipTest("there is no unshare")
        if done.returncode == 77 or done.stderr:
            self.skipTest("no mounts may be made here")
        said = done.stdout.decode().splitlines()
        self.assertEqual(len(said), 5)
        for line in said:
            self.assertTrue(line.endswith(": Read-only file system"), line)


class Output(CommandLineTest):
    def test_no_room(self):
        sentence = "cannot write standard output: No space left on device"
        for arguments, stdin in ((["moves", "7x7"], b""), (["moves", "7x7", "--json"], b""),
                                 (["help"], b""), (["version"], b""),
                                 (["perft", "7x7", "--depth", "3"], b""),
                                 (["fit", "--features", "own", "--positions", "50", "--board", "5x5",
                                   "--quiet"], b""),
                                 (["moves", "-"], b"7x7\n" * 1000), (["moves", "-"], b"bad\n")):
            with open("/dev/full", "wb") as full:
                self.assert_refused(run(*arguments, stdin=stdin, stdout=full), sentence)

    def test_no_room_for_a_page(self):
        """What was found is told all the same."""
        for words in (("accuracy", "--heuristic", "open", "--positions", "3", "--board", "5x5"),
                      ("tune", "alphabeta:chase", "--param", "w1=0:4:2", "--objective", "accuracy",
                       "--positions", "3", "--board", "5x5", "--confirm", "0", "--nodes", "20")):
            done = run(*words, "--quiet", "--json", "--output", "/dev/full")
            self.assertEqual((done.returncode, done.stderr.decode()),
                             (2, f"isolab {words[0]}: cannot write '/dev/full': No space left on device\n"))
            self.assertIsInstance(json.loads(done.stdout), dict)

    def test_closed_output(self):
        done = run("moves", "7x7", stdout=None, preexec_fn=lambda: os.close(1))
        self.assert_refused(done, "cannot write standard output: Bad file descriptor")

    def test_closed_input(self):
        done = subprocess.run([ISOLAB, "moves", "-"], check=False, stdin=None,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              preexec_fn=lambda: os.close(0))
        self.assert_refused(done, "cannot read standard input")


if __name__ == "__main__":
    unittest.main()
