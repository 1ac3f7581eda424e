"""Agents and the solver; threads, signals and callbacks."""
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

import isolab
from conftest import PATIENCE, fixture_lines, random_positions
from isolab import Agent, Choice, Position, Side, Solver

LONG = 3600.0
LARGE = Position("11x9 f5 k1")


def test_agent() -> None:
    position = Position("7x7 d4 c2")
    told: list[Choice] = []
    agent = Agent("alphabeta:improved", depth=5)
    choice = agent.choose(position, watch=told.append)
    assert choice.depth == 5 and choice.move == choice.line[0] and choice.move in position.moves()
    assert len(choice.line) == 5 and choice.nodes > 100 and not choice.exact
    assert [each.depth for each in told] == [1, 2, 3, 4, 5]
    assert told[-1].score == choice.score
    agent.begin()
    assert agent.choose(position).move == choice.move  # chance began anew
    assert agent.choose(position, depth=2).depth == 2  # instead of the agent's own
    assert Agent("alphabeta,depth=3,nodes=1M").choose(position, depth=2).depth == 3  # the spec first
    assert agent.again().choose(position) .depth == 5
    assert repr(agent) == "<isolab.Agent 'alphabeta:improved'>"


def test_budgets() -> None:
    assert Agent("mcts").choose(LARGE, nodes=50).nodes == 50
    assert Agent("champion").choose(LARGE, time=0.01).move
    assert Agent("alphabeta").choose(LARGE, virtual=0.15).virtual > 0.1
    over = Agent("random").choose(Position("3x3 b2 a1"))
    assert over.move is None and over.line == ()


def mobility(position: Position, side: Side) -> float:
    other: Side = "second" if side == "first" else "first"
    return len(position.moves(side)) - len(position.moves(other))


def test_heuristic_in_python() -> None:
    for position in random_positions(3, 25):
        own = isolab.search(position, mobility, depth=3)
        built_in = isolab.search(position, "improved", depth=3)
        assert (own.move, own.score, own.nodes, own.line) == (
            built_in.move, built_in.score, built_in.nodes, built_in.line)
    position = Position("7x7 d4 c2")
    for spec in ("minimax", "greedy", "mcts,nodes=30", "mcts,nodes=30,threads=3"):
        assert Agent(spec, heuristic=mobility).choose(position).move in position.moves()
    prepared = isolab.Heuristic("chase,w1=1.25")
    assert Agent("alphabeta,order=pv", heuristic=prepared).spec == "alphabeta:chase,w1=1.25,order=pv"
    assert isolab.search(position, prepared, depth=2).depth == 2
    assert isolab.search(position, lambda position, side: math.nan, depth=2).score == 0
    with pytest.raises(isolab.Error, match="champion takes no heuristic"):
        Agent("champion", heuristic=mobility).choose(position)
    with pytest.raises(TypeError):
        Agent("alphabeta", heuristic=3)  # type: ignore[arg-type]


def test_callbacks_that_fail() -> None:
    def fail(*arguments: object) -> float:
        raise LookupError("on purpose")

    calls: list[Callable[[], object]] = [
        lambda: isolab.search(LARGE, fail, time=LONG),
        lambda: isolab.search(LARGE, watch=fail, time=LONG),
        lambda: Agent("mcts,threads=2", heuristic=fail).choose(LARGE, time=LONG),
        lambda: Agent("champion").choose(LARGE, watch=fail, time=LONG)]
    for call in calls:
        with pytest.raises(LookupError, match="on purpose"):
            call()
    with pytest.raises(TypeError):
        isolab.search(LARGE, lambda position, side: "high", time=LONG)  # type: ignore[arg-type, return-value]
    with pytest.raises(TypeError):
        isolab.search(LARGE, lambda: 1, time=LONG)  # type: ignore[arg-type, misc]


def test_stop() -> None:
    agent = Agent("champion")
    assert agent.choose(LARGE, watch=lambda choice: agent.stop(), time=LONG).move
    solver, ended = Solver(), threading.Event()

    def stop_until_ended() -> None:  # the first may come before the search
        while not ended.wait(0.05):
            solver.stop()

    thread = threading.Thread(target=stop_until_ended)
    thread.start()
    assert solver.solve(LARGE).winner is None
    ended.set()
    thread.join()
    assert solver.solve(Position("5x5 c3 a2")).winner  # the flag was taken back


def test_one_search_at_a_time() -> None:
    agent = Agent("alphabeta", depth=2)
    with pytest.raises(isolab.Error, match="one search at a time"):
        agent.choose(LARGE, watch=lambda choice: agent.choose(LARGE))
    with pytest.raises(isolab.Error, match="one search at a time"):
        agent.choose(LARGE, watch=lambda choice: agent.begin())
    assert agent.choose(LARGE).depth == 2


def test_watch_is_called_where_one_waits() -> None:
    threads = []
    Agent("alphabeta", depth=2).choose(LARGE, watch=lambda c: threads.append(threading.get_ident()))
    assert threads == [threading.get_ident()] * 2


def test_threads_search_in_parallel() -> None:
    """Each of two searches goes on until the other has told something: one alone would not end."""
    agents = [Agent("alphabeta"), Agent("alphabeta")]
    told = [threading.Event(), threading.Event()]
    choices: list[Choice] = []

    def search(own: int) -> None:
        def watch(choice: Choice) -> None:
            told[own].set()
            if told[1 - own].is_set():
                agents[own].stop()
        choices.append(agents[own].choose(LARGE, watch=watch, time=PATIENCE))

    threads = [threading.Thread(target=search, args=(own,)) for own in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(choices) == 2 and all(choice.move for choice in choices)


def test_interpreter_runs_during_a_search() -> None:
    agent, begun, ticks = Agent("champion"), threading.Event(), [0]

    def count() -> None:
        begun.wait()
        while ticks[0] < 100000:
            ticks[0] += 1
        agent.stop()

    thread = threading.Thread(target=count)
    thread.start()
    agent.choose(LARGE, watch=lambda choice: begun.set(), time=PATIENCE)
    thread.join()
    assert ticks[0] == 100000


CALLS = (
    "isolab.Agent('champion').choose(position, time=3600)",
    "isolab.Agent('champion').choose(position, time=3600, watch=lambda choice: None)",
    "isolab.Agent('mcts').choose(position, time=3600)",
    "isolab.search(position, lambda position, side: 1, time=3600)",
    "isolab.solve(position)",
    "position.perft(60)",
    "isolab.match('champion', 'champion', time=3600, pairs=1, db='one.db')",
    "isolab.match(lambda position: time.sleep(3600), 'random', pairs=1, depth=1, db='two.db')",
)
PROGRAM = """
import isolab, time
position = isolab.Position("11x9 f5 k1")
try:
    print("ready", flush=True)
    %s
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c() -> None:
    processes = [subprocess.Popen([sys.executable, "-c", PROGRAM % call], stdout=subprocess.PIPE,
                                  text=True) for call in CALLS]
    for process in processes:
        assert process.stdout and process.stdout.readline() == "ready\n"
    time.sleep(0.5)  # mostly they search by now; those who do not are interrupted as well
    for process in processes:
        process.send_signal(signal.SIGINT)
    for process, call in zip(processes, CALLS):
        assert process.communicate(timeout=PATIENCE)[0] == "interrupted\n", call
        assert process.returncode == 0


def test_a_signal_handler_that_returns() -> None:
    """The search goes on after it, to its own end."""
    heard = []
    before = signal.signal(signal.SIGUSR1, lambda number, frame: heard.append(number))
    try:
        choice = Agent("alphabeta").choose(
            LARGE, depth=6, watch=lambda choice: os.kill(os.getpid(), signal.SIGUSR1))
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert heard == [signal.SIGUSR1] * 6 and choice.depth == 6


def test_limits_refused() -> None:
    agent, solver = Agent("alphabeta"), Solver()
    for limits in ({"time": 0}, {"time": -1}, {"time": math.nan}, {"time": math.inf},
                   {"time": 10 ** 400}, {"nodes": 0}, {"nodes": -1}, {"nodes": 2 ** 64},
                   {"depth": 0}, {"depth": 10 ** 9}, {"depth": 2 ** 80}, {"virtual": 0.0}):
        with pytest.raises(isolab.Error):
            agent.choose(LARGE, **limits)  # type: ignore[arg-type]
    for limits in ({"time": "1"}, {"nodes": 1.5}, {"depth": "1"}, {"watch": 3}):
        with pytest.raises(TypeError):
            agent.choose(LARGE, **limits)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        agent.choose("7x7")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Agent(3)  # type: ignore[arg-type]
    with pytest.raises(isolab.Error):
        agent.begin(-1)
    for settings in ({"threads": 0}, {"threads": 1000}, {"threads": 2 ** 64}, {"megabytes": 0},
                     {"megabytes": 2 ** 62}):
        with pytest.raises(isolab.Error):
            Solver(**settings)
    with pytest.raises(isolab.Error):
        solver.solve(LARGE, nodes=0)
    for spec in ("alphabetta", "", "alphabeta:improvd", "champion,time=x", "a\0b", "exec:"):
        with pytest.raises(isolab.Error):
            Agent(spec)


def test_engine_that_fails() -> None:
    with pytest.raises(isolab.Error, match="exit status 3"):
        Agent("exec:sh -c 'exit 3'").choose(LARGE)


def test_solver() -> None:
    solver = Solver(threads=2, megabytes=16)
    position = Position("7x7 d4 c4")
    solution = solver.solve(position, all_moves=True, line=True)
    assert solution.winner == "second" and solution.winning == ()
    assert sorted(solution.losing) == sorted(position.moves())
    assert position.after(*solution.line).winner == "second"
    assert solver.solve(position).line == ()
    limited = isolab.solve(LARGE, nodes=1000)
    assert limited.winner is None and limited.nodes >= 1000


def test_solver_fixture() -> None:
    solver = Solver()
    for line in fixture_lines("solved_positions.jsonl"):
        solution = solver.solve(Position(line["position"]), all_moves=True)
        assert solution.winner == line["winner"]
        assert sorted(solution.winning) == sorted(line["winning_moves"])
