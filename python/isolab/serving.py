"""Agents written in Python, for the program to play with.

An agent is a function of a position, and of Limits if it takes a second argument, that returns a
move; or a class, made anew for each game, or an object, with a method `choose` like that.

One that is in a file is an engine: `exec:python3 -m isolab.engine FILE.py:NAME` is its spec. One
that is only in this process, typed into a notebook say, is lent to the program as long as it runs:
a copy of this process waits at a socket, and each engine that the program starts only hands its
input and output over to a copy of that copy, which then plays. So a game is played by somebody with
a process of their own, whatever they do to it.
"""
from __future__ import annotations

import contextlib
import dataclasses
import importlib
import importlib.util
import inspect
import os
import pathlib
import random
import re
import select
import shlex
import shutil
import signal
import socket
import sys
import tempfile
import traceback
import types
import typing
from collections.abc import Callable, Iterator, Sequence

from ._library import Error, Position
from .names import Square
from .searching import Agent, Choice


@dataclasses.dataclass(frozen=True, slots=True)
class Limits:
    """How long an agent may think; None is no limit."""

    time: float | None = None  # seconds
    nodes: int | None = None
    depth: int | None = None
    virtual: float | None = None  # seconds on the studies' clock


Move = Square | Choice | None
Player = Callable[[Position, Limits], Move]


class Chooser(typing.Protocol):
    @property
    def choose(self) -> Callable[..., Move]: ...


AgentInPython = Callable[..., Move | Chooser] | Chooser  # a class is a function too
AgentLike = str | AgentInPython


# ---- The engine protocol

def _starter(agent: typing.Any) -> Callable[[], Player]:
    """What makes a player for a game."""
    if isinstance(agent, Agent):
        return lambda: _library_player(agent)
    if isinstance(agent, type) and hasattr(agent, "choose"):
        return lambda: _player(agent().choose)
    player = _player(getattr(agent, "choose", agent))
    return lambda: player


def _library_player(agent: Agent) -> Player:
    own = agent.again()  # what a process has begun is not to be relied on in its copies
    return lambda position, limits: own.choose(position, **dataclasses.asdict(limits))


def _player(function: typing.Any) -> Player:
    if isinstance(function, type) or not callable(function):
        raise TypeError(f"an agent is a spec, a function, or has a method choose, and {function!r} "
                        "is none of these")
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(function).parameters.values()
    if sum(parameter.kind in positional for parameter in parameters) > 1:
        return typing.cast(Player, function)
    return lambda position, limits: typing.cast(Move, function(position))


def _read_position(text: str) -> Position:
    text, _, moves = text.partition(" moves ")
    text = text.removeprefix("fen ")
    return Position("7x7" if text == "startpos" else text).after(*moves.split())


def _read_limits(words: Sequence[str]) -> Limits:
    given = {key: float(value) for key, value in zip(words, words[1:])
             if key in ("movetime", "nodes", "depth", "virtual")}
    return Limits(time=given["movetime"] / 1000 if "movetime" in given else None,
                  nodes=int(given["nodes"]) if "nodes" in given else None,
                  depth=int(given["depth"]) if "depth" in given else None,
                  virtual=given["virtual"] / 1000 if "virtual" in given else None)


def _answer(position: Position, move: Move) -> str:
    told = ""
    if isinstance(move, Choice):
        told = f"info depth {move.depth} nodes {move.nodes} pv {' '.join(move.line)}\n"
        move = move.move
    with contextlib.suppress(Error, TypeError):  # what is no square is for the program to judge
        move = position.squares[position.number(move)]  # type: ignore[arg-type]
    return f"{told}bestmove {'(none)' if move is None else ''.join(str(move).split())}\n"


def _converse(agent: AgentInPython, heard: typing.TextIO, say: Callable[[str], object]) -> None:
    start = _starter(agent)
    position, player = Position(), start()
    for line in heard:
        words = line.split()
        match words[:1]:
            case ["uci" | "ugi" as dialect]:
                name = getattr(agent, "__qualname__", type(agent).__qualname__)
                say(f"id name {name}\n{dialect}ok\n")
            case ["isready"]:
                say("readyok\n")
            case ["ucinewgame" | "uginewgame"]:
                player = start()
            case ["position"]:
                position = _read_position(" ".join(words[1:]))
            case ["go"]:
                say(_answer(position, player(position, _read_limits(words))))
            case ["quit"]:
                return


def serve_agent(agent: AgentInPython) -> int:
    """Speaks the engine protocol on standard input and output, until it is told to quit. What the
    agent itself prints goes to standard error. Returns an exit status: 1 if the agent failed."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out, open(
            0, encoding="utf-8", errors="replace", closefd=False) as heard:
        sys.stdout.flush()
        os.dup2(2, 1)

        def say(text: str) -> None:
            out.write(text)
            out.flush()

        try:
            _converse(agent, heard, say)
        except BrokenPipeError:
            pass
        except Exception:
            traceback.print_exc()
            return 1
    return 0


def find_agent(name: str) -> AgentInPython:
    """The agent that `FILE.py:NAME` or `MODULE:NAME` names."""
    place, _, attribute = name.rpartition(":")
    if not place or not attribute:
        raise Error(f"an agent in Python is FILE.py:NAME or MODULE:NAME, not {name!r}")
    try:
        if place.endswith(".py"):
            path = pathlib.Path(place).resolve()
            sys.path.insert(0, str(path.parent))
            module = importlib.import_module(path.stem)
            if pathlib.Path(module.__file__ or "").resolve() != path:  # there is another of its name
                module = _load(path)
        else:
            sys.path.insert(0, os.getcwd())
            module = importlib.import_module(place)
    except ModuleNotFoundError as error:
        raise Error(str(error)) from None
    found: object = module
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise Error(f"there is no {attribute} in {place}")
        found = getattr(found, part)
    return typing.cast(AgentInPython, found)


def _load(path: pathlib.Path) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(f"_isolab_{path.stem}", path)
    if not spec or not spec.loader:
        raise Error(f"cannot load {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


# ---- Lending an agent of this process to the program

LENT = re.compile(r"exec:\S+ -m isolab\.engine --lent \S*/(\w+)")


def name_of(spec: str) -> str:
    """A spec, or of an agent that was lent its name."""
    return LENT.sub(r"\1", spec)


@contextlib.contextmanager
def agent_specs(*agents: AgentLike) -> Iterator[list[str]]:
    """Specs by which the program can play with these agents, as long as the context lasts."""
    for agent in agents:
        if not isinstance(agent, str):
            _starter(agent)  # refuses what is none
    if all(isinstance(agent, str) for agent in agents):
        yield [str(agent) for agent in agents]
        return
    with contextlib.ExitStack() as stack:
        short = len(tempfile.gettempdir()) < 40  # a socket's path has to be
        folder = pathlib.Path(tempfile.mkdtemp(prefix="isolab-", dir=None if short else "/tmp"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        specs: list[str] = []
        listeners: dict[socket.socket, AgentInPython] = {}
        for agent in agents:
            if isinstance(agent, str):
                specs.append(agent)
                continue
            name = re.sub(r"\W", "", getattr(agent, "__name__", type(agent).__name__))[:40]
            while (folder / name).exists():
                name += "_"
            listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(str(folder / name))
            listener.listen(64)
            listeners[listener] = agent
            specs.append(f"exec:{shlex.quote(sys.executable)} -m isolab.engine --lent "
                         f"{shlex.quote(str(folder / name))}")
        lender, theirs = os.pipe()  # nothing is ever written: its end is ours
        server = os.fork()
        if server == 0:
            _never_return(lambda: _lend(listeners, lender, theirs))
        os.close(lender)

        def end_server() -> None:
            os.close(theirs)
            os.kill(server, signal.SIGKILL)
            os.waitpid(server, 0)

        stack.callback(end_server)
        yield specs


def _never_return(work: Callable[[], object]) -> typing.NoReturn:
    """For copies of this process: what it would do at its end is not theirs to do."""
    status = 1
    try:
        answer = work()
        status = answer if isinstance(answer, int) else 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def _lend(listeners: dict[socket.socket, AgentInPython], lender: int, other_end: int) -> None:
    os.close(other_end)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the lender's to see to
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        ready, _, _ = select.select([*listeners, lender], [], [])
        if lender in ready:
            return
        for listener in ready:
            connection, _ = listener.accept()
            if os.fork() == 0:
                agent = listeners[listener]
                os.close(lender)
                for each in listeners:
                    each.close()
                _never_return(lambda: _keep(agent, connection))
            connection.close()


def _keep(agent: AgentInPython, connection: socket.socket) -> None:
    """Lets another copy play, until that ends or the engine whose part it plays does."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _, descriptors, _, _ = socket.recv_fds(connection, 1, 3)
    if len(descriptors) != 3:
        return
    player = os.fork()
    if player == 0:
        connection.close()
        _never_return(lambda: _play(agent, descriptors))
    for descriptor in descriptors:
        os.close(descriptor)
    while True:
        ready, _, _ = select.select([connection], [], [], 0.02)
        ended, status = os.waitpid(player, os.WNOHANG)
        if ended:
            with contextlib.suppress(OSError):
                connection.send(bytes([abs(os.waitstatus_to_exitcode(status)) & 255]))
            return
        if ready:
            os.kill(player, signal.SIGKILL)
            os.waitpid(player, 0)
            return


def _play(agent: AgentInPython, descriptors: Sequence[int]) -> int:
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
        os.close(descriptor)
    sys.stdout = sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)  # a notebook's are others
    random.seed()  # else all copies would be as lucky
    return serve_agent(agent)
