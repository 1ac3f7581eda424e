#!/usr/bin/env python3
"""Ten thousand lines of commands, broken commands and noise, the same every time.

The engine must live to the end, say nothing but the protocol, and answer each `go` by exactly one
bestmove.
"""
import random
import re
import subprocess
import unittest

from engine_client import Engine

LINES = 10000
LONGEST = 8192  # bytes the engine reads of a line
VALID = (
    b"uci", b"ugi", b"isready", b"ucinewgame", b"uginewgame", b"stop", b"d", b"query gameover",
    b"query p1turn", b"query result", b"debug on", b"ponderhit",
    b"position startpos", b"position startpos moves d4 c2 e6 d4", b"position startpos moves d4 c2 d4e6",
    b"position 7x7 d4 c2", b"position 11x9", b"position fen 7/7/2n4/3N3/7/7/7 w - - 0 1",
    b"position fen 7/7/7/3N3/7/7/7[n] b moves a1", b"position 3x3 b2 a1",
    b"go", b"go infinite", b"go nodes 200", b"go depth 3", b"go movetime 1", b"go ponder depth 2",
    b"go wtime 20 btime 20 winc 0 binc 0 movestogo 3", b"go perft 3", b"go perft 40",
    b"go virtual 5", b"go depth 128 nodes 999999999999999999999",
    b"setoption name Agent value mcts", b"setoption name Agent value alphabeta:chase,w1=0.5",
    b"setoption name Agent value random", b"setoption name Agent value alphabeta",
    b"setoption name Heuristic value drilldown", b"setoption name Heuristic value none",
    b"setoption name Hash value 2", b"setoption name Threads value 3", b"setoption name c value 1.5",
    b"setoption name order value pv", b"setoption name rule value code",
    b"setoption name Board value 5x5", b"setoption name Board value 26x4",
    b"setoption name Seed value 77", b"setoption name Hash", b"setoption name", b"setoption value",
)
WORDS = sorted(set(b" ".join(VALID).split()))
SAID = re.compile(
    rb"id (name|author) .+|option name \S+ type (combo|spin|string) default .+|uciok|ugiok|readyok"
    rb"|info string .+|info depth \d+ nodes \d+ nps \d+ time \d+ score (cp|mate) -?\d+ pv( [a-z]\d+)*"
    rb"|bestmove (\(none\)|[a-z]\d+)|response (true|false|p1win|p2win|none)"
    rb"|[a-z]\d+: \d+|Nodes searched: \d+|| *\d+ ( [.o*Nn] )+|    ( [a-z] )+|Fen: \S+ [wb]"
    rb"|(first|second) to move")


def noise(chance, size):
    return bytes(chance.randrange(256) for _ in range(size)).replace(b"\n", b"\r")


def broken(chance):
    line = bytearray(chance.choice(VALID))
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(line) + 1)
        change = chance.randrange(3)
        if change == 0:
            line[at:at] = noise(chance, chance.randrange(1, 4))
        elif change == 1:
            del line[at:at + chance.randrange(1, 5)]
        else:
            line[at:at] = b" " + chance.choice(WORDS) + b" "
    return bytes(line).replace(b"\n", b"\r")


def any_line(chance):
    kind = chance.random()
    if kind < 0.55:
        return chance.choice(VALID)
    if kind < 0.80:
        return broken(chance)
    if kind < 0.90:
        return b" ".join(chance.choice(WORDS) for _ in range(chance.randrange(12)))
    if kind < 0.985:
        return noise(chance, chance.randrange(40))
    if kind < 0.995:
        return chance.choice(VALID) + b" " + chance.choice(WORDS) * chance.randrange(3000)
    return noise(chance, 1) * chance.randrange(100000)


def asks_for_a_move(line):
    if line.endswith(b"\r"):
        line = line[:-1]
    words = re.split(rb"[ \t\r]+", line.strip(b" \t\r"))
    perft = any(a == b"perft" and re.fullmatch(rb"[+-]?[0-9]+", b) for a, b in zip(words, words[1:]))
    return len(line) <= LONGEST and words[0] == b"go" and not perft


class Fuzz(unittest.TestCase):
    def test_ten_thousand_lines(self):
        chance = random.Random(10000)
        lines = [line for line in (any_line(chance) for _ in range(LINES))
                 if not line.strip(b" \t\r").split(b" ")[0].startswith(b"quit")]
        self.assertGreater(len(lines), 0.99 * LINES)
        with Engine(stderr=subprocess.DEVNULL) as engine:
            for start in range(0, len(lines), 100):
                engine.send_bytes(b"\n".join(lines[start:start + 100]) + b"\n")
            engine.send("isready")
            said, code = engine.finish()
        self.assertEqual(code, 0)
        for line in said:
            self.assertRegex(line.encode(), b"^(?:" + SAID.pattern + b")$")
        asked = sum(map(asks_for_a_move, lines))
        self.assertEqual(sum(line.startswith("bestmove ") for line in said), asked)
        self.assertGreater(asked, LINES // 20)
        print(f"{len(lines)} lines, {asked} searches, {len(said)} lines said")


if __name__ == "__main__":
    unittest.main()
