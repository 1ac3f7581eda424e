/* pool_mpi.h: the jobs of pool.h on MPI ranks, so on as many machines as there are.
 *
 * Rank 0 hands out the numbers and takes the results; every other rank is a worker that runs
 * one job at a time. A worker gets a recipe from rank 0 and makes the Work from it: nothing
 * else is shared but the files that the recipe names. All ranks run the same
 * program on the same kind of processor, since results travel as bytes of memory.
 *
 * MPI has to be initialised with MPI_THREAD_FUNNELED or better and MPI_ERRORS_RETURN; all
 * functions here are for the thread that did it.
 */
#pragma once

#include "arena/pool.h"

/* A worker among those on its machine. One for which there is no core gets no work by the clock. */
typedef struct RankPlace {
    int number;         // from 0, in the order of ranks; -1 is rank 0, which does not work
    int workers, cores; // of the machine
} RankPlace;

/* On every rank, once, all together. */
RankPlace pool_mpi_place(void);

/* On a worker: serves tasks of the list, which ends in NULL, until rank 0 dismisses it. */
void pool_mpi_serve(RankPlace place, const Task *const *tasks);

/* On rank 0: pool_run(), but on the worker ranks; there is at least one. `*idle` becomes the number
 * of ranks that got no work because of Jobs.by_clock. */
bool pool_mpi_run(const Jobs *jobs, const atomic_bool *stop, int *idle, Error *error);

/* On rank 0, at the end. False if some rank did not answer while in a hurry: then only
 * MPI_Abort() ends the program. */
bool pool_mpi_dismiss(const atomic_bool *hurry);
