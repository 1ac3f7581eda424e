/* pool_mpi.h: the jobs of pool.h on MPI ranks, so on as many machines as there are.
 *
 * Rank 0 hands out the numbers and takes the results; every other rank is a worker that runs
 * one job at a time. A worker gets the text of the task from rank 0 and makes the Work from
 * it: nothing else is shared but the files that the text names. All ranks run the same
 * program on the same kind of processor, since results travel as bytes of memory.
 *
 * MPI has to be initialised with MPI_THREAD_FUNNELED or better and MPI_ERRORS_RETURN; all
 * functions here are for the thread that did it.
 */
#pragma once

#include "arena/pool.h"

/* On every rank, once, all together: whether as many workers of lower rank are on the same
 * machine as there are cores for them. Such a one gets no work by the clock. */
bool pool_mpi_is_surplus(void);

/* On a worker: serves tasks of the list, which ends in NULL, until rank 0 dismisses it. */
void pool_mpi_serve(bool surplus, const Task *const *tasks);

/* On rank 0: pool_run(), but on the worker ranks; there is at least one. While `hurry` is set a
 * rank that does not answer is not waited for long, after a stop. `*idle` becomes the number of
 * ranks that got no work because of Jobs.by_clock. */
bool pool_mpi_run(const Jobs *jobs, const atomic_bool *stop, const atomic_bool *hurry, int *idle,
                  Error *error);

/* On rank 0, at the end. False if some rank did not answer while in a hurry: then only
 * MPI_Abort() ends the program. */
bool pool_mpi_dismiss(const atomic_bool *hurry);
