/* puzzles.h: positions with a single way to win, graded by how many agents miss it.
 *
 * Of the tests of a run those with exactly one winning move among at least PUZZLE_MOVES_MIN; of
 * positions that are images of one another only the first.
 */
#pragma once

#include "lab/accuracy.h"

enum { PUZZLE_MOVES_MIN = 3 };

typedef struct Puzzle {
    int problem; // of the run
    Square solution;
    int missed, agents; // how many of the run's agents did not find it
} Puzzle;

typedef struct Puzzles {
    Puzzle *list; // hardest first
    int count;
} Puzzles;

/* At most `most` of them. */
bool puzzles_find(const Accuracy *accuracy, int most, Puzzles *puzzles, Error *error);
void puzzles_free(Puzzles *puzzles);

/* A line: position, solution and grade, with tabs between. */
void puzzles_print(const Accuracy *accuracy, const Puzzles *puzzles, Text *text);
