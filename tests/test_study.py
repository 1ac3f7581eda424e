#!/usr/bin/env python3
"""`study` from outside: small runs, the same bytes every time, kept, resumed, reported, refused."""
import hashlib
import json
import re
import signal
import sqlite3
import unittest

from arena_runs import ArenaTest
from command_line import DATA, SANITIZED, run
from html_page import Page

SMALL = ["--scale", "0.02", "--quiet"]
NAMES = ["000", "001", "002", "003", "004"]


class Answers(ArenaTest):
    def study(self, *arguments, database="games.db"):
        return self.answer("study", *arguments, *SMALL, "--db", self.database(database))

    def test_every_study_the_same_everywhere(self):
        """Text and games of all five, on one thread and on three, and as they always were."""
        one = self.study("all", "--threads", "1", database="one.db")
        three = self.study("all", "--threads", "3", database="three.db")
        self.assertEqual(one, three)
        self.assertEqual(re.findall(r"^Study (\d+):", one, re.MULTILINE), NAMES)
        known = (DATA / "study_small.sha256").read_text().split()[0]
        self.assertEqual(hashlib.sha256(one.encode()).hexdigest(), known)

    def test_kept_as_runs_of_their_study(self):
        self.study("003")
        runs = json.loads(self.answer("runs", "--json", "--db", self.database()))
        runs = runs["runs"] if isinstance(runs, dict) else runs
        self.assertEqual([(r["kind"], r["games"], r["planned"]) for r in runs],
                         [("study 003", 112, 112)])
        budget = json.loads(self.answer("runs", "--json", "--db", self.database()))
        self.assertIn("virtual=150ms", json.dumps(budget))

    def test_json_says_what_the_text_says(self):
        text = self.study("003")
        answer = json.loads(self.study("003", "--json", "--resume"))
        self.assertEqual((answer["study"], answer["games"], answer["run"]), ("003", 112, 1))
        cells = answer["tables"][0]["cells"]
        self.assertEqual(len(cells), 25)
        custom = [c for c in cells if c["name"] == "Custom" and c["opponent"] is None][0]
        self.assertEqual((custom["agent"], custom["published"], custom["measure"]),
                         ("Custom,lost=keep,inner=shuffled", 72.5, "rate"))
        self.assertLessEqual(custom["interval"][0], custom["measured"])
        self.assertIn(f"72.5 {custom['measured']:.1f} ", text)
        for claim in answer["claims"]:
            self.assertRegex(text, rf"{claim['verdict']} +{re.escape(claim['claim'])}")

    def test_what_the_marks_mean(self):
        """Of numbers with an interval, which is told as it is, and of p, which has none."""
        text = self.study("001")
        answer = json.loads(self.study("001", "--json", "--resume"))
        cells = [cell for table in answer["tables"] for cell in table["cells"]]
        self.assertLessEqual({cell["agreement"] for cell in cells if cell["measure"] == "p"},
                             {"same side", "other side"})
        self.assertLessEqual({cell["agreement"] for cell in cells if cell["measure"] != "p"},
                             {"inside", "near", "outside", "unknown"})
        self.assertIn("\n= published inside our 95 % interval, ~ near: inside once its own error is "
                      "added, ! outside, ? nothing to compare\nof p: = published on our side of "
                      "0.05, ! on the other\n", text)
        median = next(cell for cell in cells if cell["measure"] == "median")
        self.assertIn("{:.2f} {:.2f} ({:.2f}-{:.2f}) ".format(
            median["published"], median["measured"], *median["interval"]), text)
        self.assertTrue(text.endswith("\nverdicts and p are of one-sided tests at the 5 % level, "
                                      "intervals are two-sided, 95 %\n\n"), text)

    def test_wins_add_up(self):
        """The table of study 003 counted again from the exported games."""
        self.study("003")
        answer = json.loads(self.study("003", "--json", "--resume"))
        games = [json.loads(line) for line in self.export(self.database()).splitlines()]
        total = [c for c in answer["tables"][0]["cells"]
                 if c["name"] == "AB_Custom" and c["opponent"] is None][0]
        won = played = 0
        for game in games:
            for side, other in (("first", "second"), ("second", "first")):
                if game[side] == "alphabeta:attacker,lost=keep,inner=shuffled":
                    played += 1
                    won += game["winner"] == side
        self.assertEqual(played, 8)
        self.assertAlmostEqual(total["measured"], 100 * won / played)

    def test_ways_to_play(self):
        """Options that change the games do; the price of a node stays the study's."""
        plain = self.study("002")
        self.assertIn("virtual=150ms,virtual-node=26us,virtual-slowness=2.75", plain)
        for option, word in (("--ties", "random"), ("--lost", "play"), ("--between", "best"),
                             ("--inner", "shuffled"), ("--seed", "2"), ("--rules", "text")):
            self.assertNotEqual(plain, self.study("002", option, word), option)
        self.assertIn("virtual=20ms,virtual-node=26us,virtual-slowness=2.75",
                      self.study("002", "--virtual", "20ms"))
        self.assertIn("seed 1, nodes=50.", self.study("002", "--nodes", "50"))

    def test_rules(self):
        """The author's by default, the text's when asked for, and told; with every rule changed
        back by options, the text's too."""
        told = {}
        for rules, arguments in (("author", []), ("text", ["--rules", "text"]),
                                 ("other", ["--ties", "last"])):
            answer = json.loads(self.study("003", "--json", *arguments))
            self.assertEqual(answer["rules"], rules)
            told[rules] = {cell["agent"] for cell in answer["tables"][0]["cells"]}
        self.assertIn("alphabeta:reach,lost=keep,inner=shuffled", told["author"])
        self.assertIn("alphabeta:reach", told["text"])
        self.assertIn("Custom", told["text"])
        again = json.loads(self.study("003", "--json", "--lost", "play", "--inner", "plain"))
        self.assertEqual(again["rules"], "text")
        self.assertIn("Its program, played here: a random one of equal moves", self.study("003"))
        self.assertIn("Played by its text", self.study("003", "--rules", "text"))
        self.assertIn("not known; assumed is", self.study("000"))

    def test_fit(self):
        """Counted again from the cells: over all opponents, and by single ones."""
        answer = json.loads(self.study("003", "--json"))
        cells = [cell for table in answer["tables"] for cell in table["cells"]
                 if cell["published"] is not None]
        for name, chosen in (("rates", [c for c in cells if c["opponent"] is None]),
                             ("matches", [c for c in cells if c["opponent"] is not None])):
            fit = answer["fit"][name]
            self.assertEqual(fit["count"], len(chosen))
            squares = sum((c["measured"] - c["published"]) ** 2 for c in chosen)
            self.assertAlmostEqual(fit["rms"], (squares / len(chosen)) ** 0.5)
            for agreement in ("inside", "near", "outside"):
                self.assertEqual(fit[agreement],
                                 sum(c["agreement"] == agreement for c in chosen))
        self.assertIsNone(json.loads(self.study("004", "--json"))["fit"]["matches"])

    def test_raw_results(self):
        """Study 002's games won by opponent, with a chi-square for each heuristic, and its slip;
        drilldown's losses on time."""
        text = self.study("002")
        self.assertIn("487 of 700 are 69.57", text)
        answer = json.loads(self.study("002", "--json", "--resume"))
        tests = answer["tables"][0]["chi_square"]
        self.assertEqual([test["name"] for test in tests],
                         ["ID_Improved", "OpenMove_Div", "Drilldown", "Combined"])
        for test in tests:
            statistic = 0
            for cell in answer["tables"][0]["cells"]:
                if cell["name"] == test["name"] and cell["opponent"] is not None:
                    own, here = cell["published"], cell["measured"] / 100 * 4
                    share = (own + here) / 104
                    if 0 < share < 1:
                        statistic += sum((won - share * games) ** 2 / (games * share * (1 - share))
                                         for won, games in ((own, 100), (here, 4)))
            self.assertAlmostEqual(test["statistic"], statistic)
            self.assertTrue(0 < test["p"] < 1)
        self.assertIn("Drilldown", answer["lost_on_time"])
        self.assertRegex(text, r"Lost on time: Drilldown \d+ of 28 games")

    def test_own_repeats(self):
        """Study 001's own repeats beside ours: in the claims, and in the box plot."""
        file = self.folder / "own.html"
        text = self.study("001", "--output", str(file))
        self.assertIn("(the study's own repeats: p = 6.6e-06)", text)
        self.assertIn("(the study's own repeats: p = 0.109)", text)
        page = Page(file.read_text(encoding="utf-8"))
        boxes = page.plot_texts["Box plots of the win rates over repeats"]
        self.assertEqual(boxes.count("as published"), 4)
        self.assertIn("median 69.7 %", boxes)
        self.assertIn("Pressure by number of occupied squares", page.plot_texts)
        self.assertIn("Figure 1: centrality of every square", page.content)

    def test_boards(self):
        """What studies say of positions, in text, JSON and as drawings."""
        file = self.folder / "boards.html"
        text = self.study("002", "--output", str(file))
        self.assertRegex(text, r"held +Open moves take \(0, 1\), b7")
        self.assertIn("greedy:open-div plays b7; greedy:drilldown,rule=code plays f7; by exact "
                      "play f7 wins", text)
        boards = json.loads(self.study("002", "--json"))["boards"]
        self.assertEqual([board["verdict"] for board in boards], ["held"] * 3)
        self.assertEqual(boards[2]["position"],
                         "*******/***N***/******n/****1**/*******/*******/******* b")
        page = file.read_text(encoding="utf-8")
        self.assertEqual(page.count('<svg class="board"'), 3)
        self.study("000", "--output", str(file))
        self.assertEqual(file.read_text(encoding="utf-8").count('<svg class="board"'), 6)

    def test_advantage(self):
        """Study 004's last column is the difference of two rates, of the first agent 0."""
        cells = json.loads(self.study("004", "--json"))["tables"][0]["cells"]
        rates = {c["name"]: c["measured"] for c in cells if c["measure"] == "rate"}
        advantages = {c["name"]: c for c in cells if c["measure"] == "advantage"}
        self.assertEqual(len(advantages), 16)
        for name, cell in advantages.items():
            self.assertAlmostEqual(cell["measured"], rates[name] - rates["chase 1 1"])
        self.assertEqual(advantages["chase 0.15625 1"]["published"], 6)

    def test_report(self):
        page = self.folder / "studies.html"
        self.study("003", "--output", str(page))
        text = page.read_text(encoding="utf-8")
        self.assertIn("Study 003: Attacker and defender", text)
        self.assertNotIn("{{", text)
        self.assertNotRegex(text, r"(?:src|href)=\"(?!#)")
        self.assertEqual(text.count("<section"), text.count("</section>"))
        self.assertIn("What the study claims", text)
        page = Page(text)
        self.assertEqual(page.faults, [])
        self.assertEqual(page.sections, ["how", "study-003"])

    def test_names_and_colours(self):
        """Plots call agents as the study's tables do, a list says what they are here, and every
        plot in two colours says what they mean."""
        file = self.folder / "names.html"
        self.study("003", "--output", str(file))
        text = file.read_text(encoding="utf-8")
        page = Page(text)
        self.assertRegex(text, "<dt>AB_Custom</dt><dd>alphabeta:(<wbr>)?attacker")
        for label, texts in page.plot_texts.items():
            self.assertIn("AB_Custom", texts, label)
            self.assertNotIn("alphabeta:attacker", texts, label)
        self.study("004", "--output", str(file))
        text = file.read_text(encoding="utf-8")
        figures = [figure for figure in text.split("<figure>")[1:]
                   if "var(--plot-second)" in figure.split("</figure>")[0]]
        self.assertEqual(len(figures), 3)
        for figure in figures:
            caption = figure.split("</figcaption>")[0]
            self.assertIn("<span class=\"key primary\">here</span>", caption)
            self.assertIn("<span class=\"key second\">as published</span>", caption)
        self.assertRegex(text, "key second\">lowest, [0-9.]+</span>, to the <span class=\"key "
                               "primary\">highest")

    def test_the_virtual_clock_is_refereed(self):
        """Drilldown's evaluation of an opening takes longer than the reserve; improved's never."""
        for agent, late in (("alphabeta:drilldown", True), ("alphabeta:improved", False)):
            self.answer("match", agent, "random", "--pairs", "5", "--virtual", "150ms", "--quiet",
                        "--db", self.database(agent[10:]))
            reasons = [json.loads(line)["reason"]
                       for line in self.export(self.database(agent[10:])).splitlines()]
            self.assertEqual("time" in reasons, late, agent)


class Stopping(ArenaTest):
    def test_interrupted_and_resumed(self):
        scale = "0.05" if SANITIZED else "0.1"
        arguments = ["study", "000", "--scale", scale, "--db", self.database()]
        code, output, said = self.start_and_signal(signal.SIGINT, *arguments, "--quiet",
                                                happened=lambda: self.stored(self.database()))
        whole = self.answer("study", "000", "--scale", scale, "--quiet", "--db",
                            self.database("whole.db"))
        if "stopped after" in said:
            self.assertIn("Study 000", output)
            self.assertEqual(code, 130)
        self.assertEqual(self.answer(*arguments, "--quiet", "--resume"), whole)
        self.assertEqual(self.game_hash(self.database()), self.game_hash(self.database("whole.db")))
        self.assert_consistent(self.database())


class Refusals(ArenaTest):
    def test_usage(self):
        wanted = "one study is wanted: 000, 001, 002, 003, 004 or all"
        self.refuse(wanted, "study")
        self.refuse(wanted, "study", "000", "001")
        for name in ("5", "0", "00", "", "All"):
            self.refuse(f"there is no study '{name}'; there are 000, 001, 002, 003, 004 and all",
                        "study", name)
        for scale in ("0", "-1", "nan", "1e9", "two", "", "1x"):
            self.refuse(f"--scale is a number from 0.0001 to 1000, not '{scale}'", "study", "000",
                        "--scale", scale)
        self.refuse("--rules is author or text, not 'mine'", "study", "000", "--rules", "mine")
        self.refuse("--ties: ties is one of random|first|last, not 'least'", "study", "000",
                    "--ties", "least")
        self.refuse("--lost: lost is one of play|forfeit|keep, not 'cry'", "study", "all", "--lost",
                    "cry")
        self.assertEqual(run("study", "000", "--nodes", "none").returncode, 2)

    def test_a_store_that_cannot_be_used(self):
        newer, other = self.database("newer.db"), self.database("other.db")
        self.answer("study", "002", *SMALL, "--db", newer)
        connection = sqlite3.connect(newer)
        connection.execute("PRAGMA user_version = 99")
        connection.commit()
        connection.close()
        with open(other, "w", encoding="ascii") as file:
            file.write("this is no database\n" * 100)
        for path in (newer, other, str(self.folder)):
            done = run("study", "002", *SMALL, "--db", path)
            self.assertEqual((done.returncode, done.stderr.count(b"\n")), (2, 1), done)

    def test_a_report_that_cannot_be_written(self):
        done = run("study", "002", *SMALL, "--db", self.database(), "--output", "/nowhere/a.html")
        self.assert_refused(done, "cannot write '/nowhere/a.html': No such file or directory")
        self.assertEqual(done.stdout, b"")  # it was not played first


if __name__ == "__main__":
    unittest.main()
