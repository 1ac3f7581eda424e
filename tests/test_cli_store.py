#!/usr/bin/env python3
"""`runs` and `export` on databases of games that were really played.

What is exported is read back here by other means: Python's csv and json, a small reader of PGN,
and the rules of the game written once more.
"""
import csv
import io
import json
import os
import pathlib
import re
import shutil
import sqlite3
import tempfile
import unittest

from command_line import DATA, CommandLineTest, make_store, run

GAUNTLET = {"board": "5x5", "agents": ["random", "greedy"],
            "against": ["first", "alphabeta:chase,w1=0.25,nodes=50"], "pairs": 4, "repeats": 2}


def knight_targets(square):
    column, row = ord(square[0]), int(square[1:])
    return {chr(column + x) + str(row + y)
            for x, y in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))}


class Replay:
    """A game from its opening text, checked move by move."""

    def __init__(self, start, moves):
        board, *opening = start.split()
        width, height = map(int, board.split("x"))
        self.blanks = {chr(ord("a") + x) + str(y + 1) for x in range(width) for y in range(height)}
        self.knights = [None, None]
        self.ply = 0
        for square in opening + moves:
            assert square in self.legal(), (start, moves, square)
            self.blanks.remove(square)
            self.knights[self.ply % 2] = square
            self.ply += 1

    def legal(self):
        knight = self.knights[self.ply % 2]
        return self.blanks & knight_targets(knight) if knight else self.blanks

    def winner(self):
        return None if self.legal() else ("first", "second")[(self.ply + 1) % 2]

    def fen(self):
        ranks = []
        squares = self.blanks | set(self.knights)
        for row in range(5, 0, -1):
            cells = []
            for column in "abcde":
                square = column + str(row)
                cells.append("N" if square == self.knights[0] else
                             "n" if square == self.knights[1] else
                             "1" if square in squares else "*")
            ranks.append(re.sub("1+", lambda ones: str(len(ones[0])), "".join(cells)))
        return "/".join(ranks) + (" w" if self.ply % 2 == 0 else " b")


def read_pgn(text):
    """[(tags, moves, result)], by the grammar of the standard."""
    games, tags, moves = [], {}, []
    token = re.compile(r'\s*(?:\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]|(\d+)(\.+)|(1-0|0-1)|([a-z]\d+))')
    at = 0
    while text[at:].strip():
        found = token.match(text, at)
        assert found, text[at:at + 80]
        at = found.end()
        name, value, number, dots, result, move = found.groups()
        if name:
            assert name not in tags and not moves
            tags[name] = re.sub(r"\\(.)", r"\1", value)
        elif result:
            games.append((tags, moves, result))
            tags, moves = {}, []
        elif number:
            by_second = tags["FEN"].endswith("b")
            assert int(number) == (len(moves) + by_second) // 2 + 1
            assert dots == ("..." if by_second and not moves else "."), (number, dots)
        else:
            moves.append(move)
    assert not tags
    return games


class StoreTest(CommandLineTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.database = str(self.folder / "games.db")

    def make(self, settings=None, limit=None, database=None):
        make_store(database or self.database, settings or GAUNTLET, limit)

    def change(self, sql):
        connection = sqlite3.connect(self.database)
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(sql)
        connection.commit()
        connection.close()

    def export(self, *words, database=None):
        return self.answer("export", "--db", database or self.database, *words)

    def rows(self, *words):
        return list(csv.DictReader(io.StringIO(self.export("--format", "csv", *words))))

    def lines(self, *words):
        return [json.loads(line) for line in self.export("--format", "jsonl", *words).splitlines()]

    def games(self, *words):
        return read_pgn(self.export("--format", "pgn", *words))


class Export(StoreTest):
    def test_games_are_games(self):
        self.make()
        rows = self.rows()
        self.assertEqual(len(rows), 2 * 4 * 4 * 2)
        keys = [tuple(int(row[k]) for k in ("pairing", "opening", "side")) for row in rows]
        self.assertEqual(keys, sorted(set(keys)))
        agents = ["random", "greedy:improved", "first", "alphabeta:chase,w1=0.25,nodes=50"]
        for row, (pairing, opening, side) in zip(rows, keys):
            ours, theirs = agents[pairing % 2], agents[2 + pairing // 2]
            self.assertEqual([row["first"], row["second"]],
                             [theirs, ours] if side else [ours, theirs])
            self.assertEqual(int(row["repeat"]), opening // 4)
            game = Replay(row["start"], row["moves"].split())
            self.assertEqual(row["winner"], game.winner())
            self.assertEqual(row["winner_agent"], row[row["winner"]])
            self.assertEqual((row["reason"], row["fault"]), ("stuck", ""))
            self.assertEqual(int(row["plies"]), len(row["moves"].split()))
            for name in ("first", "second"):
                searches = row[name].startswith("alphabeta") and int(row["plies"]) > 1
                self.assertTrue(int(row[name + "_nodes"]) > 0 or not searches, row)

    def test_formats_agree(self):
        self.make()
        rows, lines, games = self.rows(), self.lines(), self.games()
        self.assertEqual((len(lines), len(games)), (len(rows), len(rows)))
        for row, line, (tags, moves, result) in zip(rows, lines, games):
            for name in ("repeat", "pairing", "opening", "side", "plies"):
                self.assertEqual(line[name], int(row[name]))
            for name in ("first", "second", "start", "winner", "winner_agent", "reason",
                         "attacker"):
                self.assertEqual(line[name], row[name])
            self.assertIsNone(line["fault"])
            self.assertEqual(line["moves"], row["moves"].split())
            self.assertEqual(line["nodes"], {"first": int(row["first_nodes"]),
                                             "second": int(row["second_nodes"])})
            self.assertEqual(moves, line["moves"])
            self.assertEqual(result, "1-0" if row["winner"] == "first" else "0-1")
            self.assertEqual(list(tags)[:7], ["Event", "Site", "Date", "Round", "White", "Black",
                                              "Result"])
            self.assertEqual(
                [tags[k] for k in ("White", "Black", "Result", "FEN", "SetUp", "Variant",
                                   "Termination", "PlyCount", "Round", "Event")],
                [row["first"], row["second"], result, Replay(row["start"], []).fen(), "1",
                 "isolation", "normal", row["plies"],
                 f'{int(row["opening"]) + 1}.{int(row["side"]) + 1}', "isolab tournament"])

    def test_bytes_depend_on_games_alone(self):
        other = str(self.folder / "other.db")
        self.make()
        self.make({"agents": ["random", "first"], "pairs": 1}, database=other)
        self.make(database=other)
        for form in ("csv", "jsonl", "pgn"):
            self.assertEqual(self.export("--format", form),
                             self.export("--format", form, database=other))
        self.assertEqual(len(self.export("--format", "csv", "--run", "1",
                                         database=other).splitlines()), 3)

    def test_times(self):
        self.make(limit=6)
        row, line, (tags, _, _) = (self.rows("--times")[0], self.lines("--times")[0],
                                   self.games("--times")[0])
        for name in ("first", "second"):
            self.assertEqual(float(row[name + "_seconds"]), line["seconds"][name])
            self.assertEqual(float(row[name + "_longest_move"]), line["longest_move"][name])
        self.assertEqual(float(tags["WhiteSeconds"]), line["seconds"]["first"])
        self.assertNotIn("seconds", self.lines()[0])
        self.assertNotIn("first_seconds", self.rows()[0])

    def test_second_moves_first(self):
        self.make({"board": "5x5", "agents": ["random", "first"], "openings": {"plies": 3}})
        for row, (tags, moves, _) in zip(self.rows(), self.games()):
            self.assertEqual(moves, row["moves"].split())
            self.assertTrue(tags["FEN"].endswith(" b"))
            self.assertEqual(Replay(row["start"], moves).winner(), row["winner"])

    def test_equal_agents_are_told_apart_where_names_are_all(self):
        self.make({"board": "5x5", "agents": ["random", "first", "random"], "pairs": 2})
        names = {name for tags, _, _ in self.games() for name in (tags["White"], tags["Black"])}
        self.assertEqual(names, {"random", "first", "random #2"})
        self.assertEqual({row["first"] for row in self.rows()}, {"random", "first"})

    def test_faults_and_quotes(self):
        fault = 'said, "a1 \\ b2", twice\n\x1b'
        told = fault.replace("\n", "?").replace("\x1b", "?")
        self.make(limit=4)
        self.change("UPDATE run SET kind = 'a \"b\\c\" d'")
        for reason, name, termination in ((1, "time", "time forfeit"),
                                          (2, "illegal", "rules infraction"),
                                          (3, "crash", "abandoned")):
            self.change(f"UPDATE game SET reason = {reason}, moves = x'', attacker = NULL, "
                        "fault = 'said, \"a1 \\ b2\", twice' || char(10, 27)")
            row, line, (tags, moves, _) = self.rows()[0], self.lines()[0], self.games()[0]
            self.assertEqual((row["reason"], row["fault"], row["moves"], row["attacker"]),
                             (name, told, "", ""))
            self.assertEqual((line["reason"], line["fault"], line["moves"], line["attacker"]),
                             (name, told, [], None))
            self.assertEqual((tags["Termination"], tags["Fault"], moves), (termination, told, []))
            self.assertEqual(tags["Event"], 'isolab a "b\\c" d')

    def test_lines_are_short(self):
        self.make({"board": "11x11", "agents": ["first", "greedy"], "pairs": 5})
        text = self.export("--format", "pgn")
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        self.assertGreater(max(len(moves) for _, moves, _ in read_pgn(text)), 30)

    def test_run_without_games(self):
        self.make(limit=1)
        self.change("DELETE FROM game")
        self.assertEqual(self.rows(), [])
        self.assertEqual(self.export("--format", "pgn"), "")

    def test_output(self):
        self.make()
        file = self.folder / "out.csv"
        self.assertEqual(self.export("--format", "csv", "--output", str(file)), "")
        self.assertEqual(file.read_text(), self.export("--format", "csv"))
        before = pathlib.Path(self.database).read_bytes()
        self.refuse("--output is the database itself", "export", "--db", self.database, "--format",
                    "csv", "--output", self.database)
        self.assertEqual(pathlib.Path(self.database).read_bytes(), before)
        self.refuse("cannot write '/none/x': No such file or directory", "export", "--db",
                    self.database, "--format", "csv", "--output", "/none/x")
        self.refuse("cannot write the games: No space left on device", "export", "--db",
                    self.database, "--format", "csv", "--output", "/dev/full")

    def test_openings_that_changed(self):
        openings = self.folder / "openings.txt"
        openings.write_text("5x5 a1 e5\n5x5 c3 b2\n")
        self.make({"board": "5x5", "agents": ["random", "first"], "pairs": 2,
                   "openings": {"file": str(openings)}})
        self.assertEqual({row["start"] for row in self.rows()}, {"5x5 a1 e5", "5x5 c3 b2"})
        whole = self.export("--format", "csv")
        openings.write_text("5x5 c3 d4\n5x5 a1 b2\n")
        self.assertEqual(self.export("--format", "csv"), whole)  # the run has its own
        self.change("UPDATE run SET openings = NULL")  # as in runs of before they were kept
        done = run("export", "--db", self.database, "--format", "csv")
        self.assert_refused(done, "the game of pairing 0, opening 0, side 0 cannot be played from "
                                  "its opening; has the file of openings changed?")
        openings.unlink()
        done = run("export", "--db", self.database, "--format", "csv")
        self.assertIn(b"the settings of run 1: openings: cannot read", done.stderr)
        self.assertEqual(done.returncode, 2)

    def test_rows_that_went_bad(self):
        for change in ("moves = x'0000'", "pairing = 99", "moves = x'7f'",
                       "winner = 1 - winner"):
            self.make(limit=1)
            self.change(f"UPDATE game SET {change}")
            done = run("export", "--db", self.database, "--format", "csv")
            self.assertEqual(done.returncode, 2, change)
            self.assertIn(b"cannot be played from its opening: the file is damaged", done.stderr)

    def test_refusals(self):
        self.make(limit=1)
        base = ("export", "--db", self.database)
        self.refuse("--format csv, jsonl or pgn is missing", *base)
        self.refuse("unknown format 'cvs'; did you mean csv?", *base, "--format", "cvs")
        self.refuse(f"'{self.database}' has no run 7", *base, "--format", "csv", "--run", "7")
        self.refuse("there is no file '/none.db'", "export", "--format", "csv", "--db", "/none.db")
        self.change("UPDATE run SET settings = '{\"board\": 7}'")
        self.refuse("the settings of run 1: 'board': board is a text such as \"7x7\"", *base,
                    "--format", "csv")


class Runs(StoreTest):
    TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"

    def test_list(self):
        self.make()
        self.make({"board": "5x5", "agents": ["random", "first"], "pairs": 3}, limit=4)
        head, finished, unfinished = self.answer("runs", "--db", self.database).splitlines()
        self.assertEqual(head.split(), "run kind games of planned started finished agents".split())
        self.assertRegex(finished, rf"^ +1 +tournament +64 of 64 +{self.TIME} +{self.TIME} +"
                         r"random; greedy:improved against first; "
                         r"alphabeta:chase,w1=0\.25,nodes=50$")
        self.assertRegex(unfinished, rf"^ +2 +tournament +4 of 6 +{self.TIME} +unfinished +"
                         r"random; first$")

    def test_json(self):
        self.make(limit=3)
        listed = self.answer_json("runs", "--db", self.database)["runs"]
        self.assertEqual(len(listed), 1)
        self.assertEqual({k: listed[0][k] for k in ("run", "kind", "games", "planned", "finished")},
                         {"run": 1, "kind": "tournament", "games": 3, "planned": 64,
                          "finished": None})
        self.assertEqual(listed[0]["version"], self.answer_json("version")["version"])
        self.assertRegex(listed[0]["started"], self.TIME)
        self.assertRegex(listed[0]["machine"], r"^[ -~]+, \d+ cores?$")
        self.assertEqual(listed[0]["settings"]["board"], "5x5")

    def test_settings_of_another_time(self):
        self.make(limit=1)
        self.change("UPDATE run SET settings = '{\"agents\": [\"oracle:all\", 7], \"era\": 9}'")
        self.assertTrue(self.answer("runs", "--db", self.database).endswith("  oracle:all; ?\n"))
        self.assertEqual(self.answer_json("runs", "--db", self.database)["runs"][0]["settings"],
                         {"agents": ["oracle:all", 7], "era": 9})
        self.change("UPDATE run SET settings = '{'")
        done = run("runs", "--db", self.database)
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn(b"the settings of run 1 cannot be read: ", done.stderr)

    def test_delete(self):
        for _ in range(3):
            self.make(limit=5)
        self.assertEqual(self.answer("runs", "--db", self.database, "--delete", "2"),
                         "deleted run 2 and its 5 games\n")
        self.assertEqual(self.answer_json("runs", "--db", self.database, "--delete", "3"),
                         {"deleted": 3, "games": 5})
        left = self.answer_json("runs", "--db", self.database)["runs"]
        self.assertEqual([(r["run"], r["games"]) for r in left], [(1, 5)])
        self.refuse(f"'{self.database}' has no run 2", "runs", "--db", self.database, "--delete",
                    "2")

    def test_nothing_is_created_by_looking(self):
        for words in (("runs",), ("runs", "--delete", "1"), ("export", "--format", "csv")):
            self.refuse(f"there is no file '{self.database}'", *words, "--db", self.database)
            self.assertFalse(os.path.exists(self.database))
        self.refuse("--delete is a whole number from 1 to 9223372036854775807, not '0'", "runs",
                    "--delete", "0")

    def test_default_database(self):
        self.make(database=str(self.folder / "isolab.db"), limit=1)
        self.assertEqual(run("runs", cwd=self.folder).returncode, 0)


class FirstVersion(StoreTest):
    """A database that isolab 0.1.0 left: a tournament, and a match stopped after 4 of 8 games."""

    MATCH = ("match", "alphabeta:improved", "alphabeta:attacker", "--pairs", "4", "--nodes", "200k",
             "--seed", "5", "--quiet")

    def setUp(self):
        super().setUp()
        shutil.copy(DATA / "database-0.1.db", self.database)

    def test_read(self):
        listed = self.answer_json("runs", "--db", self.database)["runs"]
        self.assertEqual([(each["version"], each["kind"], each["games"], each["planned"])
                          for each in listed],
                         [("0.1.0", "tournament", 24, 24), ("0.1.0", "match", 4, 8)])
        rows = self.rows("--run", "1")
        self.assertEqual(len(rows), 24)
        for row in rows:
            self.assertEqual(row["winner"], Replay(row["start"], row["moves"].split()).winner())
        won = [sum(row["winner_agent"] == agent for row in rows)
               for agent in ("random", "greedy:improved", "alphabeta:chase,w1=0.25")]
        self.assertEqual(won, [2, 11, 11])
        page = self.folder / "page.html"
        self.answer("report", "--db", self.database, "--run", "1", "--output", str(page))
        for rate in ("12.5", "68.8"):
            self.assertIn(rate, page.read_text())

    def test_resumed(self):
        kept = self.export("--run", "2", "--format", "csv").splitlines()
        self.assertEqual(len(kept), 1 + 4)
        answer = self.answer_json(*self.MATCH, "--db", self.database, "--resume")
        self.assertEqual((answer["wins"], answer["losses"], answer["pairs"]), (4, 4, 4))
        resumed = self.export("--run", "2", "--format", "csv")
        self.assertEqual(resumed.splitlines()[:5], kept)
        anew = str(self.folder / "anew.db")
        self.answer(*self.MATCH, "--db", anew)
        self.assertEqual(resumed, self.export("--format", "csv", database=anew))


if __name__ == "__main__":
    unittest.main()
