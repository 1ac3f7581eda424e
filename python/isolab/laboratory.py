"""Many games and what they say: the program's commands, with answers as plain objects.

The program plays, keeps and judges; it is found by the variable ISOLAB, beside Python's own
scripts, or on the PATH. Options are the program's (`isolab help match`) with _ for -: `pairs=50`,
`nodes=2000`, `time=0.15` in seconds, `sprt=(0, 10)`, `by_ply=True`.
"""
from __future__ import annotations

import dataclasses
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import types
import typing
from collections.abc import Iterable, Iterator

from ._library import Error
from .serving import AgentLike, agent_specs, name_of

Option = str | float | bool | os.PathLike[str] | Iterable[str | float] | None
Interval = tuple[float, float]


# ---- Answers

@dataclasses.dataclass(frozen=True, slots=True)
class Match:
    """How A did against B."""

    pairs: int
    planned: int
    wins: int
    losses: int
    score: float | None
    interval: Interval | None
    elo: float | None
    elo_interval: Interval | None
    superiority: float | None  # the chance that A is the stronger
    pair_points: tuple[int, ...]  # pairs with 0, 1 and 2 points for A
    lone_games: int
    forfeits: int
    estimate: str
    llr: float | None = None
    sprt: Interval | None = None
    llr_bounds: Interval | None = None
    verdict: str | None = None
    verdict_pairs: int | None = None
    naive_score: float | None = None
    naive_interval: Interval | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Standing:
    """How one agent did in a tournament."""

    agent: str
    games: int
    wins: int
    interval: Interval
    pair_interval: Interval | None
    rates: tuple[float, ...]  # of each repeat
    elo: float | None
    elo_interval: Interval | None
    attacker_games: int
    attacker_wins: int
    moves: int
    nodes: int
    seconds: float


@dataclasses.dataclass(frozen=True, slots=True)
class Pairing:
    a: str
    b: str
    games: int
    a_wins: int
    pairs: tuple[int, ...]  # with 0, 1 and 2 points for A
    pair_interval: Interval | None
    forfeits: int


@dataclasses.dataclass(frozen=True, slots=True)
class Tournament:
    run: int
    games: int
    planned: int
    agents: tuple[Standing, ...]
    pairings: tuple[Pairing, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Kept:
    """How often a won position stayed won, of those where it could be given away."""

    tests: int
    kept: float
    rate: float | None
    interval: Interval
    failed: int


@dataclasses.dataclass(frozen=True, slots=True)
class Area:
    """How well values tell won from lost: the area under the curve."""

    won: int
    lost: int
    undefined: int
    area: float | None
    interval: Interval | None


@dataclasses.dataclass(frozen=True, slots=True)
class Blunder:
    position: str
    move: str | None
    outcome: str
    winning: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class PlyAccuracy:
    plies: tuple[int, int]
    kept: Kept | None = None
    best_move: Kept | None = None
    area: Area | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Judged:
    """An agent, or a heuristic, against perfect play."""

    attacker: Kept
    defender: Kept
    by_ply: tuple[PlyAccuracy, ...]
    agent: str | None = None
    kept: Kept | None = None  # of an agent
    heuristic: str | None = None
    best_move: Kept | None = None  # of a heuristic, one ply ahead
    area: Area | None = None
    fault: str | None = None
    blunders: tuple[Blunder, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Puzzle:
    position: str
    solution: str
    moves: int
    missed: int
    agents: int


@dataclasses.dataclass(frozen=True, slots=True)
class Accuracy:
    board: str
    seed: int
    plies: tuple[int, int]
    positions: int
    done: int
    solved: int
    unsolved: int
    unreached: int
    won: int
    tests: int
    results: tuple[Judged, ...]
    puzzles: tuple[Puzzle, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Weight:
    of: str
    weight: float
    error: float | None


@dataclasses.dataclass(frozen=True, slots=True)
class Asker:
    asker: str
    positions: int
    weights: tuple[Weight, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class FitMatch:
    against: str
    pairs: int
    pair_points: tuple[int, ...]
    score: float | None = None
    interval: Interval | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Fit:
    formula: str
    area: float | None
    accuracy: float | None
    price_us: float
    seen: int
    askers: tuple[Asker, ...]
    unseen: Accuracy
    matches: tuple[FitMatch, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Run:
    """What a database holds of a match or a tournament."""

    run: int
    kind: str
    games: int
    planned: int
    started: str
    finished: str | None
    version: str
    machine: str
    settings: dict[str, typing.Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Game:
    repeat: int
    pairing: int
    opening: int
    side: int
    first: str
    second: str
    start: str
    moves: tuple[str, ...]
    winner: str
    winner_agent: str
    reason: str
    fault: str | None
    attacker: str | None
    plies: int
    nodes: dict[str, int]
    seconds: dict[str, float]
    longest_move: dict[str, float]


Answer = typing.TypeVar("Answer")


def read(kind: type[Answer], value: typing.Any) -> Answer:
    """JSON as an object of that type. What a newer program adds is left out."""
    return typing.cast(Answer, _read(kind, value))


def _read(kind: typing.Any, value: typing.Any) -> typing.Any:
    if dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        return kind(**{name: _read(hint, value[name]) for name, hint in hints.items()
                       if name in value})
    arguments = typing.get_args(kind)
    if isinstance(kind, types.UnionType):
        return None if value is None else _read(arguments[0], value)
    if typing.get_origin(kind) is tuple:
        return tuple(_read(arguments[0], item) for item in value)
    if kind is float:
        return math.nan if value is None else float(value)
    return name_of(value) if kind is str else value


# ---- The program

def program() -> str:
    """The path of the program."""
    name = os.environ.get("ISOLAB")
    found = name or shutil.which("isolab", path=sysconfig.get_path("scripts")) or shutil.which("isolab")
    if not found:
        raise Error("there is no program isolab: install it, or name it by the variable ISOLAB")
    return found


def _words(options: dict[str, Option]) -> Iterator[str]:
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        yield option
        if value is True:
            continue
        if name in ("time", "virtual") and isinstance(value, (int, float)):
            yield f"{value:.9f}s"
        elif isinstance(value, (str, int, float, os.PathLike)):
            yield os.fspath(value) if isinstance(value, os.PathLike) else str(value)
        else:
            yield ",".join(map(str, value))


def run_program(*words: str) -> str:
    """What the program says on its standard output. Error with its sentence if it refuses. A Ctrl-C
    ends the program too; what it had done is kept."""
    if any("\0" in word for word in words):
        raise Error("an option has no NUL bytes")
    folder = str(pathlib.Path(__file__).resolve().parent.parent)  # for agents in Python
    environment = {"ISOLAB_PYTHON": sys.executable, **os.environ, "PYTHONPATH": os.pathsep.join(
        filter(None, [folder, os.environ.get("PYTHONPATH")]))}
    try:
        process = subprocess.Popen([program(), *words], stdin=subprocess.DEVNULL, env=environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except OSError as error:
        raise Error(f"cannot run isolab: {error}") from None
    with process:
        try:
            said, complaint = process.communicate()
        except BaseException:
            process.terminate()  # it keeps what it has; of a second SIGINT it would die
            process.communicate()
            raise
    if process.returncode in (0, 1):
        return said.decode()
    if process.returncode in (130, -2):
        raise KeyboardInterrupt
    lines = complaint.decode(errors="replace").strip().splitlines()
    raise Error(lines[-1] if lines else f"isolab ended with {process.returncode}")


def _ask(command: str, *words: str, **options: Option) -> typing.Any:
    return json.loads(run_program(command, *words, *_words(options), "--quiet", "--json"))


def _each(option: str, values: Iterable[str]) -> list[str]:
    return [word for value in values for word in (option, value)]


# ---- Commands

def match(a: AgentLike, b: AgentLike, **options: Option) -> Match:
    """Two agents head to head, on opening pairs: specs, or agents in Python."""
    with agent_specs(a, b) as specs:
        return read(Match, _ask("match", *specs, **options))


def tournament(agents: Iterable[AgentLike], against: Iterable[AgentLike] = (),
               **options: Option) -> Tournament:
    """A round robin, or each of `agents` against each of `against`."""
    ours, theirs = list(agents), list(against)
    with agent_specs(*ours, *theirs) as specs:
        return read(Tournament, _ask("tournament", *_each("--agent", specs[:len(ours)]),
                                     *_each("--against", specs[len(ours):]), **options))


def accuracy(agents: Iterable[AgentLike] = (), heuristics: Iterable[str] = (),
             **options: Option) -> Accuracy:
    """Agents and heuristics against perfect play, on solved positions."""
    with agent_specs(*agents) as specs:
        return read(Accuracy, _ask("accuracy", *_each("--agent", specs),
                                   *_each("--heuristic", heuristics), **options))


def fit(features: Iterable[str], against: Iterable[AgentLike] = (), **options: Option) -> Fit:
    """Weights for a formula, from solved positions."""
    with agent_specs(*against) as specs:
        return read(Fit, _ask("fit", "--features", ",".join(features), *_each("--against", specs),
                              **options))


def runs(db: str | os.PathLike[str] = "isolab.db") -> list[Run]:
    """The runs that a database holds."""
    answer = json.loads(run_program("runs", "--db", os.fspath(db), "--json"))
    return [read(Run, row) for row in answer["runs"]]


def games(db: str | os.PathLike[str] = "isolab.db", run: int | None = None) -> list[Game]:
    """The games of a run, the newest unless told."""
    words = ["export", "--db", os.fspath(db), "--format", "jsonl", "--times"]
    if run is not None:
        words += ["--run", str(run)]
    return [read(Game, json.loads(line)) for line in run_program(*words).splitlines()]
