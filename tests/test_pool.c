/* The pool: every job once, whatever the number of threads, and every way to end early. */
#define _GNU_SOURCE // setresuid
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/pool.h"
#include "util/memory.h"

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
    atomic_int early;        // jobs that ran before the last worker was made
    int workers;             // that there are to be; 0: not looked at
    int refuse_workers_from; // the number of the first worker that fails
    int64_t job_fails_at, deliver_fails_at, stops_at;
    bool slow, tick_fails;
    size_t bytes; // of a worker
    int64_t delivered, ticks, asked;
    uint8_t seen[JOBS_MAX];
} Trial;

static Trial *trial_of(const void *context)
{
    return (Trial *)context;
}

static void sleep_milliseconds(int milliseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000L}, NULL);
}

static bool measure(const void *context, size_t *bytes, Error *error)
{
    *bytes = trial_of(context)->bytes;
    return *bytes != 13 || error_set(error, "no measure");
}

static void *worker_create(const void *context, const atomic_bool *stop, Error *error)
{
    Trial *trial = trial_of(context);
    (void)stop;
    if (trial->workers)
        sleep_milliseconds(2 * atomic_load(&trial->created)); // the later ones take longer
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

static bool run(const void *context, void *worker, int64_t job, const atomic_bool *stop,
                void *result, Error *error)
{
    Trial *trial = trial_of(context);
    int running = atomic_fetch_add(&trial->running, 1) + 1,
        most = atomic_load(&trial->most_running);
    while (running > most && !atomic_compare_exchange_weak(&trial->most_running, &most, running))
        ;
    atomic_fetch_add(&trial->runs, 1);
    atomic_fetch_add(&trial->early, atomic_load(&trial->created) < trial->workers);
    while (trial->slow && !atomic_load(stop))
        sleep_milliseconds(1);
    *(Result *)result = (Result){(Squares)job * (Squares)job, job, worker};
    atomic_fetch_sub(&trial->running, 1);
    if (job == trial->job_fails_at)
        return error_set(error, "no memory for job %d", (int)job);
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
    trial->job_fails_at = -1;
    trial->jobs = (Jobs){.work = {.context = trial,
                                  .result_size = sizeof(Result),
                                  .measure = measure,
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

/* The run ends, and everything that was finished before is delivered. */
static void test_a_job_fails(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        Error error;
        Trial *trial = trial_create(JOBS_MAX);
        trial->job_fails_at = 1000;
        assert_false(trial_run(trial, threads, &error));
        assert_string_equal(error.text, "no memory for job 1000");
        assert_int_equal(trial->seen[1000], 0);
        assert_true(trial->delivered < JOBS_MAX * 6 / 7);
        assert_true(atomic_load(&trial->runs) - trial->delivered <= threads);
        trial_destroy(trial);
    }
}

static void test_all_workers_before_the_first_job(void **state)
{
    (void)state;
    Error error;
    Trial *trial = trial_create(100);
    trial->workers = 8;
    assert_true(trial_run(trial, 8, &error));
    assert_int_equal(atomic_load(&trial->early), 0);
    trial_destroy(trial);
    trial = trial_create(100);
    trial->workers = 8;
    trial->refuse_workers_from = 7;
    assert_false(trial_run(trial, 8, &error));
    assert_string_equal(error.text, "no worker");
    assert_int_equal(atomic_load(&trial->runs), 0);
    trial_destroy(trial);
}

static void test_no_more_workers_than_jobs(void **state)
{
    (void)state;
    Error error;
    Trial *trial = trial_create(5); // of which one is not wanted
    assert_true(trial_run(trial, 16, &error));
    assert_int_equal(atomic_load(&trial->created), 4);
    trial_destroy(trial);
}

/* Each of them would fit alone. */
static void test_workers_that_do_not_fit(void **state)
{
    (void)state;
    Error error;
    size_t available = memory_available();
    if (available == SIZE_MAX)
        skip();
    Trial *trial = trial_create(100);
    trial->bytes = available / 2;
    assert_true(pool_fits(&trial->jobs.work, 1, &error));
    assert_false(trial_run(trial, 3, &error));
    assert_non_null(strstr(error.text, "3 at once: "));
    assert_non_null(strstr(error.text, " MB are wanted but only "));
    trial->bytes = 13;
    assert_false(trial_run(trial, 1, &error));
    assert_string_equal(error.text, "no measure");
    assert_int_equal(atomic_load(&trial->created), 0);
    trial_destroy(trial);
}

/* In a process of its own, as a user for whom the limit holds. */
static bool is_refused_threads(void)
{
    struct rlimit limit = {.rlim_cur = 1, .rlim_max = 1};
    Error error = {""};
    Trial *trial = trial_create(100);
    bool limited =
        (getuid() != 0 || !setresuid(65534, 65534, 65534)) && !setrlimit(RLIMIT_NPROC, &limit);
    bool refused = limited && !trial_run(trial, 4, &error);
    if (!strstr(error.text, "only 0 of 4 threads can be had: "))
        fprintf(stderr, "%s\n", error.text);
    return refused && strstr(error.text, "only 0 of 4 threads can be had: ") &&
           atomic_load(&trial->runs) == 0;
}

static void test_threads_that_cannot_be_had(void **state)
{
    (void)state;
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(is_refused_threads() ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
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
        cmocka_unit_test(test_a_job_fails),
        cmocka_unit_test(test_all_workers_before_the_first_job),
        cmocka_unit_test(test_no_more_workers_than_jobs),
        cmocka_unit_test(test_workers_that_do_not_fit),
        cmocka_unit_test(test_threads_that_cannot_be_had),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
