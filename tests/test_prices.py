#!/usr/bin/env python3
"""scripts/measure-prices: that it plays the game and values it as the program does, what it prints,
what it refuses. No figure is asserted: they are the machine's."""
import importlib.machinery
import importlib.util
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

from command_line import PATIENCE, CommandLineTest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "scripts" / "measure-prices"
LOADER = importlib.machinery.SourceFileLoader("measure_prices", str(SCRIPT))
SMALL = ["--positions", "2", "--rounds", "1"]


def load():
    sys.dont_write_bytecode = True
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(LOADER.name, LOADER))
    LOADER.exec_module(module)
    return module


def measure(*arguments):
    return subprocess.run([sys.executable, "-B", SCRIPT, *arguments], capture_output=True,
                          text=True, check=False, timeout=PATIENCE)


def square(move):
    return "abcdefg"[move[1]] + str(7 - move[0])


class OwnBoard(CommandLineTest):
    def test_values_are_the_programs(self):
        prices = load()
        dice = random.Random(1)
        for ply in (2, 3, 9, 20, 31) * 4:
            game = prices.Board(prices.Player(), prices.Player())
            moves = []
            while len(moves) < ply and game.get_legal_moves():
                moves.append(dice.choice(sorted(game.get_legal_moves())))
                game.apply_move(moves[-1])
            names = {"null": "null", "open": "open", "improved": "improved",
                     "isolation,from=0": "isolation"}
            words = [word for name in names for word in ("--heuristic", name)]
            values = self.answer_json("eval", "7x7", *map(square, moves), *words)["heuristics"]
            first, second = game._players
            for side, player in (("first", first), ("second", second)):
                for spec, name in names.items():
                    self.assertEqual(prices.OWN[name](game, player),
                                     float(values[spec][side]), (spec, moves))

    def test_squares_are_counted(self):
        prices = load()
        self.assertEqual(prices.drill((0, 0), [(2, 1), (4, 0)], 5), (1 + 2, 2))
        self.assertEqual(prices.drill((0, 0), [(2, 1), (1, 2), (4, 0)], 1), (1 + 1, 2))


class Answers(unittest.TestCase):
    def test_by_ply(self):
        done = measure(*SMALL, "--plies", "2,30")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        answer = json.loads(done.stdout)
        self.assertEqual(list(answer["by_ply"]), ["2", "30"])
        for row in answer["by_ply"].values():
            for name in ("null", "open", "improved", "isolation", "drilldown", "node"):
                self.assertGreaterEqual(row[name], 0)
            self.assertGreater(row["squares"], 0)

    def test_rows(self):
        done = measure(*SMALL, "--plies", "4,30", "--rows", "isolation")
        self.assertRegex(done.stdout, r"^\{19, \d+\},\n\{45, \d+\}\n$")

    def test_a_folder_of_the_courses_kind(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "isolation").mkdir()
            (folder / "isolation" / "__init__.py").write_text(
                "import importlib.machinery, importlib.util\n"
                f"loader = importlib.machinery.SourceFileLoader('prices', {str(SCRIPT)!r})\n"
                "module = importlib.util.module_from_spec(\n"
                "    importlib.util.spec_from_loader('prices', loader))\n"
                "loader.exec_module(module)\n"
                "Board = module.Board\n")
            (folder / "game_agent.py").write_text(
                "from isolation import Board\n"
                "def custom_score(game, player):\n    return len(game.get_legal_moves(player))\n"
                "def custom_score_2(game, player, weight=2):\n    return weight\n"
                "def score_of_three(game, player, other):\n    return 0\n")
            done = measure(name, *SMALL, "--plies", "2")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(sorted(json.loads(done.stdout)["by_ply"]["2"]),
                             ["custom_score", "custom_score_2", "improved", "node"])
            self.refuse(f"there is no file '{folder / 'x.py'}'", name, "--file", "x.py")
            (folder / "game_agent.py").write_text("import nothing_of_that_name\n")
            self.refuse(f"'{name}' cannot be used: ModuleNotFoundError: No module named "
                        "'nothing_of_that_name'", name)
            (folder / "game_agent.py").write_text("\n")
            self.refuse(f"'{name}' has no function NAME_score(game, player)", name)

    def refuse(self, sentence, *arguments):
        done = measure(*arguments)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (2, "", f"measure-prices: {sentence}\n"))

    def test_refusals(self):
        self.refuse("there is no folder '/nowhere'", "/nowhere")
        self.refuse("--plies are whole numbers and commas, not '2,x'", "--plies", "2,x")
        self.refuse("--plies are from 2, when both stand, to 45", "--plies", "1")
        self.refuse("--positions and --rounds are 1 or more", "--rounds", "0")
        self.refuse("there is no 'beauty' among null, open, improved, isolation, drilldown",
                    "--rows", "beauty")


if __name__ == "__main__":
    unittest.main()
