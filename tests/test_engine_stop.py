#!/usr/bin/env python3
"""`stop` in mid-search, a thousand times: each gets exactly one bestmove, and it is legal.

How long stop and isready took is reported, not judged: the machine may be busy.
"""
import random
import statistics
import time
import unittest

from engine_client import Engine
from rules import Game

ROUNDS = 1000
AGENTS = ("alphabeta:improved", "alphabeta:attacker,order=pv", "mcts,hash=4", "alphabeta:drilldown",
          "mcts,hash=4,threads=3", "mcts:improved,hash=4", "minimax:open,depth=12", "random")
GOES = ("infinite", "depth 100", "movetime 100000", "nodes 100000000000", "wtime 900000 btime 900000")


def report(name, seconds):
    milliseconds = sorted(1e3 * s for s in seconds)
    print(f"{name}: {len(seconds)} times, median {statistics.median(milliseconds):.2f} ms, "
          f"99 % {milliseconds[len(milliseconds) * 99 // 100]:.2f} ms, "
          f"worst {milliseconds[-1]:.2f} ms, over 20 ms {sum(m > 20 for m in milliseconds)}")


class Stop(unittest.TestCase):
    def setUp(self):
        self.chance = random.Random(4)
        self.stops, self.readies = [], []

    def ask_ready(self, engine):
        sent = time.monotonic()
        engine.send("isready")
        line, when = engine.read_timed()
        while line.startswith("info"):
            line, when = engine.read_timed()
        # The search may have ended by itself: a proved result needs no further depth.
        if line.startswith("bestmove"):
            self.assertEqual(engine.read(), "readyok")
            return line
        self.assertEqual(line, "readyok")
        self.readies.append(when - sent)
        return None

    def one_search(self, engine, game):
        engine.send("position " + game.text())
        engine.send("go " + self.chance.choice(GOES))
        time.sleep(self.chance.choice((0, 0, 0.001, 0.003)))
        best = self.ask_ready(engine) if self.chance.random() < 0.3 else None
        sent = time.monotonic()
        engine.send("stop")
        if not best:
            best, when = engine.read_until("bestmove")
            self.stops.append(when - sent)
        word, move = best.split()
        self.assertEqual(word, "bestmove")
        self.assertIn(move, game.legal() or ["(none)"], game.text())

    def test_stop(self):
        sizes = ((7, 7), (7, 7), (11, 9), (8, 8), (5, 5), (26, 4))
        with Engine() as engine:
            for i in range(ROUNDS):
                if i % 20 == 0:
                    engine.send(f"setoption name Agent value {AGENTS[i // 20 % len(AGENTS)]}")
                width, height = self.chance.choice(sizes)
                self.one_search(engine, Game.random(self.chance, width, height,
                                                    self.chance.randrange(30)))
            self.assertEqual(engine.finish(), ([], 0))
        report("stop", self.stops)
        report("isready in mid-search", self.readies)
        self.assertGreater(len(self.stops), ROUNDS // 2)

    def test_go_upon_go(self):
        """Each ends the one before, in order, without a stop between."""
        with Engine("--agent", "mcts,hash=4") as engine:
            games = [Game.random(self.chance, 7, 7, 2 + i % 9) for i in range(100)]
            for game in games:
                engine.send(f"position {game.text()}\ngo infinite")
            engine.send("stop")
            for game in games:
                self.assertIn(engine.read_until("bestmove")[0].split()[1],
                              game.legal() or ["(none)"])
            self.assertEqual(engine.finish(), ([], 0))


if __name__ == "__main__":
    unittest.main()
