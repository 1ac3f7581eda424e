#!/usr/bin/env python3
"""`eval` and `heuristics`, and that docs/heuristics.md is what the registry says."""
import json
import pathlib
import unittest

from command_line import DATA, CommandLineTest, run

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs" / "heuristics.md"


def fixtures():
    return [json.loads(line) for line in (DATA / "heuristics.jsonl").read_text().splitlines()]


class Eval(CommandLineTest):
    def test_json(self):
        self.assertEqual(
            self.answer_json("eval", "7x7", "d4", "c2", "--heuristic", "improved",
                             "--heuristic=chase,w1=1,w2=0.5", "--heuristic", "center"),
            {"heuristics": {"improved": {"first": 2, "second": -2},
                            "chase,w1=1,w2=0.5": {"first": 4.5, "second": 1.5},
                            "center": {"first": 0.5, "second": 4.5}}})
        self.assertEqual(self.answer_json("eval", "7x7 d4", "--heuristic", "center"),
                         {"heuristics": {"center": {"first": 0.5, "second": None}}})
        over = self.answer_json("eval", "3x3 b2 a1")["heuristics"]
        self.assertEqual(len(over), 22)
        for values in over.values():
            self.assertEqual(values, {"first": "-inf", "second": "inf"})

    def test_text(self):
        self.assertEqual(self.answer("eval", "7x7 d4", "--heuristic", "chase,w1=1,w2=0.125",
                                     "--heuristic", "reach", "--heuristic", "open"), """\
heuristic                 first      second
chase,w1=1,w2=0.125           2          47
reach                 undefined   undefined
open                          8          48
""")
        self.assertEqual(len(self.answer("eval", "7x7 d4 c2 e6").splitlines()), 23)

    def test_fixtures_in_one_batch(self):
        known = fixtures()
        options = [f"--heuristic={spec}" for spec in known[0]["heuristics"]]
        texts = "".join(k["position"] + "\n" for k in known).encode()
        answers = self.answer("eval", "-", *options, stdin=texts).splitlines()
        self.assertEqual(len(answers), len(known))
        for expected, answer in zip(known, map(json.loads, answers)):
            self.assertEqual(list(answer["heuristics"]), list(expected["heuristics"]))
            for spec, values in answer["heuristics"].items():
                for side in ("first", "second"):
                    self.compare(values[side], expected["heuristics"][spec][side],
                                 (expected["position"], spec, side))

    def compare(self, value, expected, place):
        if expected is None or isinstance(expected, str):
            self.assertEqual(value, expected, place)
        else:
            self.assertAlmostEqual(value, expected, delta=1e-9, msg=place)

    def test_lines_that_are_refused(self):
        done = run("eval", "-", "--heuristic", "open", stdin=b"7x7\n7x7 d4 d4\n")
        sentence = "line 2: column 8: d4 is blocked"
        self.assert_refused(done, sentence)
        self.assertEqual([json.loads(line) for line in done.stdout.splitlines()],
                         [{"heuristics": {"open": {"first": 49, "second": 49}}},
                          {"error": sentence}])


class Specs(CommandLineTest):
    REFUSED = (
        ("improvd", "unknown heuristic 'improvd'; did you mean improved?"),
        ("", "a heuristic's name is missing, such as null"),
        ("chase,w1=nan", "chase: w1 is a number from 0 to 4, not 'nan'"),
        ("chase,w1=-inf", "chase: w1 is a number from 0 to 4, not '-inf'"),
        ("chase,w1=1e999", "chase: w1 is a number from 0 to 4, not '1e999'"),
        ("chase,w1=4.1", "chase: w1 is a number from 0 to 4, not '4.1'"),
        ("chase,w1=x", "chase: w1 is a number from 0 to 4, not 'x'"),
        ("chase,w1", "chase: 'w1' is not a setting such as key=value"),
        ("chase,w3=1", "chase: has no parameter 'w3'; it has w1 (0 to 4), w2 (0 to 4)"),
        ("chase,w1=1,w1=1", "chase: w1 stands twice"),
        ("reach,k=1.5", "reach: k is a whole number from 1 to 16, not '1.5'"),
        ("drilldown,rule=codes", "drilldown: rule is one of text|code, not 'codes'"),
        ("chase,w1=" + "9" * 100000, "chase: w1 is a number from 0 to 4, not '" + "9" * 74 + "...'"),
    )

    def test_refused(self):
        for spec, sentence in self.REFUSED:
            self.refuse(sentence, "eval", "7x7", "--heuristic", spec)
            self.assertEqual(self.refuse(sentence, "eval", "-", "--heuristic", spec,
                                         stdin=b"7x7\n"), b"")

    def test_no_near_name_lists_all(self):
        done = run("eval", "7x7", "--heuristic", "zzzzzzzzzz")
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"chase-isolation", done.stderr)
        self.assertIn(b"null", done.stderr)

    def test_the_same_spec_twice(self):
        self.refuse("--heuristic 'open' stands twice", "eval", "7x7", "--heuristic", "open",
                    "--heuristic", "open")


class Heuristics(CommandLineTest):
    def test_names_are_the_fixtures(self):
        rows = self.answer_json("heuristics")["heuristics"]
        names = [row["name"] for row in rows]
        self.assertEqual(set(names) - {"territory", "longest"},  # isolab's own
                         {spec.split(",")[0] for spec in fixtures()[0]["heuristics"]})
        table = self.answer("heuristics").splitlines()
        self.assertEqual([line.split()[0] for line in table], names)
        for row in rows:
            self.assertEqual(self.answer_json("heuristics", row["name"]), row)

    def test_one(self):
        chase = self.answer_json("heuristics", "chase")
        self.assertEqual(chase["study"], "004 Chase score")
        self.assertEqual(chase["parameters"][0], {
            "name": "w1", "default": 0.3125, "min": 0, "max": 4, "step": 0.03125,
            "meaning": "weight of own moves"})
        text = self.answer("heuristics", "chase")
        for part in ("004 Chase score", "w1*|L(P)| - w2*|L(O)|", "0.3125", "0 to 4"):
            self.assertIn(part, text)
        rule = self.answer_json("heuristics", "drilldown")["parameters"][1]
        self.assertEqual((rule["default"], rule["choices"]), ("text", ["text", "code"]))

    def test_prices_and_where_they_are_from(self):
        isolation = self.answer_json("heuristics", "isolation")
        self.assertIsNone(isolation["cost_us"])
        self.assertEqual(isolation["cost"]["us"], 10.3)
        self.assertIn([19, 138], isolation["cost"]["by_blanks"])
        text = self.answer("heuristics", "isolation")
        self.assertIn("then by blanks 10.3 at 0, 29 at 11, 67 at 14, 138 at 19", text)
        self.assertIn("source  CPython 3.11, 7x7: 320 to 520 us at plies 4 to 15", text)
        self.assertIn("cost    1.68 us a square that a path steps on\nsource  CPython 3.11",
                      self.answer("heuristics", "drilldown"))
        self.assertIn("cost    10 us an evaluation", self.answer("heuristics", "improved"))
        self.assertEqual(self.answer_json("heuristics", "improved")["cost_us"], 10)

    def test_agents_say_it_alike(self):
        agents = {row["name"]: row for row in self.answer_json("agents")["agents"]}
        rows = {row["name"]: row for row in agents["alphabeta"]["parameters"]}
        self.assertEqual((rows["ties"]["default"], rows["ties"]["choices"]),
                         ("random", ["random", "first", "last"]))
        for agent in agents.values():
            for row in agent["parameters"]:
                if "choices" in row:
                    self.assertIn(row["default"], row["choices"])
                else:
                    self.assertTrue(row["min"] <= row["default"] <= row["max"], row)

    def test_defaults_and_ends_of_ranges_are_accepted(self):
        for row in self.answer_json("heuristics")["heuristics"]:
            for parameter in row["parameters"]:
                values = parameter.get("choices") or [parameter["min"], parameter["max"]]
                for value in [*values, parameter["default"]]:
                    spec = f"{row['name']},{parameter['name']}={value}"
                    self.answer_json("eval", "4x3 a1 d3", "--heuristic", spec)

    def test_refused(self):
        self.refuse("unknown heuristic 'chsae'; did you mean chase?", "heuristics", "chsae")
        self.refuse("one NAME at most, not 2", "heuristics", "chase", "open")
        self.refuse("--json or --markdown, not both", "heuristics", "--json", "--markdown")
        self.refuse("--markdown is for all of them, without a NAME", "heuristics", "open",
                    "--markdown")

    def test_page_is_fresh(self):
        self.assertEqual(self.answer("heuristics", "--markdown"), PAGE.read_text(),
                         "docs/heuristics.md is stale: make docs")


if __name__ == "__main__":
    unittest.main()
