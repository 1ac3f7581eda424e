/* The solver against brute force and against the checked data, on both widths, alone and in
 * company. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "core/longest.h"
#include "search/solver/solver.h"
#include "solver_support.h"

static Solver *create(const Board *board, int threads)
{
    Error error;
    Solver *solver =
        solver_create(board, (SolverSettings){.threads = threads, .megabytes = 1}, &error);
    if (!solver)
        fail_msg("%s", error.text);
    return solver;
}

static void check_solution(const Board *board, const Position *position, int threads, Side winner,
                           Squares winning)
{
    char fen[256];
    Solver *solver = create(board, threads);
    Solution all = solver_solve(solver, position, SOLVE_ALL_MOVES, &(Budget){0}, NULL);
    Solution one = solver_solve(solver, position, SOLVE_WINNER, &(Budget){0}, NULL);
    bool right = all.winner == winner && all.winning == winning &&
                 all.losing == (position_moves(board, position, position->to_move) & ~winning) &&
                 one.winner == winner && !(one.winning & ~winning) && !one.winning == !winning;
    if (!right) {
        MoveList none = {.count = 0};
        fail_msg("%s, blanks %llx %llx, knights %d %d, narrow %d, threads %d",
                 game_print(board, &none, fen), (unsigned long long)(position->blanks >> 64),
                 (unsigned long long)position->blanks, position->knight[FIRST],
                 position->knight[SECOND], board->narrow, threads);
    }
    solver_destroy(solver);
}

static void test_brute_force(void **state)
{
    (void)state;
    Random random = random_stream(5, 0, 0);
    for (int i = 0; i < 5000; i++) {
        Board board;
        Position position = random_ending(&random, &board, 4 + i % 20);
        Squares winning = brute_winning(&board, &position);
        Side winner = winning ? position.to_move : side_other(position.to_move);
        int threads = i % 4 == 0 ? 2 : 1;
        check_solution(&board, &position, threads, winner, winning);
        board_widen(&board);
        check_solution(&board, &position, threads, winner, winning);
    }
}

/* The last of 128 squares, with one table for both: blank or not, it decides. */
static void test_last_square(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "****************/*******N********/*******1********/******2****1**1/*********1**n***/"
        "*******2*2**1*/*********1*5/*********1****1* w",
        "****************/*******N********/*******1********/******2****1**1/*********1**n***/"
        "*******2*2**1*/*********1*5/*********1****2 w",
    };
    Board board;
    parse_or_fail(texts[0], &board);
    Solver *solver = solver_create(&board, (SolverSettings){.threads = 1}, NULL);
    for (int i = 0; i < 4; i++) {
        Position position = parse_or_fail(texts[i % 2], &board);
        Squares winning = brute_winning(&board, &position);
        Solution solution = solver_solve(solver, &position, SOLVE_ALL_MOVES, &(Budget){0}, NULL);
        assert_true(solution.winning == winning);
        assert_int_equal(solution.winner, winning ? FIRST : SECOND);
    }
    solver_destroy(solver);
}

static json_t *load(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", TEST_DATA, name);
    json_error_t error;
    json_t *json = json_load_file(path, 0, &error);
    if (!json)
        fail_msg("%s: %s", path, error.text);
    return json;
}

static Side side_named(const char *name)
{
    return strcmp(name, "first") ? SECOND : FIRST;
}

static Squares squares_named(const Board *board, const json_t *names)
{
    Squares squares = 0;
    size_t i;
    json_t *name;
    json_array_foreach(names, i, name)
    {
        Square square;
        assert_true(
            square_parse(board, json_string_value(name), json_string_length(name), &square, NULL));
        squares |= squares_only(square);
    }
    return squares;
}

static void check_longest(const Board *board, const Position *position, const json_t *lengths)
{
    Budget budget = {0};
    Effort effort = effort_start(&budget);
    LongestMemory *memory = longest_memory_create(board, NULL);
    for (Side side = FIRST; side <= SECOND; side++) {
        Square path[SQUARE_LIMIT];
        int expected = (int)json_integer_value(json_object_get(lengths, side_name(side)));
        assert_int_equal(
            longest_path(memory, board, position->knight[side], position->blanks, &effort, path),
            expected);
        Squares blanks = position->blanks;
        for (int i = 0; i < expected; i++) {
            Square from = i ? path[i - 1] : position->knight[side];
            assert_true(squares_has(board->geometry_128.moves[from] & blanks, path[i]));
            blanks &= ~squares_only(path[i]);
        }
    }
    longest_memory_destroy(memory);
}

static void check_row(json_t *row, int threads)
{
    Board board;
    Position position = parse_or_fail(json_string_value(json_object_get(row, "position")), &board);
    Side winner = side_named(json_string_value(json_object_get(row, "winner")));
    Squares winning = squares_named(&board, json_object_get(row, "winning_moves"));
    for (int wide = 0; wide < 2; wide++, board_widen(&board)) {
        check_solution(&board, &position, threads, winner, winning);
        if (json_is_object(json_object_get(row, "longest_path")))
            check_longest(&board, &position, json_object_get(row, "longest_path"));
    }
}

static void test_solved_positions(void **state)
{
    (void)state;
    FILE *file = fopen(TEST_DATA "/solved_positions.jsonl", "r");
    assert_non_null(file);
    char line[4096];
    int rows = 0;
    for (; fgets(line, sizeof line, file); rows++) {
        json_t *row = json_loads(line, 0, NULL);
        assert_non_null(row);
        check_row(row, 1 + rows % 2);
        json_decref(row);
    }
    fclose(file);
    assert_int_equal(rows, 80);
}

static void check_placements(const char *name, bool widen)
{
    json_t *json = load(name), *winner;
    const char *placement, *size = json_string_value(json_object_get(json, "board"));
    Board board;
    parse_or_fail(size, &board);
    if (widen)
        board_widen(&board);
    Solver *solver = create(&board, 1);
    json_object_foreach(json_object_get(json, "winner"), placement, winner)
    {
        Board again;
        char text[64];
        snprintf(text, sizeof text, "%s %s", size, placement);
        Position position = parse_or_fail(text, &again);
        Solution solution = solver_solve(solver, &position, SOLVE_WINNER, &(Budget){0}, NULL);
        if (solution.winner != side_named(json_string_value(winner)))
            fail_msg("%s: %s", text, side_name(solution.winner));
    }
    solver_destroy(solver);
    json_decref(json);
}

static void test_placements(void **state)
{
    (void)state;
    static const char *const names[] = {"placements_4x4.json", "placements_5x4.json",
                                        "placements_5x5.json"};
    for (int i = 0; i < 3; i++)
        for (int widen = 0; widen < 2; widen++)
            check_placements(names[i], widen);
}

static void check_start(const char *text, Side winner)
{
    Board board;
    Position position = parse_or_fail(text, &board);
    Solver *solver = create(&board, 2);
    Solution solution = solver_solve(solver, &position, SOLVE_WINNER, &(Budget){0}, NULL);
    assert_int_equal(solution.winner, winner);
    solver_destroy(solver);
}

/* Even areas, and the knight's move from the centre, by copying; 5x5 by its table. */
static void test_before_placements(void **state)
{
    (void)state;
    check_start("4x4", SECOND);
    check_start("5x4", SECOND);
    check_start("6x6", SECOND);
    check_start("11x8", SECOND);
    check_start("5x5 c3 a2", FIRST);
    check_start("5x5 c3", SECOND);
    check_start("5x5", SECOND);
}

static void test_line_is_perfect(void **state)
{
    (void)state;
    Board board;
    Position position = parse_or_fail("6x6 b2 d4", &board);
    Solver *solver = create(&board, 1);
    Square line[SQUARE_LIMIT];
    Side winner = solver_solve(solver, &position, SOLVE_WINNER, &(Budget){0}, NULL).winner;
    int length = solver_line(solver, &position, &(Budget){0}, line);
    for (int i = 0; i < length; i++) {
        Solution here = solver_solve(solver, &position, SOLVE_ALL_MOVES, &(Budget){0}, NULL);
        assert_int_equal(here.winner, winner);
        assert_true(position_is_legal(&board, &position, line[i]));
        if (position.to_move == winner)
            assert_true(squares_has(here.winning, line[i]));
        position = position_after(&position, line[i]);
    }
    assert_int_equal(position_winner(&board, &position), winner);
    solver_destroy(solver);
}

static void test_limits_are_kept(void **state)
{
    (void)state;
    Board board;
    Position position = parse_or_fail("8x8 a8 c8", &board);
    for (int threads = 1; threads <= 2; threads++) {
        Solver *solver = create(&board, threads);
        Budget budget = {.nodes = 5000};
        Solution solution = solver_solve(solver, &position, SOLVE_WINNER, &budget, NULL);
        assert_int_equal(solution.winner, SIDE_NONE);
        assert_true(solution.nodes >= 5000 && solution.nodes < 10000);
        atomic_bool stop = true;
        budget = (Budget){.stop = &stop};
        solution = solver_solve(solver, &position, SOLVE_ALL_MOVES, &budget, NULL);
        assert_int_equal(solution.winner, SIDE_NONE);
        budget = (Budget){.deadline = clock_now()};
        solution = solver_solve(solver, &position, SOLVE_ALL_MOVES, &budget, NULL);
        assert_int_equal(solution.winner, SIDE_NONE);
        solver_destroy(solver);
    }
}

/* Else what a search was asked before would decide where a limit on nodes stops it. */
static void test_forgets_everything(void **state)
{
    (void)state;
    for (int wide = 0; wide <= 1; wide++) {
        Board board;
        Position position = parse_or_fail("7x7 d4 c3", &board);
        if (wide)
            board_widen(&board);
        Solver *solver = create(&board, 1);
        Budget budget = {0};
        Solution fresh = solver_solve(solver, &position, SOLVE_ALL_MOVES, &budget, NULL);
        solver_forget(solver);
        Solution again = solver_solve(solver, &position, SOLVE_ALL_MOVES, &budget, NULL);
        assert_int_equal(again.nodes, fresh.nodes);
        assert_true(again.winning == fresh.winning && again.losing == fresh.losing);
        solver_destroy(solver);
    }
}

static void test_too_much_memory_is_refused(void **state)
{
    (void)state;
    Board board;
    Error error;
    parse_or_fail("7x7", &board);
    assert_null(solver_create(&board, (SolverSettings){.megabytes = (size_t)1 << 30}, &error));
    assert_non_null(strstr(error.text, "MB"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force),
        cmocka_unit_test(test_last_square),
        cmocka_unit_test(test_solved_positions),
        cmocka_unit_test(test_placements),
        cmocka_unit_test(test_before_placements),
        cmocka_unit_test(test_line_is_perfect),
        cmocka_unit_test(test_limits_are_kept),
        cmocka_unit_test(test_forgets_everything),
        cmocka_unit_test(test_too_much_memory_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
