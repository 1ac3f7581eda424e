#!/usr/bin/env python3
"""The results kept in data/: whole, readable, and saying what docs/theory.md says."""
import json
import pathlib
import shutil
import tempfile
import unittest
import zlib

from command_line import CommandLineTest

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"


def colour(square):
    return (ord(square[0]) + int(square[1:])) % 2


class Known(CommandLineTest):
    def test_checksums(self):
        """By another CRC-32 than ours."""
        for file in DATA.glob("*.txt"):
            header, *lines = file.read_text().splitlines()
            for line in lines:
                text, checksum = line.rsplit(" ", 1)
                expected = zlib.crc32((header + "\n" + text).encode())
                self.assertEqual(checksum, f"{expected:08x}", line)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def solve(self, *words, resume):
        """On a copy: what is solved is added to the file."""
        copy = shutil.copy(DATA / resume, self.folder)
        return json.loads(self.answer("solve", *words, "--resume", str(copy), "--quiet", "--json"))

    def test_8x8_is_the_colour_law_but_for_copying(self):
        table = self.solve("--placements", "8x8", "--nodes", "1", resume="placements-8x8.txt")
        self.assertEqual((table["solved"], table["classes"], table["run_nodes"]), (518, 518, 0))
        self.assertEqual(len(table["winner"]), 64 * 63)
        for pair, winner in table["winner"].items():
            first, second = pair.split()
            copied = "abcdefgh"[::-1]["abcdefgh".index(first[0])] + str(9 - int(first[1]))
            attacks = colour(first) == colour(second)
            self.assertEqual(winner, "first" if attacks and second != copied else "second", pair)

    def test_8x8_as_far_as_it_is_proved(self):
        words = ("--placements", "8x8", "--nodes", "1", "--hash", "1")
        solved = self.solve(*words, resume="placements-8x8.txt")
        proved = self.solve(*words, "--prove", resume="placements-8x8-proved.txt")
        lines = (DATA / "placements-8x8-proved.txt").read_text().splitlines()
        self.assertEqual((proved["solved"], proved["run_nodes"]), (len(lines) - 1, 0))
        for pair, winner in proved["winner"].items():
            self.assertIn(winner, (None, solved["winner"][pair]), pair)
        theory = (DATA.parent / "docs" / "theory.md").read_text()
        self.assertIn(f"| {proved['solved']} of the 518 classes", theory)

    def test_9x9(self):
        known = self.solve("--placements", "9x9", "--nodes", "1", resume="placements-9x9.txt")
        winners = known["winner"]
        self.assertEqual({winners[pair] for pair in ("a9 c8", "a9 b7", "i1 g2", "i9 h7")},
                         {"second"})

    def test_what_9x9_rests_on(self):
        """Nothing of it is searched again: all of first's replies stand in the file."""
        line = ["a9", "b7", "c8", "d6"]
        answers = (("e7", "f5"), ("b6", "c4"), ("e9", "f7"), ("a7", "b5"))
        games = [line[:2], line] + [[*line, *pair] for pair in answers]
        for game in games:
            answer = self.solve("9x9", *game, "--first", resume="proved-9x9.txt")
            self.assertEqual(answer["winner"], "second", game)
            self.assertLess(answer["nodes"], 100, game)
        moves = self.answer_json("moves", "9x9", *line)["legal"]["first"]
        self.assertEqual(sorted(moves), sorted(reply for reply, _ in answers))


if __name__ == "__main__":
    unittest.main()
