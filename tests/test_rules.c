/* Legal moves, turn, winner and attacker, as the checked positions of heuristics.jsonl have
 * them. */
#include "support.h"

static void check(const json_t *line, const char *place)
{
    Given g = given(fixture_text(line, "position"));
    const json_t *legal = json_object_get(line, "legal");
    bool same = g.position.to_move == fixture_side(line, "to_move") &&
                position_winner(&g.board, &g.position) == fixture_side(line, "winner") &&
                position_attacker(&g.board, &g.position) == fixture_side(line, "attacker");
    for (Side side = FIRST; side <= SECOND; side++)
        same = same && position_moves(&g.board, &g.position, side) ==
                           fixture_squares(&g.board, json_object_get(legal, side_name(side)));
    if (!same)
        fail_msg("%s: %s", place, fixture_text(line, "position"));
}

static void test_fixture(void **state)
{
    (void)state;
    fixture_each("heuristics.jsonl", check);
}

static void test_only_the_mover_loses_by_being_stuck(void **state)
{
    (void)state;
    Given g = given("5/5/1*3/2*2/nN3 w");
    assert_true(position_moves(&g.board, &g.position, SECOND) == 0);
    assert_int_equal(position_winner(&g.board, &g.position), SIDE_NONE);
    Square target = bits_lowest(position_moves(&g.board, &g.position, FIRST));
    Position after = position_after(&g.position, target);
    assert_true(position_is_over(&g.board, &after));
    assert_int_equal(position_winner(&g.board, &after), FIRST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixture),
        cmocka_unit_test(test_only_the_mover_loses_by_being_stuck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
