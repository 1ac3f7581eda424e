"""What heuristics and kinds of agents there are."""
from __future__ import annotations

import dataclasses

from . import _library


@dataclasses.dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    meaning: str
    standard: float | str  # what holds unless told
    min: float
    max: float
    step: float
    choices: tuple[str, ...]  # of a word; empty for a number


@dataclasses.dataclass(frozen=True, slots=True)
class HeuristicRow:
    name: str
    meaning: str
    study: str
    formula: str
    parameters: tuple[Parameter, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class AgentRow:
    name: str
    meaning: str
    example: str
    parameters: tuple[Parameter, ...]


def _parameters(rows: list[_library._Parameter]) -> tuple[Parameter, ...]:
    def read(row: _library._Parameter) -> Parameter:
        choices = row[6]
        words = tuple(choices.split("|")) if choices else ()
        parameter = Parameter(*row[:6], choices=words)
        return dataclasses.replace(parameter, standard=words[int(row[2])]) if words else parameter
    return tuple(map(read, rows))


def heuristics() -> list[HeuristicRow]:
    """Every heuristic, in the order of the studies."""
    return [HeuristicRow(name, meaning, study or "", formula or "", _parameters(parameters))
            for name, meaning, study, formula, _, parameters in _library.heuristic_rows()]


def agents() -> list[AgentRow]:
    """Every kind of agent."""
    return [AgentRow(name, meaning, example or "", _parameters(parameters))
            for name, meaning, _, _, example, parameters in _library.agent_rows()]
