#!/usr/bin/env python3
"""Makes the page: one HTML file with everything in it, the engine too.

    make_page.py SOURCE_ROOT ENGINE.wasm OUTPUT
    make_page.py SOURCE_ROOT ENGINE.wasm INDEX SCRIPT STYLE

Its policy lets run what is in the file, by hash, and nothing else; and it may ask nobody for anything.
Three files are the same page for `isolab serve`, whose policy comes with it: there script and style are
files of their own, and the page also leads to the runs.
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

root, engine, *targets = map(pathlib.Path, sys.argv[1:])
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
whole = read("web/page.html")


def write(path, page):
    path.write_text(re.sub(r"\{\{(\w+)\}\}", lambda mark: parts[mark[1]], page), encoding="utf-8")


def replace(page, old, new):
    assert page.count(old) == 1, old
    return page.replace(old, new)


if len(targets) == 1:
    write(targets[0], whole)
    sys.exit()
served = replace(whole, '<meta http-equiv="Content-Security-Policy" content="{{policy}}">\n', "")
served = replace(served, "<style>{{style}}</style>", '<link rel="stylesheet" href="/isolab.css">')
served = replace(served, "<script>{{script}}</script>", "")
served = replace(served, "</body>", '<script src="/isolab.js"></script>\n</body>')
served = replace(served, "</nav>\n<p class=\"engine\"", '<a href="/runs">Runs</a>\n</nav>\n<p class="engine"')
for path, page in zip(targets, (served, "{{script}}", "{{style}}"), strict=True):
    write(path, page)
