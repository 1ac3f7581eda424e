/* The shared library, used as a stranger would: through isolab.h alone. */
#include <isolab.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <string.h>

static IsolabPosition *create(const char *text)
{
    IsolabError error;
    IsolabPosition *position = isolab_position_create(text, &error);
    if (!position)
        fail_msg("%s", error.text);
    return position;
}

static void test_questions(void **state)
{
    (void)state;
    IsolabPosition *position = create("7x7 d4 c2 e6");
    int squares[ISOLAB_SQUARES_MAX];
    char text[ISOLAB_FEN_SIZE], name[ISOLAB_NAME_SIZE];
    assert_int_equal(isolab_position_width(position), 7);
    assert_int_equal(isolab_position_height(position), 7);
    assert_int_equal(isolab_position_to_move(position), ISOLAB_SECOND);
    assert_int_equal(isolab_position_winner(position), ISOLAB_NOBODY);
    assert_int_equal(isolab_position_attacker(position), ISOLAB_SECOND);
    assert_int_equal(isolab_position_knight(position, ISOLAB_FIRST), 1 * 7 + 4);
    assert_int_equal(isolab_position_knight(position, ISOLAB_SECOND), 5 * 7 + 2);
    assert_int_equal(isolab_position_knight(position, ISOLAB_NOBODY), -1);
    assert_int_equal(isolab_position_moves(position, ISOLAB_SECOND, squares), 5);
    assert_string_equal(isolab_square_name(position, squares[0], name), "b4");
    assert_int_equal(isolab_position_moves(position, ISOLAB_NOBODY, squares), 0);
    assert_string_equal(isolab_position_fen(position, text), "7/4N2/7/3*3/7/2n4/7 b");
    assert_int_equal(isolab_perft(position, 1), 5);
    isolab_position_destroy(position);
}

static void test_squares(void **state)
{
    (void)state;
    IsolabPosition *position = create("11x9 f5");
    char name[ISOLAB_NAME_SIZE];
    for (int square = 0; square < 99; square++)
        assert_int_equal(isolab_square_number(position, isolab_square_name(position, square, name)),
                         square);
    static const int off_board[] = {-1, 99, 128, 1 << 20, -(1 << 20)};
    for (int i = 0; i < 5; i++) {
        assert_string_equal(isolab_square_name(position, off_board[i], name), "-");
        assert_false(isolab_position_is_blank(position, off_board[i]));
        assert_false(isolab_position_play(position, off_board[i], NULL));
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
    int squares[ISOLAB_SQUARES_MAX], plies = 0;
    for (; isolab_position_winner(game) == ISOLAB_NOBODY; plies++) {
        assert_true(isolab_position_moves(game, isolab_position_to_move(game), squares) > 0);
        assert_true(isolab_position_play(game, squares[0], NULL));
    }
    assert_true(plies > 2 && plies <= 25);
    IsolabError error;
    assert_false(isolab_position_play(game, 24, &error));
    assert_non_null(strstr(error.text, "the game is over"));
    assert_int_equal(isolab_perft(start, 2), 600); // the copy stayed at the start
    isolab_position_destroy(start);
    isolab_position_destroy(game);
}

static void test_refusals(void **state)
{
    (void)state;
    IsolabError error;
    assert_null(isolab_position_create("7x7 d4 d4", &error));
    assert_string_equal(error.text, "column 8: d4 is blocked");
    assert_null(isolab_position_create("0x7", NULL));
    isolab_position_destroy(NULL);
    assert_non_null(strchr(isolab_version(), '.'));
}

static void test_heuristics(void **state)
{
    (void)state;
    IsolabPosition *position = create("7x7 d4 c2 e6");
    IsolabError error;
    double value = 0;
    assert_true(isolab_heuristic_value(position, "attacker", ISOLAB_FIRST, &value, &error));
    assert_true(value == -4);
    assert_true(isolab_heuristic_value(position, "chase,w1=1,w2=0.5", ISOLAB_SECOND, &value, NULL));
    assert_true(value == 2.5);
    assert_false(isolab_heuristic_value(position, "chase,w1=5", ISOLAB_SECOND, &value, &error));
    assert_string_equal(error.text, "chase: w1 is a number from 0 to 4, not '5'");
    assert_false(isolab_heuristic_value(position, "open", ISOLAB_NOBODY, &value, &error));
    isolab_position_destroy(position);
    int count = 0;
    for (; isolab_heuristic_name(count); count++)
        assert_true(strlen(isolab_heuristic_meaning(count)) > 0);
    assert_int_equal(count, 21);
    assert_null(isolab_heuristic_meaning(count));
    assert_null(isolab_heuristic_name(-1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_questions),  cmocka_unit_test(test_squares),
        cmocka_unit_test(test_play),       cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_heuristics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
