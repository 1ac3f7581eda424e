/* Threads that share a table must find what one thread finds. Small enough for the thread
 * sanitizer, which is what this program is for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>

#include "lab/placements.h"
#include "search/solver/solver.h"
#include "solver_support.h"

static void check_same(const Board *board, const Position *position)
{
    Error error;
    Solution solutions[2];
    for (int i = 0; i < 2; i++) {
        Solver *solver =
            solver_create(board, (SolverSettings){.threads = 1 + 2 * i, .megabytes = 1}, &error);
        if (!solver)
            fail_msg("%s", error.text);
        solutions[i] = solver_solve(solver, position, SOLVE_ALL_MOVES, &(Budget){0}, NULL);
        Solution one = solver_solve(solver, position, SOLVE_WINNER, &(Budget){0}, NULL);
        assert_int_equal(one.winner, solutions[i].winner);
        solver_destroy(solver);
    }
    assert_int_equal(solutions[0].winner, solutions[1].winner);
    assert_true(solutions[0].winning == solutions[1].winning);
}

static void test_one_position(void **state)
{
    (void)state;
    static const char *const positions[] = {"6x6 b2 d4", "6x6 a1 b1", "6x5 c3 d3", "5x5"};
    for (int i = 0; i < 4; i++) {
        Board board;
        Position position = parse_or_fail(positions[i], &board);
        check_same(&board, &position);
        board_widen(&board);
        check_same(&board, &position);
    }
}

static void test_placements(void **state)
{
    (void)state;
    Placements tables[2];
    for (int i = 0; i < 2; i++) {
        Error error;
        PlacementsSettings settings = {.solver = {.threads = 1 + i, .megabytes = 1}};
        parse_or_fail("6x4", &settings.board);
        assert_true(placements_solve(tables + i, &settings, &error));
        assert_int_equal(tables[i].done, tables[i].count);
    }
    assert_int_equal(tables[0].count, tables[1].count);
    for (int i = 0; i < tables[0].count; i++) {
        assert_int_not_equal(tables[0].classes[i].winner, SIDE_NONE);
        assert_int_equal(tables[0].classes[i].winner, tables[1].classes[i].winner);
    }
    placements_free(tables);
    placements_free(tables + 1);
}

static void stop_at_the_first_report(void *stop, const SolverProgress *progress)
{
    assert_true(progress->moves_done <= progress->moves);
    assert_true(progress->fill >= 0 && progress->fill <= 1000);
    atomic_store((atomic_bool *)stop, true);
}

static void test_progress_and_stop(void **state)
{
    (void)state;
    Board board;
    Error error;
    atomic_bool stop = false;
    SolverWatch watch = {stop_at_the_first_report, &stop};
    Position position = parse_or_fail("11x9 a1 c1", &board);
    Solver *solver = solver_create(&board, (SolverSettings){.threads = 2, .megabytes = 1}, &error);
    Budget budget = {.stop = &stop};
    Solution solution = solver_solve(solver, &position, SOLVE_WINNER, &budget, &watch);
    assert_int_equal(solution.winner, SIDE_NONE);
    assert_true(stop);
    solver_destroy(solver);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_position),
        cmocka_unit_test(test_placements),
        cmocka_unit_test(test_progress_and_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
