#!/usr/bin/env python3
"""`isolab engine` in conversation: the transcript, budgets, the end of the input."""
import itertools
import random
import re
import subprocess
import time
import unittest

from command_line import DATA, CommandLineTest, run
from engine_client import Engine
from rules import Game


class Transcript(unittest.TestCase):
    def test_transcript(self):
        with Engine() as engine:
            lines = (DATA / "engine_transcript.txt").read_text().splitlines()
            for number, line in enumerate(lines, 1):
                kind, rest = line[:1], line[2:]
                if kind == ">":
                    engine.send(rest)
                elif kind == "<":
                    self.assertEqual(engine.read(), rest, f"line {number}")
                elif kind == "~":
                    self.assertRegex(engine.read(), f"^(?:{rest})$", f"line {number}")
            self.assertEqual(engine.finish(), ([], 0))


class Budgets(unittest.TestCase):
    def search(self, engine, go):
        """The last info line's fields, and the move."""
        engine.send(go)
        fields, line = {}, engine.read()
        while line.startswith("info"):
            words = line.split()
            fields = dict(zip(words[1::2], words[2::2]))
            line = engine.read()
        return fields, line

    def test_nodes_and_depth_repeat(self):
        for agent in ("alphabeta:attacker,order=pv", "mcts", "mcts:improved", "minimax:chase",
                      "champion", "champion,threads=3"):
            with Engine("--agent", agent, "--board", "9x8") as engine:
                answers = set()
                for _ in range(3):
                    engine.send("ucinewgame")
                    engine.send("position startpos moves d4 c2 e6")
                    for go in ("nodes 700", "depth 3 nodes 400", "virtual 20"):
                        fields, move = self.search(engine, "go " + go)
                        answers.add((go, fields["nodes"], fields["depth"], move))
                        self.assertLessEqual(int(fields["nodes"]), 700)
                self.assertEqual(len(answers), 3, answers)

    def test_the_time_told_is_the_walls(self):
        for agent in ("alphabeta:improved", "mcts"):
            with Engine("--agent", agent) as engine:
                engine.send("position startpos moves d4 c2")
                started = time.monotonic()
                fields, _ = self.search(engine, "go virtual 10000")
                self.assertLessEqual(int(fields["time"]), 1 + 1000 * (time.monotonic() - started))

    def test_depth_of_minimax(self):
        with Engine("--agent", "minimax:improved") as engine:
            engine.send("position startpos moves d4 c2")
            self.assertEqual(self.search(engine, "go movetime 3600000")[0]["depth"], "3")
            self.assertEqual(self.search(engine, "go depth 2")[0]["depth"], "2")

    def test_a_spec_keeps_its_budget(self):
        with Engine("--agent", "alphabeta:improved,nodes=200") as engine:
            engine.send("position startpos moves d4 c2")
            self.assertEqual(self.search(engine, "go")[0]["nodes"], "200")
            self.assertEqual(self.search(engine, "go nodes 300")[0]["nodes"], "300")
            self.assertGreater(int(self.search(engine, "go virtual 150")[0]["nodes"]), 1000)

    def test_clocks_end_every_search(self):
        clocks = ("wtime 60 btime 60", "wtime -5 btime -5", "p1time 90 p2time 90 p1inc 5 p2inc 5",
                  "wtime 200 btime 200 movestogo 1", "movetime 0", "wtime 0 btime 0 winc 10 binc 10",
                  "movetime 20 wtime 9999999 btime 9999999")
        with Engine() as engine:
            for clock in clocks:
                for moves in ("", "moves d4"):
                    engine.send(f"position startpos {moves}")
                    self.assertRegex(self.search(engine, "go " + clock)[1], "^bestmove [a-g][1-7]$")

    def test_a_word_behind_startpos(self):
        with Engine() as engine:
            engine.send("position startpos d4 c2")
            self.assertEqual(engine.read(),
                             "info string position: moves are expected behind startpos, not 'd4 c2'")

    def test_a_whole_game(self):
        game = Game(6, 5)
        with Engine("--board", "6x5") as engine:
            while True:
                engine.send("position startpos moves " + " ".join(game.moves))
                engine.send("query gameover")
                over = engine.read()
                self.assertEqual(over, f"response {'true' if game.winner() else 'false'}")
                if game.winner():
                    break
                move = self.search(engine, "go nodes 500")[1].split()[1]
                self.assertIn(move, game.legal())
                game.moves.append(move)
            engine.send("query result")
            player = {"first": "p1win", "second": "p2win"}[game.winner()]
            self.assertEqual(engine.read(), "response " + player)
            self.assertEqual(self.search(engine, "go infinite\nstop")[1], "bestmove (none)")


class Mates(unittest.TestCase):
    """`score mate N` is what brute force says, and the line beside it leads there."""
    AGENTS = ("champion", "champion,threads=2", "alphabeta:improved", "mcts", "minimax:open",
              "alphabeta:attacker,order=pv", "greedy:chase")
    BOARDS = ((4, 4, 8), (5, 5, 12), (6, 6, 13), (7, 5, 14), (9, 8, 12))  # and blanks left

    def endings(self, width, height, blanks):
        chance = random.Random(width)
        plies = width * height - blanks
        games = (Game.random(chance, width, height, plies) for _ in range(100000))
        lasting = (game for game in games if len(game.moves) == plies and game.legal())
        return list(itertools.islice(lasting, 12))

    def check(self, game, truth, line):
        """A line's number, if it has one."""
        words = line.split()
        score, pv = words[words.index("score") + 1:][:2], words[words.index("pv") + 1:]
        won, plies = truth
        if score[1] in ("100000", "-100000"):
            self.assertEqual(score, ["cp", "100000" if won else "-100000"], (game.text(), line))
        if score[0] == "cp":
            return None
        end = Game(game.width, game.height)
        end.moves = list(game.moves)
        for move in pv:
            self.assertIn(move, end.legal(), (game.text(), line))
            end.moves.append(move)
        winner = ("first", "second")[(len(game.moves) + (not won)) % 2]
        self.assertEqual(end.winner(), winner, (game.text(), line))
        self.assertEqual(len(pv), plies, (game.text(), line))
        self.assertEqual(int(score[1]), (plies + 1) // 2 if won else -plies // 2, line)
        return int(score[1])

    def test_numbers_are_so(self):
        endings = [(game, game.distance()) for size in self.BOARDS for game in self.endings(*size)]
        for agent in self.AGENTS:
            told = []
            with Engine("--agent", agent) as engine:
                for game, truth in endings:
                    engine.send("ucinewgame")
                    engine.send("position " + game.text())
                    engine.send("go movetime 60000" if "threads" in agent else "go nodes 50000")
                    last = line = engine.read()
                    while line.startswith("info"):
                        told.append(self.check(game, truth, line))
                        last, line = line, engine.read()
                    self.assertEqual(line.split()[1], last.split(" pv ")[1].split()[0])
            if agent.startswith(("champion", "alphabeta", "mcts")):  # the others see a step ahead
                self.assertGreater(sum(n is not None for n in told), len(endings) // 2, agent)
                self.assertTrue(any(n and n < -1 for n in told) and any(n and n > 1 for n in told))


class Ends(CommandLineTest):
    def test_end_of_input_in_mid_search(self):
        for ending in (b"", b"quit\n", b"quit", b"stop\nquit\nisready\n"):
            done = run("engine", stdin=b"go infinite\n" + ending)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertEqual(len(re.findall(rb"^bestmove [a-g][1-7]$", done.stdout, re.M)), 1)
            self.assertNotIn(b"readyok", done.stdout)

    def test_notes_on_standard_error(self):
        done = run("engine", stdin=b"xyzzy\n\xff\x00\nquery time\n" + b"x" * 100000 + b"\nisready")
        self.assertEqual((done.returncode, done.stdout), (0, b"readyok\n"))
        notes = done.stderr.decode("ascii").splitlines()
        self.assertEqual(notes[:3], ["isolab engine: unknown command 'xyzzy'",
                                     "isolab engine: unknown command '\\xff\\x00'",
                                     "isolab engine: unknown query 'time'"])
        self.assertTrue(notes[3].startswith("isolab engine: ignored a line that is too long: 'xxx"))
        self.assertEqual(len(notes), 4)

    def test_refusals(self):
        self.refuse("unexpected word 'now'", "engine", "now")
        self.refuse("unknown agent 'mtcs'; did you mean mcts?", "engine", "--agent", "mtcs")
        self.refuse("'7' is not a board such as 7x7", "engine", "--board", "7")

    def test_input_that_cannot_be_read(self):
        done = run("engine", stdin=None, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
