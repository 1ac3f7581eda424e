/* Every heuristic with parameters drawn at random, against slow_heuristics, in games and in
 * fields blocked at random, on both widths; and what they cost on the virtual clock. */
#include "slow_heuristics.h"
#include "support.h"

#include <math.h>

static int below(Random *random, int limit)
{
    return (int)random_below(random, (uint32_t)limit);
}

static void play_randomly(SlowGame *game, Random *random, int plies)
{
    for (int moves; plies > 0 && (moves = slow_count_moves(game, game->to_move)); plies--)
        slow_play_nth(game, below(random, moves));
}

/* After a few moves, squares blocked with a chance of `blocked` per cent. */
static void block_randomly(SlowGame *game, Random *random, int blocked)
{
    for (int row = 0; row < game->height; row++)
        for (int column = 0; column < game->width; column++)
            if (below(random, 100) < blocked)
                game->field[row][column] = '*';
}

/* Every parameter somewhere in its range, at whole steps. Paths deeper than a few moves, or
 * through more than a few squares, are more than the oracle can walk. */
static HeuristicSpec random_spec(const Heuristic *heuristic, Random *random)
{
    HeuristicSpec spec = heuristic_standard(heuristic);
    for (int i = 0; i < PARAMETER_MAX && heuristic->parameters[i].name; i++) {
        const Parameter *p = &heuristic->parameters[i];
        double max = !strcmp(p->name, "depth") ? 4 : !strcmp(p->name, "squares") ? 12 : p->max;
        if (below(random, 3) || max < p->standard)
            spec.values[i] = p->min + p->step * below(random, (int)((max - p->min) / p->step) + 1);
    }
    return spec;
}

static bool close(double a, double b)
{
    if (isfinite(a) && isfinite(b))
        return fabs(a - b) <= 1e-9 * fmax(1, fabs(b));
    return isnan(b) ? isnan(a) : a == b;
}

static void check(const SlowGame *slow, Random *random)
{
    char fen[SLOW_TEXT_SIZE];
    Given g = given(slow_fen(slow, fen));
    for (int wide = 0; wide < 2; wide++, board_widen(&g.board))
        for (int i = 0; heuristic_at(i); i++) {
            HeuristicSpec spec = random_spec(heuristic_at(i), random);
            for (Side side = FIRST; side <= SECOND; side++) {
                double value = heuristic_value(&spec, &g.board, &g.position, side);
                double expected = slow_value(slow, (int)side, &spec);
                Text text = TEXT_EMPTY;
                heuristic_print(&spec, &text);
                if (!close(value, expected))
                    fail_msg("%s: %s for %s is %.17g, not %.17g", fen, text.bytes, side_name(side),
                             value, expected);
                text_free(&text);
            }
        }
}

static SlowGame random_slow(int i, Random *random)
{
    SlowGame game;
    Size size = sizes[i % SIZE_COUNT];
    slow_start(&game, size.width, size.height);
    play_randomly(&game, random, below(random, 2) ? below(random, 4) : below(random, 60));
    if (below(random, 2))
        block_randomly(&game, random, below(random, 80));
    return game;
}

static void test_against_oracle(void **state)
{
    (void)state;
    for (int i = 0; i < 60 * SIZE_COUNT; i++) {
        Random random = random_stream(21, (uint64_t)i, 0);
        SlowGame game = random_slow(i, &random);
        check(&game, &random);
    }
}

static double cost(const char *text, const Given *g, Side side)
{
    HeuristicSpec spec;
    assert_true(heuristic_parse(text, strlen(text), &spec, NULL));
    bool active = side == g->position.to_move;
    double wide =
        evaluation_cost_128(&spec, &g->board.geometry_128, position_node_128(&g->position), active);
    if (g->board.narrow)
        assert_true(wide == evaluation_cost_64(&spec, &g->board.geometry_64,
                                               position_node_64(&g->position), active));
    return wide;
}

static void test_drilldown_pays_for_its_visits(void **state)
{
    (void)state;
    for (int i = 0; i < 60; i++) {
        Random random = random_stream(22, (uint64_t)i, 0);
        SlowGame game = random_slow(i, &random);
        char fen[SLOW_TEXT_SIZE], spec[32];
        Given g = given(slow_fen(&game, fen));
        int depth = 1 + below(&random, 4);
        bool defined =
            position_both_placed(&g.position) && !position_is_over(&g.board, &g.position);
        double expected = defined ? 1680.0 * (double)slow_drilldown_visits(&game, depth) : 0;
        snprintf(spec, sizeof spec, "drilldown,depth=%d", depth);
        for (Side side = FIRST; side <= SECOND; side++)
            assert_true(cost(spec, &g, side) == expected);
        bool early = 5 * bits_count(g.position.blanks) > 3 * g.board.area;
        snprintf(spec, sizeof spec, "combined,depth=%d", depth);
        assert_true(cost(spec, &g, FIRST) == (early ? 10400 : expected));
    }
}

static void test_costs(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        double nanoseconds;
    } costs[] = {
        {"null", 3300},
        {"open", 6600},
        {"improved", 10000},
        {"center", 4000},
        {"adjusted", 13000},
        {"aggressive", 21000},
        {"balanced", 21000},
        {"central", 12000},
        {"pressure", 15500},
        {"open-div", 10400},
        {"contested", 11000},
        {"reach", 28000},
        {"attacker", 28000},
        {"reach,k=1", 10000},
        {"attacker,k=1", 10000},
        {"chase", 10400},
        {"next-move", 17000},
        {"isolation", 10300},
        {"chase-isolation", 10300},
        {"central-pressure", 17000},
        {"isolation,from=3", 420000},
        {"isolation,from=4", 10300},
        {"isolation,from=3,rule=code", 10300},
        {"chase-isolation,from=3", 420000},
        {"chase-isolation,from=3,rule=code", 10300},
        {"chase-isolation,from=2,rule=code", 420000},
    };
    Given g = given("7x7 d4 c2 e6");
    for (int i = 0; i < COUNT_OF(costs); i++)
        for (Side side = FIRST; side <= SECOND; side++)
            if (cost(costs[i].spec, &g, side) != costs[i].nanoseconds)
                fail_msg("%s costs %g", costs[i].spec, cost(costs[i].spec, &g, side));
}

/* Beyond k = 2 a square more is looked from for each that is reached on the way. */
static void test_reach_pays_for_its_squares(void **state)
{
    (void)state;
    for (int k = 3; k < 7; k++) {
        Given g = given("7x7 d4 c2 e6");
        char spec[32], attacker[32], shorter[32];
        HeuristicSpec within, now;
        snprintf(spec, sizeof spec, "reach,k=%d", k);
        snprintf(attacker, sizeof attacker, "attacker,k=%d", k);
        snprintf(shorter, sizeof shorter, "reach,k=%d", k - 1);
        assert_true(heuristic_parse(shorter, strlen(shorter), &within, NULL));
        assert_true(heuristic_parse("reach,k=1", 9, &now, NULL));
        double squares = 0;
        for (Side side = FIRST; side <= SECOND; side++) {
            Position alone = g.position; // the other sits in a corner without moves
            alone.knight[side_other(side)] = 0;
            alone.blanks &= ~squares_only(0) & ~squares_only(9) & ~squares_only(15);
            alone.to_move = side;
            squares += heuristic_value(&within, &g.board, &alone, side) -
                       heuristic_value(&now, &g.board, &alone, side);
        }
        g.position.blanks &= ~squares_only(0) & ~squares_only(9) & ~squares_only(15);
        assert_true(cost(spec, &g, FIRST) == 28000 + 1680 * squares);
        assert_true(cost(attacker, &g, SECOND) == 28000 + 1680 * squares);
    }
}

/* What was measured at its points; lines between them, and the ends hold. */
static void test_prices_fall_with_the_board(void **state)
{
    (void)state;
    static const struct {
        int blanks;
        double nanoseconds;
    } points[] = {
        {45, 420000}, {34, 420000}, {27, 247000}, {19, 138000}, {14, 67000}, {11, 29000},
        {99, 420000}, {40, 420000}, {23, 192500}, {0, 10300},   {15, 81200},
    };
    for (int i = 0; i < COUNT_OF(points); i++)
        assert_true(fabs(price_at(isolation_prices, points[i].blanks) - points[i].nanoseconds) <
                    1e-6);
    Given g = given("7x7 d4 c2 e6");
    for (Square square = 0; square < 25; square++)
        g.position.blanks &= ~squares_only((Square)(48 - square));
    int blanks = bits_count(g.position.blanks);
    assert_true(cost("isolation,from=3", &g, FIRST) == price_at(isolation_prices, blanks));
    assert_true(blanks < 27 && cost("isolation,from=40", &g, FIRST) == 10300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_oracle),
        cmocka_unit_test(test_drilldown_pays_for_its_visits),
        cmocka_unit_test(test_costs),
        cmocka_unit_test(test_reach_pays_for_its_squares),
        cmocka_unit_test(test_prices_fall_with_the_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
