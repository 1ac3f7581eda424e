/* longest.h: how long a knight alone can go on.
 *
 * Once nobody can reach a square the other can, the game is a race: the mover wins if and only
 * if its longest path through the blanks is longer than the other's. Finding a longest path is
 * hard in general, so it is asked as seldom and as narrowly as possible: "are there k moves?",
 * with three ways to say no early (a path alternates colours; what cannot be reached any more
 * does not count; the same rest was asked before) and one to say yes early (go first where
 * there are fewest ways on).
 *
 * The memory is small, one a thread, and holds whole keys. Whoever must give the same answer at the
 * same cost whatever was asked before, as a heuristic must, does without: NULL.
 */
#pragma once

#include "core/position.h"
#include "util/budget.h"

typedef struct LongestMemory LongestMemory;

LongestMemory *longest_memory_create(const Board *board, Error *error);
void longest_memory_destroy(LongestMemory *memory);
void longest_memory_clear(LongestMemory *memory);

/* The number of moves of the longest path from `from` through `blanks`; -1 if stopped. If `path`
 * is not NULL it gets one such path, and must have room for SQUARE_LIMIT squares. */
int longest_path(LongestMemory *memory, const Board *board, Square from, Squares blanks,
                 Effort *effort, Square *path);

#define TEMPLATE "core/longest.tmpl.h"
#include "core/both_widths.h"
