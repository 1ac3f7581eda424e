#!/usr/bin/env python3
"""`study` from outside: small runs, the same bytes every time, kept, resumed, reported, refused."""
import hashlib
import json
import os
import re
import signal
import sqlite3
import time
import unittest

from arena_runs import ArenaTest
from command_line import DATA, run
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
                         [("study 003", 40, 40)])
        budget = json.loads(self.answer("runs", "--json", "--db", self.database()))
        self.assertIn("virtual=150ms", json.dumps(budget))

    def test_json_says_what_the_text_says(self):
        text = self.study("003")
        answer = json.loads(self.study("003", "--json", "--resume"))
        self.assertEqual((answer["study"], answer["games"], answer["run"]), ("003", 40, 1))
        cells = answer["tables"][0]["cells"]
        self.assertEqual(len(cells), 25)
        custom = [c for c in cells if c["name"] == "Custom" and c["opponent"] is None][0]
        self.assertEqual((custom["agent"], custom["published"], custom["measure"]),
                         ("Custom", 72.5, "rate"))
        self.assertLessEqual(custom["interval"][0], custom["measured"])
        self.assertIn(f"72.5 {custom['measured']:.1f} ", text)
        for claim in answer["claims"]:
            self.assertRegex(text, rf"{claim['verdict']} +{re.escape(claim['claim'])}")

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
                if game[side] == "alphabeta:attacker":
                    played += 1
                    won += game["winner"] == side
        self.assertEqual(played, 8)
        self.assertAlmostEqual(total["measured"], 100 * won / played)

    def test_ways_to_play(self):
        """Options that change the games do; the price of a node stays the study's."""
        plain = self.study("002")
        self.assertIn("virtual=150ms,virtual-node=14us", plain)
        self.assertNotEqual(plain, self.study("002", "--ties", "first"))
        self.assertNotEqual(plain, self.study("002", "--seed", "2"))
        self.assertIn("virtual=20ms,virtual-node=14us", self.study("002", "--virtual", "20ms"))
        self.assertIn("seed 1, nodes=50.", self.study("002", "--nodes", "50"))

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
        arguments = ["study", "000", "--scale", "0.2", "--db", self.database()]
        process = self.start(*arguments, "--quiet")
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not self.games_stored():
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        output, said = process.communicate(timeout=60)
        whole = self.answer("study", "000", "--scale", "0.2", "--quiet", "--db",
                            self.database("whole.db"))
        if b"stopped after" in said:
            self.assertIn(b"Study 000", output)
            self.assertEqual(process.returncode, 130)
        self.assertEqual(self.answer(*arguments, "--quiet", "--resume"), whole)
        self.assertEqual(self.game_hash(self.database()), self.game_hash(self.database("whole.db")))
        self.assert_consistent(self.database())

    def games_stored(self):
        if not os.path.exists(self.database()):
            return 0
        try:
            connection = sqlite3.connect(self.database())
            with connection:
                count = connection.execute("SELECT count(*) FROM game").fetchone()[0]
            connection.close()
            return count
        except sqlite3.OperationalError:
            return 0


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
        self.refuse("--ties is random or first, not 'last'", "study", "000", "--ties", "last")
        self.refuse("--lost is play or forfeit, not 'cry'", "study", "000", "--lost", "cry")
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
