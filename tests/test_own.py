"""Heuristics of one's own: formulas and C files, right, wrong and hostile, from outside."""
import json
import os
import pathlib
import random
import re
import tempfile
import unittest

from command_line import DATA, ENVIRONMENT, SANITIZED, CommandLineTest, run
from engine_client import Engine

HEAD = "#include <isolab_heuristic.h>\n"
TAIL = "\nISOLAB_HEURISTIC(.price = 10)\n"
SYSTEM = (HEAD + "#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
          "#include <string.h>\n#include <unistd.h>\n")


def score(body, tail=TAIL, head=HEAD):
    """A C file with that body of isolab_score()."""
    return (f"{head}double isolab_score(const IsolabScene *scene, const double *parameters)\n"
            f"{{\n{body}\n}}\n{tail}")


IMPROVED = score("    return isolab_count(scene->own_moves) - isolab_count(scene->opponent_moves);")
CHASE = score(
    "    return parameters[0] * isolab_count(scene->own_moves)\n"
    "         - parameters[1] * isolab_count(scene->opponent_moves);",
    'ISOLAB_HEURISTIC(.needs = ISOLAB_NOTHING, .price = 10.4, .parameters = {\n'
    '    {"w1", 0.3125, 0, 4, 0.03125, "weight of own moves"},\n'
    '    {"w2", 1, 0, 4, 0.03125, "weight of the opponent\'s moves"}})\n')
ATTACKER = score(
    "    IsolabBits own = isolab_reach(scene, scene->own_moves, 2);\n"
    "    IsolabBits other = isolab_reach(scene, scene->opponent_moves, 2);\n"
    "    double shared = 0.5 * isolab_count(own & other);\n"
    "    return isolab_count(own) - isolab_count(other) + (isolab_attacks(scene) ? shared : -shared);",
    "ISOLAB_HEURISTIC(.price = 28)\n")
ADJUSTED = score(
    "    IsolabBits own = scene->own_moves, other = scene->opponent_moves;\n"
    "    bool contested = own & other;\n"
    "    if (contested && isolab_count(own) == 1)\n        return -INFINITY;\n"
    "    if (contested && isolab_count(other) == 1)\n        return INFINITY;\n"
    "    double a = isolab_count(own) - 0.8 * isolab_count(own & scene->board->corners);\n"
    "    double b = isolab_count(other) - 0.8 * isolab_count(other & scene->board->corners);\n"
    "    if (contested && scene->own_active)\n        b -= 1;\n"
    "    if (contested && !scene->own_active)\n        a -= 1;\n"
    "    return a - b;",
    "ISOLAB_HEURISTIC(.needs = ISOLAB_NOTHING, .price = 13)\n")

FORMULAS = {
    "improved": "=own - opp",
    "chase": "={w1=0.3125:0..4}*own - {w2=1:0..4}*opp @ 10.4",
    "attacker": "=reach2 - oppreach2 + 0.5*attacker*shared2",
    "reach": "=reach2-oppreach2",
    "territory": "=territory",
}
FILES = {"improved": IMPROVED, "chase": CHASE, "attacker": ATTACKER, "adjusted": ADJUSTED}


class Own(CommandLineTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        ENVIRONMENT["XDG_CACHE_HOME"] = folder.name
        self.addCleanup(ENVIRONMENT.pop, "XDG_CACHE_HOME")
        self.database = str(self.folder / "games.db")

    def file(self, text, name="my.c"):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def games(self, agent, *options, board="7x7"):
        """The moves of a small match, whatever the agents are called."""
        self.answer("match", agent, "AB_Open", "--pairs", "6", "--board", board, "--quiet", "--db",
                    self.database, *options)
        rows = self.answer("export", "--db", self.database, "--format", "jsonl").splitlines()
        os.remove(self.database)
        return [(game["moves"], game["winner"], game["reason"], game["nodes"])
                for game in map(json.loads, rows)]

    def values(self, positions, heuristics):
        """What several heuristics say of positions, a list of objects."""
        options = [word for heuristic in heuristics for word in ("--heuristic", heuristic)]
        text = self.answer("eval", "-", *options, stdin="\n".join(positions).encode() + b"\n")
        return [json.loads(line)["heuristics"] for line in text.splitlines()]


class Equals(Own):
    """A built-in heuristic written anew is the same heuristic."""

    def test_values_on_every_fixture(self):
        with open(DATA / "heuristics.jsonl", encoding="ascii") as file:
            rows = [json.loads(line) for line in file]
        positions = [row["position"] for row in rows]
        self.assertTrue(any(text.startswith("11x9") or "11" in text for text in positions))
        names = {heuristic: name for name, heuristic in FORMULAS.items()}
        names.update({self.file(text, f"{name}.c"): name for name, text in FILES.items()})
        both = self.values(positions, [*names, *sorted(set(names.values()))])
        for position, row in zip(positions, both):
            for heuristic, name in names.items():
                expected = row[name]
                if name in ("improved",) and heuristic.endswith(".c") and row["reach"]["first"] is None:
                    continue  # the file waits until both are placed
                self.assertEqual(row[heuristic], expected, (position, heuristic))

    def test_games(self):
        names = {heuristic: name for name, heuristic in FORMULAS.items()}
        names.update({self.file(text, f"{name}.c"): name for name, text in FILES.items()})
        for heuristic, name in names.items():
            for options in (["--nodes", "700"], ["--virtual", "150ms"]):
                if name == "territory" and "--virtual" in options:
                    continue  # its price depends on the position
                with self.subTest(heuristic=heuristic, options=options):
                    self.assertEqual(self.games(f"alphabeta:{heuristic}", *options),
                                     self.games(f"alphabeta:{name}", *options))

    def test_games_on_a_wide_board(self):
        for heuristic in (FORMULAS["attacker"], self.file(ATTACKER)):
            self.assertEqual(self.games(f"alphabeta:{heuristic}", "--nodes", "500", board="11x9"),
                             self.games("alphabeta:attacker", "--nodes", "500", board="11x9"))

    def test_parameters(self):
        self.assertEqual(
            self.games(f"alphabeta:{FORMULAS['chase']},w1=1,w2=0.75", "--nodes", "500"),
            self.games("alphabeta:chase,w1=1,w2=0.75", "--nodes", "500"))
        self.assertEqual(self.games(f"alphabeta:{self.file(CHASE)},w1=1", "--nodes", "500"),
                         self.games("alphabeta:chase,w1=1", "--nodes", "500"))
        self.assertEqual(
            self.games("alphabeta:=own - {depth=2:0..4}*opp,own.depth=1,depth=3", "--nodes", "900"),
            self.games("alphabeta:improved,depth=3", "--nodes", "900"))

    def test_other_kinds(self):
        path = self.file(IMPROVED)
        for kind in ("greedy", "minimax", "mcts"):
            self.assertEqual(self.games(f"{kind}:{path}", "--nodes", "50"),
                             self.games(f"{kind}:improved", "--nodes", "50"))


class Formula(Own):
    def test_refusals(self):
        for formula, sentence in {
            "": "the formula ends where a feature, a number or a bracket is expected",
            "own +": "the formula ends where a feature, a number or a bracket is expected",
            "own opp": "column 5 of the formula: an operator or the end is expected, not 'o'",
            "(own": "the formula ends where a closing bracket is expected",
            "own)": "column 4 of the formula: an operator or the end is expected, not ')'",
            "own; opp": "column 4 of the formula: an operator or the end is expected, not ';'",
            'own + "x"': "column 7 of the formula: a feature, a number or a bracket is expected, "
                         "not '\"'",
            "own\n": "column 4 of the formula: an operator or the end is expected, not '\\x0a'",
            "own */ 2": "column 6 of the formula: a feature, a number or a bracket is expected, "
                        "not '/'",
            "system(1)": "column 1 of the formula: 'system' is not one of its functions, abs, min, "
                         "max, sqrt, exp, log, pow and tanh",
            "own-oppreach": "column 5 of the formula: oppreach wants a number from 1 to 8, such as oppreach2",
            "owm": "column 1 of the formula: unknown feature 'owm'; did you mean own?",
            "own = 2": "column 5 of the formula: an operator or the end is expected, not '='",
            "1e999": "column 1 of the formula: '1e999' is not a number",
            "1.2.3": "column 1 of the formula: '1.2.3' is not a number",
            "min(own)": "column 8 of the formula: a comma is expected, not ')'",
            "{w=3:0..2}": "column 2 of the formula: w is 3, which is not within 0..2",
            "{w}": "column 3 of the formula: '=' as in {w=0.5:0..2} is expected, not '}'",
            "{w=1:0..2}+{w=1:0..2}": "column 13 of the formula: w is there already",
            "(" * 100 + "own" + ")" * 100: "the formula nests deeper than 64",
        }.items():
            with self.subTest(formula=formula):
                self.refuse(sentence, "eval", "7x7 d4 c2", "--heuristic", "=" + formula)

    def test_arithmetic(self):
        """Against Python, which binds and rounds as C does."""
        position = {"own": 8, "opp": 6, "ply": 2, "blanks": 47, "area": 49}
        for formula in ("own-opp*2", "(own-opp)*2", "own/opp", "1/2", "-own--opp", "own-opp-ply",
                        "own<opp", "own>opp", "own>=8", "own!=8", "own==8", "2e-1*own", ".5*own",
                        "own*opp/ply", "own/opp/ply", "1 < 2 < 3"):
            written = formula
            for name, value in position.items():
                written = written.replace(name, f"({value}.0)")
            if formula == "1 < 2 < 3":
                written = "(1 < 2) < 3"
            got = self.values(["7x7 d4 a1"], ["=" + formula])[0]["=" + formula]["first"]
            # The knight on a1 has fewer moves than on the centre: ask for what there is.
            own = self.values(["7x7 d4 a1"], ["=own", "=opp"])[0]
            for name in ("own", "opp"):
                written = written.replace(f"({position[name]}.0)",
                                          f"({float(own['=' + name]['first'])})")
            self.assertAlmostEqual(float(got), float(eval(written)), msg=formula)

    def test_choices_and_functions(self):
        for formula, expected in {"ply > 20 ? 1 : 2": 2, "own > 1 && opp > 1": 1, "!own": 0,
                                  "max(own, 100)": 100, "min(1, 2) + abs(-3)": 4,
                                  "pow(2, 10)": 1024, "sqrt(49) - 7": 0, "own || 0/0": 1,
                                  "0 ? 1 : 0 ? 2 : 3": 3, "pow(2, 70)": 2 ** 70}.items():
            row = self.values(["7x7 d4 c2"], ["=" + formula])[0]
            self.assertEqual(row["=" + formula]["first"], expected, formula)

    def test_not_a_number_loses_the_game(self):
        done = run("match", "alphabeta:=0/0", "random", "--pairs", "1", "--nodes", "100", "--quiet",
                   "--db", self.database)
        self.assertIn(b"0 : 2", done.stdout)
        rows = self.answer("export", "--db", self.database, "--format", "jsonl").splitlines()
        self.assertTrue(all(json.loads(row)["fault"] == "its value is no number" for row in rows))
        self.refuse("'=0/0': its value is no number", "eval", "7x7 d4 c2", "--heuristic", "=0/0")

    def test_fuzz(self):
        """Whatever is thrown at it: an answer or one sentence."""
        pieces = ["own", "opp", "reach2", "(", ")", "+", "-", "*", "/", "?", ":", "{w=1:0..2}",
                  "{", "}", "2", "0.5", "<", "&&", "min(", ",", "@", "territory", " ", "!", "..",
                  "\\", "'", "#", "attacker", "e"]
        chance = random.Random(5)
        for _ in range(20 if SANITIZED else 60):
            formula = "".join(chance.choice(pieces) for _ in range(chance.randrange(1, 12)))
            done = run("eval", "7x7 d4 c2", "--heuristic", "=" + formula)
            self.assertIn(done.returncode, (0, 2), formula)
            self.assertLessEqual(done.stderr.count(b"\n"), 1, formula)

    def test_tune_finds_its_constants(self):
        done = run("tune", "alphabeta:=own - {w=3:0..4}*opp", "--param", "w=0:2:1", "--against",
                   "AB_Open", "--pairs", "2", "--confirm", "0", "--nodes", "100", "--quiet", "--db", self.database)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"w", done.stdout)


class Everywhere(Own):
    """Wherever an agent or a heuristic is named, it may be one's own."""

    def test_accuracy(self):
        path = self.file(ATTACKER)
        lines = self.answer_json("accuracy", "--board", "5x5", "--positions", "60", "--nodes", "100",
                                 "--heuristic", path, "--heuristic", "attacker", "--heuristic",
                                 "=own - opp", "--heuristic", "improved", "--agent",
                                 f"alphabeta:{path}", "--agent", "alphabeta:attacker")["results"]
        figures = {line.pop("heuristic", None) or line.pop("agent"): line for line in lines}
        self.assertEqual(figures[path], figures["attacker"])
        self.assertEqual(figures["=own - opp"], figures["improved"])
        self.assertEqual(figures[f"alphabeta:{path}"], figures["alphabeta:attacker"])

    def test_best(self):
        for heuristic, same in ((self.file(CHASE) + ",w1=2", "chase,w1=2"),
                                ("=own - opp", "improved")):
            own, built_in = (self.answer_json("best", "7x7 d4 c2", "--agent",
                                              f"alphabeta:{name},nodes=500")
                             for name in (heuristic, same))
            for name in ("move", "score", "depth", "nodes", "pv"):
                self.assertEqual(own[name], built_in[name])

    def test_play(self):
        spec = f"alphabeta:{self.file(IMPROVED)},nodes=100"
        text = self.answer("play", "--board", "5x5", "--first", spec, "--second",
                           "alphabeta:=own-opp,nodes=100")
        self.assertIn(spec, text)
        self.assertRegex(text, "wins|won")

    def test_engine(self):
        path, bad = self.file(CHASE), self.file(score("    abort();", head=SYSTEM), "bad.c")
        with Engine("--agent", f"alphabeta:{path}") as engine:
            engine.send("setoption name w1 value 2")
            engine.send("position startpos moves d4 c2")
            engine.send("go nodes 500")
            own, _ = engine.read_until("bestmove")
            engine.send("setoption name Agent value alphabeta:chase,w1=2")
            engine.send("go nodes 500")
            self.assertEqual(own, engine.read_until("bestmove")[0])
            engine.send("setoption name Agent value alphabeta:=own - opp")
            engine.send("go nodes 500")
            self.assertNotIn("none", engine.read_until("bestmove")[0])
            engine.send(f"setoption name Agent value alphabeta:{bad}")
            engine.send("go nodes 500")
            self.assertEqual(engine.read_until("info string")[0],
                             "info string it ended by signal 6 (Aborted)")
            self.assertEqual(engine.read_until("bestmove")[0], "bestmove (none)")
            self.assertEqual(engine.finish(), ([], 0))

    def test_tune(self):
        path = self.file(CHASE)
        words = ("--param", "w1=0:2:1", "--against", "AB_Open", "--pairs", "2", "--confirm", "0",
                 "--nodes", "100", "--quiet", "--db", self.database)
        own, built_in = (self.answer_json("tune", f"alphabeta:{name},w1=1", *words)
                         for name in (path, "chase"))
        self.assertEqual([point["score"] for point in own["points"]],
                         [point["score"] for point in built_in["points"]])


class File(Own):
    def test_new_heuristic_works(self):
        path = str(self.folder / "fresh.c")
        self.assertIn("fresh.c is written", self.answer("new", "heuristic", path))
        self.assertIn("fresh.c", (self.folder / "fresh.c").read_text())
        self.assertEqual(len(self.games(f"alphabeta:{path},w=1", "--nodes", "200")), 12)
        self.refuse(f"'{path}' is there already", "new", "heuristic", path)
        self.refuse("the file's name ends in .c, as in my.c", "new", "heuristic", "my.txt")
        self.refuse("what is to be written? isolab new heuristic FILE.c", "new")

    def test_errors_come_with_the_users_own_line(self):
        path = self.file(HEAD + "\ndouble isolab_score(const IsolabScene *scene, const double *p)\n"
                         "{\n    return scene->nothing;\n}\nISOLAB_HEURISTIC()\n")
        done = run("eval", "7x7 d4 c2", "--heuristic", path)
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"{path}:5:".encode(), done.stderr)
        self.assertIn(b"nothing", done.stderr)
        self.assertEqual(done.stderr.count(b"\n"), 1)

    def test_a_file_of_any_name(self):
        path = self.file(score("    return 3;"), "mine.txt")
        self.assertRegex(self.answer("eval", "7x7 d4 c2", "--heuristic", path), "mine.txt +3 +3")

    def test_what_is_wrong_with_a_file(self):
        for text, sentence in {
            score("    return 1;", tail=""): "it does not end with ISOLAB_HEURISTIC(...)",
            HEAD + "double isolab_score(const IsolabScene *, const double *);" + TAIL:
                "it has no function isolab_score",
            score("    return 1;", "ISOLAB_HEURISTIC(.version = 7)"):
                "it is for version 7 of isolab_heuristic.h, this program has 1",
            score("    return 1;", 'ISOLAB_HEURISTIC(.uses = {"nonsense"})'):
                "its .uses names 'nonsense', which is no heuristic",
            score("    return 1;", 'ISOLAB_HEURISTIC(.parameters = {{"w", 5, 0, 2, 1, ""}})'):
                "its parameter w is 5, which is not within 0..2",
            score("    return 1;", "ISOLAB_HEURISTIC(.price = -1)"):
                "its .price is a number of microseconds, not -1",
            score("    return elsewhere();", head=HEAD + "double elsewhere(void);\n"):
                "it calls 'elsewhere', which there is not",
            score("    return 1;", TAIL + "__attribute__((constructor)) static void f(void)"
                  "{ _Exit(3); }", HEAD + "#include <stdlib.h>\n"): "it called exit(3)",
        }.items():
            path = self.file(text)
            with self.subTest(sentence=sentence):
                self.refuse(f"'{path}': {sentence}", "eval", "7x7 d4 c2", "--heuristic", path)
        missing = str(self.folder / "no.c")
        self.refuse(f"cannot read '{missing}': No such file or directory", "eval", "7x7 d4 c2",
                    "--heuristic", missing)
        self.refuse(f"'{self.folder}/' is not a file", "eval", "7x7 d4 c2", "--heuristic",
                    f"{self.folder}/")

    def test_no_compiler(self):
        path = self.file(IMPROVED)
        for heuristic in (path, "=own - opp"):
            done = run("eval", "7x7 d4 c2", "--heuristic", heuristic,
                       environment={"CC": "no-such-compiler"})
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"needs a C compiler, and there is none called 'no-such-compiler'",
                          done.stderr)

    def test_cache(self):
        """A text is compiled once; what changes, again; another's file is not believed."""
        path = self.file(IMPROVED)
        compiler = self.folder / "count"
        compiler.write_text(f'#!/bin/sh\necho x >>{self.folder}/calls\nexec cc "$@"\n')
        compiler.chmod(0o755)
        environment = {"CC": str(compiler)}

        def calls():
            run("eval", "7x7 d4 c2", "--heuristic", path, environment=environment)
            count = len((self.folder / "calls").read_text().splitlines())
            (self.folder / "calls").unlink()
            return count
        self.assertEqual(calls(), 4)  # preprocessed and compiled, for both widths
        self.assertEqual(calls(), 2)
        self.file(IMPROVED.replace(" - ", " + "))
        self.assertEqual(calls(), 4)
        for kept in (self.folder / "isolab").glob("*.so"):
            kept.write_bytes(b"not a library")
        done = run("eval", "7x7 d4 c2", "--heuristic", path)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"cannot load it", done.stderr)
        os.chmod(self.folder / "isolab", 0o777)
        done = run("eval", "7x7 d4 c2", "--heuristic", path)
        self.assertIn(b"is not a folder that only its owner may write to", done.stderr)

    def test_built_in_heuristics_within(self):
        path = self.file(score("    return isolab_use(scene, 0) + 2 * isolab_use(scene, 1);",
                               'ISOLAB_HEURISTIC(.uses = {"improved", "open"})'))
        row = self.values(["7x7 d4 c2", "11x9 f5 k1"], [path, "improved", "open"])
        for values in row:
            self.assertEqual(values[path]["first"],
                             values["improved"]["first"] + 2 * values["open"]["first"])

    def test_a_run_is_of_one_content(self):
        """A changed file is another run; and what was played is shown when the file is gone."""
        path = self.file(IMPROVED)
        words = ["match", f"alphabeta:{path}", "random", "--pairs", "1", "--nodes", "50", "--quiet",
                 "--db", self.database, "--resume"]
        self.answer(*words)
        self.assertEqual(len(self.answer_json("runs", "--db", self.database)["runs"]), 1)
        self.answer(*words)
        self.assertEqual(len(self.answer_json("runs", "--db", self.database)["runs"]), 1)
        self.file(CHASE)
        self.answer(*words)
        self.assertEqual(len(self.answer_json("runs", "--db", self.database)["runs"]), 2)
        os.remove(path)
        self.assertIn(path, self.answer("runs", "--db", self.database))
        self.assertIn(path, self.answer("export", "--db", self.database, "--format", "csv"))
        self.answer("report", "--db", self.database, "--output", str(self.folder / "report.html"))
        self.assertIn("my.c", (self.folder / "report.html").read_text())

    def test_no_price_is_told(self):
        path = self.file(score("    return 1;", "ISOLAB_HEURISTIC()"))
        done = run("match", f"alphabeta:{path}", "random", "--pairs", "1", "--virtual", "20ms",
                   "--quiet", "--db", self.database)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"states no price", done.stderr)


HOSTILE = {
    "crash": ("    return *(volatile double *)8;", "it ended by signal 11 (Segmentation fault)"),
    "crash later": ("    static int n; return ++n > 500 ? *(volatile double *)8 : n % 7;",
                    "it ended by signal 11 (Segmentation fault)"),
    "division": ("    volatile int zero = 0; return 7 / zero;",
                 "it ended by signal 8 (Floating point exception)"),
    "abort": ("    abort();", "it ended by signal 6 (Aborted)"),
    "exit": ("    exit(0);", "it called exit(0)"),
    "exit code": ("    exit(42);", "it called exit(42)"),
    "_exit": ("    _exit(7);", "it called exit(7)"),
    "endless": ("    for (volatile int i = 0;; i++);", "it did not come to an end"),
    "recursion": ("    return isolab_score(scene, parameters) + 1;",
                  "it ended by signal 11 (Segmentation fault)"),
    "memory": ("    for (;;) *(volatile char *)malloc(1 << 24) = 1;",
               "it ended by signal 11 (Segmentation fault)"),
    "not a number": ("    return NAN;", "its value is no number"),
    "not a number later": ("    return isolab_ply(scene) > 6 ? sqrt(-1) : 0;",
                           "its value is no number"),
    "kill": ("    kill(getpid(), SIGKILL);", "it ended by signal 9 (Killed)"),
    "terminate": ("    raise(SIGTERM);", "it ended by signal 15 (Terminated)"),
    "quick exit": ("    quick_exit(5);", "it called exit(5)"),
    "stop": ("    raise(SIGSTOP); return 0;", "it did not come to an end"),
}
HARMLESS = {
    "prints": "    printf(\"%d\\n\", isolab_ply(scene)); fflush(stdout); return 0;",
    "reads": "    return getchar() == EOF;",
    "closes": "    for (int i = 3; i < 3; i++) close(i); return 0;",
    "infinite": "    return INFINITY;",
    "huge": "    return 1e308 * isolab_count(scene->own_moves);",
    "random": "    return rand() % 10;",
    "forks, and none is there": "    if (fork() != -1) abort(); return 0;",
    "runs, and nothing is": "    if (system(\"true\") == 0) abort(); return 0;",
    "looks for us": "    if (kill(getppid(), 0) != -1) abort(); return 0;",
}


class Hostile(Own):
    """What a C file does wrong is its own game's loss, and nobody else's."""

    def play(self, path, *options):
        # Memory that malloc fills would take its time, and it is not that which is looked at here.
        done = run("match", f"alphabeta:{path}", "alphabeta:open", "--pairs", "1", "--nodes", "300",
                   "--quiet", "--threads", "2", "--db", self.database, *options,
                   environment={"MALLOC_PERTURB_": "0"})
        rows = self.answer("export", "--db", self.database, "--format", "jsonl").splitlines()
        os.remove(self.database)
        return done, [json.loads(row) for row in rows]

    def test_faults(self):
        for name, (body, reason) in HOSTILE.items():
            if SANITIZED and name in ("recursion", "memory", "endless", "stop"):
                continue
            with self.subTest(name):
                path = self.file(score(body + "\n    return 0;", head=SYSTEM), "hostile.c")
                done, games = self.play(path)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(len(games), 2)
                faults = [game["fault"] for game in games if game["reason"] in ("crash", "time")]
                self.assertTrue(faults, games)
                self.assertEqual(set(faults), {reason})
                for game in games:
                    if game["reason"] in ("crash", "time"):
                        self.assertEqual(game["winner_agent"], "alphabeta:open")

    def test_oddities(self):
        for name, body in HARMLESS.items():
            with self.subTest(name):
                done, games = self.play(self.file(score(body, head=SYSTEM), "odd.c"))
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual([game["reason"] for game in games], ["stuck"] * 2)

    def test_single_values(self):
        path = self.file(score("    return *(volatile double *)8;", head=SYSTEM))
        self.refuse(f"'{path}': it ended by signal 11 (Segmentation fault)", "eval", "7x7 d4 c2",
                    "--heuristic", path)

    def test_accuracy_says_what_failed_and_keeps_the_rest(self):
        path = self.file(score("    return isolab_ply(scene) > 8 ? *(volatile double *)8 : 0;",
                               head=SYSTEM))
        sound = ("--heuristic", "open", "--heuristic", "=own - opp", "--agent", "alphabeta:=own")
        words = ("accuracy", "--board", "5x5", "--positions", "80", "--plies", "4-11", "--nodes",
                 "100", "--quiet")
        alone = self.answer_json(*words, *sound)["results"]
        reason = "it ended by signal 11 (Segmentation fault)"
        for threads in ("1", "3"):
            mixed = (*words, *sound, "--heuristic", path, "--heuristic", "=0/0", "--agent",
                     f"alphabeta:{path}", "--threads", threads)
            lines = {line.get("heuristic", line.get("agent")): line
                     for line in self.answer_json(*mixed)["results"]}
            self.assertEqual([lines[line.get("heuristic", line.get("agent"))] for line in alone],
                             alone)
            self.assertEqual(lines[path]["fault"], reason)
            self.assertEqual((lines[path]["area"]["area"], lines[path]["best_move"]["tests"]),
                             (None, 0))
            self.assertEqual(lines["=0/0"]["fault"], "its value is no number")
            self.assertEqual(lines[f"alphabeta:{path}"]["fault"], reason)
            self.assertGreater(lines[f"alphabeta:{path}"]["kept"]["failed"], 0)
            text = self.answer(*mixed)
            where = re.search(f"^{re.escape(path)} is left out: {re.escape(reason)}, first in (.*)$",
                              text, re.M)
            self.assertTrue(where, text)
            self.refuse(f"'{path}': {reason}", "eval", where[1], "--heuristic", path)
            self.assertRegex(text, f"alphabeta:{re.escape(path)} gave no legal move in \\d+: "
                                   f"{re.escape(reason)}, first in 5x5")
            page = self.folder / "page.html"
            self.answer(*mixed, "--output", str(page))
            self.assertIn(reason, page.read_text())


if __name__ == "__main__":
    unittest.main()
