/* solver_cache.h: one solver for many questions.
 *
 * A batch of positions mostly stays on one board, and a table that is kept makes the next answer
 * cheaper; another board gets another solver.
 */
#pragma once

#include "search/solver.h"

typedef struct SolverCache {
    SolverSettings settings;
    Solver *solver;             // NULL before the first question
    int width, height, threads; // of that solver
} SolverCache;

/* The solver for that board and as many threads as the settings say, which stays the cache's; NULL
 * with a sentence. */
Solver *solver_cache_get(SolverCache *cache, const Board *board, Error *error);
void solver_cache_free(SolverCache *cache);
