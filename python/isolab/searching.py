"""Agents that choose a move, and the solver that proves who wins."""
from __future__ import annotations

import dataclasses
import os
import re
import sys
from collections.abc import Callable

from . import _library
from ._library import Heuristic, Position
from .names import Side


@dataclasses.dataclass(frozen=True, slots=True)
class Choice:
    """What an agent chose, or has come to so far."""

    move: str | None  # None: the game is over
    score: float  # for the side to move, in the heuristic's units; infinite: won, lost
    depth: int  # plies completed
    exact: bool  # the winner is proved
    nodes: int  # positions visited
    seconds: float  # of wall time
    virtual: float  # seconds on the studies' clock; NaN: only an engine knows
    line: tuple[str, ...]  # what is expected, `move` first


@dataclasses.dataclass(frozen=True, slots=True)
class Solution:
    """What the solver proved."""

    winner: Side | None  # None: a limit came first
    winning: tuple[str, ...]  # moves proved to win; one is enough unless all were asked for
    losing: tuple[str, ...]  # moves proved to lose
    line: tuple[str, ...]  # perfect play, if it was asked for, as far as the limits go
    nodes: int
    seconds: float


Watch = Callable[[Choice], object]
Evaluation = Callable[[Position, Side], float]


class Agent:
    """Who plays: `Agent("champion", time=0.15)`.

    A spec is what the program takes. `time` and `virtual` are seconds; a budget in the spec comes
    first, and without any a search that would not end by itself has 150 ms. `heuristic` is asked in
    place of the one in the spec: a function of a position and a side, which gives its value for that
    side, or NaN where it has none.
    """

    def __init__(self, spec: str, *, heuristic: Heuristic | Evaluation | None = None,
                 time: float | None = None, nodes: int | None = None, depth: int | None = None,
                 virtual: float | None = None) -> None:
        if not isinstance(spec, str):
            raise TypeError(f"an agent's spec is a str, not {spec!r}")
        if isinstance(heuristic, Heuristic):
            kind, rest = re.fullmatch("([^:,]*)(.*)", spec, re.DOTALL).groups()  # type: ignore[union-attr]
            spec, heuristic = f"{kind}:{heuristic.spec}{rest}", None
        if heuristic is not None and not callable(heuristic):
            raise TypeError(f"a heuristic is a function of a position and a side, not {heuristic!r}")
        if spec.startswith("course:"):  # plays in a process of the same Python, unless one is named
            os.environ.setdefault("ISOLAB_PYTHON", sys.executable)
        self.spec = spec
        self.heuristic: Evaluation | None = heuristic
        self._limits = (time, nodes, depth, virtual)
        self._agent = _library.Agent(spec)

    def again(self) -> Agent:
        """A new one like it."""
        time, nodes, depth, virtual = self._limits
        return Agent(self.spec, heuristic=self.heuristic, time=time, nodes=nodes, depth=depth,
                     virtual=virtual)

    def __repr__(self) -> str:
        return f"<isolab.Agent {self.spec!r}>"

    def begin(self, seed: int = 1) -> None:
        """Before a game, not needed for a single move: forgets the last one, and chance begins anew
        from `seed`."""
        self._agent.begin(seed)

    def choose(self, position: Position, *, watch: Watch | None = None, time: float | None = None,
               nodes: int | None = None, depth: int | None = None,
               virtual: float | None = None) -> Choice:
        """Its move. With a budget here, the agent's own does not count. `watch` is called with what
        it has, after each depth."""
        limits = (time, nodes, depth, virtual)
        if limits == (None, None, None, None):
            limits = self._limits
        hear = None if watch is None else lambda told: watch(Choice(*told))
        return Choice(*self._agent.choose(position, *limits, hear, self.heuristic))

    def stop(self) -> None:
        """From another thread, or from `watch`: the search under way answers with what it has."""
        self._agent.stop()


class Solver:
    """Who wins, exactly. What it proved makes the next question on the same board cheaper."""

    def __init__(self, *, threads: int | None = None, megabytes: int | None = None) -> None:
        self._solver = _library.Solver(threads, megabytes)

    def solve(self, position: Position, *, all_moves: bool = False, line: bool = False,
              time: float | None = None, nodes: int | None = None) -> Solution:
        """Who wins, by a first winning move; with `all_moves` each move's worth, with `line` perfect
        play as well. `time` is in seconds; without a limit it may take for ever."""
        solution = Solution(*self._solver.solve(position, 1 if all_moves else 0, time, nodes))
        if not line or solution.winner is None:
            return solution
        found = Solution(*self._solver.solve(position, 2, time, nodes))
        return dataclasses.replace(solution, line=found.line, nodes=solution.nodes + found.nodes,
                                   seconds=solution.seconds + found.seconds)

    def stop(self) -> None:
        """From another thread: the search under way ends."""
        self._solver.stop()


def search(position: Position, heuristic: str | Heuristic | Evaluation = "improved", *,
           watch: Watch | None = None, time: float | None = None, nodes: int | None = None,
           depth: int | None = None, virtual: float | None = None) -> Choice:
    """The move that alpha-beta finds with that heuristic."""
    if isinstance(heuristic, str):
        heuristic = Heuristic(heuristic)
    return Agent("alphabeta", heuristic=heuristic).choose(
        position, watch=watch, time=time, nodes=nodes, depth=depth, virtual=virtual)


def solve(position: Position, *, all_moves: bool = False, line: bool = False,
          time: float | None = None, nodes: int | None = None) -> Solution:
    """What a Solver of its own says of one position."""
    return Solver().solve(position, all_moves=all_moves, line=line, time=time, nodes=nodes)
