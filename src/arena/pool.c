/* pool.c: jobs on threads.
 *
 * Workers take the next job's number under a lock and put its result into a bounded queue; the
 * calling thread alone delivers, so storing and printing need no locks of their own. Games may be
 * a tenth of a millisecond long: one lock a job is not measurable, but waking the calling thread
 * for each was, so it comes when the queue is half full, and at every tick.
 *
 * A thread takes its first job's number before it makes its worker, so that there are no more
 * workers than jobs, and runs it when all workers are made: what this machine cannot give to all of
 * them is known before anything is played.
 */
#define _GNU_SOURCE // strerror_r that returns the text
#include "arena/pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "util/clock.h"
#include "util/machine.h"
#include "util/memory.h"

enum { THREADS_MAX = 256, QUEUE_PER_THREAD = 64 };

typedef struct Pool {
    const Jobs *jobs;
    const atomic_bool *stop;
    atomic_bool halt; // what the jobs look at: the caller's stop, or a failure
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied, ready;
    int64_t next_job;
    int starting; // threads that have not made their worker
    int working;  // threads that have not finished
    bool failed;
    bool closed; // delivery failed: nothing is delivered any more
    Error error;
    char *queue; // of slots: a job's number and its result, each aligned for any type
    size_t slot_size;
    int capacity, first, used;
    bool emptying; // since it was half full, or a tick passed
} Pool;

enum { ALIGNMENT = alignof(max_align_t), RESULT_OFFSET = ALIGNMENT };
static_assert(sizeof(int64_t) <= RESULT_OFFSET, "the number has room before the result");

int pool_threads(int wanted, bool by_clock)
{
    int cores = machine_cores();
    return wanted == 0 || (by_clock && wanted > cores) ? cores : wanted;
}

static size_t slot_size(size_t result_size)
{
    return RESULT_OFFSET + (result_size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Passes a stop that came on to the jobs. */
static bool should_stop(Pool *pool)
{
    if (pool->stop && atomic_load(pool->stop))
        atomic_store(&pool->halt, true);
    return atomic_load(&pool->halt);
}

static char *slot_at(const Pool *pool, int i)
{
    return pool->queue + (size_t)((pool->first + i) % pool->capacity) * pool->slot_size;
}

/* Under the lock. -1: no more. */
static int64_t take_job(Pool *pool)
{
    while (pool->next_job < pool->jobs->count) {
        int64_t job = pool->next_job++;
        if (pool->jobs->is_wanted(pool->jobs->context, job))
            return job;
    }
    return -1;
}

static void put_result(Pool *pool, int64_t job, const void *result)
{
    pthread_mutex_lock(&pool->lock);
    while (pool->used == pool->capacity && !pool->closed)
        pthread_cond_wait(&pool->emptied, &pool->lock);
    if (!pool->closed) {
        char *slot = slot_at(pool, pool->used++);
        memcpy(slot, &job, sizeof job);
        memcpy(slot + RESULT_OFFSET, result, pool->jobs->work.result_size);
        if (pool->used == pool->capacity / 2)
            pthread_cond_signal(&pool->filled);
    }
    pthread_mutex_unlock(&pool->lock);
}

/* Ends the run. What is finished is still delivered, unless it is delivery that failed. */
static void fail(Pool *pool, const Error *error, bool in_delivery)
{
    pthread_mutex_lock(&pool->lock);
    if (!pool->failed)
        pool->error = *error;
    pool->failed = true;
    if (in_delivery)
        pool->closed = true;
    atomic_store(&pool->halt, true);
    pthread_cond_broadcast(&pool->emptied);
    pthread_cond_broadcast(&pool->ready);
    pthread_mutex_unlock(&pool->lock);
}

static int64_t next_job(Pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    int64_t job = should_stop(pool) ? -1 : take_job(pool);
    pthread_mutex_unlock(&pool->lock);
    return job;
}

/* True when all workers are made; false if that came to nothing. */
static bool wait_for_others(Pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    if (--pool->starting == 0)
        pthread_cond_broadcast(&pool->ready);
    while (pool->starting > 0 && !pool->failed)
        pthread_cond_wait(&pool->ready, &pool->lock);
    bool ready = !should_stop(pool);
    pthread_mutex_unlock(&pool->lock);
    return ready;
}

static void run_jobs(Pool *pool, void *worker, int64_t job, void *result)
{
    const Work *work = &pool->jobs->work;
    Error error = {""};
    for (; job >= 0; job = next_job(pool)) {
        if (!work->run(work->context, worker, job, &pool->halt, result, &error)) {
            if (*error.text)
                fail(pool, &error, false);
            return;
        }
        put_result(pool, job, result);
    }
}

static void *worker_main(void *argument)
{
    Pool *pool = argument;
    const Work *work = &pool->jobs->work;
    Error error;
    int64_t first = next_job(pool);
    void *result = first < 0 ? NULL : calloc(1, work->result_size + 1);
    void *worker = NULL;
    if (result)
        worker = work->worker_create(work->context, &pool->halt, &error);
    else
        error_out_of_memory(&error);
    if (first >= 0 && !worker)
        fail(pool, &error, false);
    if (wait_for_others(pool) && worker)
        run_jobs(pool, worker, first, result);
    if (worker)
        work->worker_destroy(work->context, worker);
    free(result);
    pthread_mutex_lock(&pool->lock);
    pool->working--;
    pthread_cond_signal(&pool->filled);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static struct timespec tick_end(void)
{
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += (long)(POOL_TICK_SECONDS * 1e9);
    end.tv_sec += end.tv_nsec / 1000000000L;
    end.tv_nsec %= 1000000000L;
    return end;
}

/* Under the lock: until it is worth while to empty the queue, or a tick has passed. */
static void wait_for_results(Pool *pool)
{
    struct timespec end = tick_end();
    int waited = 0;
    while (pool->used < pool->capacity / 2 && pool->working > 0 && waited == 0)
        waited = pthread_cond_timedwait(&pool->filled, &pool->lock, &end);
}

/* Takes one result out of the queue, waiting up to a tick. */
static bool take_result(Pool *pool, char *slot, bool *finished)
{
    pthread_mutex_lock(&pool->lock);
    if (!pool->emptying)
        wait_for_results(pool);
    bool took = pool->used > 0;
    pool->emptying = took;
    if (took) {
        memcpy(slot, slot_at(pool, 0), pool->slot_size);
        pool->first = (pool->first + 1) % pool->capacity;
        pool->used--;
        pthread_cond_signal(&pool->emptied);
    }
    *finished = !took && pool->working == 0;
    pthread_mutex_unlock(&pool->lock);
    return took;
}

static bool deliver(Pool *pool, const char *slot, Error *error)
{
    int64_t job;
    memcpy(&job, slot, sizeof job);
    return pool->jobs->deliver(pool->jobs->context, job, slot + RESULT_OFFSET, error);
}

static bool tick(const Jobs *jobs, double *last, Error *error)
{
    if (!jobs->tick || clock_now() - *last < POOL_TICK_SECONDS)
        return true;
    *last = clock_now();
    return jobs->tick(jobs->context, error);
}

/* When delivery has failed results are still taken, so that no worker waits, but nothing is done
 * with them. */
static void deliver_all(Pool *pool, char *slot)
{
    double last_tick = clock_now();
    bool finished = false;
    while (!finished) {
        Error error;
        bool took = take_result(pool, slot, &finished);
        if (!pool->closed && // only this thread closes it
            ((took && !deliver(pool, slot, &error)) || !tick(pool->jobs, &last_tick, &error)))
            fail(pool, &error, true);
        should_stop(pool);
    }
}

/* How many could be started; those come first. All must be. */
static int start_threads(Pool *pool, pthread_t *handles, int threads)
{
    char reason[128];
    Error error;
    int started = 0, failure = 0;
    pool->working = pool->starting = threads;
    while (started < threads && !failure) {
        failure = pthread_create(&handles[started], NULL, worker_main, pool);
        started += !failure;
    }
    if (!failure)
        return started;
    error_set(&error, "only %d of %d threads can be had: %s", started, threads,
              strerror_r(failure, reason, sizeof reason));
    fail(pool, &error, false);
    pthread_mutex_lock(&pool->lock);
    pool->working -= threads - started;
    pool->starting -= threads - started;
    pthread_mutex_unlock(&pool->lock);
    return started;
}

static bool pool_init(Pool *pool, const Jobs *jobs, int threads, const atomic_bool *stop)
{
    pthread_condattr_t monotonic;
    *pool = (Pool){.jobs = jobs, .stop = stop};
    pool->slot_size = slot_size(jobs->work.result_size);
    pool->capacity = threads * QUEUE_PER_THREAD;
    pool->queue = malloc((size_t)(pool->capacity + 1) * pool->slot_size);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&pool->filled, &monotonic);
    pthread_cond_init(&pool->emptied, NULL);
    pthread_cond_init(&pool->ready, NULL);
    pthread_condattr_destroy(&monotonic);
    return pool->queue != NULL;
}

static void pool_finish(Pool *pool)
{
    pthread_cond_destroy(&pool->filled);
    pthread_cond_destroy(&pool->emptied);
    pthread_cond_destroy(&pool->ready);
    pthread_mutex_destroy(&pool->lock);
    free(pool->queue);
}

bool pool_fits(const Work *work, int workers, Error *error)
{
    size_t bytes = 0;
    char place[32];
    if (work->measure && !work->measure(work->context, &bytes, error))
        return false;
    if (memory_suffices(bytes * (size_t)workers, error))
        return true;
    snprintf(place, sizeof place, "%d at once", workers);
    error_prefix(error, place);
    return false;
}

bool pool_run(const Jobs *jobs, int threads, const atomic_bool *stop, Error *error)
{
    Pool pool;
    pthread_t handles[THREADS_MAX];
    if (threads > jobs->count)
        threads = (int)jobs->count;
    threads = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    if (!pool_fits(&jobs->work, threads, error))
        return false;
    bool good = pool_init(&pool, jobs, threads, stop) || error_out_of_memory(error);
    if (good) {
        int started = start_threads(&pool, handles, threads);
        deliver_all(&pool, pool.queue + (size_t)pool.capacity * pool.slot_size);
        for (int i = 0; i < started; i++)
            pthread_join(handles[i], NULL);
        if (pool.failed) {
            *error = pool.error;
            good = false;
        }
    }
    pool_finish(&pool);
    return good;
}
