/* Lengths under best resistance against brute force, and what an analysis tells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>

#include "search/solver/analysis.h"
#include "search/solver/distance.h"
#include "solver_support.h"

/* Plies to the end with best play, and who wins, by trying everything. */
static int brute_distance(const Board *board, const Position *position, bool *mover_wins)
{
    int win = 0, loss = 0;
    Squares moves = position_moves(board, position, position->to_move);
    while (moves) {
        bool they_win;
        Position after = position_after(position, bits_take_lowest(&moves));
        int plies = 1 + brute_distance(board, &after, &they_win);
        if (!they_win && (win == 0 || plies < win))
            win = plies;
        if (they_win && plies > loss)
            loss = plies;
    }
    *mover_wins = win > 0;
    return win ? win : loss;
}

static void check_line(const Board *board, Position position, const Square *line, int count,
                       Side winner)
{
    for (int i = 0; i < count; i++) {
        assert_true(position_is_legal(board, &position, line[i]));
        position = position_after(&position, line[i]);
    }
    assert_int_equal(position_winner(board, &position), winner);
}

static void test_distances(void **state)
{
    (void)state;
    Random random = random_stream(17, 0, 0);
    for (int i = 0; i < 150; i++) {
        Board board;
        Position position = random_ending(&random, &board, 4 + i % 10);
        bool mover_wins;
        int expected = brute_distance(&board, &position, &mover_wins);
        Side winner = mover_wins ? position.to_move : side_other(position.to_move);
        Budget budget = {0};
        Effort effort = effort_start(&budget);
        Distance *distance = distance_create(&board, NULL);
        Square line[SQUARE_LIMIT];
        assert_int_equal(distance_find(distance, &position, winner, &effort), expected);
        assert_true(distance_line(distance, &position, winner, expected, &effort, line));
        check_line(&board, position, line, expected, winner);
        distance_destroy(distance);
    }
}

static void check_move(const Board *board, const Position *position, const AnalysedMove *move)
{
    bool they_win;
    Position after = position_after(position, move->move);
    int plies = 1 + brute_distance(board, &after, &they_win);
    assert_int_equal(move->winner, they_win ? after.to_move : position->to_move);
    assert_int_equal(move->plies, plies);
    assert_int_equal(move->line_count, plies);
    assert_int_equal(move->line[0], move->move);
    check_line(board, *position, move->line, move->line_count, move->winner);
}

static void test_analysis(void **state)
{
    (void)state;
    Random random = random_stream(19, 0, 0);
    Analysis *analysis = malloc(sizeof *analysis);
    for (int i = 0; i < 100; i++) {
        Board board;
        Error error;
        Position position = random_ending(&random, &board, 4 + i % 10);
        Solver *solver = solver_create(&board, (SolverSettings){.megabytes = 1}, &error);
        assert_non_null(solver);
        assert_true(analysis_run(solver, &position, &(Budget){0}, NULL, analysis, &error));
        bool wins = brute_wins(&board, &position);
        assert_int_equal(analysis->winner, wins ? position.to_move : side_other(position.to_move));
        assert_int_equal(analysis->count,
                         bits_count(position_moves(&board, &position, position.to_move)));
        for (int k = 0; k < analysis->count; k++)
            check_move(&board, &position, analysis->moves + k);
        solver_destroy(solver);
    }
    free(analysis);
}

static void test_analysis_keeps_to_limits(void **state)
{
    (void)state;
    Board board;
    Error error;
    Position position = parse_or_fail("8x8 a8 c8", &board);
    Budget budget = {.nodes = 5000};
    Analysis *analysis = malloc(sizeof *analysis);
    Solver *solver = solver_create(&board, (SolverSettings){.megabytes = 1}, &error);
    assert_true(analysis_run(solver, &position, &budget, NULL, analysis, &error));
    assert_int_equal(analysis->winner, SIDE_NONE);
    assert_true(analysis->nodes < 10000);
    solver_destroy(solver);
    free(analysis);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_analysis),
        cmocka_unit_test(test_analysis_keeps_to_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
