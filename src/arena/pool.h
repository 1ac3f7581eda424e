/* pool.h: many independent jobs, run on threads.
 *
 * A job is a number; what it computes is a block of bytes. Work says how to run a job and is
 * all that a worker knows; Jobs says which are to be run and what becomes of the results. The
 * pool decides where and when. Results are handed over one at a time, in whatever order they
 * come, so nothing may depend on that order. The same jobs run on MPI ranks (pool_mpi.h).
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/error.h"

/* How to run a job. Called from any thread; `context` is shared and only read. */
typedef struct Work {
    const void *context;
    size_t result_size;
    /* Bytes that a worker takes; false with a sentence if it cannot be told. NULL: few. */
    bool (*measure)(const void *context, size_t *bytes, Error *error);
    /* What a worker needs for itself (its agents, say), all of it, so that a shortage is met
     * before the first job; NULL with a sentence if it fails. */
    void *(*worker_create)(const void *context, const atomic_bool *stop, Error *error);
    void (*worker_destroy)(const void *context, void *worker);
    /* False if there is no result: because `stop` came or, with a sentence in `error`, which is
     * empty before, because something is wrong that ends the whole run. */
    bool (*run)(const void *context, void *worker, int64_t job, const atomic_bool *stop,
                void *result, Error *error);
} Work;

/* Whether this machine has memory for so many workers, together. */
bool pool_fits(const Work *work, int workers, Error *error);

/* How many threads where so many are wanted, 0 for as many as cores. Jobs that watch the clock
 * never get more than there are cores, for they would take each other's time. */
int pool_threads(int wanted, bool by_clock);

/* A way to make the same Work in another process, from a text, its recipe. */
typedef struct Task {
    const char *name;
    /* `*check` becomes a number that differs where the jobs would differ, whatever else the
     * recipe refers to (a file, say). */
    bool (*open)(const char *recipe, Work *work, uint64_t *check, Error *error);
    void (*close)(Work *work);
} Task;

typedef struct Jobs {
    Work work;
    int64_t count;
    void *context;
    /* Whether a job still needs to be run. Asked once for each, in order, one at a
     * time. */
    bool (*is_wanted)(void *context, int64_t job);
    /* One at a time, on the calling thread. False with a sentence ends the whole run. */
    bool (*deliver)(void *context, int64_t job, const void *result, Error *error);
    /* Called a few times a second on the calling thread, NULL if not wanted. */
    bool (*tick)(void *context, Error *error);
    /* For other processes: what makes the work there, from which recipe, and its check. */
    const Task *task;
    const char *recipe;
    uint64_t check;
    /* The jobs watch the clock: no machine may run more of them at once than it has cores. */
    bool by_clock;
    /* While set, other processes that do not answer after a stop are not waited for long; NULL:
     * nobody is in a hurry. */
    const atomic_bool *hurry;
} Jobs;

#define POOL_TICK_SECONDS 0.1

/* Runs all wanted jobs on `threads` threads; none is begun before every worker is made. Ends early,
 * and cleanly, when `stop` is set (NULL: nobody will). False with a sentence if the workers do not
 * fit or start, or if a job or a delivery failed; what other jobs had finished is delivered. */
bool pool_run(const Jobs *jobs, int threads, const atomic_bool *stop, Error *error);
