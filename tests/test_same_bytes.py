#!/usr/bin/env python3
"""Same seed, same bytes: what every build must agree on, whatever made it. The games of two
tournaments, and the signature of the bench."""
import unittest

from arena_runs import ArenaTest, known_hashes
from command_line import DATA, SANITIZED, CommandLineTest


class SameGames(ArenaTest):
    """On any number of threads, in this build and, by the file of hashes, in all others."""

    def check(self, name):
        for threads in ("1", "2", "7"):
            database = self.database(f"{name}-{threads}.db")
            self.answer("tournament", "--settings", str(DATA / f"{name}.json"), "--threads",
                        threads, "--db", database, "--quiet")
            self.assertEqual(self.game_hash(database), known_hashes()[name], threads)

    def test_nodes(self):
        self.check("arena_nodes")

    def test_virtual_clock(self):
        self.check("arena_virtual")

    def test_another_seed_gives_other_games(self):
        database = self.database()
        self.answer("tournament", "--settings", str(DATA / "arena_nodes.json"), "--seed", "2025",
                    "--db", database, "--quiet")
        self.assertNotEqual(self.game_hash(database), known_hashes()["arena_nodes"])


class Bench(CommandLineTest):
    """The signature: the same on every compiler, machine and run. Its one place is the file."""

    def test_signature(self):
        expected = int((DATA / "bench_signature.txt").read_text())
        once = self.answer_json("bench")
        self.assertEqual(once["signature"], expected)
        self.assertGreater(once["perft_mnps"], 0)
        self.assertGreater(once["games_per_second"], 0)
        if not SANITIZED:
            self.assertEqual(self.answer("bench").splitlines()[-1], f"signature {expected}")


if __name__ == "__main__":
    unittest.main()
