#!/usr/bin/env python3
"""One and the same agent on a straightforward Python board and on the package `isolation`: a benchmark.

    python3 tests/measure_course.py [build/python/isolab/course/package]

Each agent searches the same positions to the same depths on both, node for node, and processor time is
compared. What it spends outside the board is the time of its own lines.
"""
import os
import random
import sys
import time
import types

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = sys.argv[1] if len(sys.argv) > 1 else "build/python/isolab/course/package"
sys.path[:0] = [HERE, os.path.abspath(PACKAGE), os.path.join(HERE, "data", "course")]

import course_model as model  # noqa: E402
import game_agent  # noqa: E402
import isolation  # noqa: E402
import my_custom_player  # noqa: E402

ROUNDS = 5


def seconds(work):
    """The least of some rounds."""
    times = []
    for _ in range(ROUNDS):
        random.seed(7)
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def counted(kind, names):
    """A subclass that counts calls of its own methods, and the counts."""
    counts = types.SimpleNamespace(**{name: 0 for name in names})

    def count(name):
        method = getattr(kind, name)

        def wrapper(self, *arguments):
            setattr(counts, name, getattr(counts, name) + 1)
            return method(self, *arguments)
        return wrapper
    return {name: count(name) for name in names}, counts


def each(work, count=20000):
    """Seconds of one call, least of some."""
    def many():
        for _ in range(count):
            work()

    def nothing():
        for _ in range(count):
            pass
    return max(0.0, seconds(many) - seconds(nothing)) / count


def compare(name, searches, calls, patch):
    """Times a search on both boards, and what of ours is the board's."""
    slow, fast = (seconds(search) for search in searches)
    replaced, counts = counted(patch, list(calls))
    kept = {method: patch.__dict__[method] for method in calls}
    for method, function in replaced.items():
        setattr(patch, method, function)
    random.seed(7)
    searches[0]()
    for method, function in kept.items():
        setattr(patch, method, function)
    inside = sum(getattr(counts, method) * cost for method, cost in calls.items())
    nodes = counts.forecast_move if hasattr(counts, "forecast_move") else counts.result
    print(f"{name:<28} {nodes:>8} nodes  {nodes / slow:>9.0f}/s  {nodes / fast:>9.0f}/s  "
          f"{slow / fast:5.2f} times  own lines {100 * max(0, 1 - inside / fast):3.0f} %")


def first_generation(name, kind, depth, method):
    agent, other = kind(), object()
    agent.time_left = lambda: 1000.0

    def searched(board_class):
        def search():
            for squares in ([(3, 3), (2, 5)], [(0, 0), (6, 5)], [(3, 2), (4, 4), (5, 3), (2, 3)]):
                board = board_class(agent, other)
                for square in squares:
                    board.apply_move(square)
                getattr(agent, method)(board, depth)
        return search
    board = isolation.Board(agent, other)
    for square in ((3, 3), (2, 5), (5, 4), (0, 4)):
        board.apply_move(square)
    move = board.get_legal_moves()[0]
    calls = {"forecast_move": each(lambda: board.forecast_move(move)),
             "get_legal_moves": each(board.get_legal_moves),
             "get_opponent": each(lambda: board.get_opponent(agent)),
             "is_loser": each(lambda: board.is_loser(agent)),
             "is_winner": each(lambda: board.is_winner(agent)),
             "utility": each(lambda: board.utility(agent))}
    # Of the model, methods call each other; only the agent's calls are wanted.
    inner = model.Board
    plain = {name: inner.__dict__[name] for name in ("get_legal_moves",)}
    inner.is_loser = lambda self, player, moves=plain["get_legal_moves"]: (
        player == self._active_player and not moves(self, self._active_player))
    inner.is_winner = lambda self, player, moves=plain["get_legal_moves"]: (
        player == self._inactive_player and not moves(self, self._active_player))
    compare(name, [searched(model.Board), searched(isolation.Board)], calls, model.Board)


def second_generation(name, kind, depth):
    def searched(state_class):
        def search():
            for cells in ((57, 60), (0, 70), (30, 84)):
                state = state_class()
                for cell in cells:
                    state = state.result(cell)
                agent = kind(0)
                agent.alpha_beta_search(state, depth)
        return search
    state = isolation.Isolation().result(57).result(60)
    action = state.actions()[0]
    calls = {"result": each(lambda: state.result(action)), "actions": each(state.actions),
             "liberties": each(lambda: state.liberties(57)),
             "terminal_test": each(state.terminal_test)}
    slow_terminal = model.Isolation.__dict__["liberties"]
    model.Isolation._has_liberties = lambda self, number: any(slow_terminal(self, self.locs[number]))
    compare(name, [searched(model.Isolation), searched(isolation.Isolation)], calls,
            model.Isolation)


if __name__ == "__main__":
    print(f"{'':<28} {'':>8}        {'Python':>10}  {'isolab':>9}")
    first_generation("A minimax, depth 5", game_agent.MinimaxPlayer, 5, "minimax")
    first_generation("A alpha-beta, depth 8", game_agent.AlphaBetaPlayer, 8, "alphabeta")
    second_generation("B alpha-beta, depth 6", my_custom_player.CustomPlayer, 6)
