"""What the tests of the module share. Meson passes the program in ISOLAB."""
import json
import pathlib
import random
from collections.abc import Iterator
from typing import Any

import pytest

import isolab

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PATIENCE = 300  # seconds; a machine under load may be slow, what hangs is given up


def fixture_lines(name: str) -> list[Any]:
    with open(ROOT / "tests/data" / name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def random_positions(seed: int, count: int) -> Iterator[isolab.Position]:
    """From games on boards of all kinds, finished ones too."""
    chance = random.Random(seed)
    for _ in range(count):
        position = isolab.Position(chance.choice(["7x7", "3x3", "5x4", "8x8", "11x9", "26x4", "3x42"]))
        for _ in range(chance.randrange(40)):
            if position.over:
                break
            position = position.after(chance.choice(position.moves()))
        yield position


@pytest.fixture(autouse=True)
def own_folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Databases are written to the current folder."""
    monkeypatch.chdir(tmp_path)
