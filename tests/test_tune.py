#!/usr/bin/env python3
"""`tune` from outside: refusals, small tunings, the same answer on any number of threads and
after any number of kills."""
import json
import os
import signal
import unittest

from arena_runs import ArenaTest
from command_line import run
from html_page import Page

SMALL = ("tune", "alphabeta:chase,w1=1", "--param", "w1=0:4:0.5", "--pairs", "6", "--confirm",
         "40", "--board", "5x5", "--nodes", "60", "--seed", "3")
SPSA = ("tune", "alphabeta:chase,w1=1", "--param", "w1", "--param", "w2", "--method", "spsa",
        "--rounds", "6", "--pairs", "4", "--confirm", "20", "--board", "5x5", "--nodes", "60")


class Refusals(ArenaTest):
    def refuse_tune(self, sentence, *arguments):
        self.refuse(sentence, "tune", *arguments, "--db", self.database())
        self.assertFalse(os.path.exists(self.database()))

    def test_parameters(self):
        chase = ("alphabeta:chase", "--param")
        self.refuse_tune("what is to be tuned? --param NAME, or NAME=LO:HI:STEP", chase[0])
        self.refuse_tune("unknown parameter 'w3'; did you mean w1 or w2? (order plain|pv, "
                         "ties random|first|last, lost play|forfeit|keep, between last|best, "
                         "inner plain|shuffled, deepen yes|no, w1 0 to 4, w2 0 to 4)", *chase, "w3")
        self.refuse_tune("w1 is a number from 0 to 4, not '9'", *chase, "w1=0:9")
        self.refuse_tune("w1 is a number from 0 to 4, not '-1'", *chase, "w1=-1:2")
        self.refuse_tune("w1 is a number from 0 to 4, not ''", *chase, "w1=:")
        self.refuse_tune("w1: the range '2:1' is empty; it lies within 0 to 4", *chase, "w1=2:1")
        self.refuse_tune("w1: a range is LO:HI or LO:HI:STEP within 0 to 4, not '2'", *chase,
                         "w1=2")
        self.refuse_tune("w1: the step is a number above 0, at most 1, not '0'", *chase,
                         "w1=0:1:0")
        self.refuse_tune("w1: the step is a number above 0, at most 1, not '0.1:3'", *chase,
                         "w1=0:1:0.1:3")
        self.refuse_tune("k: the step is a whole number above 0, at most 3, not '0.5'",
                         "alphabeta:attacker", "--param", "k=1:4:0.5")
        self.refuse_tune("order is one of plain|pv and takes no range", *chase, "order=0:1")
        self.refuse_tune("--param w1 stands twice", *chase, "w1", "--param", "w1=0:1")
        self.refuse_tune("random has no parameters", "random", "--param", "w1")
        self.refuse_tune("unknown parameter 'depth'; there are order, ties, lost, between, inner, "
                         "deepen, drilldown.depth, "
                         "rule, score (order plain|pv, ties random|first|last, lost play|forfeit|keep, "
                         "between last|best, inner plain|shuffled, deepen yes|no, "
                         "drilldown.depth 1 to 10, rule text|code, score sum|max)",
                         "alphabeta:drilldown", "--param", "depth")

    def test_the_rest(self):
        chase = ("alphabeta:chase", "--param", "w1")
        self.refuse_tune("one agent is wanted: isolab tune SPEC --param NAME", "--param", "w1")
        self.refuse_tune("unknown method 'spas'; did you mean spsa?", *chase, "--method", "spas")
        self.refuse_tune("spsa wants numbers, and order is one of plain|pv", "alphabeta:chase",
                         "--param", "order", "--method", "spsa")
        self.refuse_tune("--rounds is for the methods line and spsa", *chase, "--method", "grid",
                         "--rounds", "2")
        self.refuse_tune("--gain is for --method spsa", *chase, "--gain", "1,0.1")
        self.refuse_tune("--gain takes the first a_k, up to 100, and c, up to 0.5: 0.2,0.1", *chase,
                         "--method", "spsa", "--gain", "1,2")
        self.refuse_tune("the objective is score or accuracy, not 'beauty'", *chase, "--objective",
                         "beauty")
        self.refuse_tune("--objective accuracy has no opponents, so no --against or --pairs",
                         *chase, "--objective", "accuracy", "--pairs", "3")
        self.refuse_tune("--positions is for --objective accuracy", *chase, "--positions", "3")
        self.refuse_tune("the grid has 16008001 points, more than 20000; take larger steps",
                         "alphabeta:chase,w1=1", "--param", "w1=0:4:0.001", "--param", "w2=0:4:0.001", "--method", "grid")
        done = run("tune", *chase, "--against", "alphabeta:chas", "--db", self.database())
        self.assert_refused(done,
                            "unknown heuristic 'chas'; did you mean chase or chase-isolation?")


class Tunings(ArenaTest):
    def tune(self, arguments, database="tune.db", *more):
        done = run(*arguments, "--db", self.database(database), "--quiet", "--json", *more)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return json.loads(done.stdout)

    def test_line(self):
        answer = self.tune(SMALL)
        points = {point["values"]["w1"]: point for point in answer["points"]}
        self.assertEqual(len(points), len(answer["points"]))
        self.assertLessEqual({0, 1, 2, 3, 4}, set(points))
        self.assertTrue(answer["complete"])
        self.assertEqual(answer["against"], ["alphabeta:chase,w1=1", "alphabeta:improved"])
        self.assertEqual(answer["best"]["score"], max(p["score"] for p in answer["points"]))
        for point in points.values():
            low, high = point["interval"]
            lost, split, won = point["pair_points"]
            self.assertEqual(lost + split + won, 12)
            self.assertAlmostEqual(point["score"], (split + 2 * won) / 24)
            self.assertTrue(low <= point["score"] <= high)
        lead = points[0]["score"] - points[1]["score"]
        self.assertAlmostEqual(points[0]["lead"], lead)
        self.assertIsNone(points[1]["lead"])

    def test_points_are_runs_on_the_same_openings(self):
        answer = self.tune(SMALL)
        runs = json.loads(run("runs", "--db", self.database("tune.db"), "--json").stdout)["runs"]
        kinds = [one["kind"] for one in runs]
        self.assertEqual(kinds.count("tune point"), len(answer["points"]))
        openings = {}
        for one in runs:
            games = run("export", "--db", self.database("tune.db"), "--format", "jsonl", "--run",
                        str(one["run"] if "run" in one else one["id"])).stdout.splitlines()
            starts = {json.loads(game)["opening"] for game in games}
            openings.setdefault(one["kind"], set()).add(frozenset(map(str, starts)))
        self.assertEqual(len(openings["tune point"]), 1)
        confirmation = openings.get("tune confirmation sprt 0,10")
        self.assertTrue(confirmation is None or openings["tune point"].isdisjoint(confirmation))
        self.assertLessEqual(set(kinds), {"tune point", "tune confirmation sprt 0,10"})

    def test_same_on_any_number_of_threads(self):
        for arguments in (SMALL, SPSA):
            one = self.tune(arguments, "1.db", "--threads", "1")
            self.assertEqual(self.tune(arguments, "3.db", "--threads", "3"), one)

    def test_spsa(self):
        answer = self.tune(SPSA)
        self.assertEqual(len(answer["points"]), 12)
        self.assertEqual(len(answer["path"]), 7)
        self.assertEqual([point["round"] for point in answer["points"]],
                         [i // 2 for i in range(12)])
        for k, place in enumerate(answer["path"]):
            self.assertAlmostEqual(place["a"], 0.2 * (1.6 / (1.6 + k)) ** 0.602)
            self.assertAlmostEqual(place["c"], 0.1 / (k + 1) ** 0.101)

    def test_grid_and_pages(self):
        page, drawing = self.folder / "page.html", self.folder / "plot.svg"
        arguments = ("tune", "alphabeta:chase", "--param", "w1=0:1:0.5", "--param", "order",
                     "--method", "grid", "--pairs", "2", "--confirm", "0", "--board", "4x4",
                     "--nodes", "30")
        answer = self.tune(arguments, "grid.db", "--output", str(page))
        self.tune(arguments, "grid.db", "--output", str(drawing), "--resume")
        self.assertEqual(len(answer["points"]), 7)  # 3 x 2, and w1=0.3125
        self.assertIsNone(answer["confirmation"])
        read = Page(page.read_text(encoding="utf-8"))
        self.assertEqual(read.faults, [])
        self.assertEqual(read.sections, ["result", "points"])
        self.assertEqual(len(read.tables["The points that were measured"]), 7)
        self.assertEqual(read.plots, 1)
        self.assertNotIn("dark", read.content)  # what is darker on paper is brighter on a screen
        self.assertIn("xmlns", drawing.read_text())
        (texts,) = read.plot_texts.values()
        self.assertEqual([texts.count(text) for text in ("plain", "pv", "0.4")], [1, 1, 1])

    def test_a_curve_of_words(self):
        page = self.folder / "words.html"
        self.tune(("tune", "alphabeta:chase", "--param", "order", "--method", "grid", "--pairs",
                   "1", "--confirm", "0", "--board", "4x4", "--nodes", "30"), "words.db",
                  "--output", str(page))
        (texts,) = Page(page.read_text(encoding="utf-8")).plot_texts.values()
        self.assertEqual([text for text in texts if text in ("plain", "pv", "0", "1", "0.2")],
                         ["plain", "pv"])

    def test_every_parameter(self):
        """A step to each side of the standard value, or every choice."""
        registry = json.loads(run("heuristics", "--json").stdout)["heuristics"]
        for heuristic in registry:
            for row in heuristic["parameters"]:
                name, prefix = row["name"], ""
                if name == "depth":  # a budget of the agent's has that name
                    prefix = heuristic["name"] + "."
                values = row.get("choices")
                parameter = prefix + name
                if not values:
                    low, high = (min(max(row["default"] + sign * row["step"], row["min"]),
                                     row["max"]) for sign in (-1, 1))
                    parameter += f"={low}:{high}:{row['step']}"
                answer = self.tune(("tune", f"alphabeta:{heuristic['name']}", "--param", parameter,
                                    "--method", "grid", "--pairs", "1", "--confirm", "0",
                                    "--board", "4x4", "--nodes", "10"), "every.db")
                self.assertTrue(answer["complete"])
                self.assertIn(len(answer["points"]), (2, 3), parameter)
                self.assertIn(row["default"],
                              [point["values"][prefix + name] for point in answer["points"]])

    def test_accuracy(self):
        answer = self.tune(("tune", "alphabeta:attacker", "--param", "k=1:3", "--objective",
                            "accuracy", "--positions", "40", "--board", "5x5", "--nodes", "100",
                            "--confirm", "10"))
        self.assertEqual(answer["objective"], "accuracy")
        self.assertEqual({point["values"]["k"] for point in answer["points"]}, {1, 2, 3})

    def test_accuracy_by_the_clock(self):
        words = ("tune", "alphabeta:attacker", "--param", "k=1:2", "--objective", "accuracy",
                 "--positions", "4", "--board", "4x4", "--confirm", "0", "--threads", "200",
                 "--quiet", "--db", self.database())
        self.assertIn("virtual=150ms", self.answer(*words))
        note = run(*words, "--time", "1ms").stderr.decode()
        self.assertRegex(note, r"\Anote: \d+ at once instead of 200: agents play by the clock, and "
                               r"there (is|are) \d+ cores?\n\Z")

    def test_what_holds_for_all_points_is_said_once(self):
        said = run(*SMALL, "--time", "1ms", "--threads", "200", "--db",
                   self.database()).stderr.decode()
        self.assertEqual(said.count("at once instead of 200"), 1, said)

    def test_trace_and_table(self):
        done = run(*SMALL, "--db", self.database())
        trace = done.stderr.decode().splitlines()
        self.assertRegex(trace[0], r"^1 of at most 8: w1=1 \d+\.\d+ % \(\d+\.\d to \d+\.\d\); best "
                                   r"w1=1 \d+\.\d+ %; at most \d+:\d\d left$")
        self.assertIn("6 pairs each against alphabeta:chase,w1=1, AB_Improved on 5x5, nodes=60, "
                      "seed 3\n", done.stdout.decode())
        self.assertRegex(done.stdout.decode(), r"\nbest of \d points: alphabeta:chase")

    def test_points_that_play_alike(self):
        """What differs in nothing has no error to tell, and one pair is no pairs."""
        text = run("tune", "alphabeta:chase", "--param", "w2=1:1.0625:0.0625", "--pairs", "2",
                   "--confirm", "0", "--board", "4x4", "--nodes", "5", "--quiet", "--db",
                   self.database()).stdout.decode()
        self.assertRegex(text, r"w2=1\.0625 .* the same\n")
        self.assertNotIn("+- 0.00", text)
        text = run("tune", "alphabeta:chase", "--param", "w2=1:1.0625:0.0625", "--pairs", "1",
                   "--confirm", "0", "--board", "4x4", "--nodes", "5", "--quiet", "--db",
                   self.database()).stdout.decode()
        self.assertIn("\n1 pair each against ", text)

    def test_the_best_is_confirmed_or_not(self):
        """The best of several scores is told as that, and its confirmation as what it is."""
        better = ("tune", "alphabeta:chase,w1=0,w2=0", "--param", "w2=0:4:2", "--pairs", "20",
                  "--against", "alphabeta:improved", "--nodes", "60", "--sprt",
                  "0,60", "--confirm", "400", "--quiet", "--db", self.database())
        text = run(*better).stdout.decode()
        self.assertRegex(text, r"\nbest of 3 points: \S+, [\d.]+ % \(95 %: .*\); the best of several "
                               r"looks better than it is\nagainst the starting point on fresh "
                               r"openings: confirmed\nscore .*, allowing for the sequential "
                               r"test\ncounted .*\nsequential test of 0 against 60 Elo: .*: 60 is "
                               r"accepted\n$")
        told = json.loads(run(*better, "--resume", "--json").stdout)["confirmation"]
        self.assertEqual((told["estimate"], told["verdict"]), ("sequential", "elo1"))
        lost, split, won = told["pair_points"]
        self.assertAlmostEqual(told["naive_score"], (split + 2 * won) / (2 * told["pairs"]))
        self.assertLess(told["score"], told["naive_score"])
        without = list(better)
        without[without.index("--confirm") + 1] = "0"
        text = run(*without, "--resume").stdout.decode()
        self.assertTrue(text.endswith("\nnot tried on fresh openings: the same command with "
                                      "--resume and --confirm 5000 does that\n"), text)


class Interruptions(ArenaTest):
    LONG = ("tune", "alphabeta:chase,w1=1", "--param", "w1=0:4:0.25", "--pairs", "60", "--confirm",
            "300", "--sprt", "0,5", "--nodes", "300", "--quiet", "--json")

    def whole(self):
        done = run(*self.LONG, "--db", self.database("whole.db"))
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout

    def runs(self):
        listed = json.loads(run("runs", "--db", self.database("whole.db"), "--json").stdout)["runs"]
        return [(one["kind"], one["games"]) for one in listed]

    def test_killed_again_and_again(self):
        kills = 0
        for delay in (0.05, 0.15, 0.3, 0.45, 0.6):
            code, _, _ = self.start_and_signal(signal.SIGKILL, *self.LONG, "--db",
                                               self.database("cut.db"), "--resume", delay=delay)
            kills += code == -signal.SIGKILL
        self.assertGreater(kills, 0)
        done = run(*self.LONG, "--db", self.database("cut.db"), "--resume")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(done.stdout, self.whole())

    def test_ctrl_c(self):
        code, out, err = self.start_and_signal(signal.SIGINT, *self.LONG, "--db",
                                               self.database("cut.db"), delay=0.3)
        self.assertIn(code, (0, 130))
        if err:  # it was not too late
            self.assertEqual(code, 130)
            self.assertRegex(err, r"^stopped after \d+ points?, all games kept in \S+; the same "
                                  r"command with --resume goes on\n$")
        self.assertEqual(out.count("\n"), 1)
        json.loads(out)
        done = run(*self.LONG, "--db", self.database("cut.db"), "--resume")
        self.assertEqual(done.stdout, self.whole())

    def test_resumed_when_done_plays_nothing(self):
        whole = self.whole()
        before = self.runs()
        done = run(*self.LONG, "--db", self.database("whole.db"), "--resume")
        self.assertEqual(done.stdout, whole)
        self.assertEqual(self.runs(), before)


if __name__ == "__main__":
    unittest.main()
