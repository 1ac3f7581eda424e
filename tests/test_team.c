/* The same work by several threads: every number once, and looks from the caller's thread. */
#include "util/team.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

enum { MOST = 16 };

typedef struct Tally {
    atomic_int times[MOST];
    pthread_t who[MOST];
    atomic_bool looked;
    pthread_t looker;
} Tally;

static void count(void *context, int number)
{
    Tally *tally = context;
    atomic_fetch_add(&tally->times[number], 1);
    tally->who[number] = pthread_self();
}

static void test_every_number_once(void **state)
{
    (void)state;
    for (int threads = 1; threads <= MOST; threads++) {
        Tally tally = {.looked = false};
        assert_int_equal(team_run(threads, count, &tally, NULL), threads);
        for (int i = 0; i < MOST; i++)
            assert_int_equal(tally.times[i], i < threads);
        assert_true(pthread_equal(tally.who[0], pthread_self()));
    }
}

static void look(void *context)
{
    Tally *tally = context;
    tally->looker = pthread_self();
    atomic_store(&tally->looked, true);
}

static void until_looked_at(void *context, int number)
{
    Tally *tally = context;
    count(context, number);
    while (!atomic_load(&tally->looked)) {
    }
}

static void test_looks(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        Tally tally = {.looked = false};
        TeamLook often = {look, &tally, 0.001};
        assert_int_equal(team_run(threads, until_looked_at, &tally, &often), threads);
        assert_true(pthread_equal(tally.looker, pthread_self()));
        for (int i = 0; i < threads; i++) {
            assert_int_equal(tally.times[i], 1);
            assert_false(pthread_equal(tally.who[i], pthread_self()));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_number_once),
        cmocka_unit_test(test_looks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
