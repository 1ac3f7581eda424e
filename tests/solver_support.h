/* solver_support.h: what the tests of the solver share: an oracle and random endings. */
#pragma once

#include "core/notation.h"
#include "util/random.h"

/* Whether the side to move wins, by trying everything. Only core's rules; no table, no order. */
bool brute_wins(const Board *board, const Position *position);

/* The moves of the side to move that win, by brute force. */
Squares brute_winning(const Board *board, const Position *position);

/* The longest path from `from` through `blanks`, by trying all. */
int brute_longest(const Board *board, Square from, Squares blanks);

/* A board of up to 128 squares and, on it, two knights among at most `blanks` blanks: from random
 * play, or scattered. */
Position random_ending(Random *random, Board *board, int blanks);

Position parse_or_fail(const char *text, Board *board);
