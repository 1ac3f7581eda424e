/* Tables: as text as wide as they come, and fitted to a width without losing anything; and what
 * each writer makes of awkward cells. */
#include <math.h>

#include "arena/whole_json.h"
#include "report/table.h"
#include "support.h"

/* Heads, "---", then the cells. */
static Table fill(const char *const *cells)
{
    Table table = TABLE_EMPTY;
    for (; strcmp(*cells, "---") != 0; cells++)
        table_column(&table,
                     (Column){NULL, *cells, table.column_count ? COLUMN_NUMBER : COLUMN_NAME});
    for (cells++; *cells; cells++)
        table_words(&table, "%s", *cells);
    return table;
}

static void check(Table table, int width, const char *expected)
{
    Text text = TEXT_EMPTY;
    table_print(&table, NULL, width, &text);
    table_destroy(&table);
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
        check(fill(details), width,
              "agent                    as attacker  moves/game     ±\n"
              "-----------------------  -----------  ----------  ----\n"
              "alphabeta:chase,w1=0.25      100.0 %        14.3  ±0.5\n"
              "random                             -         9.0      \n");
}

static void test_heads_break_first(void **state)
{
    (void)state;
    check(fill(details), 53,
          "                                      moves/      \n"
          "agent                    as attacker    game     ±\n"
          "-----------------------  -----------  ------  ----\n"
          "alphabeta:chase,w1=0.25      100.0 %    14.3  ±0.5\n"
          "random                             -     9.0      \n");
}

static void test_then_names(void **state)
{
    (void)state;
    check(fill(details), 40,
          "                        as  moves/      \n"
          "agent             attacker    game     ±\n"
          "----------------  --------  ------  ----\n"
          "alphabeta:chase,   100.0 %    14.3  ±0.5\n"
          "  w1=0.25                               \n"
          "random                   -     9.0      \n");
}

static void test_then_columns_go_below(void **state)
{
    (void)state;
    check(fill(gauntlet), 50,
          "won | lost                                        \n"
          "against            one    two  three   four   five\n"
          "---------------  -----  -----  -----  -----  -----\n"
          "Random           1 | 1  2 | 2  3 | 3  4 | 4  5 | 5\n");
    check(fill(gauntlet), 49,
          "won | lost against    one    two  three\n"
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
    Table table = fill(study);
    table.labels = table.together = 2;
    check(table, 39,
          "Round    w1  rate  here\n"
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
    check(fill(cells), 20,
          "agent            won\n"
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
        Table one = fill(details), other = fill(gauntlet);
        table_print(&one, NULL, width, &text);
        table_print(&other, NULL, width, &text);
        table_destroy(&one);
        table_destroy(&other);
        for (const char *line = text.bytes; *line; line += strcspn(line, "\n") + 1)
            assert_true(text_columns(line, strcspn(line, "\n")) <= width);
        text_free(&text);
    }
}

static void test_nothing_and_no_memory(void **state)
{
    (void)state;
    Text text = TEXT_EMPTY;
    Table table = TABLE_EMPTY;
    table_print(&table, NULL, 80, &text);
    assert_int_equal(text.length, 0);
    table_column(&table, (Column){"a", "a", COLUMN_WORDS});
    table_words(&table, "b");
    table.failed = true;
    assert_null(table_row_json(&table, NULL, 0));
    table_print(&table, NULL, 80, &text);
    assert_false(text_ok(&text));
    text_free(&text);
    table_html(&table, NULL, "", "caption", &text);
    assert_false(text_ok(&text));
    text_free(&text);
    table_print(&table, NULL, TABLE_MARKDOWN, &text);
    assert_false(text_ok(&text));
    text_free(&text);
    table_destroy(&table);
}

/* Each kind of cell: what there is, and what there is not. */
static Table awkward(void)
{
    static const Column columns[] = {
        {"rank", "rank", COLUMN_RANKED},
        {"said", "what | was <said>", COLUMN_WORDS},
        {"games", "games", COLUMN_NUMBER},
        {"rate", "win rate", COLUMN_SHARE, 1, .unit = " %", .look = "total"},
        {"interval", CONFIDENCE_NAME, COLUMN_SHARE, 1},
        {"elo", "Elo", COLUMN_NUMBER, .sign = true},
        {"elo_interval", CONFIDENCE_NAME, COLUMN_NUMBER, .sign = true, .between = " to "},
        {"met", "met", COLUMN_SHARE, .look = "heat"},
        {"list", NULL, COLUMN_WORDS},
        {"score", "won | lost", COLUMN_SCORE, .look = "won"},
    };
    Table table = TABLE_EMPTY;
    for (int i = 0; i < COUNT_OF(columns); i++)
        table_column(&table, columns[i]);
    table_words(&table, "alphabeta:=own*2|opp,`x`");
    table_words(&table, "a|b <c>\n\001\t\xFF\xC3\xA9&");
    table_count(&table, 1234567);
    table_won(&table, 49, 80);
    table_interval(&table, (Interval){0.25, 0.75});
    table_number(&table, -1234);
    table_interval(&table, (Interval){-INFINITY, 5});
    table_number(&table, 0.5);
    table_json_value(&table, json_pack("[i, n]", 1));
    table_won(&table, 1200, 1203);
    table_words(&table, "b");
    table_words(&table, "%s", "");
    table_count(&table, 0);
    table_won(&table, 0, 0);
    table_interval(&table, (Interval){NAN, NAN});
    table_number(&table, NAN);
    table_interval(&table, (Interval){NAN, 0});
    table_nothing(&table);
    table_json_value(&table, json_null());
    table_won(&table, 0, 0);
    return table;
}

static void test_cells_as_text(void **state)
{
    (void)state;
    Table table = awkward();
    Text text = TEXT_EMPTY;
    table_print(&table, "rank said games rate interval elo elo_interval met score", 0, &text);
    assert_string_equal(
        text.bytes,
        "rank                         what | was <said>    games  win rate         95 %    Elo"
        "        95 %  met  won | lost\n"
        "---------------------------  -----------------  -------  --------  -----------  -----"
        "  ----------  ---  ----------\n"
        " 1 alphabeta:=own*2|opp,`x`      a|b <c> � �é&  1234567    61.2 %  25.0 - 75.0  -1234"
        "  -inf to +5   50    1200 | 3\n"
        " 2 b                                                  0         -            -      -"
        "           -            0 | 0\n");
    text_free(&text);
    table_destroy(&table);
}

static void test_cells_as_markdown(void **state)
{
    (void)state;
    Table table = awkward();
    Text text = TEXT_EMPTY;
    table_print(&table, "rank said games rate interval elo met", TABLE_MARKDOWN, &text);
    assert_string_equal(
        text.bytes,
        "| rank | what \\| was \\<said> | games | win rate | 95 % | Elo | met |\n"
        "|---|---|---:|---:|---:|---:|---:|\n"
        "| 1 `` alphabeta:=own*2\\|opp,`x` `` | a\\|b \\<c> � �é& | 1234567 | 61.2 % | 25.0–75.0 | "
        "-1234 | 50 |\n"
        "| 2 `b` | | 0 | - | - | - | |\n");
    text_free(&text);
    table_destroy(&table);
}

static void test_cells_as_html(void **state)
{
    (void)state;
    Table table = awkward();
    Text text = TEXT_EMPTY;
    table_rule(&table);
    table_words(&table, "sum");
    table_copy(&table, &table, 0, "said");
    for (int i = 2; i < table.column_count; i++)
        table_nothing(&table);
    table_html(&table, "rank said games rate elo elo_interval met score", "stack", "a < b", &text);
    assert_string_equal(
        text.bytes,
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"a &lt; b\">\n"
        "<table class=\"stack\">\n<caption>a &lt; b</caption>\n<thead><tr>"
        "<th scope=\"col\">rank</th><th scope=\"col\">what | was &lt;said&gt;</th>"
        "<th scope=\"col\">games</th><th scope=\"col\">win rate</th><th scope=\"col\">Elo</th>"
        "<th scope=\"col\">95 %</th><th scope=\"col\">met</th><th scope=\"col\">won | lost</th>"
        "</tr></thead>\n<tbody>\n"
        "<tr><th scope=\"row\" data-number=\"1\">alphabeta:<wbr>=own*2|opp,<wbr>`x`</th>"
        "<td>a|b &lt;c&gt;\n�\t�é&amp;</td><td>1,234,567</td><td class=\"total\">61.2 %</td>"
        "<td>−1234</td><td>−inf to +5</td><td class=\"heat\" style=\"--share:0.500\">50</td>"
        "<td class=\"won\" style=\"--share:0.998\">1,200 | 3</td></tr>\n"
        "<tr><th scope=\"row\" data-number=\"2\">b</th><td></td><td>0</td>"
        "<td class=\"total\">-</td><td>-</td><td>-</td><td class=\"none\"></td>"
        "<td class=\"won\">0 | 0</td></tr>\n"
        "</tbody>\n<tfoot>\n<tr><th scope=\"row\" data-number=\"4\">sum</th>"
        "<td>a|b &lt;c&gt;\n�\t�é&amp;</td><td></td><td class=\"none\"></td><td></td><td></td>"
        "<td class=\"none\"></td><td class=\"none\"></td></tr>\n</tfoot>\n</table>\n</div>\n");
    text_free(&text);
    table_destroy(&table);
}

static void test_cells_as_json(void **state)
{
    (void)state;
    Table table = awkward();
    Text text = TEXT_EMPTY;
    table_rule(&table); // is no row
    assert_true(whole_json_print(table_json(&table, "rank games rate interval elo elo_interval met "
                                                    "list score"),
                                 JSON_COMPACT, &text));
    assert_string_equal(
        text.bytes,
        "[{\"rank\":\"alphabeta:=own*2|opp,`x`\",\"games\":1234567,\"rate\":0.61250000000000004,"
        "\"interval\":[0.25,0.75],\"elo\":-1234.0,\"elo_interval\":[null,5.0],"
        "\"met\":0.5,\"list\":[1,null],\"score\":0.99750623441396513},"
        "{\"rank\":\"b\",\"games\":0,\"rate\":null,\"interval\":null,\"elo\":null,"
        "\"elo_interval\":null,\"met\":null,\"list\":null,\"score\":null}]");
    text_clear(&text);
    assert_false(whole_json_print(table_json(&table, "said"), JSON_COMPACT, &text)); // no UTF-8
    text_free(&text);
    table_destroy(&table);
}

/* A spec may be much longer than a line. */
static void test_long_cells_are_whole(void **state)
{
    (void)state;
    char name[3001];
    Text text = TEXT_EMPTY;
    Table table = TABLE_EMPTY;
    memset(name, 'a', 3000);
    name[3000] = '\0';
    table_column(&table, (Column){"name", name, COLUMN_NAME});
    table_words(&table, "%s", name);
    table_print(&table, NULL, 0, &text);
    assert_int_equal(text.length, 3 * 3001);
    text_clear(&text);
    table_html(&table, NULL, "", "", &text);
    assert_non_null(strstr(text.bytes, name));
    text_free(&text);
    table_destroy(&table);
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
        cmocka_unit_test(test_cells_as_text),
        cmocka_unit_test(test_cells_as_markdown),
        cmocka_unit_test(test_cells_as_html),
        cmocka_unit_test(test_cells_as_json),
        cmocka_unit_test(test_long_cells_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
