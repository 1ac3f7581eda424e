"""Agents in Python, played with by the program."""
import os
import pathlib
import subprocess
import sys
import threading

import pytest

import isolab
from conftest import PATIENCE
from isolab import Limits, Position, serving


def fewest_replies(position: Position) -> str:
    print("what an agent prints is not part of the protocol")
    return min(position.moves(), key=lambda move: (len(position.after(move).moves()), move))


class Remembering:
    """A new one for each game, asked for every second ply."""

    def __init__(self) -> None:
        self.last = -1

    def choose(self, position: Position, limits: Limits) -> int:
        assert limits.depth == 3 and limits.time is None
        assert self.last == -1 or position.move_count == self.last + 2
        self.last = position.move_count
        return position.number(position.moves()[-1])


def test_function() -> None:
    assert isolab.match(fewest_replies, "random", pairs=3, board="5x5", time=PATIENCE).forfeits == 0
    tournament = isolab.tournament([fewest_replies, "first"], pairs=2, board="5x5", time=PATIENCE)
    assert tournament.agents[0].agent == "fewest_replies"
    assert {game.first for game in isolab.games()} == {"fewest_replies", "first"}


def test_class_object_and_lambda() -> None:
    agents: list[serving.AgentLike] = [
        Remembering, lambda position: str(position.moves()[0]),
        isolab.Agent("alphabeta", heuristic=lambda position, side: len(position.moves(side)))]
    tournament = isolab.tournament(agents, pairs=2, board="5x5", depth=3)
    assert all(pairing.forfeits == 0 for pairing in tournament.pairings)
    assert [standing.agent for standing in tournament.agents] == ["Remembering", "lambda", "Agent"]
    assert tournament.agents[2].nodes > 0


def test_accuracy() -> None:
    accuracy = isolab.accuracy([fewest_replies], board="5x5", positions=20)
    assert accuracy.results[0].agent == "fewest_replies" and accuracy.results[0].fault is None


def fail(position: Position) -> str:
    raise LookupError("on purpose")


def leave(position: Position) -> str:
    os._exit(7)


def sleep(position: Position) -> str:
    threading.Event().wait()
    return ""


@pytest.mark.parametrize("agent, reason, fault", [
    (lambda position: (-1, -1), "illegal", "the engine answered '(-1,-1)'"),
    (lambda position: None, "illegal", "the engine answered '(none)'"),
    (lambda position: "d4\nbestmove d4", "illegal", "'d4bestmoved4'"),
    (fail, "crash", "exit status 1"),
    (leave, "crash", "exit status 7"),
    (sleep, "time", "bestmove within"),
])
def test_forfeits(agent: serving.AgentInPython, reason: str, fault: str) -> None:
    allowed = 0.05 if reason == "time" else PATIENCE
    match = isolab.match(agent, "random", pairs=1, time=allowed, threads=1)
    assert match.losses == match.forfeits == 2
    game = isolab.games()[0]
    assert game.reason == reason and game.fault and fault in game.fault


def test_nobody_is_left_behind() -> None:
    """However the engines ended: nobody who knows of the socket is there any more."""
    with serving.agent_specs(sleep, fewest_replies) as specs:
        assert len(specs) == 2
        folder = pathlib.Path(specs[0].split()[-1]).parent
        lent = isolab.Agent(specs[0] + ",patience=100ms,grace=1ms")
        with pytest.raises(isolab.Error, match="did not say bestmove"):
            lent.choose(Position())
        assert isolab.Agent(specs[1]).choose(Position("7x7 d4 c2")).move
    assert not folder.exists()
    children = pathlib.Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text()
    for child in children.split():  # the process that waited at the socket was ours
        assert b"pytest" not in pathlib.Path(f"/proc/{child}/cmdline").read_bytes()


def test_in_a_file(tmp_path: pathlib.Path) -> None:
    (tmp_path / "helper.py").write_text("def pick(moves):\n    return moves[0]\n")
    (tmp_path / "my agent.py").write_text(
        "from helper import pick\ndef choose(position):\n    return pick(position.moves())\n")
    spec = f"exec:{sys.executable} -m isolab.engine 'my agent.py:choose'"
    match = isolab.match(spec, "first", pairs=1, board="5x5", time=PATIENCE)
    assert match.forfeits == 0 and match.wins == match.losses == 1  # the same player twice


def converse(name: str, said: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "isolab.engine", name], input=said, check=False,
                          capture_output=True, text=True, timeout=PATIENCE)


def test_protocol(tmp_path: pathlib.Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import isolab\n"
        "def first(position):\n    print('aside')\n    return position.moves()[0]\n"
        "def deep(position, limits):\n    return isolab.search(position, depth=limits.depth)\n")
    done = converse("mine.py:first", "uci\nsetoption name Hash value 1\nisready\nucinewgame\n"
                    "position startpos moves d4 c2\ngo movetime 100\nposition 5x5 c3\nnonsense\n\ngo\nquit\ngo\n")
    assert done.stdout.splitlines() == ["id name first", "uciok", "readyok", "bestmove c6", "bestmove a5"]
    assert done.stderr == "aside\naside\n" and done.returncode == 0
    done = converse("mine:deep", "position fen 7/4N2/7/3*3/7/2n4/7 b - - 0 1\ngo depth 2\n")
    assert done.stdout.startswith("info depth 2 nodes ") and done.returncode == 0
    for name, complaint in (("mine.py:other", "there is no other in mine.py"), ("none.py:x", "none"),
                            ("mine", "FILE.py:NAME"), ("mine.py:isolab", "none of these")):
        done = converse(name, "uci\n")
        assert done.returncode and complaint in done.stderr and not done.stdout


def test_long_names(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket's path is at most a hundred bytes."""
    folder = tmp_path / ("folder" * 20)
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    monkeypatch.setattr(fewest_replies, "__name__", "long" * 100)
    assert isolab.match(fewest_replies, "random", pairs=1, board="5x5", time=PATIENCE).forfeits == 0
