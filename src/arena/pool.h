/* pool.h: many independent jobs, run on threads.
 *
 * A job is a number; what it computes is a block of bytes. Whoever owns the jobs says how to
 * run one and what to do with a result; the pool decides where and when. Results are handed
 * over one at a time, in whatever order they come, so nothing may depend on that order. The
 * same jobs run on MPI ranks (pool_mpi.h).
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/error.h"

typedef struct Jobs {
    int64_t count;
    size_t result_size;
    void *context;
    /* Whether a job still needs to be run. Asked once for each, in order, one at a
     * time. */
    bool (*is_wanted)(void *context, int64_t job);
    /* What a worker needs for itself (its agents, say); NULL with a sentence if it fails. */
    void *(*worker_create)(void *context, int worker, Error *error);
    void (*worker_destroy)(void *context, void *worker);
    /* Runs on the worker. False if it was stopped and there is no result. */
    bool (*run)(void *context, void *worker, int64_t job, void *result);
    /* One at a time, on the calling thread. False with a sentence ends the whole run. */
    bool (*deliver)(void *context, int64_t job, const void *result, Error *error);
    /* Called a few times a second on the calling thread, NULL if not wanted. */
    bool (*tick)(void *context, Error *error);
} Jobs;

/* Runs all wanted jobs on `threads` threads. Ends early, and cleanly, when `stop` is set. False
 * with a sentence if a worker could not start or a delivery failed. */
bool pool_run(const Jobs *jobs, int threads, const atomic_bool *stop, Error *error);
