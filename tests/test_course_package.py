#!/usr/bin/env python3
"""The package `isolation` answers as the course's did: against a slow model, method by method."""
import copy
import json
import os
import pathlib
import pickle
import random
import subprocess
import sys
import unittest

import course_model as model

PACKAGE = os.environ.get("COURSE_PACKAGE", "build/python/isolab/course/package")
ISOLAB = os.path.abspath(os.environ.get("ISOLAB", "build/isolab"))
sys.path.insert(0, PACKAGE)
import isolation  # noqa: E402
import isolation.isolation  # noqa: E402
from isolation import Action, Board, DebugState, Isolation  # noqa: E402

POSITIONS = 10000


def both(method):
    """What a call answers, or the class of what it raises."""
    try:
        return method()
    except Exception as error:  # noqa: BLE001
        return type(error)


class FirstGeneration(unittest.TestCase):
    def compare(self, ours, slow, players):
        same = self.assertEqual
        for player in players:
            seed = random.getrandbits(32)
            moves = []
            for board in (ours, slow):
                random.seed(seed)
                moves.append((board.get_legal_moves(player), random.random()))
            same(*moves)
            for name in ("get_player_location", "get_opponent", "is_winner", "is_loser", "utility"):
                same(getattr(ours, name)(player), getattr(slow, name)(player), name)
        same(ours.get_blank_spaces(), slow.get_blank_spaces())
        same(ours.hash(), slow.hash())
        for name in ("active_player", "inactive_player", "move_count", "width", "height"):
            same(getattr(ours, name), getattr(slow, name), name)
        square = random.randrange(-3, 9), random.randrange(-3, 9)
        same(ours.move_is_legal(square), slow.move_is_legal(square))

    def test_against_model(self):
        random.seed(1)
        players = "one", "two"
        compared = 0
        while compared < POSITIONS:
            size = random.choice([(7, 7), (7, 7), (9, 9), (5, 3), (11, 9)])
            ours, slow = Board(*players, *size), model.Board(*players, *size)
            for _ in range(size[0] * size[1]):
                moves = slow.get_legal_moves()
                if random.random() < 0.03:  # nothing is validated
                    moves = [(random.randrange(-2, 10), random.randrange(-2, 10))]
                if not moves:
                    break
                move = random.choice(moves)
                results = [both(lambda: ours.apply_move(move)), both(lambda: slow.apply_move(move))]
                self.assertEqual(*results)
                if results[0] is IndexError or slow._board_state[-3] not in (0, 1):
                    break
                if random.random() < 0.3:
                    ours, slow = ours.copy(), slow.copy()
                self.compare(ours, slow, players)
                compared += 1
                move = random.choice(slow.get_blank_spaces() or [(0, 0)])
                self.assertEqual(ours.forecast_move(move).hash(), slow.forecast_move(move).hash())
                if random.random() < 0.1:
                    self.assertEqual(ours._board_state, slow._board_state)

    def test_plain_object(self):
        board = Board("one", "two")
        board.note = {"own": 1}
        self.assertEqual(board.__dict__, {"note": {"own": 1}})
        self.assertFalse(hasattr(board.copy(), "note"))
        self.assertEqual((Board.BLANK, Board.NOT_MOVED), (0, None))

        class Own(Board):
            def get_legal_moves(self, player=None):
                return super().get_legal_moves(player)[:1]

        own = Own("one", "two")
        own.apply_move((3, 3))
        own.apply_move((0, 0))
        self.assertEqual(len(own.get_legal_moves()), 1)
        self.assertIs(type(own.forecast_move((1, 2))), Board)
        twin = copy.deepcopy(own)
        self.assertIs(type(twin), Own)
        self.assertEqual(twin.hash(), own.hash())
        self.assertEqual(pickle.loads(pickle.dumps(board)).note, board.note)
        with self.assertRaises(RuntimeError):
            board.get_player_location("stranger")
        with self.assertRaises(RuntimeError):
            board.get_opponent("stranger")
        with self.assertRaises(TypeError):
            board.forecast_move(None)
        with self.assertRaises(IndexError):
            board.forecast_move((99, 99))

    def test_state_is_the_agents(self):
        """What was handed out can be written to, and goes with the board."""
        board = Board("one", "two")
        board.apply_move((3, 3))
        state = board._board_state
        board.apply_move((0, 0))
        self.assertEqual(state[0], 1)
        self.assertEqual(state[-3:], [0, 0, 24])
        state[1] = 1
        self.assertFalse(board.move_is_legal((1, 0)))
        self.assertFalse(board.forecast_move((2, 1)).move_is_legal((1, 0)))
        other = Board("one", "two")
        other._board_state = list(state)
        self.assertEqual(other.hash(), board.hash())

    def test_first_version(self):
        board = Board("one", "two", 7, 7)
        board.apply_move((3, 3))
        board.apply_move((0, 6))
        rows = board.__board_state__
        self.assertEqual((rows[3][3], rows[0][6], sum(map(sum, rows))), (1, 2, 3))
        self.assertEqual(board.__last_player_move__, {"one": (3, 3), "two": (0, 6)})
        self.assertEqual((board.__active_player__, board.__player_1__), ("one", "one"))
        self.assertEqual(sorted(board.__get_moves__((3, 3))), sorted(board.get_legal_moves("one")))
        self.assertEqual(sorted(board._Board__get_moves((0, 6))),
                         sorted(board.get_legal_moves("two")))

    def test_first_version_is_the_agents(self):
        board = Board("one", "two")
        board.apply_move((3, 3))
        board.apply_move((0, 6))
        rows = copy.deepcopy(board.__board_state__)
        rows[1][2] = 1
        self.assertTrue(board.move_is_legal((1, 2)))
        board.__board_state__[1][2] = 2
        board.__board_state__[6] = [1] * 7
        self.assertFalse(board.move_is_legal((1, 2)))
        self.assertEqual(board.__board_state__[6], [1] * 7)
        board.__last_player_move__["two"] = (2, 2)
        self.assertEqual(board.get_player_location("two"), (2, 2))
        other = Board("one", "two")
        other.__board_state__ = rows
        other.__last_player_move__ = {"one": (0, 0), "two": (4, 1)}
        self.assertEqual(len(other.get_blank_spaces()), 46)
        self.assertEqual(other.get_player_location("two"), (4, 1))

    def test_drawing(self):
        board = Board("one", "two")
        board.apply_move((3, 3))
        board.apply_move((0, 6))
        board.apply_move((1, 2))
        lines = board.to_string().split("\n\r")
        self.assertEqual(lines[1], "0  |   |   |   |   |   |   | 2 | ")
        self.assertEqual(lines[2], "1  |   |   | 1 |   |   |   |   | ")
        self.assertEqual(lines[4], "3  |   |   |   | - |   |   |   | ")
        self.assertIn("| X |", board.to_string(["X", "O"]))

    def perft(self, board, depth):
        moves = board.get_legal_moves()
        if depth == 1:
            return len(moves)
        return sum(self.perft(board.forecast_move(move), depth - 1) for move in moves)

    def test_perft(self):
        self.assertEqual([self.perft(Board("one", "two"), depth) for depth in (1, 2, 3, 4)],
                         perft("7x7", 4))


class SecondGeneration(unittest.TestCase):
    def test_against_model(self):
        random.seed(2)
        compared = 0
        while compared < POSITIONS:
            ours, slow = Isolation(), model.Isolation()
            crowd = random.choice([1, 0.6, 0.3])
            board = sum(1 << cell for cell in slow.liberties(None) if random.random() < crowd)
            ours, slow = Isolation(board), model.Isolation(board)
            while slow.actions():
                self.assertEqual(ours, slow)
                self.assertEqual(hash(ours), hash(tuple(slow)))
                self.assertEqual(ours.actions(), slow.actions())
                self.assertEqual(ours.player(), slow.player())
                self.assertEqual(ours.terminal_test(), slow.terminal_test())
                for player in (0, 1):
                    self.assertEqual(ours._has_liberties(player), slow._has_liberties(player))
                    self.assertEqual(ours.utility(player), slow.utility(player))
                for loc in (*ours.locs, random.randrange(115)):
                    self.assertEqual(ours.liberties(loc), slow.liberties(loc))
                wrong = random.choice([*Action, random.randrange(-30, 130), None, "x"])
                if ours.locs[ours.player()] is not None or isinstance(wrong, int):
                    self.assertEqual(both(lambda: ours.result(wrong)),
                                     both(lambda: slow.result(wrong)))
                action = random.choice(slow.actions())
                self.assertIs(type(ours.actions()[0]),
                              int if ours.locs[ours.player()] is None else Action)
                ours, slow = ours.result(action), slow.result(action)
                compared += 1

    def test_plain_tuple(self):
        state = Isolation().result(57).result(0)
        self.assertEqual(state, (state.board, 2, (57, 0)))
        self.assertIsInstance(state, tuple)
        state.note = 1
        for name in ("board", "ply_count", "locs"):
            with self.assertRaises(AttributeError):
                setattr(state, name, 0)
        self.assertEqual(Isolation(board=7, ply_count=1, locs=(1, None)).locs, (1, None))
        book = pickle.dumps({state: Action.NNE})
        self.assertIn(b"isolation.isolation", book)
        self.assertEqual(pickle.loads(book), {state: 25})
        self.assertEqual(state._replace(ply_count=4).ply_count, 4)
        self.assertEqual(copy.deepcopy(state), state)
        self.assertEqual(copy.copy(state).note, 1)
        self.assertEqual(DebugState(state).ind2xy(14), (1, 1))
        self.assertIs(type(state.result(Action.NNE)), Isolation)

    def test_numbers(self):
        inner = isolation.isolation
        self.assertEqual((inner._WIDTH, inner._HEIGHT, inner._SIZE), (11, 9, 115))
        self.assertEqual((inner.N, inner.S, inner.E, inner.W), (13, -13, -1, 1))
        self.assertEqual(inner._BLANK_BOARD, model.BLANK_BOARD)
        self.assertEqual([(a.name, a.value) for a in Action],
                         [(a.name, a.value) for a in model.Action])
        self.assertEqual(inner._ACTIONSET, set(model.Action))
        for name in ("Agent", "Status", "play", "fork_get_action", "TimedQueue", "StopSearch"):
            self.assertTrue(hasattr(isolation, name), name)

    def test_debug_state(self):
        state = DebugState.from_state(Isolation().result(57).result(0))
        self.assertEqual(DebugState.ind2xy(57), (5, 4))
        self.assertEqual(str(state).count("1"), 1)
        self.assertEqual(str(state).splitlines()[-2][-4:], " 2 |")
        self.assertEqual(state.bitboard_string.splitlines()[-1], "0011111111110")

    def perft(self, state, depth):
        actions = state.actions()
        if depth == 1:
            return len(actions)
        return sum(self.perft(state.result(action), depth - 1) for action in actions)

    def test_perft(self):
        self.assertEqual([self.perft(Isolation(), depth) for depth in (1, 2, 3)], perft("11x9", 3))


def perft(position, depth):
    done = subprocess.run([ISOLAB, "perft", position, "--depth", str(depth), "--json"], check=True,
                          stdout=subprocess.PIPE)
    return json.loads(done.stdout)["nodes"]


if __name__ == "__main__":
    assert pathlib.Path(PACKAGE).is_dir(), PACKAGE
    unittest.main()
