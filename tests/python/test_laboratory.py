"""The program's commands, with answers as objects."""
import pathlib
import sysconfig

import pytest

import isolab


def test_match() -> None:
    match = isolab.match("alphabeta:attacker", "AB_Improved", pairs=5, nodes=300)
    assert match.pairs == match.planned == 5 and match.wins + match.losses == 10
    assert match.score == match.wins / 10 and match.interval and match.elo is not None
    assert sum(match.pair_points) == 5 and match.llr is None
    again = isolab.match("alphabeta:attacker", "AB_Improved", pairs=5, nodes=300, resume=True)
    assert again == match
    assert [run.kind for run in isolab.runs()] == ["match"]
    games = isolab.games()
    assert len(games) == 10
    for game in games:
        end = isolab.Position(game.start).after(*game.moves)
        assert end.over and end.winner == game.winner and game.reason == "stuck"
        assert game.nodes["first"] > 0 and game.seconds["first"] > 0
    assert sum(game.winner_agent == "alphabeta:attacker" for game in games) == match.wins


def test_sequential_match() -> None:
    match = isolab.match("greedy", "random", pairs=500, sprt=(0, 100), board="5x5", seed=3)
    assert match.sprt == (0, 100) and match.verdict and match.llr and match.llr_bounds


def test_tournament(tmp_path: pathlib.Path) -> None:
    database = tmp_path / "of my own.db"
    tournament = isolab.tournament(["random", "first"], ["greedy"], pairs=2, db=database)
    assert tournament.games == 8 and len(tournament.pairings) == 2
    assert [standing.agent for standing in tournament.agents] == ["Random", "Predictable", "greedy:improved"]
    isolab.tournament(["random", "first", "greedy"], pairs=1, db=database)
    runs = isolab.runs(database)
    assert [run.games for run in runs] == [8, 6] and runs[0].settings["against"] == ["greedy:improved"]
    assert len(isolab.games(database, run=1)) == 8 and len(isolab.games(database)) == 6


def test_accuracy() -> None:
    accuracy = isolab.accuracy(["greedy", "random"], ["territory"], board="5x5", positions=40,
                               depth=2, blunders=2, puzzles=2)
    agent, _, heuristic = accuracy.results
    assert accuracy.solved == 40 and agent.agent == "greedy:improved" and heuristic.heuristic == "territory"
    assert agent.kept and agent.kept.tests == accuracy.tests and heuristic.area and heuristic.best_move
    assert accuracy.puzzles and all(puzzle.solution for puzzle in accuracy.puzzles)
    assert agent.by_ply[0].kept and any(result.blunders for result in accuracy.results)


def test_fit() -> None:
    fit = isolab.fit(["own", "opp"], board="5x5", positions=100)
    assert fit.formula.startswith("=") and len(fit.askers) == 4 and fit.unseen.results
    assert [weight.of for weight in fit.askers[0].weights] == ["1", "own", "opp"]
    isolab.Heuristic(fit.formula)


def test_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(isolab.Error, match="alphabeta"):
        isolab.match("alphabetta", "random")
    with pytest.raises(isolab.Error, match="unknown option 'pears'; did you mean pairs"):
        isolab.match("random", "first", pears=3)
    with pytest.raises(isolab.Error, match="NUL"):
        isolab.match("random\0", "first")
    with pytest.raises(isolab.Error):
        isolab.runs("/nowhere/at/all.db")
    with pytest.raises(TypeError):
        isolab.match(3, "random")  # type: ignore[arg-type]
    monkeypatch.setenv("ISOLAB", "/nowhere/isolab")
    with pytest.raises(isolab.Error, match="cannot run isolab"):
        isolab.runs()
    monkeypatch.delenv("ISOLAB")
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(sysconfig, "get_path", lambda name: "/nowhere")
    with pytest.raises(isolab.Error, match="there is no program isolab"):
        isolab.program()
