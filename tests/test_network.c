/* The network, against its definition written a second time: no rows, no sums kept, no widths. */
#include "search_support.h"

#include <math.h>
#include <stdlib.h>

#include "eval/heuristic.h"
#include "eval/network.h"
#include "search/pvs.h"

static const NetworkWeights *given_weights(void)
{
    return (const NetworkWeights *)network_numbers;
}

/* Weights with nothing in common but their limits, so that a wrong index shows. */
static void random_weights(Random *random, NetworkWeights *weights)
{
    int16_t *numbers = (int16_t *)weights;
    for (int i = 0; i < NETWORK_NUMBERS; i++)
        numbers[i] = (int16_t)((int)random_below(random, 101) - 50);
}

static int slow_sum(const NetworkWeights *weights, const Given *g, Role role, Square from, int unit)
{
    int sum = weights->bias[role][unit];
    for (int square = 0; square < g->board.area; square++) {
        int file = board_column(&g->board, (Square)square) - board_column(&g->board, from);
        int rank = board_row(&g->board, (Square)square) - board_row(&g->board, from);
        if (abs(file) > 12 || abs(rank) > 12)
            continue;
        if (squares_has(g->position.blanks, (Square)square))
            sum += weights->blank[role][(rank + 12) * 25 + file + 12][unit];
    }
    return sum < 0 ? 0 : sum > 256 ? 256 : sum;
}

static int slow_judgement(const NetworkWeights *weights, const Given *g)
{
    const Position *position = &g->position;
    Side attacker = position_attacker(&g->board, position);
    Role mover = position->to_move == attacker ? ATTACKER : DEFENDER;
    int blanks = bits_count(position->blanks);
    int phase = blanks < 36 ? 0 : blanks >= 84 ? 5 : blanks / 12 - 2;
    int total = 256 * weights->constant[mover][phase];
    for (Role role = ATTACKER; role <= DEFENDER; role++) {
        Side side = role == ATTACKER ? attacker : side_other(attacker);
        for (int unit = 0; unit < NETWORK_UNITS; unit++)
            total += weights->output[mover][phase][role][unit] *
                     slow_sum(weights, g, role, position->knight[side], unit);
    }
    HeuristicSpec lead, shared;
    assert_true(heuristic_parse("territory,c=0", 13, &lead, NULL));
    assert_true(heuristic_parse("territory,c=1,k=2", 17, &shared, NULL));
    int first = (int)heuristic_value(&lead, &g->board, position, position->to_move);
    int both = (int)heuristic_value(&shared, &g->board, position, position->to_move) - first;
    total += weights->lead[mover][phase] * first +
             weights->shared[mover][phase] * (mover == ATTACKER ? both : -both);
    return total / 512;
}

/* What a search would see: sums followed from ply to ply, and the memory kept from game to game. */
static int judged_64(const Network *network, NetworkMemory *memory, const Given *g, int ply,
                     NetworkSums *sums)
{
    const Geometry_64 *geometry = board_geometry_64(&g->board);
    Node_64 node = position_node_64(&g->position);
    if (ply == 0)
        network_sums_64(network, memory, geometry, node, sums);
    else
        network_follow_64(network, memory, geometry, node, &sums[ply - 1], &sums[ply]);
    return network_judge_64(network, geometry, node, &sums[ply]);
}

static int judged_128(const Network *network, NetworkMemory *memory, const Given *g, int ply,
                      NetworkSums *sums)
{
    const Geometry_128 *geometry = board_geometry_128(&g->board);
    Node_128 node = position_node_128(&g->position);
    if (ply == 0)
        network_sums_128(network, memory, geometry, node, sums);
    else
        network_follow_128(network, memory, geometry, node, &sums[ply - 1], &sums[ply]);
    return network_judge_128(network, geometry, node, &sums[ply]);
}

static void check_game(const NetworkWeights *weights, Random *random, int games)
{
    static Network network;
    static NetworkMemory narrow, wide;
    static NetworkSums sums_64[SQUARE_LIMIT + 1], sums_128[SQUARE_LIMIT + 1];
    Given g = random_midgame(random);
    network_init(&network, weights, &g.board);
    network_memory_init(&narrow, &network, &g.board);
    network_memory_init(&wide, &network, &g.board);
    for (int game = 0; game < games; game++) {
        Given now = g;
        for (int ply = 0; !position_is_over(&now.board, &now.position); ply++) {
            int right = slow_judgement(weights, &now);
            assert_int_equal(judged_128(&network, &wide, &now, ply, sums_128), right);
            if (now.board.area <= 64)
                assert_int_equal(judged_64(&network, &narrow, &now, ply, sums_64), right);
            now.position = position_after(&now.position,
                                          position_random_move(&now.board, &now.position, random));
        }
    }
}

static void test_judges_as_defined(void **state)
{
    (void)state;
    static NetworkWeights weights;
    Random random = random_stream(60, 0, 0);
    for (int i = 0; i < 120; i++) {
        random_weights(&random, &weights);
        check_game(i % 2 ? &weights : given_weights(), &random, 3);
    }
}

/* Sums have 16 bits, whatever is blank. */
static void test_sums_do_not_overflow(void **state)
{
    (void)state;
    const NetworkWeights *weights = given_weights();
    for (Role role = ATTACKER; role <= DEFENDER; role++)
        for (int offset = 0; offset < NETWORK_OFFSETS; offset++)
            for (int unit = 0; unit < NETWORK_UNITS; unit++) {
                assert_in_range(abs(weights->blank[role][offset][unit]), 0, 254);
                assert_in_range(abs(weights->bias[role][unit]), 0, 254);
            }
}

/* The network the first games were played by: one without units. */
static void test_territory_is_a_network(void **state)
{
    (void)state;
    static NetworkWeights weights;
    HeuristicSpec territory;
    Random random = random_stream(61, 0, 0);
    network_weights_of_territory(&weights);
    assert_true(heuristic_parse("territory,k=2", 13, &territory, NULL));
    for (int i = 0; i < 200; i++) {
        Given g = random_midgame(&random);
        if (position_is_over(&g.board, &g.position))
            continue;
        double value = heuristic_value(&territory, &g.board, &g.position, g.position.to_move);
        assert_true(slow_judgement(&weights, &g) == lround(10 * value));
    }
}

static double searched_score(Pvs *pvs, const Given *g)
{
    Random random = random_stream(62, 0, 0);
    SearchJob job = {
        .board = &g->board, .position = g->position, .limits = {.nodes = 3000}, .random = &random};
    SearchResult result;
    pvs_search(pvs, &job, 1, &result);
    return result.score;
}

static void test_a_search_asks_the_network_it_was_given(void **state)
{
    (void)state;
    static NetworkWeights weights;
    Random random = random_stream(63, 0, 0);
    Pvs *pvs = pvs_create(1, 1, NULL);
    Given g = given("11x9 f5 e7");
    double own = searched_score(pvs, &g);
    random_weights(&random, &weights);
    pvs_judge_by(pvs, &weights);
    assert_true(searched_score(pvs, &g) != own);
    pvs_judge_by(pvs, given_weights());
    assert_true(searched_score(pvs, &g) == own);
    pvs_destroy(pvs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_judges_as_defined),
        cmocka_unit_test(test_sums_do_not_overflow),
        cmocka_unit_test(test_territory_is_a_network),
        cmocka_unit_test(test_a_search_asks_the_network_it_was_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
