/* ranks.h: where jobs run: on threads of this process, or on the MPI ranks it is the first of.
 *
 * Each program has its own implementation: ranks_threads.c, which is that of whoever brings no
 * other, and ranks_mpi.c of isolab-mpi. Whoever has jobs need not know which.
 */
#pragma once

#include "arena/pool.h"

/* At the start of the program, with all tasks there are, a list that ends in NULL. False in a
 * process that is a worker rank: it has done whatever work there was, and the program is over. */
bool ranks_begin(int *argc, char ***argv, const Task *const *tasks);

/* At its end; returns the exit code. While `hurry` is set, a rank that does not answer is not
 * waited for long. */
int ranks_end(int code, const atomic_bool *hurry);

/* How many ranks work for this process; 0 if its own threads do. */
int ranks_count(void);

/* Like pool_run(); with ranks, `threads` has no meaning. `*idle` becomes the number of ranks that
 * got no work because of Jobs.by_clock. */
bool ranks_run(const Jobs *jobs, int threads, const atomic_bool *stop, int *idle, Error *error);
