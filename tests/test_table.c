/* Text tables: as wide as they come, and fitted to a width without losing anything. */
#include "report/table.h"
#include "support.h"

static TextTable fill(int columns, int width, const char *const *cells)
{
    TextTable table = table_create(columns, width);
    for (; *cells; cells++)
        if (!strcmp(*cells, "---"))
            table_rule(&table);
        else
            table_cell(&table, "%s", *cells);
    return table;
}

static void check(TextTable table, const char *expected)
{
    Text text = TEXT_EMPTY;
    table_print(&table, &text);
    assert_true(text_ok(&text));
    assert_string_equal(text.bytes, expected);
    text_free(&text);
}

// clang-format off
static const char *const details[] = {
    "agent", "as attacker", "moves/game", "±",
    "---",
    "alphabeta:chase,w1=0.25", "100.0 %", "14.3", "±0.5",
    "random", "-", "9.0", "", NULL};

static const char *const gauntlet[] = {
    "won | lost against", "one", "two", "three", "four", "five",
    "---",
    "Random", "1 | 1", "2 | 2", "3 | 3", "4 | 4", "5 | 5", NULL};

static const char *const study[] = {
    "Round", "w1", "rate", "here", "deviation", "here",
    "---",
    "1", "0.25", "80", "77.8", "3", "7.86", NULL};
// clang-format on

static void test_as_wide_as_it_comes(void **state)
{
    (void)state;
    for (int width = 0; width <= 54; width += 54)
        check(fill(4, width, details), "agent                    as attacker  moves/game     ±\n"
                                       "-----------------------  -----------  ----------  ----\n"
                                       "alphabeta:chase,w1=0.25      100.0 %        14.3  ±0.5\n"
                                       "random                             -         9.0      \n");
}

static void test_heads_break_first(void **state)
{
    (void)state;
    check(fill(4, 53, details), "                                      moves/      \n"
                                "agent                    as attacker    game     ±\n"
                                "-----------------------  -----------  ------  ----\n"
                                "alphabeta:chase,w1=0.25      100.0 %    14.3  ±0.5\n"
                                "random                             -     9.0      \n");
}

static void test_then_names(void **state)
{
    (void)state;
    check(fill(4, 40, details), "                        as  moves/      \n"
                                "agent             attacker    game     ±\n"
                                "----------------  --------  ------  ----\n"
                                "alphabeta:chase,   100.0 %    14.3  ±0.5\n"
                                "  w1=0.25                               \n"
                                "random                   -     9.0      \n");
}

static void test_then_columns_go_below(void **state)
{
    (void)state;
    check(fill(6, 50, gauntlet), "won | lost                                        \n"
                                 "against            one    two  three   four   five\n"
                                 "---------------  -----  -----  -----  -----  -----\n"
                                 "Random           1 | 1  2 | 2  3 | 3  4 | 4  5 | 5\n");
    check(fill(6, 49, gauntlet), "won | lost against    one    two  three\n"
                                 "------------------  -----  -----  -----\n"
                                 "Random              1 | 1  2 | 2  3 | 3\n"
                                 "\n"
                                 "won | lost against   four   five\n"
                                 "------------------  -----  -----\n"
                                 "Random              4 | 4  5 | 5\n");
}

static void test_what_stays_together(void **state)
{
    (void)state;
    TextTable table = fill(6, 39, study);
    table.labels = table.together = 2;
    check(table, "Round    w1  rate  here\n"
                 "-----  ----  ----  ----\n"
                 "1      0.25    80  77.8\n"
                 "\n"
                 "Round    w1  deviation  here\n"
                 "-----  ----  ---------  ----\n"
                 "1      0.25          3  7.86\n");
}

static void test_a_name_of_many_lines_loses_its_middle(void **state)
{
    (void)state;
    static const char *const cells[] = {
        "agent", "won", "---", "exec:/home/somebody/engines/first/bin/engine --level 3 --book big",
        "51",    NULL};
    check(fill(2, 20, cells), "agent            won\n"
                              "---------------  ---\n"
                              "exec:/home/       51\n"
                              "  somebody/         \n"
                              "  ...               \n"
                              "  --book big        \n");
}

/* Whatever the width, unless a name and a number alone are wider. */
static void test_no_line_is_wider(void **state)
{
    (void)state;
    for (int width = 28; width < 60; width++) {
        Text text = TEXT_EMPTY;
        TextTable one = fill(4, width, details), other = fill(6, width, gauntlet);
        table_print(&one, &text);
        table_print(&other, &text);
        for (const char *line = text.bytes; *line; line += strcspn(line, "\n") + 1)
            assert_true(text_columns(line, strcspn(line, "\n")) <= width);
        text_free(&text);
    }
}

static void test_nothing_and_no_memory(void **state)
{
    (void)state;
    Text text = TEXT_EMPTY;
    TextTable table = table_create(3, 80);
    table_print(&table, &text);
    assert_int_equal(text.length, 0);
    table.cells.failed = true;
    table_print(&table, &text);
    assert_false(text_ok(&text));
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_wide_as_it_comes),
        cmocka_unit_test(test_heads_break_first),
        cmocka_unit_test(test_then_names),
        cmocka_unit_test(test_then_columns_go_below),
        cmocka_unit_test(test_what_stays_together),
        cmocka_unit_test(test_a_name_of_many_lines_loses_its_middle),
        cmocka_unit_test(test_no_line_is_wider),
        cmocka_unit_test(test_nothing_and_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
