#!/usr/bin/env python3
"""The order of the layers, read from the #includes.

Each layer may include itself and the layers to its left; src/isolab.c, the public face, stands
right of them all, and right of it the doors. A door knows no other, but for the command line, which
opens them by the header that has the door's name. The public headers include the standard library
alone. Commands that ask no more than the library answers have it from its header, as any other
program would.
"""
import pathlib
import re
import sys
import tempfile
import unittest

LAYERS = "util core eval search agent arena store stats lab report isolab.c".split()
DOORS = "engine play serve cli".split()
THROUGH_HEADER = {f"command_{name}.c" for name in "best eval moves perft".split()}
STANDARD = {"math.h", "stdbool.h", "stddef.h", "stdint.h"}
INCLUDE = re.compile(r'^\s*#\s*(?:include|define\s+TEMPLATE)\s*(["<])([^">]+)[">]', re.MULTILINE)
ROOT = pathlib.Path(__file__).resolve().parent.parent


def includes(path):
    """(kind, name) of each include; kind is '"' or '<'."""
    return INCLUDE.findall(path.read_text(encoding="utf-8"))


def layer_fault(source, file, name):
    """What is wrong with `file` including "name", or None."""
    own = file.relative_to(source).parts[0]
    if own not in LAYERS + DOORS:
        return f"{file}: {own} is no layer"
    if name == "isolab.h":
        name = "isolab.c"
    if name == "isolab_heuristic.h":
        name = "eval/own.h"  # the contract for users' own
    other = name.split("/")[0]
    if other not in LAYERS + DOORS:
        return f"{file}: \"{name}\" does not start with a layer"
    if own in DOORS:
        opens = own == "cli" and name == f"{other}/{other}.h"
        return None if other in LAYERS + [own] or opens else f"{file}: one door knows \"{name}\""
    if other in DOORS or LAYERS.index(other) > LAYERS.index(own):
        return f"{file}: {own} includes \"{name}\", to its right"
    return None


def header_fault(file, names):
    """What is wrong with a command that is to see the game through isolab.h alone, or None."""
    inside = [name for name in names if name.split("/")[0] not in ("isolab.h", "util", "cli")]
    if "isolab.h" not in names:
        return f"{file}: without \"isolab.h\""
    return f"{file}: \"{inside[0]}\" beside \"isolab.h\"" if inside else None


def faults(root):
    """Every violation under root/src and in root/include."""
    source = root / "src"
    found = []
    for file in sorted(source.rglob("*.[ch]")):
        for kind, name in includes(file):
            if kind == '"':
                found.append(layer_fault(source, file, name))
        if file.name in THROUGH_HEADER:
            found.append(header_fault(file, [name for kind, name in includes(file) if kind == '"']))
    for header in sorted((root / "include").glob("*.h")):
        for kind, name in includes(header):
            if kind != "<" or name not in STANDARD:
                found.append(f"{header}: includes {name}")
    return [fault for fault in found if fault]


class Layers(unittest.TestCase):
    def test_this_project(self):
        self.assertGreater(len(list((ROOT / "src").rglob("*.[ch]"))), 20)
        self.assertEqual(faults(ROOT), [])


class Checker(unittest.TestCase):
    """The checker itself, on small projects that are right or wrong by intent."""

    def faults_of(self, files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {"include/isolab.h": "#include <stdint.h>\n", **files}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            return faults(root)

    def test_what_is_right(self):
        self.assertEqual(self.faults_of({
            "src/util/text.h": "#include <stdio.h>\n",
            "src/core/board.c": '#include "core/board.h"\n#include "util/text.h"\n',
            "src/search/solver/a.c": '#include "search/solver/a.h"\n#include "search/b.h"\n',
            "src/isolab.c": '#include "isolab.h"\n#include "report/html.h"\n',
            "src/cli/main.c": '#include "isolab.h"\n#include "core/board.h"\n',
            "src/cli/command_play.c": '#include "cli/main.h"\n#include "play/play.h"\n',
            "src/cli/command_moves.c": '#include "cli/answer.h"\n#include "isolab.h"\n',
        }), [])

    def test_what_is_wrong(self):
        for files in (
                {"src/core/board.c": '#include "eval/open.h"\n'},
                {"src/util/text.c": '  #  include "core/board.h"\n'},
                {"src/search/solver/a.c": '#include "agent/agent.h"\n'},
                {"src/search/solver/a.c": '#include "solver/a.h"\n'},
                {"src/search/a.tmpl.h": '#define TEMPLATE "arena/b.tmpl.h"\n'},
                {"src/report/html.c": '#include "isolab.h"\n'},
                {"src/isolab.c": '#include "cli/answer.h"\n'},
                {"src/core/board.c": '#include "../cli/answer.h"\n'},
                {"src/core/board.c": '#include "board.h"\n'},
                {"src/play/turn.c": '#include "cli/playing.h"\n'},
                {"src/engine/engine.c": '#include "play/play.h"\n'},
                {"src/cli/command_play.c": '#include "play/prompt.h"\n'},
                {"src/cli/command_moves.c": '#include "cli/answer.h"\n'},
                {"src/cli/command_best.c": '#include "isolab.h"\n#include "agent/agent.h"\n'},
                {"src/misc/a.c": '#include "util/text.h"\n'},
                {"include/isolab.h": '#include "core/board.h"\n'},
                {"include/isolab.h": "#include <jansson.h>\n"}):
            with self.subTest(files=files):
                self.assertEqual(len(self.faults_of(files)), 1)


if __name__ == "__main__":
    sys.exit(unittest.main())
