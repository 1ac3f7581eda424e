"""A laboratory and engine for knight Isolation: see docs/python.md.

    >>> position = Position("7x7 d4 c2 e6")
    >>> position.moves()
    ['b4', 'a3', 'e3', 'a1', 'e1']
"""
from ._library import Error, Heuristic, Position, __version__
from .drawing import svg
from .laboratory import (Accuracy, Fit, Game, Match, Run, Tournament, accuracy, fit, games, match,
                         program, runs, tournament)
from .names import Side, Square
from .registry import AgentRow, HeuristicRow, Parameter, agents, heuristics
from .searching import Agent, Choice, Solution, Solver, search, solve
from .serving import Limits, serve_agent

__all__ = [
    "Accuracy", "Agent", "AgentRow", "Choice", "Error", "Fit", "Game", "Heuristic", "HeuristicRow",
    "Limits", "Match", "Parameter", "Position", "Run", "Side", "Solution", "Solver", "Square",
    "Tournament", "__version__", "accuracy", "agents", "fit", "games", "heuristics", "match",
    "program", "runs", "search", "serve_agent", "solve", "svg", "tournament",
]
