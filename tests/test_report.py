#!/usr/bin/env python3
"""`isolab report`: the page is whole, stands alone and says what the database says."""
import html
import json
import os
import pathlib
import resource
import signal
import sqlite3
import tempfile
import unittest

from command_line import CommandLineTest, run
from html_page import Page

RANKS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg"
NASTY = "exec:./a<b>&\"' @0@ {/Bold x} \\n $d ^_ %s </script><!-- {{games}}"


def squares(text, height):
    """(column, row from the top) of each move."""
    return [(ord(text[i]) - ord("a"), height - 1 - RANKS.index(text[i + 1]))
            for i in range(0, len(text), 2)]


def replay(data, game):
    """Plays a game by rules written here. Returns whether the side to move is stuck at the end,
    who that is, and who the attacker is."""
    width, height = data["width"], data["height"]
    knights, used, side = [None, None], set(), 0
    attacker = -1
    moves = squares(data["openings"][str(game[1])], height) + squares(game[6], height)
    for square in moves:
        assert square not in used and 0 <= square[0] < width and 0 <= square[1] < height, game
        if knights[side]:
            steps = sorted((abs(square[0] - knights[side][0]), abs(square[1] - knights[side][1])))
            assert steps == [1, 2], game
        used.add(square)
        knights[side] = square
        side = 1 - side
        if len(used) == 2:
            same_colour = sum(knights[0]) % 2 == sum(knights[1]) % 2
            attacker = side if same_colour else 1 - side
    own = knights[side]
    free = [(x, y) for x in range(width) for y in range(height) if (x, y) not in used and
            sorted((abs(x - own[0]), abs(y - own[1]))) == [1, 2]]
    return not free, side, attacker


class ReportTest(CommandLineTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def play(self, name, *arguments):
        database = str(self.root / name)
        self.answer("tournament", "--quiet", "--nodes", "50", "--db", database, *arguments)
        return database

    def report(self, database, *arguments, environment=None, note=b""):
        output = self.root / "page.html"
        done = run("report", "--db", database, "--output", str(output), *arguments,
                   environment=environment)
        self.assertEqual((done.returncode, done.stdout), (0, f"{output}\n".encode()), done)
        self.assertEqual(done.stderr, note)
        text = output.read_text(encoding="utf-8")
        page = Page(text)
        self.assertEqual(page.faults, [])
        return text, page, json.loads(page.scripts[0])


class Contents(ReportTest):
    def test_gauntlet_with_repeats(self):
        database = self.play("gauntlet.db", "--agent", "AB_Improved", "--agent", "greedy:open",
                             "--against", "Random", "--against", "first", "--pairs", "3",
                             "--repeats", "4", "--seed", "7")
        text, page, data = self.report(database)
        self.assertEqual(page.plots, 7)
        self.assertEqual(page.captions, 7)
        self.assertEqual(len(data["games"]), 2 * 2 * 3 * 4 * 2)
        self.assertEqual(data["agents"], ["AB_Improved", "greedy:open", "Random", "Predictable"])
        self.assertIn("All 96 games are here", page.content)
        self.assertIn("every game ended with a side that had no move", page.content)
        for section in ("results", "repeats", "ratings", "sides", "lengths", "effort", "forfeits",
                        "games", "reproduce"):
            self.assertIn(section, page.ids)
            self.assertIn(section, page.navigation)
        self.assertEqual(text.count("var(--plot-primary)") > 10, True)
        self.assertNotIn("rgb(", text.split("</style>")[1])

    def test_games_are_those_of_the_database(self):
        database = self.play("games.db", "--agent", "Greedy", "--against", "Random", "--board",
                             "5x4", "--pairs", "20")
        _, _, data = self.report(database)
        with sqlite3.connect(database) as connection:
            rows = connection.execute("SELECT pairing, opening, side, winner, attacker, moves "
                                      "FROM game ORDER BY pairing, opening, side").fetchall()
        self.assertEqual(len(rows), len(data["games"]))
        for row, game in zip(rows, data["games"]):
            self.assertEqual(list(row[:3]), game[:3])
            self.assertEqual(row[3] ^ row[2], game[3])
            self.assertEqual(row[4] ^ row[2], game[5])
            self.assertEqual([y * 5 + x for x, y in squares(game[6], 4)], list(row[5]))
            self.assertEqual(replay(data, game), (True, 1 - game[3], game[5]))

    def test_win_rates_in_the_page(self):
        database = self.play("rates.db", "--agent", "Greedy", "--against", "Random",
                             "--pairs", "10")
        _, page, data = self.report(database)
        won = sum(game[3] == game[2] for game in data["games"])
        self.assertIn(f"Greedy, {won * 5:.1f}\xa0%", page.content)

    def test_round_robin_and_a_large_board(self):
        database = self.play("robin.db", "--agent", "Random", "--agent", "first", "--agent",
                             "Greedy", "--board", "3x42", "--pairs", "2")
        _, page, data = self.report(database)
        self.assertEqual((page.plots, "repeats" in page.ids), (6, False))
        self.assertEqual(len(data["games"]), 12)
        for game in data["games"]:
            self.assertTrue(replay(data, game)[0])

    def test_openings_from_a_file(self):
        openings = self.root / "o<p>&'\".txt"
        openings.write_text("5/5/2N2/5/n4 w\n5x5 a1 b3\n", encoding="utf-8")
        database = self.play("file.db", "--agent", "Random", "--against", "first", "--openings",
                             str(openings), "--pairs", "2")
        _, page, data = self.report(database)
        self.assertEqual(data["openings"], {"0": "5/5/2N2/5/n4 w", "1": "a1b3"})
        self.assertIn(str(openings), page.content)

    def test_settings_play_the_same_games(self):
        database = self.play("again.db", "--agent", "Greedy", "--agent", "Random", "--pairs", "4")
        _, page, data = self.report(database)
        settings = self.root / "settings.json"
        settings.write_text(page.content[page.content.index("{"):].split("\n}")[0] + "\n}",
                            encoding="utf-8")
        again = str(self.root / "again2.db")
        self.answer("tournament", "--quiet", "--settings", str(settings), "--db", again)
        self.assertEqual(self.report(again)[2], data)

    def test_choice_of_run(self):
        database = self.play("runs.db", "--agent", "Random", "--against", "first", "--pairs", "1")
        self.play("runs.db", "--agent", "Random", "--against", "first", "--pairs", "2")
        self.assertEqual(len(self.report(database)[2]["games"]), 4)
        self.assertEqual(len(self.report(database, "--run", "1")[2]["games"]), 2)

    def test_match(self):
        database = str(self.root / "match.db")
        self.answer("match", "Greedy", "Random", "--pairs", "5", "--quiet", "--db", database)
        _, page, data = self.report(database)
        self.assertIn("2 agents head to head", page.content)
        self.assertIn("isolab match greedy:open,ties=last random", page.content)
        self.assertEqual(len(data["games"]), 10)

    def test_level_match(self):
        database = str(self.root / "level.db")
        self.answer("match", "first", "first", "--pairs", "5", "--quiet", "--db", database)
        _, page, _ = self.report(database)
        self.assertIn("Nobody is ahead: each won 50.0\xa0%.", page.content)
        self.assertNotIn("Highest", page.content)

    def test_level_leaders(self):
        database = self.play("level2.db", "--agent", "Greedy", "--agent", "MM_Open", "--agent",
                             "first", "--against", "Random", "--pairs", "1")
        with sqlite3.connect(database) as connection:
            connection.execute("UPDATE game SET winner = pairing = 1")
        _, page, _ = self.report(database)
        self.assertIn("Highest win rate: Greedy and Predictable, 100.0\xa0% each.", page.content)

    def test_one_order(self):
        """Every plot has its rows in the order of the table beside it, best first."""
        database = self.play("order.db", "--agent", "first", "--agent", "greedy:open", "--agent",
                             "AB_Improved", "--against", "Random", "--against", "MM_Open",
                             "--pairs", "20", "--repeats", "2")
        _, page, data = self.report(database)
        tested = page.tables["Win rates with 95 % intervals over opening pairs, best first"]
        self.assertEqual(set(tested), set(data["agents"][:3]))
        self.assertNotEqual(tested, data["agents"][:3])
        everybody = tested + data["agents"][3:]
        self.assertEqual(page.tables["Win rates over repeats, %"], tested)
        self.assertEqual(page.tables["Per cent won as attacker and as defender"], everybody)
        self.assertEqual(page.tables["Effort per move"], everybody)
        rows = {label: [text for text in texts if text in everybody]
                for label, texts in page.plot_texts.items()}
        self.assertEqual(rows["Win rate of each agent with its 95 % interval"], tested)
        self.assertEqual(rows["Box plots of the win rates over repeats"], tested)
        self.assertEqual(rows["Win rate as attacker and as defender"], tested)
        self.assertEqual(rows["Positions searched per move"], everybody)
        self.assertEqual(rows["Time per move"], everybody)
        self.assertEqual(rows["Rating of each agent in Elo with its 95 % interval"],
                         page.tables["Ratings, best first"])


class Markdown(CommandLineTest):
    """`--markdown`: the tables of the text, with nothing that Markdown would take for its own."""

    def test_says_what_json_says(self):
        with tempfile.TemporaryDirectory() as folder:
            words = ("tournament", "--agent", "alphabeta:=own*2*opp - (own||opp)", "--agent",
                     "first", "--against", "Random", "--pairs", "2", "--nodes", "20", "--board",
                     "4x4", "--quiet", "--resume", "--db", folder + "/isolab.db")
            answer = self.answer_json(*words)
            text = self.answer(*words, "--markdown")
        tables = [table.splitlines() for table in text.split("\n\n")]
        self.assertEqual([len(table) for table in tables], [6, 5, 5, 1])
        for table in tables[:3]:
            bars = {line.replace("\\|", "").count("|") for line in table}
            self.assertEqual(len(bars), 1, table)
        first = answer["agents"][0]
        low, high = first["pair_interval"]
        self.assertIn(f"| {100 * low:.1f}\u2013{100 * high:.1f} |", tables[0][5])
        self.assertIn(f"| {100 * first['wins'] / first['games']:.1f} % |", tables[0][3])
        self.assertTrue(tables[0][3].startswith("| win rate |"), tables[0])
        self.assertIn("`alphabeta:=own*2*opp - (own\\|\\|opp)`", text)
        self.refuse("--json or --markdown, not both", *words, "--json", "--markdown")


class Strangers(ReportTest):
    """Names and messages that would be markup, script or gnuplot commands."""

    def test_names(self):
        database = self.play("names.db", "--agent", NASTY, "--against", "Random", "--pairs", "1")
        text, page, data = self.report(database)
        self.assertEqual(data["agents"][0], NASTY)
        self.assertEqual(page.plots, 6)
        self.assertNotIn("b", page.tags)
        self.assertNotIn("<b>", text)
        self.assertIn(NASTY, page.content)
        self.assertIn(html.escape(NASTY[:20]).replace("&#x27;", "&#39;"), text)
        self.assertIn("2 of the games were lost otherwise", page.content)

    def test_what_the_database_holds(self):
        database = self.play("texts.db", "--agent", "Greedy", "--against", "Random", "--pairs",
                             "1")
        evil = "</pre><script>alert(1)</script>\x01\"'"
        with sqlite3.connect(database) as connection:
            connection.execute("UPDATE run SET kind = ?1, version = ?1, machine = ?1", (evil,))
            connection.execute("UPDATE game SET reason = 3, fault = ?1", (evil,))
            connection.execute("UPDATE run SET started = CAST(x'ff80c3' AS TEXT)")
        _, page, data = self.report(database)
        self.assertEqual(page.tags.count("script"), 2)
        self.assertEqual(data["games"][0][7], evil.replace("\x01", "\ufffd"))
        self.assertIn("\ufffd\ufffd\ufffd", page.content)


class Sampling(ReportTest):
    def test_many_games(self):
        database = self.play("many.db", "--agent", "Greedy", "--agent", "first", "--against",
                             "Random", "--pairs", "4")
        with sqlite3.connect(database) as connection:
            connection.execute("UPDATE run SET planned = 40000, settings = "
                               "replace(settings, '\"pairs\": 4', '\"pairs\": 10000')")
            connection.execute("""
                WITH RECURSIVE k(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM k WHERE n < 2499)
                INSERT INTO game SELECT run, pairing, opening + 4 * n, side, winner, reason,
                attacker, moves, a_moves, b_moves, a_nodes, b_nodes, a_seconds, b_seconds,
                a_longest, b_longest, fault FROM game, k""")
            connection.execute("UPDATE game SET reason = 1, fault = 'late' WHERE opening = 7777")
        text, page, data = self.report(database)
        self.assertLessEqual(len(data["games"]), 4000)
        self.assertGreater(len(data["games"]), 3000)
        self.assertIn(f"{len(data['games']):,} of the 40,000 games are here", page.content)
        self.assertLess(len(text), 1_000_000)
        keys = [tuple(game[:3]) for game in data["games"]]
        self.assertEqual(keys, sorted(set(keys)))
        for pairing in (0, 1):
            mine = [key for key in keys if key[0] == pairing]
            self.assertEqual(len(mine), len(keys) // 2)
            self.assertLess(mine[0][1], 50)
            self.assertGreater(mine[-1][1], 9900)
            self.assertIn((pairing, 7777, 1), mine)

    def test_unfinished(self):
        database = self.play("cut.db", "--agent", "Greedy", "--against", "Random", "--pairs", "5")
        with sqlite3.connect(database) as connection:
            connection.execute("DELETE FROM game WHERE opening > 1 OR (opening = 1 AND side = 1)")
        _, page, data = self.report(database)
        self.assertEqual(len(data["games"]), 3)
        self.assertIn("Unfinished: 7 of the games that were planned", page.content)


    def test_who_has_not_played(self):
        """No games are no win rate, not one of 0; and behind who has not won."""
        database = self.play("none.db", "--agent", "Greedy", "--agent", "first", "--against",
                             "Random", "--pairs", "2")
        with sqlite3.connect(database) as connection:
            connection.execute("DELETE FROM game WHERE pairing = 0")
            connection.execute("UPDATE game SET winner = 1")
        text, page, _ = self.report(database)
        self.assertEqual(
            page.tables["Win rates with 95 % intervals over opening pairs, best first"],
            ["Predictable", "Greedy"])
        self.assertIn("<td>0</td><td>4</td><td class=\"total\">0.0 %</td>", text)
        self.assertIn("<td>0</td><td>0</td><td class=\"total\">-</td>", text)
        self.assertIn("<td class=\"won\">0 | 0</td>", text)


class Gnuplot(ReportTest):
    def path_with(self, script):
        """A PATH whose only gnuplot is that script."""
        folder = self.root / f"bin{len(os.listdir(self.root))}"
        folder.mkdir()
        if script:
            (folder / "gnuplot").write_text(script, encoding="utf-8")
            (folder / "gnuplot").chmod(0o755)
        return {"PATH": str(folder)}

    def check(self, script, sentence):
        database = self.play("plots.db", "--agent", "Greedy", "--against", "Random", "--pairs", "1")
        note = f"note: the report has no plots: {sentence}\n".encode()
        text, page, data = self.report(database, environment=self.path_with(script), note=note)
        self.assertEqual((page.plots, text.count(f"No plot here: {sentence}.")), (0, 6))
        self.assertGreater(len(data["games"]), 0)

    def test_absent(self):
        self.check(None, "gnuplot is not installed (Debian package gnuplot-nox)")

    def test_failing(self):
        self.check("#!/bin/sh\nexit 3\n", "gnuplot failed: exit status 3")
        self.check("#!/bin/sh\necho '<?xml?>'\necho '<svg>'\nkill -9 $$\n",
                   "gnuplot failed: signal 9")

    def test_cut_off(self):
        self.check("#!/bin/sh\necho '</defs>'\necho '<g id=\"x\">'\n",
                   "gnuplot failed: exit status 0")


class Refusals(ReportTest):
    def test_files_and_runs(self):
        database = self.play("here.db", "--agent", "Greedy", "--against", "Random", "--pairs", "1")
        output = str(self.root / "out.html")
        self.refuse(f"'{database}' has no run 9", "report", "--db", database, "--run", "9",
                    "--output", output)
        missing = str(self.root / "no.db")
        self.refuse(f"there is no file '{missing}'", "report", "--db", missing, "--output", output)
        empty = self.root / "empty.db"
        empty.write_bytes(b"")
        self.refuse(f"'{empty}' is empty", "report", "--db", str(empty), "--output", output)
        with sqlite3.connect(database) as connection:
            connection.execute("DELETE FROM game")
        self.refuse("run 1 has no games yet", "report", "--db", database, "--output", output)
        with sqlite3.connect(database) as connection:
            connection.execute("DELETE FROM run")
        self.refuse(f"'{database}' has no runs", "report", "--db", database, "--output", output)
        self.refuse("unexpected word 'now'", "report", "now")
        self.assertFalse(os.path.exists(output))

    def test_not_over_the_database(self):
        database = self.play("dear.db", "--agent", "random", "--against", "first")
        before = pathlib.Path(database).read_bytes()
        other = pathlib.Path(database).with_name("other name.db")
        os.link(database, other)
        for output in (database, str(other)):
            self.refuse("--output is the database itself", "report", "--db", database, "--output",
                        output)
            for words in (("study", "003", "--scale", "0.01"),
                          ("tune", "alphabeta:chase,w1=1", "--param", "w1", "--nodes", "50")):
                self.refuse("--output is the database itself", *words, "--db", database,
                            "--output", output)
        self.assertEqual(pathlib.Path(database).read_bytes(), before)

    def test_unwritable(self):
        database = self.play("full.db", "--agent", "Greedy", "--against", "Random", "--pairs", "1")
        nowhere = "/no/such/folder/out.html"
        self.refuse(f"cannot write '{nowhere}': No such file or directory", "report", "--db",
                    database, "--output", nowhere)
        self.refuse("cannot write '/dev/full': No space left on device", "report", "--db", database,
                    "--output", "/dev/full")
        self.refuse("cannot write '/': it is a directory", "report", "--db", database, "--output",
                    "/")

    def test_a_full_disk_costs_no_report(self):
        database = self.play("big.db", "--agent", "Greedy", "--against", "Random", "--pairs", "1")
        page = self.root / "dear.html"
        page.write_text("last year's")

        def limit_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (40000, 40000))  # SQLite needs 32 kB

        done = run("report", "--db", database, "--output", str(page), preexec_fn=limit_files)
        self.assert_refused(done, f"cannot write '{page}': File too large")
        self.assertEqual(page.read_text(), "last year's")
        self.assertEqual([path.name for path in self.root.glob("dear*")], ["dear.html"])


if __name__ == "__main__":
    unittest.main()
