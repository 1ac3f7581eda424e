/* Every value of heuristics.jsonl: each column is a heuristic spec, for both players, on both
 * widths. The file was made by an independent program. */
#include "support.h"

#include <math.h>

#include "eval/heuristic.h"

/* A number, "inf", "-inf", or null where the value is undefined. */
static double expected_value(const json_t *json)
{
    if (json_is_null(json))
        return NAN;
    if (json_is_string(json))
        return strcmp(json_string_value(json), "-inf") ? INFINITY : -INFINITY;
    assert_true(json_is_number(json));
    return json_number_value(json);
}

static bool matches(double value, double expected)
{
    if (isfinite(value) && isfinite(expected))
        return fabs(value - expected) <= 1e-9;
    return isnan(expected) ? isnan(value) : value == expected;
}

static void check_column(const Given *g, const char *column, const json_t *values,
                         const char *place)
{
    HeuristicSpec spec;
    Error error;
    if (!heuristic_parse(column, strlen(column), &spec, &error))
        fail_msg("%s: %s", place, error.text);
    for (Side side = FIRST; side <= SECOND; side++) {
        double expected = expected_value(json_object_get(values, side_name(side)));
        double value = heuristic_value(&spec, &g->board, &g->position, side);
        if (!matches(value, expected))
            fail_msg("%s: %s for %s is %.17g, not %.17g", place, column, side_name(side), value,
                     expected);
    }
}

static void check_line(const json_t *line, const char *place)
{
    Given g = given(fixture_text(line, "position"));
    json_t *columns = json_object_get(line, "heuristics");
    for (int i = 0; heuristic_at(i); i++)
        if (strcmp(heuristic_at(i)->study, "isolab") != 0) // ours is not in the studies' data
            assert_non_null(json_object_get(columns, heuristic_at(i)->name));
    for (int wide = 0; wide < 2; wide++, board_widen(&g.board)) {
        const char *column;
        json_t *values;
        json_object_foreach(columns, column, values) check_column(&g, column, values, place);
    }
}

static void test_fixture(void **state)
{
    (void)state;
    fixture_each("heuristics.jsonl", check_line);
}

static void test_registry_is_complete(void **state)
{
    (void)state;
    assert_non_null(heuristic_at(21)); // the studies' twenty and our own two
    assert_null(heuristic_at(22));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixture),
        cmocka_unit_test(test_registry_is_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
