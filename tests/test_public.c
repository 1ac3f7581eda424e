/* The shared library, used as a stranger would: through isolab.h alone. */
#include <isolab.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static IsolabPosition *create(const char *text)
{
    char why[256];
    IsolabPosition *position = isolab_position_create(text, why, sizeof why);
    if (!position)
        fail_msg("%s", why);
    return position;
}

static void test_questions(void **state)
{
    (void)state;
    IsolabPosition *position = create("7x7 d4 c2 e6");
    int squares[128];
    char text[64], name[4];
    assert_int_equal(isolab_position_width(position), 7);
    assert_int_equal(isolab_position_height(position), 7);
    assert_int_equal(isolab_position_to_move(position), ISOLAB_SECOND);
    assert_int_equal(isolab_position_winner(position), ISOLAB_NOBODY);
    assert_int_equal(isolab_position_attacker(position), ISOLAB_SECOND);
    assert_int_equal(isolab_position_knight(position, ISOLAB_FIRST), 1 * 7 + 4);
    assert_int_equal(isolab_position_knight(position, ISOLAB_SECOND), 5 * 7 + 2);
    assert_int_equal(isolab_position_knight(position, ISOLAB_NOBODY), -1);
    squares[2] = -7;
    assert_int_equal(isolab_position_moves(position, ISOLAB_SECOND, squares, 2), 5);
    assert_int_equal(squares[2], -7); // there was room for two
    assert_int_equal(isolab_position_moves(position, ISOLAB_SECOND, NULL, 0), 5);
    assert_int_equal(isolab_square_name(position, squares[0], name, sizeof name), 2);
    assert_string_equal(name, "b4");
    assert_int_equal(isolab_position_moves(position, ISOLAB_NOBODY, squares, 128), 0);
    assert_int_equal(isolab_position_fen(position, text, sizeof text), 21);
    assert_string_equal(text, "7/4N2/7/3*3/7/2n4/7 b");
    assert_int_equal(isolab_position_fen(position, text, 6), 21);
    assert_string_equal(text, "7/4N2"); // five bytes and the NUL
    assert_int_equal(isolab_perft(position, 1), 5);
    isolab_position_destroy(position);
    char drawing[256];
    position = create("3x3 b2 a1");
    assert_int_equal(isolab_position_drawing(position, drawing, sizeof drawing), 4 * 14);
    assert_string_equal(drawing, "  3  .  .  . \n  2  .  N  . \n  1  n  .  . \n     a  b  c \n");
    isolab_position_destroy(position);
}

static void test_look(void **state)
{
    (void)state;
    IsolabPosition *position = create("3x3 a1 b2"); // first's turn, to b3 or c2
    char text[512], plain[512];
    int marks[] = {1, 5, 6, -1, 9}; // of which a1 is taken, and two are on no board
    IsolabLook look = {.size = sizeof look, .marks = marks, .mark_count = 5};
    assert_int_equal(isolab_position_look(position, &look, text, sizeof text), 4 * 14);
    assert_string_equal(text, "  3  .  o  . \n  2  .  n  o \n  1  N  .  . \n     a  b  c \n");
    assert_int_equal(isolab_position_look(position, &look, text, 6), 4 * 14);
    assert_string_equal(text, "  3  "); // five bytes and the NUL
    assert_int_equal(isolab_position_look(position, &look, NULL, 0), 4 * 14);
    isolab_position_look(position, NULL, text, sizeof text);
    isolab_position_drawing(position, plain, sizeof plain);
    assert_string_equal(text, plain);
    look.unicode = true;
    isolab_position_look(position, &look, text, sizeof text);
    assert_non_null(strstr(text, "  1  ♘  ·  · \n"));
    look.colour = true;
    isolab_position_look(position, &look, text, sizeof text);
    assert_non_null(strstr(text, "\033[1;38;5;"));
    isolab_position_destroy(position);
}

/* Bytes as they come: not ended by a NUL, and with one in the middle. */
static void test_bytes(void **state)
{
    (void)state;
    char why[256];
    IsolabPosition *read = isolab_position_read("7x7 d4 c2 e6", 9, why, sizeof why);
    IsolabPosition *created = create("7x7 d4 c2");
    assert_true(read && isolab_position_equal(read, created));
    assert_null(isolab_position_read("7x7 d4\0c2", 9, why, sizeof why));
    assert_string_equal(why, "column 5: 'd4\\x00c2' is not a square such as d4");
    assert_null(isolab_position_read("\xff", 1, why, sizeof why));
    assert_null(isolab_position_read("", 0, NULL, 0));
    isolab_position_destroy(read);
    isolab_position_destroy(created);
    assert_string_equal(isolab_side_name(ISOLAB_SECOND), "second");
    assert_string_equal(isolab_side_name(ISOLAB_NOBODY), "none");
}

static void test_squares(void **state)
{
    (void)state;
    IsolabPosition *position = create("11x9 f5");
    char name[4];
    for (int square = 0; square < 99; square++) {
        isolab_square_name(position, square, name, sizeof name);
        assert_int_equal(isolab_square_number(position, name), square);
    }
    static const int off_board[] = {-1, 99, 128, 1 << 20, -(1 << 20)};
    for (int i = 0; i < 5; i++) {
        isolab_square_name(position, off_board[i], name, sizeof name);
        assert_string_equal(name, "-");
        assert_false(isolab_position_is_blank(position, off_board[i]));
        assert_false(isolab_position_play(position, off_board[i], NULL, 0));
    }
    assert_int_equal(isolab_square_number(position, "l1"), -1);
    assert_int_equal(isolab_square_number(position, ""), -1);
    assert_false(isolab_position_is_blank(position, isolab_square_number(position, "f5")));
    assert_true(isolab_position_is_blank(position, 0));
    assert_int_equal(isolab_position_knight(position, ISOLAB_SECOND), -1);
    isolab_position_destroy(position);
}

static void test_play(void **state)
{
    (void)state;
    IsolabPosition *game = create("5x5");
    IsolabPosition *start = isolab_position_copy(game);
    int squares[128], plies = 0;
    for (; isolab_position_winner(game) == ISOLAB_NOBODY; plies++) {
        assert_true(isolab_position_moves(game, isolab_position_to_move(game), squares, 1) > 0);
        assert_true(isolab_position_play(game, squares[0], NULL, 0));
    }
    assert_true(plies > 2 && plies <= 25);
    char why[256];
    assert_false(isolab_position_play(game, 24, why, sizeof why));
    assert_non_null(strstr(why, "the game is over"));
    assert_int_equal(isolab_perft(start, 2), 600); // the copy stayed at the start
    assert_false(isolab_position_equal(start, game));
    isolab_position_destroy(start);
    isolab_position_destroy(game);
}

static void test_equals(void **state)
{
    (void)state;
    static const char *const texts[] = {"7x7 d4 c2 e6 a1",    "7x7 d4 c2", "7x7", "6x8", "8x6",
                                        "7/7/7/3N3/7/2n4/7 b"};
    for (int i = 0; i < 36; i++) {
        IsolabPosition *a = create(texts[i / 6]), *b = create(texts[i % 6]);
        assert_int_equal(isolab_position_equal(a, b), i / 6 == i % 6);
        if (i / 6 == i % 6)
            assert_true(isolab_position_hash(a) == isolab_position_hash(b));
        isolab_position_destroy(a);
        isolab_position_destroy(b);
    }
}

static void test_refusals(void **state)
{
    (void)state;
    char why[256], little[9];
    assert_null(isolab_position_create("7x7 d4 d4", why, sizeof why));
    assert_string_equal(why, "column 8: d4 is blocked");
    assert_null(isolab_position_create("7x7 d4 d4", little, sizeof little));
    assert_string_equal(little, "column 8");
    assert_null(isolab_position_create("0x7", NULL, 0));
    assert_null(isolab_heuristic_create("chase,w1=5", why, sizeof why));
    assert_string_equal(why, "chase: w1 is a number from 0 to 4, not '5'");
    assert_null(isolab_agent_create("alphabetta", why, sizeof why));
    assert_non_null(strstr(why, "alphabeta"));
    assert_null(isolab_solver_create(
        &(IsolabSolverSettings){.size = sizeof(IsolabSolverSettings), .threads = 1000}, why,
        sizeof why));
    assert_string_equal(why, "a solver has 1 to 256 threads, not 1000");
    isolab_position_destroy(NULL);
    isolab_heuristic_destroy(NULL);
    isolab_agent_destroy(NULL);
    isolab_solver_destroy(NULL);
    isolab_stop_destroy(NULL);
}

static void test_version(void **state)
{
    (void)state;
    char text[32];
    int number = isolab_version_number();
    snprintf(text, sizeof text, "%d.%d.%d", number / 10000, number / 100 % 100, number % 100);
    assert_string_equal(isolab_version(), text);
    assert_int_equal(number, ISOLAB_VERSION_NUMBER);
}

static double value_of(const char *spec, const IsolabPosition *position, IsolabSide side)
{
    IsolabHeuristic *heuristic = isolab_heuristic_create(spec, NULL, 0);
    assert_non_null(heuristic);
    double value = isolab_heuristic_value(heuristic, position, side);
    isolab_heuristic_destroy(heuristic);
    return value;
}

static void test_heuristics(void **state)
{
    (void)state;
    IsolabPosition *position = create("7x7 d4 c2 e6"), *start = create("7x7");
    assert_true(value_of("attacker", position, ISOLAB_FIRST) == -4);
    assert_true(value_of("chase,w1=1,w2=0.5", position, ISOLAB_SECOND) == 2.5);
    assert_true(isnan(value_of("attacker", start, ISOLAB_FIRST)));
    assert_true(isnan(value_of("open", position, ISOLAB_NOBODY)));
    isolab_position_destroy(start);
    isolab_position_destroy(position);
}

/* A formula that divides by nothing says so, once. */
static void test_failing_heuristic(void **state)
{
    (void)state;
    char why[256] = "";
    IsolabPosition *equal = create("3x3 a1 c3"), *unequal = create("7x7 d4 a1");
    IsolabHeuristic *formula = isolab_heuristic_create("=(own - opp)/(own - opp)", why, sizeof why);
    IsolabHeuristic *built_in = isolab_heuristic_create("open", why, sizeof why);
    assert_string_equal(why, "");
    assert_true(isolab_heuristic_value(formula, unequal, ISOLAB_FIRST) == 1);
    assert_false(isolab_heuristic_failed(formula, why, sizeof why));
    isolab_heuristic_value(formula, equal, ISOLAB_FIRST);
    isolab_heuristic_value(built_in, equal, ISOLAB_FIRST);
    assert_false(isolab_heuristic_failed(built_in, why, sizeof why));
    assert_string_equal(why, "");
    assert_true(isolab_heuristic_failed(formula, why, sizeof why));
    assert_string_equal(why, "its value is no number");
    assert_false(isolab_heuristic_failed(formula, NULL, 0));
    isolab_heuristic_destroy(built_in);
    isolab_heuristic_destroy(formula);
    isolab_position_destroy(equal);
    isolab_position_destroy(unequal);
}

/* Every row has what its kind must say, and each of its parameters a range. */
static void check_rows(bool (*row_at)(int, IsolabRow *),
                       bool (*parameter_at)(int, int, IsolabParameter *), int least)
{
    IsolabRow row = {.size = sizeof row};
    int count = 0;
    for (; row_at(count, &row); count++) {
        assert_true(strlen(row.name) > 0 && strlen(row.meaning) > 0);
        IsolabParameter parameter = {.size = sizeof parameter};
        for (int k = 0; k < row.parameter_count; k++) {
            assert_true(parameter_at(count, k, &parameter));
            assert_true(parameter.min <= parameter.standard && parameter.standard <= parameter.max);
            assert_true(strlen(parameter.name) > 0);
        }
        assert_false(parameter_at(count, row.parameter_count, &parameter));
        assert_false(parameter_at(count, -1, &parameter));
    }
    assert_true(count >= least);
    assert_false(row_at(-1, &row));
    assert_false(parameter_at(count, 0, &(IsolabParameter){.size = sizeof(IsolabParameter)}));
}

static void test_rows(void **state)
{
    (void)state;
    check_rows(isolab_heuristic_row, isolab_heuristic_parameter, 21);
    check_rows(isolab_agent_row, isolab_agent_parameter, 8);
}

/* A caller that was built with a shorter struct gets what it has room for, and nothing beyond. */
static void test_older_caller(void **state)
{
    (void)state;
    IsolabRow row = {.size = offsetof(IsolabRow, study), .study = "kept"};
    assert_true(isolab_heuristic_row(2, &row));
    assert_string_equal(row.name, "improved");
    assert_string_equal(row.study, "kept");
    assert_int_equal(row.size, offsetof(IsolabRow, study));
}

typedef struct Heard {
    int times, last_depth;
} Heard;

static void count_depths(void *context, const IsolabChoice *so_far)
{
    Heard *heard = context;
    heard->times++;
    assert_true(so_far->depth >= heard->last_depth);
    assert_true(so_far->line_count > 0 && so_far->line[0] == so_far->move);
    heard->last_depth = so_far->depth;
}

static void test_agent(void **state)
{
    (void)state;
    char why[256];
    IsolabPosition *position = create("7x7 d4 c2");
    IsolabAgent *agent = isolab_agent_create("alphabeta:improved", why, sizeof why);
    Heard heard = {0, 0};
    IsolabSearch search = {
        .size = sizeof search, .depth = 5, .watch = count_depths, .context = &heard};
    IsolabChoice choice = {.size = sizeof choice}, again = {.size = sizeof again};
    assert_true(isolab_agent_choose(agent, position, &search, &choice, why, sizeof why));
    assert_int_equal(choice.depth, 5);
    assert_int_equal(heard.times, 5);
    assert_true(choice.nodes > 100 && choice.line_count == 5);
    int move = choice.move;
    heard = (Heard){0, 0};
    assert_true(isolab_agent_begin(agent, 1, NULL, 0));
    assert_true(isolab_agent_choose(agent, position, &search, &again, NULL, 0));
    assert_int_equal(again.move, move); // chance began anew
    assert_true(isolab_position_play(position, move, NULL, 0));
    isolab_agent_destroy(agent);

    // A spec's own budget comes first.
    agent = isolab_agent_create("alphabeta:improved,depth=2,nodes=1M", why, sizeof why);
    search.watch = NULL;
    assert_true(isolab_agent_choose(agent, position, &search, &choice, NULL, 0));
    assert_int_equal(choice.depth, 2);
    isolab_agent_destroy(agent);
    isolab_position_destroy(position);
}

/* Many boards, one agent, and limits that are known from the start. */
static void test_agent_for_its_limits(void **state)
{
    (void)state;
    static const char *const boards[] = {"7x7 d4 a2", "11x9 f5 k1", "7x7 d4 a2"};
    char why[256];
    IsolabSearch search = {.size = sizeof search, .virtual_seconds = 0.150};
    IsolabAgent *agent = isolab_agent_create_for("champion", &search, why, sizeof why);
    IsolabChoice choices[3] = {
        {.size = sizeof *choices}, {.size = sizeof *choices}, {.size = sizeof *choices}};
    for (int i = 0; i < 3; i++) {
        IsolabPosition *position = create(boards[i]);
        assert_true(isolab_agent_begin_on(agent, position, 7, why, sizeof why));
        assert_true(isolab_agent_choose(agent, position, &search, &choices[i], why, sizeof why));
        assert_true(choices[i].on_virtual_clock && choices[i].virtual_seconds > 0);
        isolab_position_destroy(position);
    }
    assert_int_equal(choices[0].move, choices[2].move);
    assert_true(choices[0].nodes == choices[2].nodes); // whatever it did in between
    isolab_agent_destroy(agent);

    search.virtual_seconds = 0.0015;
    assert_null(isolab_agent_create_for("exec:true", &search, why, sizeof why));
    assert_string_equal(why, "an engine in another process takes virtual in whole milliseconds");
    IsolabPosition *position = create("7x7 d4 c2");
    agent = isolab_agent_create("first", NULL, 0);
    assert_true(isolab_agent_choose(agent, position, &search, &choices[0], NULL, 0));
    assert_true(choices[0].on_virtual_clock && choices[0].virtual_seconds == 0);
    assert_true(isolab_agent_choose(agent, position, NULL, &choices[0], NULL, 0));
    assert_false(choices[0].on_virtual_clock);
    isolab_agent_destroy(agent);
    isolab_position_destroy(position);
}

static void test_agent_of_a_game_that_is_over(void **state)
{
    (void)state;
    IsolabPosition *position = create("3x3 b2 a1");
    IsolabAgent *agent = isolab_agent_create("random", NULL, 0);
    IsolabChoice choice = {.size = sizeof choice};
    assert_int_equal(isolab_position_winner(position), ISOLAB_SECOND);
    assert_true(isolab_agent_choose(agent, position, NULL, &choice, NULL, 0));
    assert_int_equal(choice.move, -1);
    isolab_agent_destroy(agent);
    isolab_position_destroy(position);
}

static double ask_built_in(void *context, const IsolabPosition *position, IsolabSide side)
{
    return isolab_heuristic_value(context, position, side);
}

/* A caller's heuristic that asks a built-in one is that one, whichever side it is asked for. */
static void test_caller_s_heuristic(void **state)
{
    (void)state;
    static const char *const positions[] = {"7x7 d4 c2 e6", "7x7", "11x9 f5 k1 d4",
                                            "7/4N2/7/3*3/7/2n4/7 w"};
    static const char *const agents[][2] = {{"alphabeta", "alphabeta:pressure"},
                                            {"minimax:open", "minimax:pressure"},
                                            {"mcts,nodes=40", "mcts:pressure,nodes=40"}};
    char why[256];
    IsolabHeuristic *pressure = isolab_heuristic_create("pressure", why, sizeof why);
    for (int i = 0; i < 4 * 3; i++) {
        IsolabPosition *position = create(positions[i % 4]);
        IsolabSearch search = {.size = sizeof search, .depth = 3, .context = pressure};
        IsolabChoice choices[2] = {{.size = sizeof *choices}, {.size = sizeof *choices}};
        for (int k = 0; k < 2; k++) {
            IsolabAgent *agent = isolab_agent_create(agents[i / 4][k], why, sizeof why);
            search.evaluate = k == 0 ? ask_built_in : NULL;
            if (!isolab_agent_choose(agent, position, &search, &choices[k], why, sizeof why))
                fail_msg("%s", why);
            isolab_agent_destroy(agent);
        }
        assert_int_equal(choices[0].move, choices[1].move);
        assert_int_equal(choices[0].nodes, choices[1].nodes);
        assert_true(choices[0].score == choices[1].score);
        isolab_position_destroy(position);
    }

    // Taken for one search only; and not by everybody.
    IsolabPosition *position = create("7x7 d4 c2");
    IsolabSearch search = {
        .size = sizeof search, .depth = 1, .context = pressure, .evaluate = ask_built_in};
    IsolabChoice asked = {.size = sizeof asked}, own = {.size = sizeof own};
    IsolabAgent *greedy = isolab_agent_create("greedy:null", why, sizeof why);
    assert_true(isolab_agent_choose(greedy, position, &search, &asked, why, sizeof why));
    assert_true(isolab_agent_choose(greedy, position, NULL, &own, why, sizeof why));
    assert_true(asked.score != 0 && own.score == 0);
    isolab_agent_destroy(greedy);
    IsolabAgent *champion = isolab_agent_create("champion", why, sizeof why);
    assert_false(isolab_agent_choose(champion, position, &search, &asked, why, sizeof why));
    assert_string_equal(why, "champion takes no heuristic");
    isolab_agent_destroy(champion);
    isolab_position_destroy(position);
    isolab_heuristic_destroy(pressure);
}

static void *set_later(void *stop)
{
    isolab_stop_set(stop, true);
    return NULL;
}

/* A search without limits, ended by another thread; the flag stays until it is taken back. */
static void test_stop(void **state)
{
    (void)state;
    pthread_t thread;
    IsolabStop *stop = isolab_stop_create();
    IsolabPosition *position = create("11x9 f5 k1");
    IsolabAgent *agent = isolab_agent_create("champion", NULL, 0);
    IsolabSearch search = {.size = sizeof search, .seconds = 3600, .stop = stop};
    IsolabChoice choice = {.size = sizeof choice};
    assert_int_equal(pthread_create(&thread, NULL, set_later, stop), 0);
    assert_true(isolab_agent_choose(agent, position, &search, &choice, NULL, 0));
    assert_true(choice.move >= 0);
    pthread_join(thread, NULL);

    IsolabSolver *solver = isolab_solver_create(NULL, NULL, 0);
    IsolabSolution solution = {.size = sizeof solution};
    assert_true(isolab_solver_solve(solver, position, ISOLAB_WINNER, &search, &solution, NULL, 0));
    assert_int_equal(solution.winner, ISOLAB_NOBODY);
    isolab_stop_set(stop, false);
    IsolabPosition *small = create("5x5 c3 a2"); // another board, the same solver
    assert_true(isolab_solver_solve(solver, small, ISOLAB_WINNER, &search, &solution, NULL, 0));
    assert_true(solution.winner != ISOLAB_NOBODY);
    isolab_position_destroy(small);
    isolab_solver_destroy(solver);
    isolab_agent_destroy(agent);
    isolab_position_destroy(position);
    isolab_stop_destroy(stop);
}

/* 7x7 d4 c4: all of first's moves have a verdict, and perfect play ends the game for the winner. */
static void test_solver(void **state)
{
    (void)state;
    IsolabPosition *position = create("7x7 d4 c4");
    IsolabSolverSettings settings = {.size = sizeof settings, .threads = 2, .megabytes = 16};
    IsolabSolver *solver = isolab_solver_create(&settings, NULL, 0);
    IsolabSolution solution = {.size = sizeof solution};
    assert_true(isolab_solver_solve(solver, position, ISOLAB_ALL_MOVES, NULL, &solution, NULL, 0));
    assert_int_equal(solution.winner, ISOLAB_SECOND);
    assert_int_equal(solution.winning_count, 0);
    assert_int_equal(solution.losing_count, 8);
    assert_int_equal(solution.line_count, 0);
    assert_true(isolab_solver_solve(solver, position, ISOLAB_LINE, NULL, &solution, NULL, 0));
    assert_int_equal(solution.winner, ISOLAB_SECOND);
    assert_true(solution.line_count > 2);
    for (int i = 0; i < solution.line_count; i++)
        assert_true(isolab_position_play(position, solution.line[i], NULL, 0));
    assert_int_equal(isolab_position_winner(position), ISOLAB_SECOND);
    isolab_solver_destroy(solver);
    isolab_position_destroy(position);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_questions),
        cmocka_unit_test(test_look),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_squares),
        cmocka_unit_test(test_play),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_equals),
        cmocka_unit_test(test_version),
        cmocka_unit_test(test_heuristics),
        cmocka_unit_test(test_failing_heuristic),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_older_caller),
        cmocka_unit_test(test_agent),
        cmocka_unit_test(test_agent_for_its_limits),
        cmocka_unit_test(test_agent_of_a_game_that_is_over),
        cmocka_unit_test(test_caller_s_heuristic),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_solver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
