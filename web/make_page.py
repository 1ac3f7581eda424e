#!/usr/bin/env python3
"""Makes the page: one HTML file with everything in it, the engine too.

    make_page.py SOURCE_ROOT ENGINE.wasm OUTPUT

Its policy lets run what is in the file, by hash, and nothing else; and it may ask nobody for anything.
"""
import base64
import gzip
import hashlib
import pathlib
import re
import sys
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "scripts"))
from join_modules import join  # noqa: E402

root, engine, target = map(pathlib.Path, sys.argv[1:])
web = root / "web"


def read(path):
    return (root / path).read_text(encoding="utf-8")


def hashed(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


knight = re.search(r'<path id="knight"[^>]*/>', read("src/report/frame.html"))[0]
blue = re.search(r"--first: (#\w+)", read("src/report/page.css"))[1]
icon = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
        + knight.replace('id="knight"', f'fill="{blue}"') + "</svg>")
# Two squares and the winner's letter: a8b8s.
placements = [line.split() for line in read("data/placements-8x8.txt").splitlines()[1:]]
parts = {
    "placements": " ".join(first + second + winner[0] for first, second, winner, *_ in placements),
    "knight": knight,
    "icon": urllib.parse.quote(icon, safe="/=: "),
    "puzzles": read("web/puzzles.json").strip(),
    "style": read("src/report/page.css") + read("web/page.css"),
    "script": join(web / "main.js"),
    "worker": join(web / "worker.js"),
    "engine": base64.b64encode(gzip.compress(engine.read_bytes(), 9, mtime=0)).decode(),
}
assert "</script" not in parts["script"] + parts["worker"]
parts["policy"] = "; ".join([
    "default-src 'none'", f"script-src {hashed(parts['script'])} 'wasm-unsafe-eval'",
    "worker-src blob:", f"style-src {hashed(parts['style'])}", "img-src data:",
    "base-uri 'none'", "form-action 'none'"])
page = re.sub(r"\{\{(\w+)\}\}", lambda mark: parts[mark[1]], read("web/page.html"))
target.write_text(page, encoding="utf-8")
