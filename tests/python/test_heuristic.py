"""Heuristics and the registries."""
import math
import pickle
from typing import get_args

import pytest

import isolab
from conftest import fixture_lines
from isolab import Heuristic, Position, Side


def test_fixture() -> None:
    prepared: dict[str, Heuristic] = {}
    for line in fixture_lines("heuristics.jsonl"):
        position = Position(line["position"])
        assert position.to_move == line["to_move"] and position.winner == line["winner"]
        assert position.attacker == line["attacker"]
        for side in get_args(Side):
            assert sorted(position.moves(side)) == sorted(line["legal"][side])
            for spec, values in line["heuristics"].items():
                heuristic = prepared.setdefault(spec, Heuristic(spec))
                value, expected = heuristic(position, side), values[side]
                if expected is None:
                    assert math.isnan(value)
                else:
                    assert value == pytest.approx(float(expected), abs=1e-9)
    assert len(prepared) >= 20


def test_for_whom() -> None:
    position = Position("7x7 d4 c2 e6")
    chase = Heuristic("chase,w1=1,w2=0.5")
    assert chase(position) == chase(position, "second") == chase(position, side=None) == 2.5
    assert chase(position=position, side="first") == 2.5
    assert Heuristic("attacker")(position, "first") == -4
    assert math.isnan(Heuristic("attacker")(Position("7x7")))
    assert Heuristic("open")(Position("3x3 b2 a1")) == -math.inf


def test_formula() -> None:
    position = Position("7x7 d4 c2 e6")
    assert Heuristic("=own - 2*opp")(position) == 5 - 2 * 5


def test_values() -> None:
    chase = Heuristic("chase,w1=1")
    assert chase.spec == "chase,w1=1" and repr(chase) == "isolab.Heuristic('chase,w1=1')"
    assert pickle.loads(pickle.dumps(chase)).spec == chase.spec


def test_refusals() -> None:
    for spec, sentence in (("chase,w1=5", "chase: w1 is a number from 0 to 4, not '5'"),
                           ("improvd", "improved"), ("", ""), ("open\0", "NUL"), ("=own +", ""),
                           ("x" * 10 ** 6, ""), ("\ud800", "")):
        with pytest.raises(ValueError, match=sentence) as refusal:
            Heuristic(spec)
        assert isinstance(refusal.value, (isolab.Error, UnicodeEncodeError))
    with pytest.raises(TypeError):
        Heuristic(3)  # type: ignore[arg-type]
    improved = Heuristic("improved")
    for arguments in ((), ("7x7",), (Position(), "first", 1), (None,)):
        with pytest.raises(TypeError):
            improved(*arguments)  # type: ignore[arg-type]
    with pytest.raises(isolab.Error):
        improved(Position(), "nobody")  # type: ignore[arg-type]


def test_rows() -> None:
    heuristics = {row.name: row for row in isolab.heuristics()}
    assert len(heuristics) >= 21
    chase = heuristics["chase"]
    assert [parameter.name for parameter in chase.parameters] == ["w1", "w2"]
    assert chase.parameters[0].standard == 0.3125 and not chase.parameters[0].choices
    for name in heuristics:
        Heuristic(name)
    agents = {row.name: row for row in isolab.agents()}
    ties = next(p for p in agents["alphabeta"].parameters if p.name == "ties")
    assert ties.standard == "random" and ties.choices == ("random", "first", "last")
    assert agents["champion"].example and agents["champion"].meaning
