#!/usr/bin/env python3
"""How fast calls from Python are: PYTHONPATH=build/python python3 tests/measure_python.py"""
import time
import timeit

import isolab

NAMES = {
    "position": isolab.Position("7x7 d4 c2 e6"),
    "improved": isolab.Heuristic("improved"),
    "territory": isolab.Heuristic("territory"),
}
CALLS = ("position.moves()", "position.moves('first')", "position.after('b4')", "position.after(22)",
         "improved(position)", "improved(position, 'first')", "territory(position)",
         "position == position", "hash(position)", "position.over")


def main():
    times = 200000
    for call in CALLS:
        seconds = min(timeit.repeat(call, globals=NAMES, number=times, repeat=9)) / times
        print(f"{call:28} {seconds * 1e9:5.0f} ns")
    begun = time.perf_counter()
    for _ in range(2000):
        isolab.Agent("first").choose(NAMES["position"])
    print(f"an agent's choice, at least  {(time.perf_counter() - begun) / 2000 * 1e6:5.0f} us")
    calls = 0

    def mobility(position, side):
        nonlocal calls
        calls += 1
        return len(position.moves(side))

    seconds = isolab.search(NAMES["position"], mobility, depth=11).seconds
    print(f"a heuristic in Python        {seconds / calls * 1e6:5.2f} us a call")


if __name__ == "__main__":
    main()
