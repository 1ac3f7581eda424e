/* ranks.h: where a command's jobs run: on threads of this process (isolab), or on the MPI ranks
 * it is the first of (isolab-mpi). Each program has its own implementation.
 */
#pragma once

#include "arena/pool.h"

/* At the start of the program. False in a process that is a worker rank: it has done whatever
 * work there was, and the program is over. */
bool ranks_begin(int *argc, char ***argv);

/* At its end; returns the exit code. */
int ranks_end(int code);

/* How many ranks work for this process; 0 if its own threads do. */
int ranks_count(void);

/* Like pool_run(); with ranks, `threads` has no meaning. */
bool ranks_run(const Jobs *jobs, int threads, const atomic_bool *stop, Error *error);
