/* The pool: every job once, whatever the number of threads, and every way to end early. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "arena/pool.h"

/* What a Game is like: wants 16 bytes of alignment, and is not a multiple of the slot. */
typedef struct Result {
    Squares square;
    int64_t job;
    void *worker;
} Result;

enum { JOBS_MAX = 20000 };

typedef struct Trial {
    Jobs jobs;
    atomic_bool stop;
    atomic_int created, destroyed, running, most_running, runs;
    int refuse_workers_from; // the number of the first worker that fails
    int64_t deliver_fails_at, stops_at;
    bool slow, tick_fails;
    int64_t delivered, ticks, asked;
    uint8_t seen[JOBS_MAX];
} Trial;

static Trial *trial_of(const void *context)
{
    return (Trial *)context;
}

static void *worker_create(const void *context, Error *error)
{
    Trial *trial = trial_of(context);
    int number = atomic_fetch_add(&trial->created, 1);
    if (number < trial->refuse_workers_from)
        return malloc(1);
    atomic_fetch_add(&trial->destroyed, 1);
    error_set(error, "no worker");
    return NULL;
}

static void worker_destroy(const void *context, void *worker)
{
    atomic_fetch_add(&trial_of(context)->destroyed, 1);
    free(worker);
}

static void sleep_milliseconds(int milliseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000L}, NULL);
}

static bool run(const void *context, void *worker, int64_t job, const atomic_bool *stop,
                void *result)
{
    Trial *trial = trial_of(context);
    int running = atomic_fetch_add(&trial->running, 1) + 1,
        most = atomic_load(&trial->most_running);
    while (running > most && !atomic_compare_exchange_weak(&trial->most_running, &most, running))
        ;
    atomic_fetch_add(&trial->runs, 1);
    while (trial->slow && !atomic_load(stop))
        sleep_milliseconds(1);
    *(Result *)result = (Result){(Squares)job * (Squares)job, job, worker};
    atomic_fetch_sub(&trial->running, 1);
    return !atomic_load(stop);
}

static bool is_wanted(void *context, int64_t job)
{
    Trial *trial = context;
    assert_true(job == trial->asked++); // in order, each once
    return job % 7 != 3;
}

static bool deliver(void *context, int64_t job, const void *bytes, Error *error)
{
    Trial *trial = context;
    const Result *result = bytes;
    assert_int_equal((uintptr_t)bytes % _Alignof(max_align_t), 0);
    assert_true(result->job == job && result->square == (Squares)job * (Squares)job);
    assert_non_null(result->worker);
    assert_int_equal(trial->seen[job]++, 0);
    trial->delivered++;
    if (trial->delivered == trial->deliver_fails_at)
        return error_set(error, "the disk is full");
    if (trial->delivered == trial->stops_at)
        atomic_store(&trial->stop, true);
    return true;
}

static bool tick(void *context, Error *error)
{
    Trial *trial = context;
    trial->ticks++;
    return !trial->tick_fails || error_set(error, "the clock stopped");
}

static Trial *trial_create(int64_t count)
{
    Trial *trial = calloc(1, sizeof *trial);
    assert_non_null(trial);
    trial->refuse_workers_from = 1000;
    trial->jobs = (Jobs){.work = {.context = trial,
                                  .result_size = sizeof(Result),
                                  .worker_create = worker_create,
                                  .worker_destroy = worker_destroy,
                                  .run = run},
                         .count = count,
                         .context = trial,
                         .is_wanted = is_wanted,
                         .deliver = deliver,
                         .tick = tick};
    return trial;
}

static void trial_destroy(Trial *trial)
{
    assert_int_equal(atomic_load(&trial->created), atomic_load(&trial->destroyed));
    free(trial);
}

static bool trial_run(Trial *trial, int threads, Error *error)
{
    return pool_run(&trial->jobs, threads, &trial->stop, error);
}

static void test_every_job_once(void **state)
{
    (void)state;
    static const int threads[] = {-3, 0, 1, 2, 3, 8, 64};
    for (int i = 0; i < COUNT_OF(threads); i++) {
        Error error;
        Trial *trial = trial_create(JOBS_MAX);
        assert_true(trial_run(trial, threads[i], &error));
        for (int64_t job = 0; job < JOBS_MAX; job++)
            assert_int_equal(trial->seen[job], job % 7 != 3);
        assert_int_equal(atomic_load(&trial->created), threads[i] < 1 ? 1 : threads[i]);
        assert_true(atomic_load(&trial->most_running) <= atomic_load(&trial->created));
        trial_destroy(trial);
    }
}

static void test_few_jobs(void **state)
{
    (void)state;
    for (int64_t count = 0; count < 6; count++) {
        Error error;
        Trial *trial = trial_create(count);
        trial->jobs.tick = NULL;
        assert_true(trial_run(trial, 16, &error));
        assert_true(trial->delivered == count - (count > 3));
        trial_destroy(trial);
    }
}

static void test_nobody_stops(void **state)
{
    (void)state;
    Error error;
    Trial *trial = trial_create(100);
    assert_true(pool_run(&trial->jobs, 2, NULL, &error));
    assert_true(trial->delivered == 86);
    trial_destroy(trial);
}

/* What is finished is delivered; a running job is told, and has no result. */
static void test_a_stop(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        Error error;
        Trial *trial = trial_create(JOBS_MAX);
        trial->stops_at = 500;
        assert_true(trial_run(trial, threads, &error));
        assert_true(trial->delivered >= 500 && trial->delivered < JOBS_MAX * 6 / 7);
        assert_true(atomic_load(&trial->runs) - trial->delivered <= threads);
        trial_destroy(trial);
    }
}

static bool stop_after_three(void *context, Error *error)
{
    Trial *trial = context;
    (void)error;
    if (++trial->ticks == 3)
        atomic_store(&trial->stop, true);
    return true;
}

static void test_a_stop_while_all_are_busy(void **state)
{
    (void)state;
    Error error;
    Trial *trial = trial_create(1000);
    trial->slow = true;
    trial->jobs.tick = stop_after_three;
    assert_true(trial_run(trial, 3, &error));
    assert_true(trial->delivered == 0 && trial->ticks >= 3);
    assert_int_equal(atomic_load(&trial->runs), 3);
    trial_destroy(trial);
}

static void test_stopped_before_it_began(void **state)
{
    (void)state;
    Error error;
    Trial *trial = trial_create(100);
    atomic_store(&trial->stop, true);
    assert_true(trial_run(trial, 2, &error));
    assert_true(trial->delivered == 0);
    trial_destroy(trial);
}

static void test_a_delivery_fails(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        Error error;
        Trial *trial = trial_create(JOBS_MAX);
        trial->deliver_fails_at = 300;
        assert_false(trial_run(trial, threads, &error));
        assert_string_equal(error.text, "the disk is full");
        assert_true(trial->delivered == 300); // nothing after that
        trial_destroy(trial);
    }
}

/* Jobs that never end: they are told, nobody waits for them. */
static void test_a_tick_fails(void **state)
{
    (void)state;
    Error error;
    Trial *trial = trial_create(100);
    trial->slow = trial->tick_fails = true;
    assert_false(trial_run(trial, 2, &error));
    assert_string_equal(error.text, "the clock stopped");
    assert_true(trial->ticks == 1 && trial->delivered == 0);
    trial_destroy(trial);
}

static void test_a_worker_fails(void **state)
{
    (void)state;
    for (int from = 0; from < 3; from++) {
        Error error;
        Trial *trial = trial_create(JOBS_MAX);
        trial->refuse_workers_from = from;
        assert_false(trial_run(trial, 3, &error));
        assert_string_equal(error.text, "no worker");
        trial_destroy(trial);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_job_once),
        cmocka_unit_test(test_few_jobs),
        cmocka_unit_test(test_nobody_stops),
        cmocka_unit_test(test_a_stop),
        cmocka_unit_test(test_a_stop_while_all_are_busy),
        cmocka_unit_test(test_stopped_before_it_began),
        cmocka_unit_test(test_a_delivery_fails),
        cmocka_unit_test(test_a_tick_fails),
        cmocka_unit_test(test_a_worker_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
