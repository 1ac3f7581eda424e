#!/usr/bin/env python3
"""The programs that make the champion's network: same seed, same bytes, and nothing but positions."""
import hashlib
import os
import pathlib
import subprocess
import tempfile
import unittest

FOLDER = pathlib.Path(os.environ["ISOLAB"]).parent / "train"
NETWORK = pathlib.Path(__file__).parent.parent / "src" / "eval" / "network.txt"


def made(*arguments, status=0):
    done = subprocess.run([FOLDER / arguments[0], *map(str, arguments[1:])], capture_output=True,
                          check=False, timeout=600)
    assert done.returncode == status, done
    return done.stdout


class Train(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return path

    def test_same_seed_same_bytes(self):
        positions = made("play_positions", 1, 30)
        self.assertEqual(positions, made("play_positions", 1, 30))
        self.assertNotEqual(positions, made("play_positions", 2, 30))
        self.assertNotEqual(positions, made("play_positions", 1, 30, NETWORK))
        file = self.write("positions", positions)
        network = made("fit_network", 1, 20, file)
        self.assertEqual(network, made("fit_network", 1, 20, file))
        # Whoever compiled it. Whoever changes how the champion searches changes the games too, and
        # has to say here what they are now; the network stays as good as it was.
        self.assertEqual(hashlib.sha256(positions + network).hexdigest()[:16], "2ce597a4e4278654")

    def test_what_was_learned_can_play(self):
        file = self.write("positions", made("play_positions", 3, 30))
        network = self.write("network.txt", made("fit_network", 1, 20, file))
        self.assertEqual(len(network.read_text().split("*/")[1].split(",")),
                         len(NETWORK.read_text().split("*/")[1].split(",")))
        self.assertTrue(made("play_positions", 4, 5, network))

    def test_a_position_says_who_wins_it(self):
        positions = made("play_positions", 5, 40)
        self.assertEqual(len(positions) % 24, 0)
        rows = [positions[i:i + 24] for i in range(0, len(positions), 24)]
        self.assertGreater(len(rows), 400)
        self.assertEqual({row[21] for row in rows}, {0, 1})  # the attacker loses some
        for row in rows:
            blanks = int.from_bytes(row[:16], "little")
            width, height, *knights = row[16:20]
            self.assertGreaterEqual(blanks.bit_count(), 24)
            self.assertLess(blanks.bit_length() - 1, width * height)
            self.assertTrue(all(knight < width * height and not blanks >> knight & 1
                                for knight in knights))

    def test_refuses_what_it_cannot_read(self):
        made("play_positions", status=2)
        made("play_positions", 1, 1, self.write("short", b"1, 2, 3\n"), status=2)
        made("play_positions", 1, 1, self.write("long", NETWORK.read_bytes() + b"7,\n"), status=2)
        made("play_positions", 1, 1, self.folder / "missing", status=2)
        made("fit_network", 1, 1, self.folder / "missing", status=2)
        made("fit_network", 1, 1, self.write("empty", b""), status=2)
        made("fit_network", 1, 1, self.write("noise", bytes(range(240))), status=2)


if __name__ == "__main__":
    unittest.main()
