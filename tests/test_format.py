#!/usr/bin/env python3
"""Every C file is as clang-format leaves it. Skipped (77) where there is no clang-format, except in
CI, where it must be."""
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("fuzz", "include", "python", "src", "tests")
NOT_OURS = {"node_modules", "data"}


def sources():
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.[ch]")):
            if not NOT_OURS & set(file.parts):
                yield str(file)


def main():
    if not shutil.which("clang-format"):
        print("there is no clang-format here")
        return 1 if os.environ.get("CI") else 77
    files = list(sources())
    assert len(files) > 40, files
    return subprocess.run(["clang-format", "--dry-run", "--Werror", *files], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
