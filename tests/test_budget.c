/* Limits of a search, and turns within them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/search.h"
#include "search/solver/turns.h"
#include "util/budget.h"

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
        Budget budget = {.nodes = limits[i]};
        Effort effort = effort_start(&budget);
        assert_int_equal(spend_until_stopped(&effort, 1000000), limits[i]);
        assert_int_equal(budget.spent, limits[i]);
    }
}

/* Who asks before it visits gets all it is allowed, and the one beyond is not counted. */
static void test_all_nodes_are_visited(void **state)
{
    (void)state;
    static const uint64_t limits[] = {1, 63, 64, 65, 100000};
    for (int i = 0; i < 5; i++) {
        Budget budget;
        Effort effort = search_start(&budget, &(Limits){.nodes = limits[i]}, NULL);
        uint64_t visited = 0;
        while (effort_visit(&effort))
            visited++;
        assert_false(effort_visit(&effort));
        assert_int_equal(visited, limits[i]);
        assert_int_equal(effort.nodes, limits[i]);
        assert_true(budget_is_spent(&budget));
    }
}

static void test_flag_and_clock_come_before_the_first_node(void **state)
{
    (void)state;
    atomic_bool stop = true;
    Budget budget;
    Effort effort = search_start(&budget, &(Limits){0}, &stop);
    assert_false(effort_visit(&effort));
    effort = search_start(&budget, &(Limits){.seconds = 1e-9}, NULL);
    assert_false(effort_visit(&effort));
    assert_int_equal(effort.nodes, 0);
}

/* A node of 10 us and a slowness of 2: 20 us each of what is left before the reserve. */
static void test_virtual_clock(void **state)
{
    (void)state;
    Limits limits = {.virtual_seconds = 0.110, .virtual_node = 10e-6, .virtual_slowness = 2};
    SearchResult result;
    Budget budget;
    Effort effort = search_start(&budget, &limits, NULL);
    assert_true(budget_nodes(&budget) > 4999.9 && budget_nodes(&budget) < 5000.1);
    effort_charge(&effort, 30e6); // 60 of 100 ms
    while (effort_visit(&effort))
        ;
    assert_true(effort.nodes >= 2000 && effort.nodes <= 2001);
    search_account(&effort, &result);
    assert_true(result.virtual_seconds > 0.09999 && result.virtual_seconds < 0.10003);
}

/* One budget pays for several searches, whole or in shares. */
static void test_shares(void **state)
{
    (void)state;
    Budget budget = limits_start(&(Limits){.seconds = 1000, .nodes = 1000}, NULL);
    Limits share = limits_left(&budget, 0.25);
    assert_int_equal(share.nodes, 250);
    assert_true(share.seconds > 200 && share.seconds <= 250);
    Effort first = effort_start(&budget);
    assert_int_equal(spend_until_stopped(&first, 600), 600);
    effort_report(&first);
    assert_int_equal(limits_left(&budget, 0.5).nodes, 200);
    Effort second = effort_start(&budget);
    assert_int_equal(spend_until_stopped(&second, 1000000), 400);
    assert_true(budget_is_spent(&budget));
    assert_int_equal(limits_left(&budget, 1).nodes, 1);
    Budget again = budget_again(&budget);
    assert_false(budget_is_spent(&again));
    assert_int_equal(limits_left(&again, 1).nodes, 1000);
    budget_hasten(&again, 0);
    assert_true(budget_is_spent(&again));
}

static void test_turn_ends_alone(void **state)
{
    (void)state;
    Budget budget = {0};
    Effort effort = effort_start(&budget);
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
    Budget budget = {0};
    Effort effort = effort_start(&budget);
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
    Budget budget = {.nodes = 5000};
    Effort effort = effort_start(&budget);
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
        cmocka_unit_test(test_all_nodes_are_visited),
        cmocka_unit_test(test_flag_and_clock_come_before_the_first_node),
        cmocka_unit_test(test_virtual_clock),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_turn_ends_alone),
        cmocka_unit_test(test_inner_turn_ends_with_the_outer),
        cmocka_unit_test(test_turns_do_not_outlast_the_limit),
        cmocka_unit_test(test_lengths_of_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
