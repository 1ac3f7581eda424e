#!/usr/bin/env python3
"""Runs that the machine or somebody else disturbs: memory, threads, processes and descriptors that
cannot be had, a database that goes, two who play the same run. No game is lost by any of it."""
import json
import os
import re
import resource
import shutil
import unittest

from arena_runs import KEPT, ArenaTest, limit, take_away, was_killed
from command_line import ENGINE, ENVIRONMENT, PATIENCE, SANITIZED, make_store, run

NO_ADDRESS_SPACE = "sanitizers need more address space than there is memory"
if SANITIZED:  # who looks for leaks wants descriptors too
    ENVIRONMENT["ASAN_OPTIONS"] = "detect_leaks=0"
ENVIRONMENT.pop("MALLOC_PERTURB_", None)  # meson's: it would fill every megabyte of a tree
PLAYED = re.compile(r"run 1 of '\S+' is being played by another isolab\Z")


def steady(pairs, database):
    return ("match", "AB_Improved", "alphabeta:attacker", "--pairs", str(pairs), "--nodes", "1500",
            "--quiet", "--db", database, "--resume")


class Disturbed(ArenaTest):
    def assert_stopped(self, done, sentence):
        """Exit 2, one line, and nothing told as if all was well."""
        self.assertEqual((done.returncode, done.stdout), (2, b""), done)
        self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)
        self.assertIn(sentence, done.stderr.decode())

    def games(self, database):
        return [json.loads(line) for line in self.export(database).splitlines()]

    def free_megabytes(self):
        """What the program thinks it may take; skips where it is more than a spec can ask for."""
        done = run("match", "champion,hash=65536", "random", "--db", self.database("never.db"),
                   "--pairs", "1", "--nodes", "1000M", "--board", "3x3", "--quiet")
        found = re.search(rb"but only (\d+) MB are free", done.stderr)
        if not found:
            self.skipTest("this machine has all that memory")
        return int(found[1])


class BeforeTheFirstGame(Disturbed):
    """What does not fit is refused, and there is no run that would be full of losses."""

    @unittest.skipIf(SANITIZED, NO_ADDRESS_SPACE)
    def test_memory_of_an_agent(self):
        done = run("match", "champion,hash=32", "random", "--pairs", "2", "--nodes", "300000",
                   "--board", "9x9", "--db", self.database(),
                   preexec_fn=limit(resource.RLIMIT_AS, 36000 << 10))
        self.assert_stopped(done, "'champion,hash=32': 35 MB are wanted but only ")
        self.assertFalse(os.path.exists(self.database()))

    def test_memory_of_all_threads(self):
        agent = f"champion,hash={self.free_megabytes() * 7 // 10}"
        line = (agent, "random", "--pairs", "2", "--nodes", "1000M", "--board", "3x3", "--quiet")
        done = run("match", *line, "--threads", "3", "--db", self.database())
        self.assert_stopped(done, "isolab match: 3 at once: ")
        self.assertFalse(os.path.exists(self.database()))
        done = run("accuracy", "--agent", agent, "--nodes", "1000M", "--board", "3x3", "--positions",
                   "4", "--threads", "3", "--quiet")
        self.assert_stopped(done, "isolab accuracy: 3 at once: ")

    def test_no_more_than_there_are_games(self):
        agent = f"champion,hash={self.free_megabytes() * 2 // 10}"
        self.answer("match", agent, "random", "--pairs", "1", "--nodes", "1000M", "--board", "3x3",
                    "--threads", "99", "--quiet", "--db", self.database())

    def test_descriptors(self):
        line = ("match", f"exec:{ENGINE}", "random", "--pairs", "4", "--nodes", "10", "--threads",
                "4", "--quiet", "--db", self.database(), "--resume")
        done = run(*line, preexec_fn=limit(resource.RLIMIT_NOFILE, 12))
        self.assert_stopped(done, "no process could be started: Too many open files")
        self.assertEqual(self.games(self.database()), [])
        self.answer(*line)
        self.assertEqual({game["reason"] for game in self.games(self.database())}, {"stuck"})


    def test_descriptors_of_own_code(self):
        """A process, and a descriptor to talk to it, for each thread."""
        source = self.write("own.c", """#include <isolab_heuristic.h>
            double isolab_score(const IsolabScene *scene, const double *parameters)
            {
                return isolab_count(scene->own_moves);
            }
            ISOLAB_HEURISTIC(.price = 10)""")
        line = ("match", f"greedy:{source}", "random", "--pairs", "20", "--threads", "40", "--quiet",
                "--db", self.database(), "--resume")
        done = run(*line, preexec_fn=limit(resource.RLIMIT_NOFILE, 32))
        self.assert_stopped(done, "a pair of sockets cannot be had: Too many open files")
        self.assertEqual(self.games(self.database()), [])
        self.answer(*line)
        self.assertEqual({game["reason"] for game in self.games(self.database())}, {"stuck"})


class HalfWay(Disturbed):
    """What is gone all of a sudden stops the run; what was played is kept and right."""

    def check(self, line, disturbance, sentence):
        process, out, err, words = self.disturbed(line, disturbance)
        self.assertEqual((process.returncode, out, err.count("\n")), (2, "", 1), err)
        self.assertIn(sentence, err)
        kept, database = KEPT.search(err), words[words.index("--db") + 1]
        self.assertTrue(kept, err)
        self.assertEqual(kept[3], database)
        stored = self.export(database)
        self.assertEqual(int(kept[1]), stored.count(b"\n"))
        self.assertNotIn(b"no process", stored)
        self.assertNotIn(b"MB are wanted", stored)
        self.answer(*words)
        self.assertEqual(int(kept[2]), self.export(database).count(b"\n"))
        self.assert_consistent(database)
        return stored, words

    def test_descriptors(self):
        """An engine that crashes now and then, which loses it the game, cannot be started anew,
        which does not."""
        def line(pairs, database):
            return ("match", f"exec:{ENGINE} exit 50", "random", "--pairs", str(pairs), "--nodes",
                    "10", "--threads", "2", "--quiet", "--db", database, "--resume")

        _, words = self.check(
            line, lambda process, _: take_away(process.pid, resource.RLIMIT_NOFILE, 3),
            "no process could be started: Too many open files; ")
        games = self.games(words[words.index("--db") + 1])
        crashes = [game["fault"] for game in games if game["reason"] == "crash"]
        self.assertGreater(len(crashes), 0)
        self.assertEqual(set(crashes), {"the engine ended with exit status 3 before bestmove"})

    @unittest.skipIf(SANITIZED, NO_ADDRESS_SPACE)
    def test_memory(self):
        """A tree of 64 MB a turn, of which a small board needs little."""
        def line(pairs, database):
            return ("match", "mcts", "mcts,c=2", "--board", "4x4", "--pairs", str(pairs), "--nodes",
                    "1M", "--threads", "2", "--quiet", "--db", database, "--resume")

        stored, words = self.check(
            line, lambda process, _: take_away(process.pid, resource.RLIMIT_AS, 1 << 20),
            " MB are wanted but only 0 MB are free; ")
        pairs = int(words[words.index("--pairs") + 1])
        database = self.database("undisturbed.db")
        self.answer(*line(pairs, database))
        whole = self.export(database)
        self.assertLess(set(stored.splitlines()), set(whole.splitlines()))
        self.assertEqual(self.export(words[words.index("--db") + 1]), whole)


@unittest.skipIf(SANITIZED, NO_ADDRESS_SPACE)
class AtTheBoard(Disturbed):
    """64 MB for a turn cannot be had."""
    LIMIT = {"preexec_fn": limit(resource.RLIMIT_AS, 60 << 20)}

    def test_play(self):
        """Nobody forfeits, and the game can be gone on with."""
        done = run("play", "--first", "first", "--second", "mcts", "--board", "4x4", "--nodes",
                   "1M", **self.LIMIT)
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (2, 1), done)
        self.assertRegex(done.stderr.decode(), r"\Aisolab play: 'mcts': \d+ MB are wanted but only ")
        self.assertTrue(done.stdout.endswith(b"So far: 4x4 a4\n"), done.stdout)
        self.assertNotIn(b"wins", done.stdout)

    def test_engine(self):
        """Whoever asked is told, and gets a legal move."""
        done = run("engine", "--agent", "mcts", stdin=b"position 4x4 a4\ngo nodes 1000000\n",
                   **self.LIMIT)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertRegex(done.stdout.decode(), r"\Ainfo string 'mcts': \d+ MB are wanted but only "
                                               r"\d+ MB are free\nbestmove [a-d][1-4]\n\Z")


class TheDatabaseGoes(Disturbed):
    def check(self, disturbance, name):
        """`disturbance` gets the database's path, and does what must be noticed."""
        process, out, err, words = self.disturbed(
            steady, lambda process, database: disturbance(database))
        self.assertEqual((process.returncode, out, err.count("\n")), (2, "", 1), err)
        self.assertTrue(err.endswith(f"{name}' was deleted, moved or replaced while it was in "
                                     "use\n"), err)
        return words[words.index("--db") + 1]

    def test_deleted(self):
        database = self.check(os.remove, ".db")
        self.assertFalse(os.path.exists(database))

    def test_all_of_it_deleted(self):
        def delete(database):
            for path in self.folder.glob(os.path.basename(database) + "*"):
                path.unlink()

        self.check(delete, ".db")

    def test_replaced(self):
        """By another, which has nothing to do with it and must not suffer."""
        other = self.database("other.db")
        make_store(other, {"board": "4x4", "agents": ["random", "first"], "pairs": 3})
        games = self.export(other)
        database = self.check(lambda database: shutil.copy(other, other + "2") and
                              os.replace(other + "2", database), ".db")
        self.assertEqual(self.export(database), games)

    def test_moved(self):
        database = self.check(lambda database: os.rename(database, database + ".old"), ".db")
        self.assert_consistent(database + ".old")
        self.assertGreater(self.export(database + ".old").count(b"\n"), 0)

    def test_its_journal_deleted(self):
        """What was committed is in the file all the same, and the rest can be played."""
        database = self.check(lambda database: os.remove(database + "-wal"), ".db-wal")
        self.assert_consistent(database)
        self.assertGreater(self.export(database).count(b"\n"), 0)


class TwoOfThem(Disturbed):
    def refused(self, code, out, err):
        """Whether this one was; else it has played or seen the whole."""
        if code == 0:
            self.assertEqual(err, "")
            return False
        self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
        self.assertRegex(err.rstrip("\n"), PLAYED)
        return True

    def test_started_at_once(self):
        """Often enough, and then for longer, until one has come while another played."""
        refused, rounds = 0, 0
        while rounds < 8 or (refused == 0 and rounds < 16):
            pairs = 40 << max(0, rounds - 7)
            rounds += 1
            database = self.database(f"{rounds}.db")
            processes = [self.start(*steady(pairs, database)) for _ in range(3)]
            ends = [process.communicate(timeout=PATIENCE) for process in processes]
            codes = [process.returncode for process in processes]
            self.assertIn(0, codes, ends)
            for code, (out, err) in zip(codes, ends):
                refused += self.refused(code, out.decode(), err.decode())
            self.assertEqual(self.export(database).count(b"\n"), 2 * pairs)
            self.assert_consistent(database)
        self.assertGreater(refused, 0)

    def test_one_after_the_other(self):
        """While one plays it can be read, deleted it cannot be, and other runs can be played; when
        it is killed another goes on."""
        def meddle(process, database):
            second = run(*steady(int(os.path.basename(database)[:-3]), database))
            deleting = run("runs", "--db", database, "--delete", "1")
            self.answer("runs", "--db", database)
            self.answer("match", "random", "first", "--pairs", "2", "--quiet", "--db", database)
            if process.poll() is None:  # so it was there all the time
                self.assertTrue(self.refused(second.returncode, second.stdout.decode(),
                                             second.stderr.decode()))
                self.assert_stopped(deleting, "is being played by another isolab\n")
                process.kill()

        process, _, _, words = self.disturbed(steady, meddle)
        self.assertTrue(was_killed(process.returncode))
        self.answer(*words)
        runs = self.answer_json("runs", "--db", words[words.index("--db") + 1])["runs"]
        self.assertEqual([entry["games"] == entry["planned"] for entry in runs], [True, True])
        leftovers = [path.name for path in self.folder.glob("*-run*")]
        self.assertEqual(leftovers, [])


if __name__ == "__main__":
    unittest.main()
