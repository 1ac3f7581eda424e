/* Boards as they are shown, to the character. */
#include "core/drawing.h"
#include "support.h"

static void check(const char *position, bool marked, DrawingStyle style, const char *expected)
{
    Given g = given(position);
    Text text = TEXT_EMPTY;
    Squares marks = marked ? position_moves(&g.board, &g.position, g.position.to_move) : 0;
    drawing_board(&text, &g.board, &g.position, marks, style);
    assert_true(text_ok(&text));
    assert_string_equal(text.bytes, expected);
    text_free(&text);
}

static void test_ascii(void **state)
{
    (void)state;
    const DrawingStyle plain = {false, false};
    check("4x3", false, plain,
          "  3  .  .  .  . \n"
          "  2  .  .  .  . \n"
          "  1  .  .  .  . \n"
          "     a  b  c  d \n");
    check("4x3 a1 d3 b3", true, plain,
          "  3  .  N  .  n \n"
          "  2  .  o  .  . \n"
          "  1  *  .  o  . \n"
          "     a  b  c  d \n");
}

static void test_unicode(void **state)
{
    (void)state;
    check("4x3 a1 d3 b3", true, (DrawingStyle){true, false},
          "  3  ·  ♘  ·  ♞ \n"
          "  2  ·  ○  ·  · \n"
          "  1  ▒  ·  ○  · \n"
          "     a  b  c  d \n");
}

static void test_colour(void **state)
{
    (void)state;
    check("***/*N*/**n w", false, (DrawingStyle){false, true},
          "  3 \033[2;37m * \033[0m\033[2;37m * \033[0m\033[2;37m * \033[0m\n"
          "  2 \033[2;37m * \033[0m\033[1;97;44m N \033[0m\033[2;37m * \033[0m\n"
          "  1 \033[2;37m * \033[0m\033[2;37m * \033[0m\033[1;97;41m n \033[0m\n"
          "     a  b  c \n");
}

static void test_tall_board_keeps_its_columns(void **state)
{
    (void)state;
    Given g = given("3x42");
    Text text = TEXT_EMPTY;
    drawing_board(&text, &g.board, &g.position, 0, (DrawingStyle){false, false});
    const size_t line = strlen(" 42  .  .  . \n");
    assert_int_equal(text.length, 43 * line);
    for (size_t at = line - 1; at < text.length; at += line)
        assert_int_equal(text.bytes[at], '\n');
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ascii),
        cmocka_unit_test(test_unicode),
        cmocka_unit_test(test_colour),
        cmocka_unit_test(test_tall_board_keeps_its_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
