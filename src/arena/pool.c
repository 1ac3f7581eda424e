/* pool.c: jobs on threads.
 *
 * Workers take the next job's number under a lock and put its result into a bounded queue; the
 * calling thread alone delivers, so storing and printing need no locks of their own. Jobs are
 * milliseconds long: one lock a job is not measurable.
 */
#include "arena/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREADS_MAX = 256, QUEUE_PER_THREAD = 64, TICK_MILLISECONDS = 100 };

typedef struct Pool {
    const Jobs *jobs;
    const atomic_bool *stop;
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied;
    int64_t next_job;
    int working; // workers that have not finished
    bool failed; // everybody should stop
    Error error;
    char *queue; // of slots: a job's number and its result
    size_t slot_size;
    int capacity, first, used;
} Pool;

typedef struct Worker {
    Pool *pool;
    int number;
    pthread_t thread;
} Worker;

static bool should_stop(const Pool *pool)
{
    return pool->failed || (pool->stop && atomic_load(pool->stop));
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
    while (pool->used == pool->capacity && !pool->failed)
        pthread_cond_wait(&pool->emptied, &pool->lock);
    if (!pool->failed) {
        char *slot = slot_at(pool, pool->used++);
        memcpy(slot, &job, sizeof job);
        memcpy(slot + sizeof job, result, pool->jobs->result_size);
        pthread_cond_signal(&pool->filled);
    }
    pthread_mutex_unlock(&pool->lock);
}

static void fail(Pool *pool, const Error *error)
{
    pthread_mutex_lock(&pool->lock);
    if (!pool->failed)
        pool->error = *error;
    pool->failed = true;
    pthread_cond_broadcast(&pool->filled);
    pthread_cond_broadcast(&pool->emptied);
    pthread_mutex_unlock(&pool->lock);
}

static void run_jobs(Pool *pool, void *worker, void *result)
{
    for (;;) {
        pthread_mutex_lock(&pool->lock);
        int64_t job = should_stop(pool) ? -1 : take_job(pool);
        pthread_mutex_unlock(&pool->lock);
        if (job < 0 || !pool->jobs->run(pool->jobs->context, worker, job, result))
            return;
        put_result(pool, job, result);
    }
}

static void *worker_main(void *argument)
{
    Worker *self = argument;
    Pool *pool = self->pool;
    Error error;
    void *result = calloc(1, pool->jobs->result_size);
    void *worker = NULL;
    if (!result)
        error_out_of_memory(&error);
    else
        worker = pool->jobs->worker_create(pool->jobs->context, self->number, &error);
    if (worker) {
        run_jobs(pool, worker, result);
        pool->jobs->worker_destroy(pool->jobs->context, worker);
    } else {
        fail(pool, &error);
    }
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
    end.tv_nsec += TICK_MILLISECONDS * 1000000L;
    end.tv_sec += end.tv_nsec / 1000000000L;
    end.tv_nsec %= 1000000000L;
    return end;
}

/* Takes one result out of the queue, waiting up to a tick. */
static bool take_result(Pool *pool, char *slot, bool *finished)
{
    struct timespec end = tick_end();
    pthread_mutex_lock(&pool->lock);
    int waited = 0;
    while (pool->used == 0 && pool->working > 0 && waited == 0)
        waited = pthread_cond_timedwait(&pool->filled, &pool->lock, &end);
    bool took = pool->used > 0;
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

static bool has_failed(Pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    bool failed = pool->failed;
    pthread_mutex_unlock(&pool->lock);
    return failed;
}

static void deliver_all(Pool *pool, char *slot)
{
    const Jobs *jobs = pool->jobs;
    bool finished = false;
    while (!finished) {
        Error error;
        bool good = true;
        if (take_result(pool, slot, &finished)) {
            int64_t job;
            memcpy(&job, slot, sizeof job);
            good = has_failed(pool) || jobs->deliver(jobs->context, job, slot + sizeof job, &error);
        }
        if (good && jobs->tick && !has_failed(pool))
            good = jobs->tick(jobs->context, &error);
        if (!good)
            fail(pool, &error);
    }
}

/* How many could be started. */
static int start_workers(Pool *pool, Worker *workers, int threads)
{
    int started = 0;
    for (int i = 0; i < threads; i++) {
        workers[i] = (Worker){.pool = pool, .number = i};
        if (pthread_create(&workers[i].thread, NULL, worker_main, &workers[i]) == 0) {
            pthread_mutex_lock(&pool->lock);
            pool->working++;
            pthread_mutex_unlock(&pool->lock);
            started++;
        } else {
            workers[i].pool = NULL;
        }
    }
    return started;
}

static bool pool_init(Pool *pool, const Jobs *jobs, int threads, const atomic_bool *stop)
{
    pthread_condattr_t monotonic;
    *pool = (Pool){.jobs = jobs, .stop = stop};
    pool->slot_size = sizeof(int64_t) + jobs->result_size;
    pool->capacity = threads * QUEUE_PER_THREAD;
    pool->queue = malloc((size_t)(pool->capacity + 1) * pool->slot_size);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&pool->filled, &monotonic);
    pthread_cond_init(&pool->emptied, NULL);
    pthread_condattr_destroy(&monotonic);
    return pool->queue != NULL;
}

static void pool_finish(Pool *pool)
{
    pthread_cond_destroy(&pool->filled);
    pthread_cond_destroy(&pool->emptied);
    pthread_mutex_destroy(&pool->lock);
    free(pool->queue);
}

bool pool_run(const Jobs *jobs, int threads, const atomic_bool *stop, Error *error)
{
    Pool pool;
    Worker workers[THREADS_MAX];
    if (threads < 1)
        threads = 1;
    if (threads > THREADS_MAX)
        threads = THREADS_MAX;
    bool good = pool_init(&pool, jobs, threads, stop) || error_out_of_memory(error);
    if (good) {
        if (start_workers(&pool, workers, threads) > 0)
            deliver_all(&pool, pool.queue + (size_t)pool.capacity * pool.slot_size);
        else
            good = error_set(error, "cannot start a thread");
        for (int i = 0; i < threads; i++)
            if (workers[i].pool)
                pthread_join(workers[i].thread, NULL);
        if (pool.failed) {
            *error = pool.error;
            good = false;
        }
    }
    pool_finish(&pool);
    return good;
}
