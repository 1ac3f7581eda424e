"""Bad calls by the thousand, and that nothing of them stays."""
import gc
import random
import sys
from typing import Any

import pytest

import isolab
from isolab import Agent, Heuristic, Position, Solver, _library

VALUES: tuple[Any, ...] = (
    None, 0, 1, -1, 48, 2 ** 31, 2 ** 64, -2 ** 70, 1.5, float("nan"), float("inf"), "", "d4", "first",
    "7x7", "7x7 d4 c2", "5x5 c3", "improved", "chase,w1=2", "random", "\0", "\ud800", "x" * 3000, b"d4",
    (), [], {}, Position, Position("7x7 d4 c2"), Position("3x3 b2 a1"), lambda *arguments: 1, True)
EXPECTED = (isolab.Error, TypeError, UnicodeEncodeError, AttributeError)


def call_anything(chance: random.Random, times: int) -> int:
    """Random methods of everything with random arguments; how many calls succeeded."""
    succeeded = 0
    objects: list[Any] = [Position("7x7 d4 c2"), Position(), Heuristic("chase"),
                          _library.Agent("alphabeta"), _library.Solver(), Position, Heuristic,
                          _library.Solver, _library.heuristic_rows, isolab.svg]
    names = ("moves", "after", "number", "perft", "fen", "__eq__", "__hash__", "__reduce__", "__copy__",
             "_repr_svg_", "begin", "stop", "knights", "blanks", "__str__", "__repr__")
    for _ in range(times):
        target = chance.choice(objects)
        arguments = chance.choices(VALUES, k=chance.choice([0, 1, 1, 1, 2, 3]))
        name = chance.choice(names)
        try:
            called = target if chance.random() < 0.5 else getattr(target, name)
            if name == "perft" and arguments and isinstance(arguments[0], int) and arguments[0] > 3:
                arguments[0] = 3
            called(*arguments)
            succeeded += 1
        except EXPECTED:
            pass
    return succeeded


def search_anything(chance: random.Random, times: int) -> None:
    agent, solver = _library.Agent("alphabeta"), _library.Solver()
    position = Position("5x5 c3 a2")

    def any_of(*good: Any) -> Any:
        return chance.choice(good if chance.random() < 0.9 else VALUES)

    for _ in range(times):
        try:
            if chance.random() < 0.5:
                agent.choose(any_of(position), any_of(None, 0.001), any_of(5, 50), any_of(1, 2, None),
                             any_of(None), any_of(None, VALUES[-2]), any_of(None, VALUES[-2]))
            else:
                solver.solve(any_of(position), any_of(0, 1, 2), any_of(0.01), any_of(10, 100))
        except EXPECTED:
            pass


def test_anything() -> None:
    chance = random.Random(5)
    assert call_anything(chance, 20000) > 1000
    search_anything(chance, 300)


def resident_bytes() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def test_nothing_stays() -> None:
    def work() -> None:
        chance = random.Random(6)
        call_anything(chance, 4000)
        search_anything(chance, 40)
        position = Position()
        while not position.over:
            position = position.after(chance.choice(position.moves()))

    work()
    work()
    before, references = resident_bytes(), list(map(sys.getrefcount, VALUES))
    names = sys.getrefcount(Position("7x7").squares)
    for _ in range(10):
        work()
    gc.collect()
    for value, count, earlier in zip(VALUES, map(sys.getrefcount, VALUES), references):
        if value is not None and earlier < 1000000:  # else it lasts for ever, by Python 3.12's rules
            assert count < earlier + 100, value  # others hold numbers and such, too
    names_now = sys.getrefcount(Position("7x7").squares)
    assert names_now == names
    assert resident_bytes() - before < 4 << 20


def test_agents_go() -> None:
    """Each has tables of megabytes."""
    for times in (2, 20):
        for _ in range(times):
            Agent("champion,hash=16").choose(Position("7x7 d4 c2"), nodes=100)
            Solver(megabytes=16).solve(Position("7x7 d4 c2"), nodes=100)
        if times == 2:
            before = resident_bytes()
    assert resident_bytes() - before < 32 << 20


def test_evaluations_go() -> None:
    kept: list[Position] = []

    def keep(position: Position, side: str) -> float:
        kept.append(position)
        return 0

    isolab.search(Position("7x7 d4 c2"), keep, depth=3)
    assert len(kept) > 20 and all(position == Position(position.fen) for position in kept)
    counts = set(map(sys.getrefcount, kept))
    assert counts == {2}  # the list's and the question's own


@pytest.mark.parametrize("text", ["7x7 d4", "chase"])
def test_a_failure_keeps_nothing(text: str) -> None:
    references = sys.getrefcount(text)
    kinds = (Position, Heuristic, _library.Agent)
    types = list(map(sys.getrefcount, kinds))
    for _ in range(100):
        for kind in kinds:
            with pytest.raises(isolab.Error):
                kind(text + ",\n")
        Position(), Heuristic("open"), _library.Agent("random")
    del kind
    assert sys.getrefcount(text) == references
    assert list(map(sys.getrefcount, kinds)) == types
