#!/usr/bin/env python3
"""match and tournament from outside: kills, Ctrl-C, resuming, the sequential test, games by the clock,
and bad usage."""
import contextlib
import json
import math
import os
import pathlib
import random
import re
import signal
import sqlite3
import subprocess
import time
import unittest

from arena_runs import RESUME, ArenaTest, was_killed
from command_line import DATA, ENVIRONMENT, ISOLAB, PATIENCE, SANITIZED, run, wait_until

# About a second on one core, several with sanitizers.
PAIRS = 60 if SANITIZED else 300
STEADY = ("tournament", "--agent", "AB_Improved", "--agent", "alphabeta:attacker", "--against",
          "AB_Open", "--against", "Random", "--pairs", str(PAIRS), "--nodes", "1500", "--quiet")


def lives(number):
    try:
        state = pathlib.Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


class Endings(ArenaTest):
    """However often a run is ended, in the end there are the games of an undisturbed one."""

    @classmethod
    def setUpClass(cls):
        cls.random = random.Random(20)

    def undisturbed(self):
        self.answer(*STEADY, "--db", self.database("undisturbed.db"))
        return self.export(self.database("undisturbed.db"))

    def more_stored(self, database, asked):
        """What to wait for: nothing, or if it is asked for that more games are stored than now."""
        already = self.stored(database)
        return lambda: not asked or self.stored(database) > already

    def finish(self, database, whole):
        self.answer(*STEADY, "--db", database, "--resume")
        self.assertEqual(self.export(database), whole)
        self.assert_consistent(database)

    def test_kill_at_random_moments(self):
        """Of a slow machine's run hardly a game would be stored, so every second may store some."""
        whole = self.undisturbed()
        kills, halfway, round_number, database = 0, 0, 0, self.database("0.db")
        while kills < 20 or (halfway == 0 and round_number < 100):
            code, _, _ = self.start_and_signal(
                signal.SIGKILL, *STEADY, "--db", database, "--resume",
                happened=self.more_stored(database, kills % 2), delay=self.random.uniform(0, 0.3))
            stored = self.export(database)
            self.assertLessEqual(set(stored.splitlines()), set(whole.splitlines()))
            kills += was_killed(code)
            halfway += 0 < len(stored) < len(whole)
            if not was_killed(code):  # it was faster: another run then
                self.assertEqual(stored, whole)
                round_number += 1
                database = self.database(f"{round_number}.db")
        self.assertGreater(halfway, 0)
        self.finish(database, whole)

    def test_interrupt_at_random_moments(self):
        whole = self.undisturbed()
        total = whole.count(b"\n")
        interrupted, round_number, database = 0, 0, self.database("0.db")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) * 3:
            code, out, err = self.start_and_signal(
                number, *STEADY, "--db", database, "--resume",
                happened=self.more_stored(database, interrupted % 2),
                delay=self.random.uniform(0, 0.2))
            self.assertIn(code, (0, 130), err)
            self.assertTrue(out.startswith("won | lost against "), out)
            stored = self.export(database).count(b"\n")
            self.assertTrue(stored == total or code == 130, err)
            if stored == total and interrupted:
                break
            if stored == total:  # it was faster
                round_number += 1
                database = self.database(f"{round_number}.db")
                continue
            said = RESUME.search(err)
            self.assertTrue(said, err)
            self.assertEqual((int(said[1]), int(said[2]), said[3]), (stored, total, database))
            self.assert_consistent(database)
            interrupted += 1
        self.assertGreater(interrupted, 0)
        self.finish(database, whole)

    def test_resume_is_for_the_same_settings(self):
        database = self.database()
        short = ("tournament", "--agent", "random", "--agent", "first", "--db", database, "--quiet")
        table = self.answer(*short)
        long_ago = "2000-01-02T03:04:05Z"
        with contextlib.closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("UPDATE run SET finished = ?", (long_ago,))
        self.assertEqual(self.answer(*short, "--resume"), table)  # all is played: nothing to do
        again = self.answer_json("runs", "--db", database)["runs"][0]["finished"]
        self.assertEqual(again, long_ago)
        self.answer(*short, "--resume", "--seed", "2")
        self.answer(*short)
        runs = self.answer_json("runs", "--db", database)["runs"]
        self.assertEqual([entry["games"] for entry in runs], [20, 20, 20])

    def test_resume_is_for_the_same_openings(self):
        path = self.write("openings.txt", "7x7 d4 a1\n7x7 c3 e5\n")
        line = ("match", "random", "first", "--pairs", "2", "--openings", path, "--db",
                self.database(), "--quiet")
        score = self.answer(*line).split("\n\n")[0]  # what follows tells times
        with contextlib.closing(sqlite3.connect(self.database())) as connection, connection:
            connection.execute("DELETE FROM game WHERE opening = 1")
            connection.execute("UPDATE run SET finished = NULL")
        self.write("openings.txt", "7x7 d4 a1\n7x7 c3 e4\n")
        self.refuse(f"the openings in '{path}' are not those that run 1 began with: bring them "
                    "back, or start a new run without --resume", *line, "--resume")
        runs = self.answer_json("runs", "--db", self.database())["runs"]
        self.assertEqual([entry["games"] for entry in runs], [2])
        self.write("openings.txt", "# the same positions\n7x7 d4 a1\n\n7x7 c3 e5\n")
        self.assertEqual(self.answer(*line, "--resume").split("\n\n")[0], score)
        os.remove(path)
        self.answer("report", "--db", self.database(), "--output", self.database("page.html"))


class SequentialTest(ArenaTest):
    LINE = ("match", "alphabeta:attacker", "Random", "--pairs", "3000", "--nodes", "60", "--sprt",
            "0,100", "--quiet")

    def test_same_pair_on_any_threads(self):
        answers = []
        for threads in ("1", "2", "5"):
            answer = self.answer_json(*self.LINE, "--threads", threads, "--db",
                                      self.database(threads))
            self.assertEqual(answer["verdict"], "elo1")
            self.assertLess(answer["verdict_pairs"], 3000)
            answers.append(answer)
        self.assertEqual(answers[1:], answers[:1] * 2)
        self.assertEqual(answer["pairs"], answer["verdict_pairs"])
        self.assertGreaterEqual(answer["llr"], answer["llr_bounds"][1])

    def test_a_decided_match_stays_decided(self):
        first = self.answer_json(*self.LINE, "--db", self.database())
        again = self.answer_json(*self.LINE, "--db", self.database(), "--resume")
        self.assertEqual(first, again)

    def test_before_the_first_pair(self):
        code, out, _ = self.start_and_signal(
            signal.SIGINT, "match", "AB_Open", "AB_Improved", "--time", "1h", "--sprt", "0,10",
            "--json", "--quiet", "--db", self.database(),
            happened=lambda: self.stored(self.database(), "run"))
        answer = json.loads(out)
        self.assertEqual((code, answer["pairs"], answer["llr"]), (130, 0, 0))
        self.assertIs(answer["interrupted"], True)
        for bound, expected in zip(answer["llr_bounds"], (-math.log(19), math.log(19))):
            self.assertAlmostEqual(bound, expected)

    def test_games_without_their_pair(self):
        """A pair of which one game is there: said, and not counted."""
        self.answer("match", "random", "first", "--pairs", "1", "--quiet", "--db", self.database())
        slow = ("match", "AB_Open", "AB_Improved", "--pairs", "1", "--time", "1h", "--quiet",
                "--db", self.database(), "--resume")
        self.start_and_signal(signal.SIGINT, *slow,
                              happened=lambda: self.stored(self.database(), "run") == 2)
        with contextlib.closing(sqlite3.connect(self.database())) as connection, connection:
            connection.execute("UPDATE game SET run = 2 WHERE side = 1")
        code, out, _ = self.start_and_signal(signal.SIGINT, *slow, "--json")
        answer = json.loads(out)
        self.assertEqual((code, answer["pairs"], answer["planned"], answer["lone_games"],
                          answer["score"], answer["llr"]), (130, 0, 1, 1, None, None))
        _, out, _ = self.start_and_signal(signal.SIGINT, *slow)
        self.assertIn("0 : 0 in 0 pairs: 0 won 2-0, 0 split, 0 lost 0-2, and 1 game without its "
                      "pair\n", out)

    def test_only_what_the_verdict_rests_on_is_told(self):
        words = ("match", "alphabeta:attacker", "Random", "--pairs", "200", "--nodes", "60",
                 "--quiet", "--db", self.database(), "--resume")
        whole = self.answer_json(*words)
        self.assertEqual((whole["pairs"], whole["lone_games"], whole["llr"]), (200, 0, None))
        with contextlib.closing(sqlite3.connect(self.database())) as connection, connection:
            connection.execute("UPDATE run SET kind = 'match sprt 0,100'")
        words += ("--sprt", "0,100")
        answer = self.answer_json(*words)
        self.assertLess(answer["pairs"], 200)
        self.assertEqual((answer["pairs"], answer["planned"]), (answer["verdict_pairs"], 200))
        points = answer["pair_points"]
        self.assertEqual(sum(points), answer["pairs"])
        self.assertEqual((answer["wins"], answer["losses"]),
                         (2 * points[2] + points[1], 2 * points[0] + points[1]))
        self.assertAlmostEqual(answer["naive_score"], answer["wins"] / (2 * answer["pairs"]))
        self.assertIn(f"{answer['wins']} : {answer['losses']} in {answer['pairs']} pairs: "
                      f"{points[2]} won 2-0, {points[1]} split, {points[0]} lost 0-2\n",
                      self.answer(*words))

    def test_the_estimate_allows_for_the_stop(self):
        """What is counted where the match happened to stop is told as that, beside it."""
        answer = self.answer_json(*self.LINE, "--db", self.database())
        low, high = answer["interval"]
        self.assertEqual(answer["estimate"], "sequential")
        self.assertLess(answer["score"], answer["naive_score"])
        self.assertTrue(low < answer["score"] < high)
        self.assertNotEqual(answer["interval"], answer["naive_interval"])
        self.assertAlmostEqual(answer["elo"], 400 * math.log10(1 / (1 / answer["score"] - 1)))
        text = self.answer(*self.LINE, "--db", self.database(), "--resume")
        self.assertIn(f"\nscore {100 * answer['score']:.1f} % (95 %: {100 * low:.1f} to "
                      f"{100 * high:.1f}), Elo ", text)
        self.assertIn(f", allowing for the sequential test\ncounted "
                      f"{100 * answer['naive_score']:.1f} %, but it stopped because it leaned", text)
        self.assertNotIn("better with a chance", text)

    def test_another_test_is_another_run(self):
        for more in ((), ("--sprt", "0,100"), ("--sprt", "0,200"), ("--sprt", "0,200")):
            self.answer("match", "alphabeta:attacker", "Random", "--pairs", "20", "--nodes", "60",
                        "--quiet", "--db", self.database(), "--resume", *more)
        runs = self.answer_json("runs", "--db", self.database())["runs"]
        self.assertEqual([entry["kind"] for entry in runs],
                         ["match", "match sprt 0,100", "match sprt 0,200"])

    def test_its_page(self):
        """The page says what the match says, and how to have it play again."""
        text = self.answer(*self.LINE, "--db", self.database(), "--threads", "5")
        score, counted, test = text.splitlines()[2:5]
        self.answer("report", "--db", self.database(), "--output", self.database("page.html"))
        page = (self.folder / "page.html").read_text()
        for line in (score, counted, test):
            self.assertIn(f"<p class=\"sentence\">{line}</p>", page)
        self.assertIn("This match stops itself, so the rates and ratings below, which are as "
                      "counted, overstate.", page)
        self.assertNotIn("Highest win rate", page)
        self.assertNotIn("Unfinished", page)
        self.assertRegex(page, r"<dt>Finished</dt><dd>\d{4}-\d\d-\d\d [\d:]{8} UTC</dd>")
        command = page.split('aria-label="Command line"><code>')[1].split("</code>")[0]
        self.assertRegex(command, r"^isolab match alphabeta:attacker random [^<]*--sprt 0,100$")

    def test_a_match_of_fixed_length_is_counted(self):
        answer = self.answer_json("match", "alphabeta:attacker", "Random", "--pairs", "12",
                                  "--nodes", "60", "--quiet", "--db", self.database())
        self.assertEqual(answer["estimate"], "counted")
        self.assertAlmostEqual(answer["score"], answer["wins"] / 24)
        self.assertNotIn("naive_score", answer)

    def test_text(self):
        text = self.answer(*self.LINE, "--db", self.database())
        self.assertIn("sequential test of 0 against 100 Elo", text)
        self.assertIn("100 is accepted", text)

    def test_one_pair(self):
        text = self.answer("match", "random", "first", "--pairs", "1", "--sprt", "0,10", "--quiet",
                           "--db", self.database())
        self.assertIn(" in 1 pair: ", text)
        self.assertIn(" after 1 pair: undecided\n", text)


class ByTheClock(ArenaTest):
    BUSY = (r"warning: a move took \d+ ms more than its time; this machine is too busy for games by "
            r"the clock\n")

    def assert_noted(self, done, note):
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr.decode(), rf"\A{re.escape(note)}({self.BUSY})?\Z")

    def test_no_more_games_than_cores(self):
        cores = len(os.sched_getaffinity(0))
        for budget in (("--time", "1s"), ()):  # without a budget alphabeta has 150 ms
            agents = ("match", "alphabeta:open", "Random", "--board", "3x3", "--pairs", "1")
            done = run(*agents, *budget, "--threads", "200", "--quiet", "--db", self.database())
            self.assert_noted(done, f"note: {cores} at once instead of 200: agents play by the "
                                    f"clock, and there {'is' if cores == 1 else 'are'} {cores} "
                                    f"core{'' if cores == 1 else 's'}\n")

    def test_cores_are_those_it_may_use(self):
        one = min(os.sched_getaffinity(0))
        done = run("match", "alphabeta:open", "Random", "--board", "3x3", "--pairs", "1",
                   "--threads", "2", "--quiet", "--db", self.database(),
                   preexec_fn=lambda: os.sched_setaffinity(0, {one}))
        self.assert_noted(done, "note: 1 at once instead of 2: agents play by the clock, and there "
                                "is 1 core\n")

    def test_other_budgets_take_any_number(self):
        self.answer("match", "AB_Open", "Random", "--pairs", "1", "--nodes", "10", "--threads",
                    "200", "--quiet", "--db", self.database())

    def test_the_default_budget_is_said(self):
        note = b"note: no budget is given, so searches have 150 ms a move; "
        words = ("--pairs", "1", "--board", "3x3", "--db", self.database())
        for agents in (("champion", "random"), ("AB_Open", "first")):
            self.assertIn(note, run("match", *agents, *words).stderr)
        self.assertIn(note, run("tournament", "--agent", "mcts", "--agent", "random",
                                *words).stderr)
        for agents in (("MM_Open", "random"), ("AB_Open,nodes=9", "first"),
                       ("AB_Open,time=9ms", "first"), ("AB_Open", "first", "--virtual", "9ms"),
                       ("AB_Open", "first", "--depth", "2"), ("AB_Open", "first", "--quiet")):
            self.assertNotIn(b"note", run("match", *agents, *words).stderr)
        for command in ("match", "tournament", "tune", "best", "play"):
            self.assertIn("has 150 ms a move", " ".join(self.answer("help", command).split()))

    def test_overload_is_said(self):
        """A machine that stands still every now and then, in the middle of somebody's move."""
        process = self.start("match", "AB_Open", "AB_Improved", "--time", "30ms", "--pairs", "2",
                             "--threads", "1", "--quiet", "--db", self.database())
        while process.poll() is None:
            process.send_signal(signal.SIGSTOP)
            time.sleep(0.05)
            process.send_signal(signal.SIGCONT)
            time.sleep(0.02)
        out, err = process.communicate()
        self.assertEqual(process.returncode, 0)
        self.assertRegex(err.decode(), rf"\A{self.BUSY}\Z")
        self.assertTrue(out)


class Leftovers(ArenaTest):
    """An engine that never answers, and a child it has put into a session of its own."""

    def engine(self):
        script = self.write("engine.sh", 'setsid sleep 600 & echo $$ $! >>"$1"; exec sleep 600\n')
        return f"exec:sh {script} {self.folder}/numbers,start=10m"

    def numbers(self, process, count):
        """Of the engines and children that were started, once there are so many."""
        path = self.folder / "numbers"
        wait_until(lambda: process.poll() is not None or
                   path.exists() and len(path.read_text().split()) >= count)
        self.assertIsNone(process.poll(), process)
        return [int(number) for number in path.read_text().split()]

    def assert_gone(self, numbers):
        for number in numbers:
            wait_until(lambda: not lives(number))

    def test_nobody_outlives_the_program(self):
        match = ("match", "random", self.engine(), "--pairs", "1", "--quiet", "--db",
                 self.database())
        best = ("best", "7x7", "--agent", self.engine())
        for words, count in ((match, 4), (best, 2)):  # a match looks first whether it is there
            for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
                process = self.start(*words)
                numbers = self.numbers(process, count)
                process.send_signal(number)
                process.communicate(timeout=PATIENCE)
                self.assert_gone(numbers)
                os.remove(self.folder / "numbers")

    def test_a_run_under_nohup_does_not_hear(self):
        database = self.database()
        process = subprocess.Popen(
            [ISOLAB, "match", "AB_Open", "AB_Improved", "--nodes", "3000", "--pairs", "20",
             "--quiet", "--db", database], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=ENVIRONMENT, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        wait_until(lambda: os.path.exists(database))
        process.send_signal(signal.SIGHUP)
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, err), (0, b""))
        self.assertEqual(self.export(database).count(b"\n"), 40)


class Refusals(ArenaTest):
    def test_agents(self):
        self.refuse("a tournament needs at least two agents", "tournament")
        self.refuse("a tournament needs at least two agents", "tournament", "--agent", "random")
        self.refuse("unknown agent 'frist'; did you mean first?", "tournament", "--agent", "frist")
        self.refuse("--against without --agent: who plays against them?", "tournament",
                    "--against", "random")
        self.refuse("two agents are wanted: isolab match A B", "match")
        self.refuse("two agents are wanted: isolab match A B", "match", "random")
        self.refuse("two agents are wanted: isolab match A B", "match", *["random"] * 3)
        self.refuse("more than 64 agents", "tournament", *["--agent", "random"] * 65)

    def test_agents_that_cannot_play(self):
        """Before the run: each of their games would be lost, and nobody the wiser."""
        base = ("--pairs", "1", "--quiet", "--db", self.database())
        self.refuse("'exec:./nosuch': no such command", "match", "random", "exec:./nosuch", *base)
        self.refuse(f"'exec:{self.write('data', 'no program')}': this command cannot be run",
                    "tournament", "--agent", f"exec:{self.database('data')}", "--agent", "random",
                    *base)
        done = run("match", "champion,hash=65536", "mcts,hash=65536", *base)
        if b"MB are wanted" not in done.stderr:
            self.skipTest("this machine has all that memory")
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertFalse(os.path.exists(self.database()))

    def test_threads_that_would_not_repeat(self):
        base = ("--pairs", "1", "--quiet", "--db", self.database(), "random")
        sentence = ("'champion,threads=2{}': threads are for time budgets: under nodes, depth or "
                    "virtual ones several would not play the same games again")
        for budget in (["--nodes", "50"], ["--depth", "2"], ["--virtual", "20ms"]):
            self.refuse(sentence.format(""), "match", "champion,threads=2", *base, *budget)
        self.refuse(sentence.format(",nodes=50"), "match", "champion,threads=2,nodes=50", *base,
                    "--time", "5ms")
        self.assertFalse(os.path.exists(self.database()))
        self.assertEqual(run("match", "champion,threads=2", *base, "--time", "5ms").returncode, 0)

    def test_numbers(self):
        two = ("match", "random", "first")
        for bad in ("0", "x", "-1", "100000001"):
            self.refuse(f"--pairs is a whole number from 1 to 100000000, not '{bad}'",
                        *two, "--pairs", bad)
        self.refuse("a run has at most 1000000000 games; these pairs and repeats make more",
                    "tournament", "--agent", "random", "--agent", "first", "--pairs", "100000000",
                    "--repeats", "100000000", "--db", self.database())
        self.assertFalse(os.path.exists(self.database()))
        self.refuse("--threads is a whole number from 1 to 256, not '0'", *two, "--threads", "0")
        self.refuse("--seed is a whole number from 0 to 9223372036854775807, not '-0'", *two,
                    "--seed", "-0")
        self.refuse("--sprt takes two Elo values such as 0,10", *two, "--sprt", "0")
        self.refuse("--sprt takes two Elo values such as 0,10", *two, "--sprt", "0,10x")

    def test_openings(self):
        two = ("match", "random", "first", "--db", self.database())
        self.refuse("openings: cannot read 'nothing': No such file or directory",
                    *two, "--openings", "nothing")
        self.refuse("openings have 0 to 128 plies", *two, "--openings", "129")
        self.refuse("games on 7x7 are hardly ever longer than 60 plies: shorter openings are "
                    "wanted", *two, "--openings", "60")
        path = self.write("o.txt", "7x7 d4\n8x8\n")
        done = run(*two, "--openings", path)
        self.assertEqual(done.returncode, 2)
        self.assertTrue(done.stderr.endswith(b": line 2: a 8x8 board among 7x7 ones\n"))
        self.assertFalse(os.path.exists(self.database()))

    def test_openings_of_another_board(self):
        """A board that was asked for, by option or in a file of settings, is played on or refused."""
        path = self.write("small.txt", "# small\n5x5 a1 b3\n5x5 c3 a1\n")
        sentence = f"'{path}': line 2: a 5x5 board, but the games are to be on 7x7"
        two = ("match", "random", "first", "--pairs", "2", "--quiet", "--db", self.database())
        self.refuse(sentence, *two, "--openings", path, "--board", "7x7")
        settings = self.write("s.json", '{"board": "7x7", "agents": ["random", "first"], '
                                        '"openings": {"file": "%s"}}' % path)
        self.refuse(sentence, "tournament", "--settings", settings, "--db", self.database())
        self.refuse(sentence, "tune", "alphabeta:chase", "--param", "w1", "--board", "7x7",
                    "--openings", path, "--db", self.database())
        self.assertFalse(os.path.exists(self.database()))
        self.answer(*two, "--openings", path)
        self.answer(*two, "--openings", path, "--board", "5x5", "--resume")
        runs = self.answer_json("runs", "--db", self.database())["runs"]
        self.assertEqual([entry["games"] for entry in runs], [4])
        text = self.answer(*two, "--openings", path, "--print-settings")
        self.assertNotIn("board", json.loads(text))
        again = self.write("again.json", text)
        self.assertEqual(self.answer("match", "--settings", again, "--print-settings"), text)
        self.answer("match", "--settings", again, "--resume", "--db", self.database(), "--quiet")
        self.assertEqual(len(self.answer_json("runs", "--db", self.database())["runs"]), 1)
        tuned = self.answer("tune", "alphabeta:chase", "--param", "w1=0:1:1", "--pairs", "1",
                            "--nodes", "10", "--confirm", "0", "--openings", path, "--quiet",
                            "--db", self.database("tune.db"))
        self.assertIn(" on 5x5, ", tuned)

    def test_settings(self):
        self.refuse("cannot read 'nothing.json': No such file or directory", "tournament",
                    "--settings", "nothing.json")
        for text, sentence in (("{", "line 1, column 1: string or '}' expected near end of file"),
                               ('{"board": "7\\u0000x7"}',
                                "line 1, column 21: a text with \\u0000 in it"),
                               ('{"pear": 1}', "'pear': there is no such setting")):
            path = self.write("s.json", text)
            done = run("tournament", "--settings", path)
            self.assertEqual((done.returncode, done.stderr.count(b"\n")), (2, 1))
            self.assertTrue(done.stderr.decode().endswith(f": {sentence}\n"), done.stderr)
        path = self.write("large.json", "{}" + " " * (1 << 20))
        self.refuse(f"cannot read '{path}': it is larger than 1 MB", "tournament", "--settings",
                    path)
        path = self.write("three.json", '{"agents": ["random", "first", "Greedy"]}')
        self.refuse("a match has two agents, not 3", "match", "--settings", path)
        text = self.answer("match", "random", "first", "--pairs", "3", "--print-settings")
        self.assertEqual(self.answer("match", "--settings", "-", "--print-settings",
                                     stdin=text.encode()), text)
        self.refuse("'-': 'pear': there is no such setting", "match", "--settings", "-",
                    stdin=b'{"pear": 1}')

    def test_database(self):
        done = run("match", "random", "first", "--db", "/nowhere/games.db")
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (2, 1))
        self.assertIn(b"/nowhere/games.db", done.stderr)


class Settings(ArenaTest):
    def test_a_run_prints_its_own_settings(self):
        options = ("--board", "11x9", "--agent", "AB_Improved", "--against", "Random", "--pairs",
                   "4", "--repeats", "2", "--openings", "6", "--seed", "9", "--nodes", "70")
        text = self.answer("tournament", *options, "--print-settings")
        path = self.folder / "settings.json"
        path.write_text(text)
        self.assertEqual(self.answer("tournament", "--settings", str(path), "--print-settings"),
                         text)
        one, other = self.database("one.db"), self.database("other.db")
        self.answer("tournament", *options, "--quiet", "--db", one)
        self.answer("tournament", "--settings", str(path), "--quiet", "--db", other)
        self.assertEqual(self.export(one), self.export(other))

    def played(self, *options):
        """Agents and opponents of a gauntlet's file with these options."""
        path = self.write("gauntlet.json", '{"agents": ["random", "first"], '
                                           '"against": ["Greedy", "AB_Open"]}')
        settings = json.loads(self.answer("tournament", "--settings", path, *options,
                                          "--print-settings"))
        return settings["agents"], settings["against"]

    def test_agents_override_agents_and_opponents_opponents(self):
        """An option replaces what it names, and a gauntlet stays one unless told otherwise."""
        theirs = self.played()[1]
        self.assertEqual(self.played("--agent", "champion", "--agent", "mcts"),
                         (["champion", "mcts"], theirs))
        self.assertEqual(self.played("--against", "champion"), (["random", "first"], ["champion"]))
        self.assertEqual(self.played("--agent", "mcts", "--against", "champion"),
                         (["mcts"], ["champion"]))
        self.assertEqual(self.played("--round-robin"), (["random", "first"], []))
        self.assertEqual(self.played("--round-robin", "--agent", "champion", "--agent", "mcts"),
                         (["champion", "mcts"], []))
        self.refuse("more than 64 agents", "tournament", "--settings",
                    self.write("opponents.json", '{"agents": ["random"], "against": ["first"]}'),
                    *["--agent", "random"] * 64)
        self.refuse("--round-robin is without opponents, so without --against", "tournament",
                    "--agent", "random", "--against", "first", "--round-robin")
        path = self.write("all.json", '{"agents": ["random", "first"]}')
        settings = json.loads(self.answer("tournament", "--settings", path, "--against", "mcts",
                                          "--print-settings"))
        self.assertEqual((settings["agents"], settings["against"]),
                         (["random", "first"], ["mcts"]))

    def test_options_override_the_file(self):
        settings = json.loads(self.answer("tournament", "--settings",
                                          str(DATA / "arena_nodes.json"), "--pairs", "99",
                                          "--nodes", "5", "--print-settings"))
        self.assertEqual((settings["pairs"], settings["budget"], settings["seed"]),
                         (99, "nodes=5", 2024))


if __name__ == "__main__":
    unittest.main()
