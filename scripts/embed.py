#!/usr/bin/env python3
"""Turns a text file into a C array, so that pages are kept as pages and not as C strings.

    embed.py NAME INPUT OUTPUT    writes `const char NAME[]`, NUL-terminated
"""
import pathlib
import sys

name, source, target = sys.argv[1:]
numbers = [*pathlib.Path(source).read_bytes(), 0]
assert 0 not in numbers[:-1], f"{source} has a NUL byte"
assert max(numbers) < 128, f"{source} is not ASCII"
lines = [", ".join(map(str, numbers[i:i + 24])) for i in range(0, len(numbers), 24)]
pathlib.Path(target).write_text(
    f"extern const char {name}[];\nconst char {name}[] = {{\n" + ",\n".join(lines) + "};\n",
    encoding="ascii")
