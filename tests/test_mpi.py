#!/usr/bin/env python3
"""Work on MPI ranks: the same answers as on threads, and what becomes of a run whose ranks die.

Meson passes the program in ISOLAB_MPI and Open MPI's mpirun in MPIRUN.
"""
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import unittest

from arena_runs import KEPT, RESUME, ArenaTest, known_hashes, take_away
from command_line import DATA, ENGINE, ENVIRONMENT, PATIENCE, SANITIZED, hears, wait_until

ISOLAB_MPI = os.path.abspath(os.environ.get("ISOLAB_MPI", "build/isolab-mpi"))
# A test machine may have two cores and one user; neither matters here.
MPIRUN = [os.environ.get("MPIRUN", "mpirun"), "--allow-run-as-root", "--oversubscribe", "--bind-to",
          "none"]
GRACE = ("--mca", "odls_base_sigkill_timeout")  # seconds that mpirun leaves those it terminates
ENVIRONMENT["COLUMNS"] = "500"  # mpirun gives ranks a terminal, but no width of it
if SANITIZED:  # MPI itself leaks
    ENVIRONMENT["ASAN_OPTIONS"] = "detect_leaks=0"

PAIRS = 60 if SANITIZED else 400
WHOLE = {}  # by the number of pairs, the games of steady() once they are known


def steady(pairs=PAIRS):
    return ("tournament", "--agent", "AB_Improved", "--agent", "alphabeta:attacker", "--against",
            "AB_Open", "--against", "Random", "--pairs", str(pairs), "--nodes", "1500", "--quiet")


class Ranks(ArenaTest):
    def setUp(self):
        super().setUp()
        ENVIRONMENT["XDG_CACHE_HOME"] = str(self.folder / "cache")  # of compiled heuristics
        self.addCleanup(ENVIRONMENT.pop, "XDG_CACHE_HOME")

    def mpirun(self, ranks, *arguments):
        """Exit code, standard output and what the program, not mpirun, said on the side."""
        done = subprocess.run([*MPIRUN, *GRACE, "0", "-n", str(ranks), ISOLAB_MPI, *arguments],
                              stdin=subprocess.DEVNULL, capture_output=True, check=False,
                              timeout=PATIENCE, env=ENVIRONMENT, cwd=self.folder)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def start_ranks(self, ranks, *arguments, grace=1):
        return self.start(*arguments,
                          program=(*MPIRUN, *GRACE, str(grace), "-n", str(ranks), ISOLAB_MPI))

    def rank_processes(self, mpirun):
        """Process ids by rank, once all are there."""
        found = {}
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if f"PPid:\t{mpirun.pid}\n" not in (entry / "status").read_text():
                    continue
                for setting in (entry / "environ").read_bytes().split(b"\0"):
                    if setting.startswith(b"OMPI_COMM_WORLD_RANK="):
                        found[int(setting.split(b"=")[1])] = int(entry.name)
            except (OSError, UnicodeDecodeError):
                pass
        return found

    def undisturbed(self, pairs=PAIRS):
        if pairs not in WHOLE:
            database = self.database(f"undisturbed-{pairs}.db")
            self.answer(*steady(pairs), "--db", database)
            WHOLE[pairs] = self.export(database)
        return WHOLE[pairs]


class SameGames(Ranks):
    def test_same_games_on_ranks(self):
        for name, numbers in (("arena_nodes", (2, 3)), ("arena_virtual", (1, 3))):
            for ranks in numbers:
                database = self.database(f"{name}-{ranks}.db")
                code, out, err = self.mpirun(ranks, "tournament", "--settings",
                                             str(DATA / f"{name}.json"), "--db", database,
                                             "--quiet")
                self.assertEqual((code, err), (0, ""))
                self.assertIn("won | lost against ", out)  # to mpirun's terminal, which wraps it
                self.assertEqual(self.game_hash(database), known_hashes()[name], ranks)

    def test_without_mpirun(self):
        database = self.database()
        process = self.start("tournament", "--settings", str(DATA / "arena_nodes.json"), "--db",
                             database, "--quiet", program=(ISOLAB_MPI,))
        out, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(out.count(b"won | lost against"), 1)
        self.assertEqual(self.game_hash(database), known_hashes()["arena_nodes"])

    def test_a_match_that_is_decided(self):
        line = ("match", "alphabeta:attacker", "Random", "--pairs", "3000", "--nodes", "60",
                "--sprt", "0,100", "--quiet", "--json")
        code, out, err = self.mpirun(3, *line, "--db", self.database("ranks.db"))
        self.assertEqual((code, err), (0, ""))
        on_threads = self.answer(*line, "--db", self.database("threads.db"))
        pick = [text.split('"verdict_pairs":')[1] for text in (out, on_threads)]
        self.assertEqual(*pick)


class SameAnswers(Ranks):
    def same(self, *line):
        """The program's answer, on threads and on ranks."""
        one = self.answer(*line, "--threads", "1")
        self.assertEqual(one, self.answer(*line, "--threads", "2"))
        self.assertEqual(self.mpirun(3, *line), (0, one, ""))

    def test_accuracy(self):
        self.same("accuracy", "--agent", "mcts,nodes=30", "--agent", "random", "--heuristic", "reach",
                  "--heuristic", "=own - opp", "--board", "5x5", "--plies", "4-11", "--positions",
                  "120", "--blunders", "2", "--quiet", "--json")

    def test_a_tuning_by_accuracy(self):
        """Its points after the first are judged on positions that rank 0 has."""
        self.same("tune", "alphabeta:chase,w1=1", "--param", "w1=0:4:2", "--objective", "accuracy",
                  "--board", "5x5", "--positions", "60", "--confirm", "0", "--nodes", "100", "--quiet",
                  "--json", "--db", self.database())

    def test_placements(self):
        """Who wins is the same; a table a rank makes the nodes others."""
        def table(text):
            answer = json.loads(text)
            return [answer[name] for name in ("board", "winner", "classes", "solved")]
        line = ("solve", "--placements", "5x5", "--quiet", "--json")
        whole = table(self.answer(*line))
        for words in ((), ("--nodes", "2000", "--resume", "table.txt"), ("--resume", "table.txt")):
            code, out, err = self.mpirun(3, *line, *words)
            self.assertEqual((code, err), (0, ""))
            if "--nodes" in words:
                self.assertLess(table(out)[3], whole[3])
            else:
                self.assertEqual(table(out), whole)
        kept = (self.folder / "table.txt").read_text().splitlines()
        self.assertEqual(len(kept), 1 + whole[2])

    def test_proved_placements(self):
        """All but the time is the same: a class is proved in a table of its own."""
        def table(text):
            return {**json.loads(text), "seconds": 0}
        line = ("solve", "--placements", "4x4", "--prove", "--quiet", "--json")
        code, out, err = self.mpirun(3, *line)
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(table(out), table(self.answer(*line)))


class Endings(Ranks):
    def disturb(self, disturbance, grace=1):
        """Starts a run, disturbs it once games are stored, and plays the rest. A run that was
        faster than the disturbance is followed by one twice as long."""
        for pairs in (PAIRS << i for i in range(6)):
            whole, database = self.undisturbed(pairs), self.database(f"{pairs}-{grace}.db")
            process = self.start_ranks(3, *steady(pairs), "--db", database, grace=grace)
            wait_until(lambda: process.poll() is not None or self.stored(database))
            disturbance(process)
            out, err = process.communicate(timeout=PATIENCE)
            stored = self.export(database)
            if stored != whole:
                break
        self.assertNotEqual(process.returncode, 0)  # mpirun's way to say it was not the end
        self.code = process.returncode
        self.assertLess(set(stored.splitlines()), set(whole.splitlines()))
        self.assertGreater(len(stored), 0)
        self.assert_consistent(database)
        code, _, side = self.mpirun(3, *steady(pairs), "--db", database, "--resume")
        self.assertEqual((code, side), (0, ""))
        self.assertEqual(self.export(database), whole)
        self.assert_consistent(database)
        return stored.count(b"\n"), out.decode(), err.decode()

    def kill_rank(self, rank, by=signal.SIGKILL):
        def disturbance(process):
            number = self.rank_processes(process).get(rank)
            if number:
                os.kill(number, by)
        return disturbance

    def test_a_worker_dies(self):
        self.disturb(self.kill_rank(2))

    def test_rank_0_dies(self):
        self.disturb(self.kill_rank(0))

    def test_interrupt(self):
        """A slow machine may need longer to tell how far it came than mpirun waits."""
        for grace in (1, 10, 100):
            stored, out, err = self.disturb(lambda process: process.send_signal(signal.SIGINT), grace)
            if "the rest\n" in err:
                break
        self.assertTrue(out.startswith("won | lost against "), out + err)
        said = RESUME.search(err[:err.index("the rest\n") + 9])
        self.assertTrue(said, err)
        self.assertEqual(int(said[1]), stored)

    def test_interrupt_of_rank_0(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            self.disturb(self.kill_rank(0, by=number))
            self.assertEqual(self.code, 130)
            for database in self.folder.glob("*.db*"):
                database.unlink()

    def test_a_worker_does_not_leave_on_its_own(self):
        """A signal for one worker alone is not the end of the run."""
        whole, database = self.undisturbed(), self.database()
        process = self.start_ranks(3, *steady(), "--db", database)
        wait_until(lambda: hears(self.rank_processes(process).get(1), signal.SIGTERM))
        os.kill(self.rank_processes(process)[1], signal.SIGTERM)
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual((process.returncode, err), (0, b""))
        self.assertEqual(self.export(database), whole)


class Shortages(Ranks):
    def test_of_one_rank(self):
        """It ends the run for all, and what they had played is kept."""
        def line(pairs, database):
            return ("match", f"exec:{ENGINE} exit 50", "random", "--pairs", str(pairs), "--nodes",
                    "10", "--quiet", "--db", database, "--resume")

        def disturbance(mpirun, _):
            take_away(self.rank_processes(mpirun).get(2, -1), resource.RLIMIT_NOFILE, 3)

        process, out, err, words = self.disturbed(line, disturbance,
                                                  lambda *words: self.start_ranks(3, *words))
        err = "".join(text for text in err.splitlines(True) if text.startswith("isolab"))
        self.assertEqual((process.returncode, out), (2, ""))
        self.assertRegex(err, r"\Aisolab match: rank 2: 'exec:\S.*': no process could be started: "
                              r"Too many open files; ")
        kept, database = KEPT.search(err), words[words.index("--db") + 1]
        self.assertEqual(self.export(database).count(b"\n"), int(kept[1]))
        code, _, side = self.mpirun(3, *words)
        self.assertEqual((code, side), (0, ""))
        self.assertEqual(self.export(database).count(b"\n"), int(kept[2]))
        self.assertNotIn(b"no process", self.export(database))

    def test_of_all_ranks(self):
        """Each has room enough on its machine, but it is one machine."""
        agents = ("match", "champion,hash=65536", "random", "--pairs", "2", "--nodes", "1000M",
                  "--board", "3x3", "--quiet", "--db", self.database())
        _, _, err = self.mpirun(1, *agents)
        free = re.search(r"but only (\d+) MB are free", err)
        if not free:
            self.skipTest("this machine has all that memory")
        line = [word.replace("65536", str(int(free[1]) * 7 // 10)) for word in agents]
        code, out, err = self.mpirun(3, *line)
        self.assertEqual((code, out), (2, ""))
        self.assertRegex(err, r"isolab match: rank \d: 2 at once: \d+ MB are wanted but only ")


class Refusals(Ranks):
    def in_folders(self, folders, *line):
        """A rank in each."""
        apps = []
        for folder in folders:
            apps += [":", "-n", "1", "-wdir", str(self.folder / folder), ISOLAB_MPI, *line]
        return subprocess.run([*MPIRUN, *apps[1:]], stdin=subprocess.DEVNULL, capture_output=True,
                              check=False, timeout=PATIENCE, env=ENVIRONMENT)

    def refused(self, ranks, sentence, *arguments):
        code, out, err = self.mpirun(ranks, *arguments)
        self.assertEqual((code, out), (2, ""))
        lines = [line for line in err.splitlines() if line.startswith("isolab")]
        self.assertEqual(lines, [sentence])

    def test_usage_is_refused_once(self):
        self.refused(3, "isolab match: two agents are wanted: isolab match A B", "match")
        self.refused(3, "isolab: unknown command 'mach'; did you mean match?", "mach")

    def test_threads_are_not_ranks(self):
        self.refused(3, "isolab tournament: --threads is not for MPI ranks: each worker rank plays "
                        "one game at a time, and mpirun says how many there are",
                     *steady(), "--threads", "2", "--db", self.database())
        self.refused(3, "isolab accuracy: --threads is not for MPI ranks: each worker rank takes one "
                        "position at a time, and mpirun says how many there are",
                     "accuracy", "--threads", "2")
        self.refused(3, "isolab solve: --threads is not for MPI ranks: each worker rank solves one "
                        "pair of placements at a time, and mpirun says how many there are",
                     "solve", "--placements", "3x3", "--threads", "2")

    def test_other_commands(self):
        code, out, err = self.mpirun(3, "version")
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(out.count("isolab "), 1)

    def test_ranks_that_see_other_files(self):
        """Two machines with different files under one name, played by two folders."""
        for name, text in (("here", "7x7 d4 c2\n"), ("there", "7x7 d4 c3\n"), ("nowhere", None)):
            (self.folder / name).mkdir()
            if text:
                (self.folder / name / "openings.txt").write_text(text)
        line = ("match", "random", "first", "--openings", "openings.txt", "--db", self.database())
        for place, sentence in (
                ("there", "does not see the same as rank 0: are the files the same there?"),
                ("nowhere", "openings: cannot read 'openings.txt': No such file or directory")):
            done = self.in_folders(("here", place), *line)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"isolab match: rank 1: {sentence}\n", done.stderr.decode())

    def test_ranks_that_see_another_heuristic(self):
        for name, sign in (("here", "+"), ("there", "-")):
            (self.folder / name).mkdir()
            (self.folder / name / "my.c").write_text(
                "#include <isolab_heuristic.h>\n"
                "double isolab_score(const IsolabScene *scene, const double *parameters)\n"
                f"{{\n    (void)parameters;\n    return {sign}isolab_count(scene->own_moves);\n}}\n"
                "ISOLAB_HEURISTIC()\n")
        for who, sentence in (("--heuristic", "does not see the same as rank 0: are the files the "
                                              "same there?"),
                              ("--agent", "the file is not what it was")):
            spec = "./my.c" if who == "--heuristic" else "greedy:./my.c"
            done = self.in_folders(("here", "there"), "accuracy", who, spec, "--positions", "2")
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"isolab accuracy: rank 1: {sentence}", done.stderr.decode())

    def test_ranks_without_an_engine(self):
        """It is on the machine of rank 0 alone, played by two folders."""
        for name in ("with", "without"):
            (self.folder / name).mkdir()
        (self.folder / "with" / "engine").symlink_to(ENGINE)
        for line in (("match", "exec:./engine", "random", "--nodes", "9", "--db",
                      self.database()),
                     ("accuracy", "--agent", "exec:./engine", "--positions", "2")):
            done = self.in_folders(("with", "without"), *line)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"isolab {line[0]}: rank 1: 'exec:./engine': no such command\n",
                          done.stderr.decode())

    def test_by_the_clock(self):
        cores = len(os.sched_getaffinity(0))
        code, _, err = self.mpirun(cores + 3, "match", "AB_Open", "Random", "--board", "3x3",
                                   "--time", "1h", "--pairs", "2", "--quiet", "--db",
                                   self.database())
        self.assertEqual(code, 0)
        note = (f"note: 2 of {cores + 2} worker ranks had nothing to do: agents play by the clock, "
                "and their machines have no core for them\n")
        self.assertTrue(err.startswith(note), err)  # and on a busy machine a warning


if __name__ == "__main__":
    unittest.main()
