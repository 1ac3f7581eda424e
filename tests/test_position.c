/* What holds of every position: the attacker's constancy, regions, isolation, the mirror. */
#include "core/fen.h"
#include "slow_rules.h"
#include "support.h"

static void slow_from(const Given *g, SlowGame *slow)
{
    slow_start(slow, g->board.width, g->board.height);
    for (int square = 0; square < g->board.area; square++)
        if (!squares_has(g->position.blanks, (Square)square))
            slow->field[square / slow->width][square % slow->width] = '*';
    for (Side side = FIRST; side <= SECOND; side++) {
        Square knight = g->position.knight[side];
        slow->row[side] = knight == SQUARE_NONE ? -1 : knight / slow->width;
        slow->column[side] = knight == SQUARE_NONE ? -1 : knight % slow->width;
    }
    slow->to_move = (int)g->position.to_move;
}

static void test_attacker_never_changes(void **state)
{
    (void)state;
    for (int i = 0; i < SIZE_COUNT; i++) {
        Random random = random_stream(3, (uint64_t)i, 0);
        Given game = random_game(sizes[i], &random, SQUARE_LIMIT);
        Position position = position_start(&game.board);
        Side attacker = SIDE_NONE;
        for (int ply = 0; ply < game.moves.count; ply++) {
            assert_int_equal(position_move_count(&game.board, &position), ply);
            position = position_after(&position, game.moves.moves[ply]);
            if (ply == 1)
                attacker = position_attacker(&game.board, &position);
            assert_int_equal(position_attacker(&game.board, &position), attacker);
            assert_int_equal(attacker == SIDE_NONE, ply == 0);
        }
        assert_true(position_is_over(&game.board, &position));
    }
}

/* The attacker may take a square the other is about to use, the defender never. */
static void test_defender_never_contests(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 300; i++) {
        Random random = random_stream(4, i, 0);
        Given g = random_field(sizes[i % SIZE_COUNT], &random, 20);
        bool contested = (position_moves(&g.board, &g.position, FIRST) &
                          position_moves(&g.board, &g.position, SECOND)) != 0;
        if (contested)
            assert_int_equal(position_attacker(&g.board, &g.position), g.position.to_move);
    }
}

static void check_region(const Given *g)
{
    SlowGame slow;
    slow_from(g, &slow);
    bool region[2][SLOW_ROWS][SLOW_COLUMNS], disjoint = true;
    for (Side side = FIRST; side <= SECOND; side++)
        slow_region(&slow, (int)side, region[side]);
    for (int square = 0; square < g->board.area; square++) {
        int row = square / slow.width, column = square % slow.width;
        disjoint = disjoint && !(region[0][row][column] && region[1][row][column]);
        for (Side side = FIRST; side <= SECOND; side++)
            assert_int_equal(
                squares_has(position_region(&g->board, &g->position, side), (Square)square),
                region[side][row][column]);
    }
    assert_int_equal(position_is_isolated(&g->board, &g->position), disjoint);
}

static void test_regions(void **state)
{
    (void)state;
    for (int i = 0; i < SIZE_COUNT; i++)
        for (uint64_t k = 0; k < 6; k++) {
            Random random = random_stream(5, (uint64_t)i, k);
            Given field = random_field(sizes[i], &random, 25 + 12 * (int)k);
            check_region(&field);
            Given game = random_game(sizes[i], &random, (int)random_below(&random, 60));
            check_region(&game);
        }
}

/* The narrow flood is used by search only; the wide one must not know it by accident. */
static void test_narrow_reach_equals_wide(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 400; i++) {
        Random random = random_stream(6, i, 0);
        Given g = random_field(sizes[i % 8], &random, (int)random_below(&random, 80));
        assert_true(g.board.narrow);
        Node_64 narrow = position_node_64(&g.position);
        Node_128 wide = position_node_128(&g.position);
        for (int steps = 1; steps < 6; steps++)
            assert_true(
                reach_within_64(&g.board.geometry_64, narrow.active, narrow.blanks, steps) ==
                reach_within_128(&g.board.geometry_128, wide.active, wide.blanks, steps));
        assert_true(reach_64(&g.board.geometry_64, narrow.passive, narrow.blanks) ==
                    reach_128(&g.board.geometry_128, wide.passive, wide.blanks));
    }
}

static Given random_mirror(Size size, Random *random, int blocked)
{
    Given g = random_field(size, random, blocked);
    Squares blanks = 0;
    for (int square = 0; square < g.board.area; square++) {
        Square lower = (Square)(square < g.board.area / 2 ? square : g.board.area - 1 - square);
        if (squares_has(g.position.blanks, lower))
            blanks |= squares_only((Square)square);
    }
    Square knight = g.position.knight[FIRST];
    Square opposite = board_opposite(&g.board, knight);
    g.position.knight[SECOND] = opposite;
    g.position.blanks = blanks & ~squares_only(knight) & ~squares_only(opposite);
    return g;
}

static void test_mirror(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 400; i++) {
        Random random = random_stream(7, i, 0);
        Given g = random_mirror(sizes[i % SIZE_COUNT], &random, 40);
        if (g.position.knight[FIRST] == g.board.centre)
            continue;
        assert_true(position_is_mirror(&g.board, &g.position));
        Squares rest = g.position.blanks;
        if (g.board.centre != SQUARE_NONE)
            rest &= ~squares_only(g.board.centre); // its own image: still a mirror without it
        if (rest) {
            g.position.blanks &= ~squares_only(bits_lowest(rest));
            assert_false(position_is_mirror(&g.board, &g.position));
            assert_false(position_is_mirror_loss(&g.board, &g.position));
        }
    }
}

/* The copying argument, against trying everything. */
static void test_mirror_loss_is_a_loss(void **state)
{
    (void)state;
    static const Size small[] = {{3, 4}, {4, 4}, {5, 3}, {3, 5}, {5, 5}, {4, 5}, {3, 7}};
    int losses = 0, not_losses = 0;
    for (uint64_t i = 0; i < 700; i++) {
        Random random = random_stream(8, i, 0);
        Given g = random_mirror(small[i % (uint64_t)COUNT_OF(small)], &random, 35);
        if (!position_is_mirror(&g.board, &g.position))
            continue;
        SlowGame slow;
        slow_from(&g, &slow);
        bool claimed = position_is_mirror_loss(&g.board, &g.position);
        claimed ? losses++ : not_losses++;
        if (claimed)
            assert_false(slow_mover_wins(&slow));
        else
            assert_true(g.board.centre != SQUARE_NONE);
    }
    assert_true(losses > 100 && not_losses > 10);
}

static void test_legal_targets(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 64; i++) {
        Random random = random_stream(9, i, 0);
        Given g = random_game(sizes[i % SIZE_COUNT], &random, (int)random_below(&random, 30));
        Squares moves = position_moves(&g.board, &g.position, g.position.to_move);
        for (int square = 0; square <= 255; square++) {
            bool legal = square < g.board.area && squares_has(moves, (Square)square);
            Error error = {""};
            assert_int_equal(position_is_legal(&g.board, &g.position, (Square)square), legal);
            assert_int_equal(move_check(&g.board, &g.position, (Square)square, &error), legal);
            assert_int_equal(error.text[0] == '\0', legal);
        }
    }
}

static void test_sides(void **state)
{
    (void)state;
    assert_string_equal(side_name(FIRST), "first");
    assert_string_equal(side_name(SECOND), "second");
    assert_string_equal(side_name(SIDE_NONE), "none");
    assert_int_equal(side_other(FIRST), SECOND);
    assert_int_equal(side_other(SECOND), FIRST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_attacker_never_changes),
        cmocka_unit_test(test_defender_never_contests),
        cmocka_unit_test(test_regions),
        cmocka_unit_test(test_narrow_reach_equals_wide),
        cmocka_unit_test(test_mirror),
        cmocka_unit_test(test_mirror_loss_is_a_loss),
        cmocka_unit_test(test_legal_targets),
        cmocka_unit_test(test_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
