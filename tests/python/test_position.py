"""Positions: what they say, and that they are values."""
import copy
import pickle
import xml.etree.ElementTree
from collections.abc import Callable

import pytest

import isolab
from conftest import fixture_lines, random_positions
from isolab import Position


def test_questions() -> None:
    position = Position("7x7 d4 c2 e6")
    assert (position.width, position.height) == (7, 7)
    assert position.fen == "7/4N2/7/3*3/7/2n4/7 b"
    assert (position.to_move, position.winner, position.attacker) == ("second", None, "second")
    assert not position.over
    assert position.knights == ("e6", "c2")
    assert position.move_count == 3
    assert len(position.blanks) == 46 and "d4" not in position.blanks
    assert position.moves() == position.moves("second") == ["b4", "a3", "e3", "a1", "e1"]
    assert position.moves("first") == ["c7", "g7", "c5", "g5", "f4"]
    assert position.squares[:2] == ("a7", "b7") and position.number("g1") == 48


def test_start_and_end() -> None:
    start = Position()
    assert start == Position("7x7") and start.knights == (None, None) and start.attacker is None
    assert start.moves() == list(start.squares) == list(start.blanks)
    end = Position("3x3 b2 a1")
    assert end.over and end.winner == "second" and end.to_move == "first" and end.moves() == []


def test_after() -> None:
    start = Position("7x7")
    assert start.after("d4", "c2", "e6") == Position("7x7 d4 c2 e6")
    assert start.after(24) == start.after("d4")
    assert start.after() == start
    assert start.move_count == 0  # it never changes


def test_squares_are_the_same_strings() -> None:
    assert Position("7x7 d4").moves()[0] is Position("7x7 c2").squares[0]


def test_values() -> None:
    for position in random_positions(1, 60):
        again = Position(position.fen)
        assert again == position and hash(again) == hash(position) and not again != position
        assert eval(repr(position)) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert copy.copy(position) == copy.deepcopy(position) == position
        if not position.over:
            assert position.after(position.moves()[0]) != position
    assert Position("7x7") != "7x7" and Position("7x7") != Position("7x8")
    assert Position("7/7/7/3N3/7/2n4/7 w") != Position("7/7/7/3N3/7/2n4/7 b")
    assert len({Position("7x7 d4 c2 e6 a1"), Position("7x7 d4 c2 e6 a1"), Position("7x7")}) == 2
    with pytest.raises(TypeError):
        Position("7x7") < Position("7x7")  # type: ignore[operator]


def test_drawing() -> None:
    assert str(Position("3x3 b2 a1")).splitlines() == [
        "  3  .  .  . ", "  2  .  N  . ", "  1  n  .  . ", "     a  b  c "]


def test_svg() -> None:
    space = "{http://www.w3.org/2000/svg}"
    for position in random_positions(2, 20):
        root = xml.etree.ElementTree.fromstring(position._repr_svg_())
        assert root.tag == space + "svg"
        assert len(root.findall(space + "rect")) == len(position.squares)
        texts = [text.text for text in root.findall(space + "text")]
        assert texts.count("\N{BLACK CHESS KNIGHT}") == sum(map(bool, position.knights))
        dots = len(root.findall(space + "circle"))
        assert dots == (len(position.moves()) if all(position.knights) else 0)
    assert isolab.svg(Position("7x7"), ("d4",)).count("<circle") == 1


def test_perft() -> None:
    for line in fixture_lines("perft.jsonl"):
        position = Position(line["position"])
        for depth, count in enumerate(line["perft"], 1):
            assert position.perft(depth) == count
            if count < 10000:
                assert perft_by_moves(position, depth) == count
        assert position.perft(0) == 1
    assert Position("3x3").perft(128) == 0


def perft_by_moves(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft_by_moves(position.after(move), depth - 1) for move in position.moves())


@pytest.mark.parametrize("text, sentence", [
    ("7x7 d4 d4", "column 8: d4 is blocked"),
    ("", ""),
    ("2x7", ""),
    ("7x7 \0d4", "a position's text has no NUL bytes"),
    ("9" * 100000 + "x7", ""),
    ("\N{BLACK CHESS KNIGHT}", ""),
])
def test_texts_refused(text: str, sentence: str) -> None:
    with pytest.raises(isolab.Error) as refusal:
        Position(text)
    assert sentence in str(refusal.value) and str(refusal.value)


def test_squares_refused() -> None:
    position = Position("7x7 d4 c2")
    refused: list[tuple[isolab.Square, str]] = [
            ("z9", "'z9' is no square of 7x7"), ("", "'' is no square of 7x7"),
            ("d5", "d5 is not a knight's move"), ("d4", "d4 is blocked"),
            ("e\x006", "a square has no NUL bytes"), (49, "from 0 to 48, not 49"),
            (-1, "from 0 to 48, not -1"), (10 ** 30, "from 0 to 48, not 1000")]
    for square, sentence in refused:
        with pytest.raises(isolab.Error, match=sentence):
            position.after(square)
    others: list[object] = [None, 1.5, [], (1, 2), b"d4"]
    for other in others:
        with pytest.raises(TypeError):
            position.after(other)  # type: ignore[arg-type]
    with pytest.raises(isolab.Error, match="game is over"):
        Position("3x3 b2 a1").after("a3")


def test_wrong_arguments() -> None:
    position = Position("7x7")
    calls: list[Callable[[], object]] = [
        lambda: Position(7),  # type: ignore[arg-type]
        lambda: Position("7x7", "d4"),  # type: ignore[call-arg]
        lambda: Position(board="7x7"),  # type: ignore[call-arg]
        lambda: position.moves("first", 1),  # type: ignore[call-arg]
        lambda: position.perft("1"),  # type: ignore[arg-type]
        lambda: position.number(None)]  # type: ignore[arg-type]
    for call in calls:
        with pytest.raises(TypeError):
            call()
    calls = [
        lambda: position.moves("third"),  # type: ignore[arg-type]
        lambda: position.moves(1),  # type: ignore[arg-type]
        lambda: position.perft(-1), lambda: position.perft(129), lambda: position.perft(2 ** 70)]
    for call in calls:
        with pytest.raises(isolab.Error):
            call()
    with pytest.raises(AttributeError):
        position.width = 8  # type: ignore[misc]
    with pytest.raises(TypeError):
        type("Mine", (Position,), {})
