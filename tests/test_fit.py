#!/usr/bin/env python3
"""`isolab fit` from outside: its weights, its formula, its matches, Ctrl-C, and what it refuses."""
import json
import re
import signal
import subprocess
import tempfile
import unittest

from command_line import ENVIRONMENT, ISOLAB, CommandLineTest, run

SMALL = ("fit", "--board", "5x5", "--plies", "4-11", "--positions", "300")
POSITIONS = ("5x5 a1 b2 c2 d3", "5x5 c3 d1 a4", "5x5 b1 e4 d2 c5 b3", "5x5 a5 d4 b3 e2")


class Fit(CommandLineTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        ENVIRONMENT["XDG_CACHE_HOME"] = cls.folder = folder.name
        cls.addClassCleanup(ENVIRONMENT.pop, "XDG_CACHE_HOME")
        cls.database = cls.folder + "/games.db"

    def values(self, position, *heuristics):
        words = [word for heuristic in heuristics for word in ("--heuristic", heuristic)]
        return self.answer_json("eval", position, *words)["heuristics"]


class Answers(Fit):
    def test_the_same_whatever_the_threads(self):
        words = (*SMALL, "--features", "own,opp", "--by-ply", "--quiet", "--json")
        one = run(*words, "--threads", "1").stdout
        self.assertEqual(one, run(*words, "--threads", "3").stdout)
        self.assertNotEqual(one, run(*words, "--seed", "2").stdout)

    def test_better_than_the_same_two_numbers(self):
        answer = self.answer_json(*SMALL, "--features", "own,opp", "--by-ply")
        found = {line["heuristic"]: line for line in answer["unseen"]["results"]}
        known = {h["name"] for h in self.answer_json("heuristics")["heuristics"]}
        self.assertEqual(set(found), known | {"the fit"})
        self.assertEqual(found["the fit"]["area"]["area"], answer["area"])
        self.assertEqual(found["the fit"]["best_move"]["rate"], answer["accuracy"])
        self.assertGreater(answer["area"], 0.9)
        self.assertLess(found["improved"]["area"]["area"], 0.8)
        self.assertEqual(answer["seen"] + answer["unseen"]["solved"], 300)
        self.assertGreater(answer["unseen"]["solved"], 40)
        self.assertLess(answer["unseen"]["solved"], 150)

    def test_both_players_see_opposites(self):
        """Where features come in pairs, what one gains the other loses."""
        answer = self.answer_json(*SMALL, "--features", "own,opp", "--by-ply")
        weights = {asker["asker"]: {weight["of"]: weight for weight in asker["weights"]}
                   for asker in answer["askers"]}
        other = {"own": "opp", "opp": "own", "own*ply": "opp*ply", "opp*ply": "own*ply", "1": "1",
                 "ply": "ply"}
        for mine, theirs in (("attacker to move", "defender waiting"),
                             ("attacker waiting", "defender to move")):
            self.assertEqual(set(weights[mine]), set(other))
            for name, opposite in other.items():
                self.assertAlmostEqual(weights[mine][name]["weight"],
                                       -weights[theirs][opposite]["weight"], places=6)
                self.assertGreater(weights[mine][name]["error"], 0)
        for position in POSITIONS:
            value = self.values(position, answer["formula"])[answer["formula"]]
            self.assertAlmostEqual(value["first"], -value["second"], places=9)

    def test_the_formula_is_its_weights(self):
        answer = self.answer_json(*SMALL, "--features", "own, min(reach2,oppreach2), opp/2")
        for position in POSITIONS:
            names = ("=own", "=min(reach2,oppreach2)", "=opp/2", "=attacker", "=active")
            values = self.values(position, answer["formula"], *names)
            for player in ("first", "second"):
                role = "attacker" if values["=attacker"][player] > 0 else "defender"
                turn = "to move" if values["=active"][player] else "waiting"
                weights = next(asker["weights"] for asker in answer["askers"]
                               if asker["asker"] == f"{role} {turn}")
                self.assertEqual([weight["of"] for weight in weights],
                                 ["1", *(name[1:] for name in names[:3])])
                terms = (1, *(values[name][player] for name in names[:3]))
                expected = sum(w["weight"] * term for w, term in zip(weights, terms))
                self.assertAlmostEqual(values[answer["formula"]][player], expected,
                                       delta=0.02 * sum(abs(w["weight"] * term)
                                                        for w, term in zip(weights, terms)))

    def test_what_never_changes_is_left_out(self):
        answer = self.answer_json(*SMALL, "--features", "own,opp,attacker")
        self.assertNotIn("*attacker", answer["formula"])
        self.assertEqual(answer["formula"],
                         self.answer_json(*SMALL, "--features", "own,opp")["formula"])

    def test_text_says_what_json_says(self):
        words = (*SMALL, "--features", "own,opp")
        answer, text = self.answer_json(*words), self.answer(*words)
        self.assertIn("\n" + answer["formula"] + "\n", text)
        self.assertIn(f"Fitted to {answer['seen']} positions", text)
        rows = [line.split() for line in text.splitlines()]
        self.assertIn(["the", "fit", str(answer["unseen"]["solved"]), f"{answer['area']:.3f}"],
                      [row[:4] for row in rows])
        own = next(row for row in rows if row[:1] == ["own"])
        self.assertEqual(own[1], f"{answer['askers'][0]['weights'][1]['weight']:.3g}")


class Matches(Fit):
    def test_against(self):
        words = (*SMALL, "--features", "own,opp", "--against", "random", "--against",
                 "greedy:improved", "--with", "order=pv,ties=first", "--pairs", "3", "--nodes",
                 "100", "--db", self.database, "--quiet")
        answer = self.answer_json(*words)
        self.assertEqual([match["against"] for match in answer["matches"]],
                         ["Random", "greedy:improved"])
        for match in answer["matches"]:
            self.assertEqual((match["pairs"], sum(match["pair_points"])), (3, 3))
        runs = self.answer_json("runs", "--db", self.database)["runs"]
        self.assertEqual([(r["kind"], r["games"]) for r in runs], [("fit match", 12)])
        self.assertIn(f"alphabeta:{answer['formula']},order=pv,ties=first",
                      json.dumps(runs[0]))
        self.assertEqual(answer, self.answer_json(*words, "--resume"))
        self.assertEqual(len(self.answer_json("runs", "--db", self.database)["runs"]), 1)
        text = self.answer(*words, "--resume")
        self.assertRegex(text, r"against Random, 3 pairs on fresh openings\nscore")


class Interrupt(Fit):
    def test_fits_what_was_done(self):
        with subprocess.Popen([ISOLAB, "fit", "--board", "5x5", "--plies", "4-11", "--positions",
                               "1000000", "--features", "own,opp", "--against", "random",
                               "--db", self.database, "--json"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=ENVIRONMENT) as process:
            said = b""
            while not re.search(rb"[1-9]\d{3,} of 1000000 positions", said):
                more = process.stderr.read1()
                self.assertTrue(more, said)
                said += more
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 130, err)
        answer = json.loads(out)
        self.assertIs(answer["interrupted"], True)
        self.assertTrue(answer["formula"].startswith("="))
        self.assertEqual(answer["matches"], [])
        self.assertIn(b" of 1000000 positions; what follows is about those", err)


class Refusals(Fit):
    def test_sentences(self):
        for sentence, words in (
                ("which features? --features own,opp,reach2; `isolab features` lists them", ()),
                ("--features takes names with commas between, such as own,opp",
                 ("--features", "own,,opp")),
                ("--features takes names with commas between, such as own,opp",
                 ("--features", "")),
                ("'opn': column 1 of the formula: unknown feature 'opn'; did you mean own, opp or "
                 "open?", ("--features", "own,opn")),
                ("'own-': the formula ends where a feature, a number or a bracket is expected",
                 ("--features", "own-,opp")),
                ("the feature 'own' stands twice", ("--features", "own,opp,own")),
                ("the feature '{w=1:0..2}*own' has a constant to tune: fit finds weights itself",
                 ("--features", "{w=1:0..2}*own")),
                ("the feature 'own@3' states a price: only a whole formula has one",
                 ("--features", "own@3")),
                ("more than 24 features", ("--features", ",".join(f"own*{i}" for i in range(25)))),
                ("the formula would have 934 bytes, at most 800: take fewer features, or leave out "
                 "--by-ply", ("--by-ply", "--features",
                              "own,opp,reach1,oppreach1,reach2,oppreach2,reach3,oppreach3,reach4")),
                ("--positions is a whole number from 1 to 1000000, not '0'",
                 ("--features", "own", "--positions", "0")),
                ("plies are a range within 0-24 on this board, not 9-5",
                 ("--features", "own", "--plies", "9-5", "--board", "5x5")),
                ("unexpected word '7x7'", ("7x7", "--features", "own")),
                ("--pairs is for the games of --against", ("--features", "own", "--pairs", "5")),
                ("unknown heuristic 'opne'; did you mean open?",
                 ("--features", "own", "--against", "alphabeta:opne"))):
            with self.subTest(words=words):
                self.refuse(sentence, "fit", *words)

    def test_a_wrong_setting_is_told_at_once(self):
        done = run("fit", "--features", "own", "--against", "AB_Open", "--with", "order=maybe",
                   "--positions", "1000000")
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (2, 1))
        self.assertIn(b"order", done.stderr)
        self.refuse("'/' is a directory, not a file", "fit", "--features", "own", "--against", "AB_Open",
                    "--db", "/", "--positions", "1000000")

    def test_a_feature_that_is_no_number(self):
        done = run(*SMALL, "--features", "own,sqrt(opp-3)", "--quiet")
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (2, 1))
        found = re.fullmatch(rb"isolab fit: the feature 'sqrt\(opp-3\)' is no number in (.*)\n",
                             done.stderr)
        self.assertTrue(found, done.stderr)
        self.refuse("'=sqrt(opp-3)': its value is no number", "eval", found[1].decode(),
                    "--heuristic", "=sqrt(opp-3)")

    def test_too_little_to_learn_from(self):
        words = ("fit", "--board", "5x5", "--plies", "2", "--features", "own", "--quiet")
        self.refuse("no positions to judge by: take more --positions", *words, "--positions", "2")
        self.refuse("too few --positions for the attacker to move: all 10 cases came out alike",
                    *words, "--positions", "4")


if __name__ == "__main__":
    unittest.main()
