#!/usr/bin/env python3
"""`isolab accuracy` from outside: answers, files, Ctrl-C, and what it refuses."""
import json
import pathlib
import signal
import tempfile
import unittest

from command_line import CommandLineTest, ErrorTerminal, run
from html_page import Page

SMALL = ("accuracy", "--board", "5x5", "--plies", "4-11", "--positions", "160")


class Answers(CommandLineTest):
    def test_the_same_whatever_the_threads(self):
        words = (*SMALL, "--agent", "mcts,nodes=30", "--agent", "random", "--heuristic", "reach",
                 "--puzzles", "500", "--blunders", "4", "--quiet", "--json")
        one = run(*words, "--threads", "1").stdout
        self.assertEqual(one, run(*words, "--threads", "3").stdout)
        self.assertNotEqual(one, run(*words, "--seed", "2").stdout)

    def test_all_heuristics_unless_told(self):
        answer = self.answer_json(*SMALL)
        known = {h["name"] for h in self.answer_json("heuristics")["heuristics"]}
        self.assertEqual({r["heuristic"] for r in answer["results"]}, known)
        areas = [r["area"]["area"] for r in answer["results"]]
        self.assertEqual(areas, sorted(areas, reverse=True))
        self.assertEqual((answer["done"], answer["solved"]), (160, 160))
        null = next(r for r in answer["results"] if r["heuristic"] == "null")
        self.assertEqual(null["area"]["area"], 0.5)

    def test_parts_add_up(self):
        answer = self.answer_json(*SMALL, "--agent", "first", "--heuristic", "open")
        for result in answer["results"]:
            name = "kept" if "agent" in result else "best_move"
            whole = result[name]
            self.assertEqual(whole["tests"], answer["tests"])
            self.assertEqual(whole["tests"],
                             result["attacker"]["tests"] + result["defender"]["tests"])
            self.assertEqual(whole["tests"], sum(g[name]["tests"] for g in result["by_ply"]))
            self.assertAlmostEqual(whole["kept"], sum(g[name]["kept"] for g in result["by_ply"]))
            self.assertLessEqual(whole["interval"][0], whole["rate"])
            self.assertGreaterEqual(whole["interval"][1], whole["rate"])

    def test_text_says_what_json_says(self):
        words = (*SMALL, "--agent", "first", "--heuristic", "open")
        answer = self.answer_json(*words)
        text = self.answer(*words)
        first, value = answer["results"]
        self.assertIn(f"{answer['won']} won by the side to move, {answer['tests']} of them", text)
        rows = [line.split() for line in text.splitlines()]
        self.assertIn(["Predictable", str(answer["tests"]), f"{100 * first['kept']['rate']:.1f}"],
                      [row[:3] for row in rows])
        self.assertIn(["open", "160", f"{value['area']['area']:.3f}"], [row[:3] for row in rows])

    def test_what_is_not_solved_is_left_out_and_said(self):
        words = ("accuracy", "--positions", "40", "--limit", "3000", "--heuristic", "open")
        answer = self.answer_json(*words)
        self.assertGreater(answer["unsolved"], 0)
        self.assertEqual(answer["solved"] + answer["unsolved"], 40)
        self.assertIn(f"{answer['unsolved']} not within 3000 nodes and left out",
                      self.answer(*words))


class Lists(CommandLineTest):
    def winning(self, position):
        return self.answer_json("solve", position)["winning_moves"]

    def test_puzzles_have_one_solution(self):
        words = (*SMALL, "--agent", "first", "--agent", "random", "--puzzles", "6")
        puzzles = self.answer_json(*words)["puzzles"]
        self.assertEqual(len(puzzles), 6)
        lines = self.answer(*words).split("Puzzles")[1].splitlines()[1:]
        for puzzle, line in zip(puzzles, lines, strict=True):
            self.assertEqual(self.winning(puzzle["position"]), [puzzle["solution"]])
            self.assertGreaterEqual(puzzle["moves"], 3)
            self.assertEqual(line, f"{puzzle['position']}\t{puzzle['solution']}\t"
                                   f"missed by {puzzle['missed']} of {puzzle['agents']}")
        missed = [p["missed"] for p in puzzles]
        self.assertEqual(missed, sorted(missed, reverse=True))

    def test_blunders_give_a_win_away(self):
        words = (*SMALL, "--agent", "first", "--blunders", "4")
        blunders = self.answer_json(*words)["results"][0]["blunders"]
        self.assertEqual(len(blunders), 4)
        text = self.answer(*words)
        for blunder in blunders:
            winning = self.winning(blunder["position"])
            self.assertEqual(blunder["winning"], winning)
            self.assertTrue(winning)
            self.assertNotIn(blunder["move"], winning)
            self.assertIn(f"{blunder['position']}\tplayed {blunder['move']}\twins", text)

    def test_few_puzzles_are_said(self):
        done = run(*SMALL, "--agent", "first", "--puzzles", "5000", "--quiet")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr.decode(), r"^note: \d+ puzzles among these positions; "
                                               r"more with --positions\n$")

    def test_page(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.html"
            run(*SMALL, "--agent", "first", "--heuristic", "open", "--output", str(page))
            text = page.read_text()
            self.assertEqual(text.count("<figure>"), 2)
            self.assertEqual(text.count("<svg class=\"plot\"") + text.count("No plot here"), 2)
            self.assertTrue(text.endswith("</html>\n"))
            self.assertEqual(Page(text).faults, [])
            self.assertEqual(Page(text).sections, ["agents", "heuristics"])

    def test_page_with_positions(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "page.html"
            answer = self.answer_json(*SMALL, "--agent", "first", "--puzzles", "2", "--blunders",
                                      "3", "--output", str(file))
            text = file.read_text(encoding="utf-8")
            page = Page(text)
            self.assertEqual(page.faults, [])
            self.assertEqual(page.sections, ["agents", "blunders", "puzzles"])
            blunders = answer["results"][0]["blunders"]
            self.assertEqual((len(blunders), len(answer["puzzles"])), (3, 2))
            self.assertEqual(text.count("<svg class=\"board\""), 5)
            for position in blunders + answer["puzzles"]:
                self.assertIn(position["position"], page.content)
            for blunder in blunders:
                wins = " ".join(blunder["winning"])
                self.assertIn(f"Played {blunder['move']}; wins: {wins}", page.content)


class Interrupt(CommandLineTest):
    def test_keeps_what_was_done(self):
        asked = ErrorTerminal("accuracy", "--positions", "1000000", "--heuristic", "open",
                              "--agent", "first", "--json")
        asked.read(until=rb"[1-9]\d* of 1000000 positions")
        asked.process.send_signal(signal.SIGINT)
        code, out, err = asked.finish()
        self.assertEqual(code, 130)
        answer = json.loads(out)
        self.assertIs(answer["interrupted"], True)
        self.assertGreater(answer["done"], 0)
        self.assertLess(answer["done"], 1000000)
        self.assertEqual(answer["solved"] + answer["unsolved"] + answer["unreached"],
                         answer["done"])
        self.assertIn(f"stopped after {answer['done']} of 1000000 positions", err.decode())


class Refusals(CommandLineTest):
    def test_sentences(self):
        for sentence, words in (
                ("unknown heuristic 'opne'; did you mean open?", ("--heuristic", "opne")),
                ("--plies is a range such as 2-29, not '9-'", ("--plies", "9-")),
                ("--plies is a range such as 2-29, not '-3'", ("--plies=-3",)),
                ("--plies is a range such as 2-29, not '2-3x'", ("--plies", "2-3x")),
                ("plies are a range within 0-48 on this board, not 9-5", ("--plies", "9-5")),
                ("plies are a range within 0-15 on this board, not 2-16",
                 ("--board", "4x4", "--plies", "2-16")),
                ("--positions is a whole number from 1 to 1000000, not '0'", ("--positions", "0")),
                ("--puzzles is a whole number from 1 to 1000000, not 'x'", ("--puzzles", "x")),
                ("--from stands more than 8 times", ("--from", "random") * 9),
                ("more than 128 agents and heuristics", ("--agent", "first") * 129),
                ("--blunders are an agent's: name one with --agent", ("--blunders", "3")),
                ("--puzzles are graded by agents: name some with --agent, or leave --heuristic "
                 "out", ("--puzzles", "3", "--heuristic", "open")),
                ("unexpected word '7x7'", ("7x7",)),
                ("'exec:./no/engine': no such command", ("--agent", "exec:./no/engine")),
                ("'exec:./no/engine': no such command", ("--from", "exec:./no/engine")),
                ("cannot write '/nowhere/page.html': No such file or directory",
                 ("--output", "/nowhere/page.html", "--positions", "1", "--board", "4x4"))):
            with self.subTest(words=words):
                self.refuse(sentence, "accuracy", *words)
        for words in (("--agent", "nobody"), ("--from", "nobody"), ("--board", "2x2"),
                      ("--time", "never"), ("--agent", "alphabeta:opne")):
            with self.subTest(words=words):
                done = run("accuracy", *words)
                self.assertEqual((done.returncode, done.stderr.count(b"\n")), (2, 1))


if __name__ == "__main__":
    unittest.main()
