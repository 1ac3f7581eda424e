#!/usr/bin/env python3
"""The commands as they are used: answers, JSON, batches, help."""
import array
import fcntl
import json
import pathlib
import select
import signal
import subprocess
import tempfile
import termios
import time
import unittest

from command_line import (DATA, ENVIRONMENT, ISOLAB, PATIENCE, CommandLineTest, ErrorTerminal,
                          hears, make_store, run, wait_until)


def unread(pipe):
    """How many bytes of it nobody has read yet."""
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


class Moves(CommandLineTest):
    def test_text(self):
        self.assertEqual(self.answer("moves", "4x3", "a1", "d3", "b3"), """\
  3  .  N  .  n 
  2  .  o  .  . 
  1  *  .  o  . 
     a  b  c  d 

second to move
first    d2 c1
second   b2 c1
attacker second
winner   none
""")

    def test_one_word_or_many(self):
        self.assertEqual(self.answer("moves", "7x7 d4 c2 e6"),
                         self.answer("moves", "7x7", "d4", "c2", "e6"))

    def test_json(self):
        self.assertEqual(self.answer_json("moves", "7x7", "d4", "a7"), {
            "to_move": "first",
            "legal": {"first": ["c6", "e6", "b5", "f5", "b3", "f3", "c2", "e2"],
                      "second": ["c6", "b5"]},
            "attacker": "first", "winner": None})
        over = self.answer_json("moves", "3x3 b2 a1")
        self.assertEqual((over["winner"], over["legal"]["first"]), ("second", []))
        self.assertIsNone(self.answer_json("moves", "7x7")["attacker"])

    def test_fixtures_in_one_batch(self):
        lines = (DATA / "heuristics.jsonl").read_text().splitlines()
        known = [json.loads(line) for line in lines]
        texts = "".join(k["position"] + "\n" for k in known).encode()
        answers = self.answer("moves", "-", stdin=texts).splitlines()
        self.assertEqual(len(answers), len(known))
        for expected, answer in zip(known, map(json.loads, answers)):
            for key in ("to_move", "attacker", "winner"):
                self.assertEqual(answer[key], expected[key], expected["position"])
            for side in ("first", "second"):
                self.assertCountEqual(answer["legal"][side], expected["legal"][side])


class Best(CommandLineTest):
    def test_wall_and_virtual_time_are_told_apart(self):
        words = ("best", "7x7", "d4", "c2", "--agent")
        started = time.monotonic()
        on_both = self.answer_json(*words, "AB_Improved,virtual=10s")
        self.assertLess(on_both["seconds"], time.monotonic() - started)
        self.assertAlmostEqual(on_both["virtual_seconds"], 9.99, delta=0.01)
        self.assertIsNone(self.answer_json(*words, "AB_Improved,nodes=9")["virtual_seconds"])
        self.assertRegex(self.answer(*words, "AB_Improved,virtual=10s"),
                         r"\nseconds \d+\.\d{3}, 9\.9\d\d on the virtual clock\n")
        self.assertRegex(self.answer(*words, "AB_Improved,nodes=9"), r"\nseconds \d+\.\d{3}\n")
        self.assertRegex(self.answer("play", "--first", "AB_Improved", "--second", "first",
                                     "--virtual", "150ms"),
                         r"1\. first .* nodes +\d+\.\d ms, 14\d\.\d virtual ms\n")


class Perft(CommandLineTest):
    def test_json(self):
        self.assertEqual(self.answer_json("perft", "7x7", "--depth", "5"),
                         {"nodes": [49, 2352, 11280, 52672, 232416]})
        self.assertEqual(self.answer_json("perft", "7/7/2n4/3N3/7/7/7 w", "--depth=3"),
                         {"nodes": [8, 62, 296]})

    def test_fixtures(self):
        for line in (DATA / "perft.jsonl").read_text().splitlines():
            known = json.loads(line)
            depth = str(len(known["perft"]))
            self.assertEqual(self.answer_json("perft", known["position"], "--depth", depth),
                             {"nodes": known["perft"]})

    def test_text(self):
        lines = self.answer("perft", "8x8 d4 e5", "--depth", "4").splitlines()
        self.assertEqual([line.split()[:2] for line in lines[1:]],
                         [["1", "8"], ["2", "62"], ["3", "356"], ["4", "1992"]])

    def test_depth_is_asked_for(self):
        self.refuse("--depth N is missing: the number of plies to count", "perft", "7x7")
        for bad in ("0", "129", "x", "", "1e3", "-1", " 3", "99999999999999999999"):
            self.refuse(f"--depth is a whole number from 1 to 128, not '{bad}'",
                        "perft", "7x7", "--depth", bad)


class Batches(CommandLineTest):
    def test_answers_stay_in_step(self):
        done = run("perft", "-", "--depth", "1", stdin=b"7x7\nnonsense\n8x8 d4 e5\n\n5x5")
        answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
        self.assertEqual(answers, [
            {"nodes": [49]},
            {"error": "line 2: column 1: 'nonsense' is not a board such as 7x7"},
            {"nodes": [8]},
            {"error": "line 4: column 1: no position here; one is such as 7x7 d4 c2"},
            {"nodes": [25]}])
        self.assert_refused(done, "line 2: column 1: 'nonsense' is not a board such as 7x7")

    def test_line_ends(self):
        plain = self.answer("moves", "-", stdin=b"7x7 d4\n7x7\n")
        self.assertEqual(self.answer("moves", "-", stdin=b"7x7 d4\r\n7x7"), plain)
        self.assertEqual(self.answer("moves", "-", stdin=b""), "")

    def test_an_answer_comes_before_the_next_question(self):
        with subprocess.Popen([ISOLAB, "perft", "-", "--depth", "1"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              env=ENVIRONMENT) as asked:
            try:
                for line, key in ((b"7x7\n", "nodes"), (b"nonsense\n", "error"),
                                  (b"5x5\n", "nodes")):
                    asked.stdin.write(line)
                    asked.stdin.flush()
                    came, _, _ = select.select([asked.stdout], [], [], PATIENCE)
                    self.assertTrue(came, line)
                    self.assertIn(key, json.loads(asked.stdout.readline()))
            finally:
                asked.kill()

    def test_thousands(self):
        answers = self.answer("moves", "-", stdin=b"11x9 f5 k1\n" * 5000).splitlines()
        self.assertEqual((len(answers), len(set(answers))), (5000, 1))


class Solve(CommandLineTest):
    def test_progress_unless_quiet(self):
        words = ("solve", "10x10", "a1", "e5", "--time")
        asked = ErrorTerminal(*words, "1h")
        asked.read(until=rb"\r.* M nodes .* moves 0/\d")
        asked.process.send_signal(signal.SIGINT)
        asked.finish()
        self.assertEqual(ErrorTerminal(*words, "1500ms", "--quiet").finish()[2], b"")

    def interrupt(self, command, lines):
        """The answers after a Ctrl-C at work on `lines`, which follow an easy one."""
        with subprocess.Popen([ISOLAB, command, "-", "--time", "1h"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=ENVIRONMENT) as asked:
            asked.stdin.write(b"4x4 a1 b2\n")
            asked.stdin.flush()
            self.assertIsNotNone(json.loads(asked.stdout.readline())["winner"])
            asked.stdin.write(lines)
            asked.stdin.flush()
            wait_until(lambda: unread(asked.stdin) == 0)
            asked.send_signal(signal.SIGINT)
            output, said = asked.communicate(timeout=PATIENCE)
        self.assertEqual(asked.returncode, 130, said)
        self.assertRegex(said, rb"^stopped after line \d+; what follows was not answered\n$")
        return [json.loads(line) for line in output.splitlines()]

    def test_interrupted_batch(self):
        for command in ("solve", "analyze"):
            self.assertEqual(self.interrupt(command, b""), [])
            answers = self.interrupt(command, b"10x10 a1 e5\n" + b"4x4 a1 b2\n" * 50)
            self.assertLessEqual(len(answers), 1)
            self.assertEqual([(a["winner"], a["interrupted"]) for a in answers],
                             [(None, True)] * len(answers))

    def test_interrupted_at_one_position(self):
        """Exit 130 and all that is known, by whichever signal it was asked to stop."""
        for number in (signal.SIGINT, signal.SIGTERM):
            for command in (("solve", "10x10", "a1", "e5"), ("solve", "--placements", "9x8"),
                            ("analyze", "10x10", "a1", "e5", "--time", "1h")):
                with subprocess.Popen([ISOLAB, *command, "--json"], stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, env=ENVIRONMENT) as asked:
                    wait_until(lambda: hears(asked.pid, number))
                    asked.send_signal(number)
                    output, said = asked.communicate(timeout=PATIENCE)
                self.assertEqual(asked.returncode, 130, said)
                self.assertIs(json.loads(output)["interrupted"], True)


class Help(CommandLineTest):
    def test_every_command(self):
        commands = self.commands().split(", ")
        self.assertLessEqual({"moves", "perft", "bench", "help", "version"}, set(commands))
        for command in commands:
            text = self.answer("help", command)
            self.assertTrue(text.startswith(f"isolab {command}"), text)
            self.assertEqual(self.answer(command, "--help"), text)
            self.assertEqual(self.answer(command, "-h"), text)
            if command not in ("bench", "serve"):  # test_same_bytes.py runs the one, Ctrl-C ends the other
                self.run_example(text)

    def run_example(self, text):
        """As a user would paste it, in an empty folder that has what it writes."""
        example = text.split("\nexample:\n")[1].strip()
        program = pathlib.Path(ISOLAB).resolve()
        with tempfile.TemporaryDirectory() as folder:
            make_store(pathlib.Path(folder) / "isolab.db", {"agents": ["random", "first"]})
            done = subprocess.run(["sh", "-ec", f'isolab() {{ "{program}" "$@"; }}\n{example}'],
                                  input=b"uci\n",  # engine reads it
                                  cwd=folder, env=ENVIRONMENT, capture_output=True, check=False,
                                  timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, (example, done.stderr))
        self.assertTrue(done.stdout, example)

    def test_other_ways_to_ask(self):
        for words in ((), ("--help",), ("-h",)):
            self.assertEqual(self.answer(*words), self.answer("help"))
        self.refuse("unknown command 'pertf'; did you mean perft?", "help", "pertf")


class Version(CommandLineTest):
    def test_version(self):
        version = self.answer_json("version")["version"]
        self.assertRegex(version, r"^\d+\.\d+\.\d+$")
        for words in (("version",), ("--version",)):
            self.assertEqual(self.answer(*words), f"isolab {version}\n")


if __name__ == "__main__":
    unittest.main()
