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

typedef struct Cell {
    int paint, ground;
    const char *look;
} Cell;

static void append_cell(Text *text, Cell cell)
{
    text_format(text, "\033[1;38;5;%d;48;5;%dm %s \033[0m", cell.paint, cell.ground, cell.look);
}

static void check_cells(const char *position, bool unicode, const Cell cells[9])
{
    Text expected = TEXT_EMPTY;
    for (int i = 0; i < 9; i++) {
        if (i % 3 == 0)
            text_format(&expected, "%3d ", 3 - i / 3);
        append_cell(&expected, cells[i]);
        if (i % 3 == 2)
            text_append(&expected, "\n");
    }
    text_append(&expected, "     a  b  c \n");
    check(position, true, (DrawingStyle){unicode, true}, expected.bytes);
    text_free(&expected);
}

static void test_colour(void **state)
{
    (void)state;
    const Cell light = {101, 223, " "}, dark = {101, 180, " "};
    const Cell hole = {244, 236, "*"}, bare_hole = {244, 236, " "};
    check_cells(
        "***/*N1/**n b", false,
        (Cell[9]){hole, hole, hole, hole, {231, 25, "N"}, dark, hole, hole, {231, 124, "n"}});
    check_cells("3x3 a1 c1 b3", true,
                (Cell[9]){light,
                          {231, 25, "♞"},
                          light,
                          {28, 180, "●"},
                          light,
                          dark,
                          bare_hole,
                          dark,
                          {231, 124, "♞"}});
}

static void test_trails(void **state)
{
    (void)state;
    Given g = given("4x3 a1 d3 b3 b2");
    DrawingExtra extra = {.trail = {squares_only(8) | squares_only(1), squares_only(3)}};
    Text text = TEXT_EMPTY;
    drawing_game(&text, &g.board, &g.position, &extra, (DrawingStyle){true, false});
    assert_string_equal(text.bytes, "  3  ·  ♘  ·  ▪ \n"
                                    "  2  ·  ♞  ·  · \n"
                                    "  1  ▫  ·  ·  · \n"
                                    "     a  b  c  d \n");
    text_clear(&text);
    drawing_knight(&text, SECOND, (DrawingStyle){true, false});
    assert_string_equal(text.bytes, " ♞ ");
    text_free(&text);
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
        cmocka_unit_test(test_trails),
        cmocka_unit_test(test_tall_board_keeps_its_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
