#!/usr/bin/env python3
"""Joins ES modules into one script, for pages that are one file and load nothing.

    join_modules.py ENTRY OUTPUT

Each module becomes a function that is called once and returns what it exports; imports take that
apart. Of the language's ways to import and export it knows `import { a, b } from "./other.js";`, one
statement or several lines, and `export` before a declaration; whatever else is refused.
"""
import pathlib
import re
import sys

IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]*)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)


def join(entry):
    order, done = [], {}

    def add(path, above):
        assert path not in above, f"{path} imports itself"
        if path in done:
            return done[path]
        text = path.read_text(encoding="utf-8")

        def take(match):
            assert " as " not in match[1], f"{path}: no renaming"
            names = ", ".join(match[1].replace(",", " ").split())
            other = add((path.parent / match[2]).resolve(), [*above, path])
            return f"const {{ {names} }} = {other};\n"

        text = IMPORT.sub(take, text)
        exported = EXPORT.findall(text)
        text = EXPORT.sub("", text)
        assert not re.search(r"^(import|export)\b", text, re.MULTILINE), f"{path}: cannot join this"
        done[path] = f"module_{path.stem}"
        assert list(done.values()).count(done[path]) == 1, f"{path}: a second {path.stem}"
        order.append(f"const {done[path]} = (() => {{\n{text}"
                     f"return {{ {', '.join(exported)} }};\n}})();\n")
        return done[path]

    add(entry.resolve(), [])
    return '"use strict";\n(() => {\n' + "".join(order) + "})();\n"


if __name__ == "__main__":
    pathlib.Path(sys.argv[2]).write_text(join(pathlib.Path(sys.argv[1])), encoding="utf-8")
