/* Limits of a search, and turns within them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/solver/turns.h"
#include "util/effort.h"

static uint64_t spend_until_stopped(Effort *effort, uint64_t most)
{
    uint64_t before = effort->nodes;
    while (!effort->stopped && effort->nodes - before < most)
        effort_spend(effort);
    return effort->nodes - before;
}

static void test_node_limit(void **state)
{
    (void)state;
    static const uint64_t limits[] = {1, 1000, 1024, 1025, 100000};
    for (int i = 0; i < 5; i++) {
        EffortShared shared = {.limits = EFFORT_UNLIMITED};
        shared.limits.nodes = limits[i];
        Effort effort = effort_start(&shared);
        assert_int_equal(spend_until_stopped(&effort, 1000000), limits[i]);
        assert_int_equal(shared.nodes, limits[i]);
    }
}

static void test_turn_ends_alone(void **state)
{
    (void)state;
    EffortShared shared = {.limits = EFFORT_UNLIMITED};
    Effort effort = effort_start(&shared);
    for (uint64_t turn = 1; turn < 5000; turn += 7) {
        uint64_t outer_end = effort_begin_turn(&effort, turn);
        assert_int_equal(spend_until_stopped(&effort, 1000000), turn);
        assert_true(effort_end_turn(&effort, outer_end));
        assert_false(effort.stopped);
    }
    uint64_t outer_end = effort_begin_turn(&effort, 100);
    assert_int_equal(spend_until_stopped(&effort, 99), 99);
    assert_false(effort_end_turn(&effort, outer_end));
    assert_int_equal(spend_until_stopped(&effort, 1000000), 1000000);
}

static void test_inner_turn_ends_with_the_outer(void **state)
{
    (void)state;
    EffortShared shared = {.limits = EFFORT_UNLIMITED};
    Effort effort = effort_start(&shared);
    uint64_t none = effort_begin_turn(&effort, 1000);
    uint64_t outer = effort_begin_turn(&effort, 400);
    assert_int_equal(spend_until_stopped(&effort, 1000000), 400);
    assert_true(effort_end_turn(&effort, outer));
    outer = effort_begin_turn(&effort, UINT64_MAX);
    assert_int_equal(spend_until_stopped(&effort, 1000000), 600);
    assert_false(effort_end_turn(&effort, outer));
    assert_true(effort.stopped);
    assert_true(effort_end_turn(&effort, none));
    assert_false(effort.stopped);
}

/* However short the turns, the limits of the whole search are looked at. */
static void test_turns_do_not_outlast_the_limit(void **state)
{
    (void)state;
    EffortShared shared = {.limits = EFFORT_UNLIMITED};
    shared.limits.nodes = 5000;
    Effort effort = effort_start(&shared);
    int cut = 0;
    while (!effort.stopped && effort.nodes < 1000000) {
        uint64_t outer_end = effort_begin_turn(&effort, 10);
        spend_until_stopped(&effort, 9 + (uint64_t)(cut & 1));
        cut += effort_end_turn(&effort, outer_end);
    }
    assert_true(effort.ended);
    assert_int_equal(effort.nodes, 5000);
}

static void test_lengths_of_turns(void **state)
{
    (void)state;
    assert_int_equal(turn_nodes(64, 62, 0), (uint64_t)1 << 29);
    assert_int_equal(turn_nodes(64, 60, 0), (uint64_t)1 << 27);
    assert_int_equal(turn_nodes(64, 60, 2), (uint64_t)1 << 31);
    assert_int_equal(turn_nodes(49, 47, 0), (uint64_t)1 << 22);
    assert_int_equal(turn_nodes(81, 76, 0), (uint64_t)1 << 37);
    for (int area = 4; area <= 99; area++)
        for (int blanks = 0; blanks <= area - 2; blanks++) {
            bool early = blanks * 8 > area * 7;
            assert_true(turn_nodes(area, blanks, 0) >= 1);
            assert_true(early || turn_nodes(area, blanks, 0) > (uint64_t)1 << 60);
            assert_true(turn_nodes(area, blanks, 100) > (uint64_t)1 << 60);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_node_limit),
        cmocka_unit_test(test_turn_ends_alone),
        cmocka_unit_test(test_inner_turn_ends_with_the_outer),
        cmocka_unit_test(test_turns_do_not_outlast_the_limit),
        cmocka_unit_test(test_lengths_of_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
