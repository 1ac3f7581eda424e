/* Squares, boards and games as text, both ways, and every way to be refused. */
#include "support.h"

static void test_squares(void **state)
{
    (void)state;
    for (int i = 0; i < SIZE_COUNT; i++) {
        Board board;
        assert_true(board_init(&board, sizes[i].width, sizes[i].height, NULL));
        for (int square = 0; square < board.area; square++) {
            char text[SQUARE_TEXT_SIZE];
            Square back = SQUARE_NONE;
            square_print(&board, (Square)square, text);
            assert_true(square_parse(&board, text, strlen(text), &back, NULL));
            assert_int_equal(back, square);
        }
    }
}

static void test_square_names(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        int row, column;
        const char *name;
    } known[] = {
        {"7x7", 3, 3, "d4"},   {"7x7", 0, 0, "a7"},   {"7x7", 6, 0, "a1"},   {"7x7", 0, 6, "g7"},
        {"11x9", 0, 10, "k9"}, {"26x3", 2, 25, "z1"}, {"3x42", 0, 2, "c42"}, {"4x32", 22, 1, "b10"},
    };
    for (int i = 0; i < COUNT_OF(known); i++) {
        Given g = given(known[i].board);
        Square square = (Square)(known[i].row * g.board.width + known[i].column);
        char text[SQUARE_TEXT_SIZE];
        assert_string_equal(square_print(&g.board, square, text), known[i].name);
        assert_string_equal(square_print(&g.board, SQUARE_NONE, text), "-");
    }
}

static void test_games_round_trip(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 200; i++) {
        Random random = random_stream(11, i, 0);
        Given game = random_game(sizes[i % SIZE_COUNT], &random, SQUARE_LIMIT);
        char text[GAME_TEXT_SIZE], again[GAME_TEXT_SIZE];
        Given back = given(game_print(&game.board, &game.moves, text));
        assert_true(position_equal(&game.position, &back.position));
        assert_string_equal(game_print(&back.board, &back.moves, again), text);
    }
}

/* A tour of 128 squares is as long as a game's text gets. */
static void test_longest_text_fits(void **state)
{
    (void)state;
    Given g = given("3x42");
    for (g.moves.count = 0; g.moves.count < g.board.area; g.moves.count++)
        g.moves.moves[g.moves.count] = 2;
    char text[GAME_TEXT_SIZE];
    assert_int_equal(strlen(game_print(&g.board, &g.moves, text)), 4 + 4 * 126);
}

static void test_blanks_around_words(void **state)
{
    (void)state;
    Given plain = given("7x7 d4 c2"), spaced = given("  7x7   d4  c2 ");
    assert_true(position_equal(&plain.position, &spaced.position));
    assert_int_equal(spaced.moves.count, 2);
    Error error;
    Given part;
    assert_true(position_parse("7x7 d4 c2", 6, &part.board, &part.position, &part.moves, &error));
    assert_int_equal(part.moves.count, 1); // the length ends a text, not a NUL
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *text, *error;
    } refused[] = {
        {"", "column 1: no position here; one is such as 7x7 d4 c2"},
        {"   ", "column 1: no position here; one is such as 7x7 d4 c2"},
        {"7", "column 1: '7' is not a board such as 7x7"},
        {"7x", "column 1: '7x' is not a board such as 7x7"},
        {"x7", "column 1: 'x7' is not a board such as 7x7"},
        {"7X7", "column 1: '7X7' is not a board such as 7x7"},
        {"07x7", "column 1: '07x7' is not a board such as 7x7"},
        {"7x07", "column 1: '7x07' is not a board such as 7x7"},
        {"7x7x7", "column 1: '7x7x7' is not a board such as 7x7"},
        {"-7x7", "column 1: '-7x7' is not a board such as 7x7"},
        {"7x7\td4", "column 1: '7x7\\x09d4' is not a board such as 7x7"},
        {"  d4 7x7", "column 3: 'd4' is not a board such as 7x7"},
        {"0x7", "column 1: a board is 3 to 26 squares wide, not 0"},
        {"2x9", "column 1: a board is 3 to 26 squares wide, not 2"},
        {"27x3", "column 1: a board is 3 to 26 squares wide, not 27"},
        {"99x99", "column 1: a board is 3 to 26 squares wide, not 99"},
        {"9x2", "column 1: a board is at least 3 squares high, not 2"},
        {"9x0", "column 1: a board is at least 3 squares high, not 0"},
        {"26x5", "column 1: a board has at most 128 squares; 26x5 is larger"},
        {"3x43", "column 1: a board has at most 128 squares; 3x43 is larger"},
        {"3x99999999999999999999",
         "column 1: a board has at most 128 squares; '3x99999999999999999999' is larger"},
        {"99999999999x3", "column 1: a board has at most 128 squares; '99999999999x3' is larger"},
        {"7x7 d8", "column 5: 'd8' is not on the 7x7 board"},
        {"7x7 h1", "column 5: 'h1' is not on the 7x7 board"},
        {"7x7 d0", "column 5: 'd0' is not on the 7x7 board"},
        {"7x7 d99999999999", "column 5: 'd99999999999' is not on the 7x7 board"},
        {"7x7 D4", "column 5: 'D4' is not a square such as d4"},
        {"7x7 d", "column 5: 'd' is not a square such as d4"},
        {"7x7 4d", "column 5: '4d' is not a square such as d4"},
        {"7x7 d04", "column 5: 'd04' is not a square such as d4"},
        {"7x7 d4,c2", "column 5: 'd4,c2' is not a square such as d4"},
        {"7x7 \xff\xc3", "column 5: '\\xff\\xc3' is not a square such as d4"},
        {"7x7 d4 d4", "column 8: d4 is blocked"},
        {"7x7 d4 c2 d4", "column 11: d4 is blocked"},
        {"7x7  d4   c2  a1", "column 15: a1 is not a knight's move from first's d4"},
        {"7x7 d4 c2 e6 d3", "column 14: d3 is not a knight's move from second's c2"},
        {"3x3 a1 b2 b3 a2", "column 14: a2: the game is over, second has no move"},
        {"3x3 b2 a1 b3", "column 11: b3: the game is over, first has no move"},
        {"3x3 b2 a1 b2", "column 11: b2: the game is over, first has no move"},
    };
    for (int i = 0; i < COUNT_OF(refused); i++) {
        Given g;
        Error error = {""};
        if (position_parse(refused[i].text, strlen(refused[i].text), &g.board, &g.position,
                           &g.moves, &error))
            fail_msg("'%s' was accepted", refused[i].text);
        assert_string_equal(error.text, refused[i].error);
    }
}

static void test_bytes_of_any_kind(void **state)
{
    (void)state;
    Given g;
    Error error;
    assert_false(position_parse("7x7\0 d4", 7, &g.board, &g.position, NULL, &error));
    assert_string_equal(error.text, "column 1: '7x7\\x00' is not a board such as 7x7");
    assert_false(position_parse("7x7 d4", 5, &g.board, &g.position, NULL, NULL)); // no Error
    char long_text[POSITION_TEXT_LIMIT + 1];
    memset(long_text, ' ', sizeof long_text);
    memcpy(long_text, "7x7", 3);
    assert_true(
        position_parse(long_text, sizeof long_text - 1, &g.board, &g.position, NULL, &error));
    assert_false(position_parse(long_text, sizeof long_text, &g.board, &g.position, NULL, &error));
    assert_string_equal(error.text,
                        "column 4097: the text goes on; no position is longer than that");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_squares),
        cmocka_unit_test(test_square_names),
        cmocka_unit_test(test_games_round_trip),
        cmocka_unit_test(test_longest_text_fits),
        cmocka_unit_test(test_blanks_around_words),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_bytes_of_any_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
