#!/usr/bin/env python3
"""Agents of the course play unchanged, and what they do wrong is theirs alone."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

os.environ.setdefault("ISOLAB_PYTHON", sys.executable)

from command_line import (DATA, ISOLAB, PATIENCE, CommandLineTest, run,  # noqa: E402
                          wait_until)


AGENTS = DATA / "course"
PACKAGE = os.environ.get("COURSE_PACKAGE", "build/python/isolab/course/package")


def started():
    """The processes below this one."""
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except (OSError, IndexError):
                continue
            if stat[0] != "Z":
                parents[int(entry.name)] = int(stat[1])
    found = {os.getpid()}
    while True:
        more = {child for child, parent in parents.items() if parent in found} - found
        if not more:
            return found - {os.getpid()}
        found |= more


class CourseTest(CommandLineTest):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.count = 0

    def games(self, agent, *, opponent="random", board="5x5", pairs=1, options=(), said=None):
        """A match's games: (who won, "agent" or "opponent", why, what it did)."""
        self.count += 1
        database = str(self.folder / f"{self.count}.db")
        done = run("match", agent, opponent, "--board", board, "--pairs", str(pairs), "--json",
                   "--quiet", "--db", database, "--seed", "3", *options)
        self.assertEqual(done.returncode, 0, done.stderr.decode()[-2000:])
        if said is not None:
            self.assertIn(said, done.stderr)
        lines = run("export", "--db", database, "--format", "jsonl").stdout.decode().splitlines()
        games = [json.loads(line) for line in lines]
        self.assertEqual(len(games), 2 * pairs)
        return [("opponent" if game["winner_agent"] == opponent else "agent", game["reason"],
                 game["fault"]) for game in games]

    def assert_plays(self, agent, **settings):
        for game in self.games(agent, **settings):
            self.assertEqual(game[1:], ("stuck", None), agent)

    def assert_forfeits(self, agent, reason, sentence, **settings):
        for game in self.games(agent, **settings):
            self.assertEqual(game[:2], ("opponent", reason), (agent, game))
            self.assertRegex(game[2], sentence)

    def spec(self, file, kind="", **settings):
        words = {"time": "40ms", "stderr": "hide", **settings}
        return (f"course:{AGENTS / file}{':' if kind else ''}{kind}"
                + "".join(f",{key}={value}" for key, value in words.items()))


class Plays(CourseTest):
    def test_first_generation(self):
        for kind in ("", "AlphaBetaPlayer", "MinimaxPlayer"):
            self.assert_plays(self.spec("game_agent.py", kind), board="7x7")
        self.assert_plays(self.spec("early_agent.py"))
        self.assert_plays(self.spec("competition_agent.py", stderr="show"), said=b"1  |")
        self.assert_plays(self.spec("competition_agent.py", clock="wall", time="60s", sandbox="no"))

    def test_constructed_as_the_course_did(self):
        agent = self.folder / "needs.py"
        agent.write_text("def custom_score(game, player):\n    return 1.0\n"
                         "class CustomPlayer:\n"
                         "    def __init__(self, search_depth, score_fn, iterative=False,\n"
                         "                 method='minimax', timeout=10., *, note=None):\n"
                         "        assert (search_depth, iterative, method, timeout) == (\n"
                         "            3, True, 'alphabeta', 10.)\n"
                         "        assert score_fn is custom_score and note is None\n"
                         "    def get_move(self, game, time_left, note=None):\n"
                         "        return game.get_legal_moves()[0]\n")
        self.assert_plays(f"course:{agent},time=20ms")

    def test_first_generation_searches(self):
        won = self.games(self.spec("game_agent.py"), board="7x7", pairs=4)
        self.assertGreaterEqual([game[0] for game in won].count("agent"), 5)

    def test_from_an_empty_board(self):
        self.assert_plays(self.spec("game_agent.py"), options=("--openings", "0"))

    def test_second_generation(self):
        self.assert_plays(self.spec("my_custom_player.py"), board="11x9",
                          options=("--openings", "0"))
        for kind in ("Cautious", "Eager", "Falls"):
            self.assert_plays(self.spec("book_player.py", kind, time="5ms"), board="11x9")

    def test_both_generations(self):
        self.assert_plays(self.spec("my_custom_player.py"), opponent=self.spec("game_agent.py"),
                          board="11x9")

    def copy(self, name):
        folder = self.folder / "agent"
        folder.mkdir(exist_ok=True)
        shutil.copy(AGENTS / name, folder)
        return folder

    def write_book(self, folder):
        script = ("import pickle; from isolation import Isolation;"
                  "pickle.dump({Isolation(): 57}, open('data.pickle', 'wb'))")
        subprocess.run([sys.executable, "-c", script], cwd=folder, check=True,
                       env={**os.environ, "PYTHONPATH": os.path.abspath(PACKAGE)})

    def test_book_and_context(self):
        folder = self.copy("book_player.py")
        spec = f"course:{folder}/book_player.py,time=40ms,stderr=hide"
        self.assert_forfeits(spec, "exception", r"^AssertionError: no book \(book_player.py, line",
                             board="11x9", options=("--openings", "0"))
        self.write_book(folder)
        for sandbox in ("auto", "no"):
            self.assert_plays(f"{spec},sandbox={sandbox}", board="11x9",
                              options=("--openings", "0"))

    def test_stubborn(self):
        for kind in ("Stubborn", "Sleeps"):
            self.assert_plays(self.spec("book_player.py", kind, time="5ms", patience="50ms"),
                              board="11x9", options=("--openings", "70"))

    def test_files_beside_it(self):
        folder = self.copy("game_agent.py")
        (folder / "sample_players.py").write_text(
            "import helper\ndef improved_score(game, player):\n    return helper.score\n")
        (folder / "helper.py").write_text("score = 0.0\n")
        agent = folder / "agent.py"
        agent.write_text("import os, pathlib\nfrom game_agent import AlphaBetaPlayer\n"
                         "import helper\n"
                         "assert os.getcwd() == str(pathlib.Path(__file__).parent)\n"
                         "pathlib.Path('notes.txt').write_text('written')\n")
        (folder / "notes.txt").write_text("nothing")
        self.assert_plays(f"course:{agent},time=20ms")
        self.assert_plays(f"course:{agent},time=20ms,sandbox=no")
        self.assertEqual((folder / "notes.txt").read_text(), "written")

    def test_thousands_of_files_beside_it(self):
        folder = self.copy("game_agent.py")
        for number in range(3100):
            (folder / f"download-{number}").touch()
        self.assert_plays(f"course:{folder}/game_agent.py,time=20ms")

    def test_own_package(self):
        folder = self.folder / "own"
        (folder / "isolation").mkdir(parents=True)
        shutil.copy(pathlib.Path(__file__).with_name("course_model.py"),
                    folder / "isolation" / "isolation.py")
        (folder / "isolation" / "__init__.py").write_text("from .isolation import *\n"
                                                          "marked = True\n")
        for name in ("game_agent.py", "sees.py"):
            (folder / name).write_text(
                "import isolation\n"
                "class Sees:\n"
                "    def get_move(self, game, time_left):\n"
                "        assert type(game) is isolation.Board\n"
                "        assert hasattr(isolation, 'marked'), 'ours'\n"
                "        return game.get_legal_moves()[0]\n")
        self.assert_plays(f"course:{folder}/sees.py,time=20ms,package=own")
        self.assert_forfeits(f"course:{folder}/sees.py,time=20ms", "exception", "ours")

    def test_numpy(self):
        try:
            import numpy  # noqa: F401
        except ImportError:
            self.skipTest("there is no numpy here")
        agent = self.folder / "with_numpy.py"
        agent.write_text("import numpy as np\n"
                         "class CustomPlayer:\n"
                         "    def get_move(self, game, time_left):\n"
                         "        moves = np.array(game.get_legal_moves())\n"
                         "        assert time_left() > 0\n"
                         "        return tuple(moves[np.argmax(moves.sum(axis=1))])\n")
        self.assert_plays(f"course:{agent},time=150ms")

    def test_other_commands(self):
        spec = self.spec("game_agent.py", sandbox="no")
        best = self.answer_json("best", "7x7 d4 c2", "--agent", spec)
        self.assertIn(best["move"], ("b3", "b5", "c6", "e6", "f5", "f3", "e2"))
        self.assertGreater(best["nodes"], 0)

    def test_no_bubblewrap_is_told(self):
        (self.folder / "bwrap").write_text("#!/bin/sh\nexit 1\n")
        (self.folder / "bwrap").chmod(0o755)
        agent, other = self.spec("game_agent.py"), self.spec("early_agent.py")
        for words in (("best", "7x7 d4 c2", "--agent", agent),
                      ("match", agent, other, "--pairs", "1", "--quiet", "--db", "told.db"),
                      ("accuracy", "--agent", agent, "--agent", other, "--positions", "1", "--quiet"),
                      ("tune", agent, "--param", "memory=512:1024:512", "--objective", "accuracy",
                       "--positions", "5", "--confirm", "0", "--quiet")):
            said = run(*words, cwd=self.folder,
                       environment={"PATH": f"{self.folder}:{os.environ['PATH']}"}).stderr
            self.assertEqual(said.count(b"note: bubblewrap is not there"), 1, (words, said))


class Scores(CourseTest):
    """A score function in our own searches."""

    def best(self, agent):
        found = self.answer_json("best", "7x7 d4 c2", "--agent", agent)
        return {key: found[key] for key in ("move", "score", "depth", "nodes", "pv")}

    def test_searches_like_a_formula(self):
        score = f"course:{AGENTS}/game_agent.py:custom_score,sandbox=no"
        for budget in ("depth=5", "nodes=2000"):
            self.assertEqual(self.best(f"{score},{budget}"),
                             self.best(f"alphabeta:=own-2*opp,{budget}"))
        self.assertEqual(self.best(f"{score},search=minimax,depth=3"),
                         self.best("minimax:=own-2*opp,depth=3"))
        self.assertEqual(self.best(f"{score},search=greedy")["nodes"], 7)

    def test_plays(self):
        score = f"course:{AGENTS}/game_agent.py:custom_score"
        self.assert_plays(f"{score}_2,time=20ms", board="7x7")
        self.assert_plays(f"{score}_3,time=60s,depth=2,clock=wall")
        self.assertEqual(self.games(f"{score},depth=3", pairs=2),
                         self.games("alphabeta:=own-2*opp,depth=3", pairs=2))

    def test_fails(self):
        agent = self.folder / "scores.py"
        agent.write_text("def broken(game, player):\n    return game.no_such\n"
                         "def text(game, player):\n    return 'high'\n"
                         "def endless(game, player):\n    while True: pass\n")
        for name, reason, sentence in (("broken", "exception", "^AttributeError"),
                                       ("text", "exception", "^ValueError: could not convert"),
                                       ("endless", "time", "^did not answer in time")):
            self.assert_forfeits(f"course:{agent}:{name},time=20ms", reason, sentence)


class Forfeits(CourseTest):
    def test_second_generation(self):
        for kind, reason, sentence in (
                ("Mute", "silent", "^ended its turn without an action$"),
                ("Lost", "time", "^put no action in 40.0 ms$"),
                ("Wrong", "illegal", "^put None, which is no legal action$"),
                ("Broken", "exception", r"^KeyError: 'a key that is not there' \(book_player.py, "),
                ("Built", "exception", r"^OSError: cannot be built \(book_player.py, line")):
            self.assert_forfeits(self.spec("book_player.py", kind), reason, sentence, board="11x9")

    def test_first_generation(self):
        for kind, reason, sentence in (
                ("Resigns", "resigned", r"^answered \(-1, -1\)$"),
                ("Lists", "illegal", r"^answered \[\d, \d\], which is no legal move$"),
                ("Nothing", "illegal", "^answered None, which is no legal move$"),
                ("Divides", "exception", r"^ZeroDivisionError: division by zero \(hostile.py, "),
                ("Late", "time", r"^took \d+.\d ms of 40.0 ms$"),
                ("Endless", "time", r"^took \d+.\d ms of 40.0 ms$"),
                ("Swallows", "time", "^did not answer in time$|^took "),
                ("Native", "time", "^did not answer in time$"),
                ("Leaves", "exception", "^SystemExit: I leave"),
                ("Recurses", "exception", "^RecursionError: maximum recursion depth exceeded"),
                ("Reads", "exception", "^EOFError: EOF when reading a line")):
            self.assert_forfeits(self.spec("hostile.py", kind), reason, sentence)

    def test_processes(self):
        for sandbox in ("auto", "no"):
            for kind, reason, sentence in (
                    ("Sleeps", "silent", "^slept for 0.2 s$"),
                    ("Exits", "crash", "^the agent ended with exit status 3 before bestmove$"),
                    ("Kills", "exception", "^PermissionError: "),
                    ("KillsThreads", "exception", "^PermissionError: "),
                    ("Forks", "exception", "^BlockingIOError: .* Resource temporarily unavailable"),
                    ("Threads", "exception|time", "can't start new thread|ms"),
                    ("Eats", "exception", "^MemoryError"),
                    ("Crashes", "crash", "^the agent ended with signal 11 before bestmove$"),
                    ("Closes", "crash", "^the agent (closed|ended)"),
                    ("Writes", "illegal", "bestmove|answered")):
                with self.subTest(kind=kind, sandbox=sandbox):
                    spec = self.spec("hostile.py", kind, sandbox=sandbox, patience="200ms",
                                     memory="256", time="2s" if kind in ("Eats",) else "100ms")
                    for game in self.games(spec):
                        self.assertEqual(game[0], "opponent", game)
                        self.assertRegex(game[1], f"^({reason})$", game)
                        self.assertRegex(game[2], sentence)
        wait_until(lambda: not started())

    def test_forgiven(self):
        self.assert_plays(self.spec("hostile.py", "Forgiven", grace="10s"))
        self.assert_forfeits(self.spec("hostile.py", "Forgiven", grace="1us"), "time",
                             r"^took \d+.\d ms of 40.0 ms$")

    def test_prints(self):
        patient = {"time": "500ms", "patience": "60s"}  # until somebody reads what it prints
        self.assert_plays(self.spec("hostile.py", "Prints", **patient))
        self.assert_plays(self.spec("hostile.py", "Prints", stderr="show", **patient),
                          said=b"xxxxxxxx")


class Class(CourseTest):
    """`tournament --course`."""

    def submit(self, *names):
        for name in names:
            (self.folder / "class" / name).mkdir(parents=True)
            shutil.copy(AGENTS / "game_agent.py", self.folder / "class" / name)

    def tournament(self, pattern, *options):
        return run("tournament", "--course", pattern, "--pairs", "1", "--time", "5ms", "--board",
                   "5x5", "--db", "class.db", "--quiet", "--json", *options, cwd=self.folder)

    def names(self, done):
        self.assertEqual(done.returncode, 0, done.stderr)
        return [agent["agent"] for agent in json.loads(done.stdout)["agents"]]

    def test_names_and_faults(self):
        self.submit("alice", "bob", "carol", "Doe, John", "a/dave", "b/dave")
        (self.folder / "class" / "bob" / "game_agent.py").write_text("import nothing_such\n")
        (self.folder / "class" / "carol" / "game_agent.py").write_text(
            "class AlphaBetaPlayer:\n    def get_move(self, game, time_left):\n        return game.x\n")
        done = self.tournament("class/*/game_agent.py", "--course", "class/?/dave/game_agent.py")
        self.assertEqual(self.names(done), ["Doe, John", "alice", "carol", "dave", "b/dave"])
        left_out, *rest = [line for line in done.stderr.decode().splitlines() if "note:" not in line]
        self.assertEqual(left_out, "left out: 'class/bob/game_agent.py': ModuleNotFoundError: No "
                                   "module named 'nothing_such' (game_agent.py, line 1)")
        self.assertEqual(rest, [])
        games = run("export", "--db", "class.db", "--format", "jsonl", cwd=self.folder).stdout
        self.assertEqual(games.count(b'"reason":"exception","fault":"AttributeError: '), 8)
        again = self.tournament("class/*/game_agent.py", "--course", "class/?/dave/game_agent.py",
                                "--resume")
        self.assertEqual(again.stdout, done.stdout)

    def test_names_that_are_no_spec(self):
        self.submit("alice", "zoe,time=10s", "new\nline", "\udcff")
        done = self.tournament("class/*/game_agent.py", "--against", "random")
        self.assertEqual(self.names(done), ["alice", "Random"])
        for name, why in (("zoe,time=10s", "time: a duration is such as "),
                          (r"new\x0aline", "the spec of a course agent has no control characters"),
                          (r"\xff", "an agent is written in UTF-8")):
            self.assertIn(f"left out: 'class/{name}/game_agent.py': {why}", done.stderr.decode())

    def test_gauntlet_and_board(self):
        for name in ("one", "two"):
            (self.folder / "class" / name).mkdir(parents=True)
            shutil.copy(AGENTS / "my_custom_player.py", self.folder / "class" / name)
        done = run("tournament", "--course", "class/*/*.py", "--against", "random", "--pairs", "1",
                   "--time", "5ms", "--print-settings", cwd=self.folder)
        settings = json.loads(done.stdout)
        self.assertEqual((settings["board"], settings["against"]), ("11x9", ["random"]))

    def test_refusals(self):
        self.submit("bob")
        self.assert_refused(self.tournament("class/x*"), "no file fits 'class/x*'")
        (self.folder / "class" / "bob" / "game_agent.py").write_text("import nothing_such\n")
        done = self.tournament("class/*/game_agent.py")
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"none of the files that fit 'class/*/game_agent.py' can play", done.stderr)

    def test_interrupted_and_resumed(self):
        self.submit("alice", "bob", "carol")
        command = [ISOLAB, "tournament", "--course", "class/*/game_agent.py", "--pairs", "3",
                   "--board", "7x7", "--time", "20ms", "--db", "class.db", "--quiet", "--json"]
        process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)

        def kept():
            return run("export", "--db", "class.db", "--format", "csv",
                       cwd=self.folder).stdout.count(b"\n") - 1
        wait_until(lambda: kept() >= 2 or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        wait_until(lambda: not started())
        count = kept()
        done = subprocess.run(command + ["--resume"], cwd=self.folder, stdout=subprocess.PIPE,
                              check=True, timeout=PATIENCE)
        self.assertGreaterEqual(count, 2)
        self.assertEqual(kept(), 18)
        self.assertEqual(len(json.loads(done.stdout)["agents"]), 3)
        self.assertEqual(started(), set())


class Refusals(CourseTest):
    def refuse_match(self, sentence, spec, *options):
        done = run("match", spec, "random", "--pairs", "1", "--db", str(self.folder / "a.db"),
                   "--quiet", *options)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn(sentence, done.stderr.decode())
        self.assertFalse((self.folder / "a.db").exists())

    def file(self, text):
        path = self.folder / "agent.py"
        path.write_text(text)
        return f"course:{path}"

    def test_files(self):
        self.refuse_match("course needs a file", "course:")
        self.refuse_match("course:game_agent.py:AlphaBetaPlayer, not 'agent'", "course:agent")
        self.refuse_match("there is no file nowhere/agent.py", "course:nowhere/agent.py")
        self.refuse_match("ModuleNotFoundError: No module named 'tensorflow' (agent.py, line 2)",
                          self.file("\nimport tensorflow"))
        self.refuse_match("SyntaxError: ", self.file("def (:\n"))
        self.refuse_match("exception", self.file("raise Exception('an exception')"))
        self.refuse_match("the agent ended with exit status 4 before uciok",
                          self.file("import os; os._exit(4)"))
        self.refuse_match("slept for 0.1 s",
                          self.file("import time; time.sleep(1000)") + ",patience=100ms")
        self.refuse_match("the file has no class with get_move or get_action",
                          self.file("from sample_players import RandomPlayer"))
        self.refuse_match("the file has no Other", self.file("class A: pass") + ":Other")

    def test_budgets(self):
        self.refuse_match("an agent of the course plays by time: add time=150ms to its spec",
                          self.spec("game_agent.py").replace("time=40ms", "nodes=5"))
        self.refuse_match("plays on 11x9 alone", self.spec("my_custom_player.py"))

    def test_no_python(self):
        done = run("match", self.spec("game_agent.py"), "random", "--pairs", "1",
                   environment={"ISOLAB_PYTHON": "/nowhere/python"})
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"(no such command)", done.stderr)
        done = run("match", self.spec("game_agent.py"), "random", "--pairs", "1",
                   environment={"ISOLAB_COURSE": "/nowhere"})
        self.assertIn(b"ISOLAB_COURSE is '/nowhere', where there is no runner.py", done.stderr)


if __name__ == "__main__":
    unittest.main()
