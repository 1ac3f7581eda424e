/* What the studies' programs differ in, each rule against a slow model of it: which of equal moves,
 * what when all is lost, which depth's move, in which order below the root; and what is no
 * alpha-beta, Greedy and MonteCarlo. */
#include "search_support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "search/alphabeta.h"
#include "search/mcts.h"

/* A heuristic's +-inf for a game that is not over proves nothing. */
static bool guesses_infinity(const Given *g, const Position *position,
                             const HeuristicSpec *heuristic, Side player, int depth)
{
    Squares moves = position_moves(&g->board, position, position->to_move);
    if (moves && depth == 0)
        return isinf(heuristic_value(heuristic, &g->board, position, player));
    while (moves) {
        Position after = position_after(position, bits_take_lowest(&moves));
        if (guesses_infinity(g, &after, heuristic, player, depth - 1))
            return true;
    }
    return false;
}

static void put_first(Square *moves, int count, Square first)
{
    Square others[SQUARE_LIMIT];
    int other_count = 0;
    for (int i = 0; i < count; i++)
        if (moves[i] != first)
            others[other_count++] = moves[i];
    moves[0] = first;
    memcpy(moves + 1, others, (size_t)other_count);
}

/* One depth: the first of the best moves in the given order. */
static Square slow_depth(const Given *g, const HeuristicSpec *heuristic, const Square *moves,
                         int count, int depth, double *best)
{
    Square chosen = moves[0];
    *best = -INFINITY;
    for (int i = 0; i < count; i++) {
        Position after = position_after(&g->position, moves[i]);
        double value = slow_minimax(g, &after, heuristic, g->position.to_move, depth - 1);
        if (value > *best) {
            *best = value;
            chosen = moves[i];
        }
    }
    return chosen;
}

typedef struct Choice {
    Square move;
    int depth; // the last that was looked at
} Choice;

/* The rules as they are told, from the values of the definition: nothing is pruned. `any` is the
 * random move of who begins with one. */
static Choice slow_choice(const Given *g, const AlphabetaSettings *settings, Square *moves,
                          int count, Square any, int last)
{
    Choice choice = {settings->best_of_depths ? any : moves[0], 0};
    double highest = -INFINITY, score = 0;
    for (int depth = settings->deepen ? 1 : last; depth <= last; depth++) {
        Square move = slow_depth(g, &settings->heuristic, moves, count, depth, &score);
        choice.depth = depth;
        if (settings->pv_first)
            put_first(moves, count, move);
        if (settings->best_of_depths) {
            if (score > highest) {
                highest = score;
                choice.move = move;
            }
            if (isinf(score))
                break;
        } else if (score == -INFINITY && settings->lost == LOST_KEEP) {
            break;
        } else {
            choice.move = move;
            if (isinf(score) && !guesses_infinity(g, &g->position, &settings->heuristic,
                                                  g->position.to_move, depth))
                break;
        }
    }
    if (settings->lost == LOST_FORFEIT && score == -INFINITY)
        choice.move = SQUARE_NONE;
    return choice;
}

static int compare_squares(const void *a, const void *b)
{
    return *(const Square *)a - *(const Square *)b;
}

/* The root's moves in the order of that rule, from the stream the search has too. */
static int root_order(const Given *g, Ties ties, Square *moves, Square *any)
{
    Random random = random_stream(7, 0, 0);
    SearchJob job = {.board = &g->board, .position = g->position, .random = &random};
    int count = search_shuffled_moves(&job, moves);
    *any = moves[0];
    if (ties == TIES_RANDOM)
        return count;
    qsort(moves, (size_t)count, sizeof *moves, compare_squares);
    for (int i = 0; ties == TIES_LAST && i < count / 2; i++) {
        Square lower = moves[i];
        moves[i] = moves[count - 1 - i];
        moves[count - 1 - i] = lower;
    }
    return count;
}

static SearchResult search(const Given *g, const AlphabetaSettings *settings, Limits limits)
{
    Random random = random_stream(7, 0, 0);
    SearchJob job = {
        .board = &g->board, .position = g->position, .limits = limits, .random = &random};
    SearchResult result;
    alphabeta_search(&job, settings, &result);
    return result;
}

/* Only without pruning does every search see all of a heuristic's guesses at infinity. */
static AlphabetaSettings random_settings(Random *random)
{
    static const char *const sober[] = {"improved", "open", "attacker", "center", "chase"};
    static const char *const bold[] = {"adjusted", "open-div", "improved"};
    AlphabetaSettings settings = {.prune = random_below(random, 3) != 0};
    settings.deepen = random_below(random, 4) != 0;
    settings.pv_first = random_below(random, 3) == 0;
    settings.shuffle_inside = random_below(random, 2) != 0;
    settings.best_of_depths = random_below(random, 3) == 0;
    settings.ties = (Ties)random_below(random, 3);
    settings.lost = (WhenLost)random_below(random, 3);
    const char *name = settings.prune ? sober[random_below(random, COUNT_OF(sober))]
                                      : bold[random_below(random, COUNT_OF(bold))];
    assert_true(heuristic_parse(name, strlen(name), &settings.heuristic, NULL));
    return settings;
}

/* Late enough for lost games to be seen, early enough for moves to choose from. */
static Given random_late_game(Random *random)
{
    for (;;) {
        Given g = random_game((Size){7, 7}, random, 18 + (int)random_below(random, 14));
        if (!position_is_over(&g.board, &g.position))
            return g;
    }
}

/* Whether that rule alone would have chosen otherwise, so that the test is about it. */
static bool matters(const Given *g, AlphabetaSettings other, int depth, Square chosen)
{
    Square moves[SQUARE_LIMIT], any;
    int count = root_order(g, other.ties, moves, &any);
    return slow_choice(g, &other, moves, count, any, depth).move != chosen;
}

static void test_moves_by_the_rules(void **state)
{
    (void)state;
    enum { KEEP, FORFEIT, BEST, LAST, DEEPEN, RULES };
    int mattered[RULES] = {0};
    Random random = random_stream(40, 0, 0);
    for (int i = 0; i < 20000; i++) {
        Given g = i % 2 ? random_late_game(&random) : random_midgame(&random);
        AlphabetaSettings settings = random_settings(&random);
        int depth = 1 + (int)random_below(&random, i % 2 ? 6 : 3);
        int blanks = bits_count(g.position.blanks), last = depth < blanks ? depth : blanks;
        Square moves[SQUARE_LIMIT], any;
        int count = root_order(&g, settings.ties, moves, &any);
        Choice expected = slow_choice(&g, &settings, moves, count, any, last);
        SearchResult result = search(&g, &settings, (Limits){.depth = depth});
        assert_int_equal(result.move, expected.move);
        assert_int_equal(result.depth, expected.depth);
        assert_int_equal(result.move == SQUARE_NONE || result.line.moves[0] == result.move, true);
        AlphabetaSettings other = settings;
        other.lost = LOST_PLAY;
        if (settings.lost != LOST_PLAY && matters(&g, other, last, expected.move))
            mattered[settings.lost == LOST_KEEP ? KEEP : FORFEIT]++;
        other = settings;
        other.best_of_depths = false;
        mattered[BEST] += settings.best_of_depths && matters(&g, other, last, expected.move);
        other = settings;
        other.ties = TIES_FIRST;
        mattered[LAST] += settings.ties == TIES_LAST && matters(&g, other, last, expected.move);
        other = settings;
        other.deepen = true;
        mattered[DEEPEN] += !settings.deepen && matters(&g, other, last, expected.move);
    }
    for (int i = 0; i < RULES; i++)
        assert_true(mattered[i] > 4);
}

/* A depth that is not finished has no score to be the best. */
static void test_best_of_no_depth_is_any(void **state)
{
    (void)state;
    Random random = random_stream(41, 0, 0);
    for (int i = 0; i < 200; i++) {
        Given g = random_midgame(&random);
        AlphabetaSettings settings = {
            .prune = true, .deepen = true, .ties = TIES_FIRST, .best_of_depths = true};
        assert_true(heuristic_parse("center", 6, &settings.heuristic, NULL));
        Square moves[SQUARE_LIMIT], any;
        double best;
        int count = root_order(&g, TIES_FIRST, moves, &any);
        slow_depth(&g, &settings.heuristic, moves, count, 1, &best);
        if (count > 2 && isfinite(best)) // else two nodes are a whole depth
            assert_int_equal(search(&g, &settings, (Limits){.nodes = 2}).move, any);
    }
}

/* Study 002's program begins with no move, and a depth that is not finished gives it none. */
static void test_forfeits_where_no_depth_is_finished(void **state)
{
    (void)state;
    Given g = given("7x7 d4 b3");
    AlphabetaSettings settings = {.prune = true, .deepen = true, .lost = LOST_FORFEIT};
    assert_true(heuristic_parse("improved", 8, &settings.heuristic, NULL));
    assert_int_equal(search(&g, &settings, (Limits){.nodes = 6}).move, SQUARE_NONE);
    assert_int_not_equal(search(&g, &settings, (Limits){.nodes = 10}).move, SQUARE_NONE);
    settings.deepen = false;
    assert_int_equal(search(&g, &settings, (Limits){.nodes = 10, .depth = 5}).move, SQUARE_NONE);
}

/* Alpha-beta from the definition, over positions; counts the nodes below the root. `random` NULL:
 * row by row. */
static double slow_alphabeta(const Given *g, const Position *position, const HeuristicSpec *spec,
                             int depth, double alpha, double beta, Random *random, uint64_t *nodes)
{
    Side player = g->position.to_move;
    bool own = position->to_move == player;
    Squares moves = position_moves(&g->board, position, position->to_move);
    if (!moves || depth == 0)
        return slow_minimax(g, position, spec, player, 0);
    double best = own ? -INFINITY : INFINITY;
    while (moves && alpha < beta) {
        Square nth = 0;
        Squares rest = moves;
        uint32_t skip = random ? random_below(random, (uint32_t)bits_count(moves)) : 0;
        do
            nth = bits_take_lowest(&rest);
        while (skip-- > 0);
        moves &= ~squares_only(nth);
        Position after = position_after(position, nth);
        ++*nodes;
        double value = slow_alphabeta(g, &after, spec, depth - 1, alpha, beta, random, nodes);
        best = own ? fmax(best, value) : fmin(best, value);
        alpha = own ? fmax(alpha, best) : alpha;
        beta = own ? beta : fmin(beta, best);
    }
    return best;
}

/* Row by row the nodes of one depth are those of the definition; shuffled, as many on average. */
static void test_nodes_by_the_order(void **state)
{
    (void)state;
    enum { SEARCHES = 400, DEPTH = 5 };
    Given g = given("7x7 d4 b3");
    AlphabetaSettings settings = {.prune = true, .ties = TIES_FIRST};
    assert_true(heuristic_parse("center", 6, &settings.heuristic, NULL));
    uint64_t plain = 0;
    slow_alphabeta(&g, &g.position, &settings.heuristic, DEPTH, -INFINITY, INFINITY, NULL, &plain);
    assert_int_equal(search(&g, &settings, (Limits){.depth = DEPTH}).nodes, plain);
    settings.shuffle_inside = true;
    settings.ties = TIES_RANDOM;
    Random random = random_stream(42, 0, 0), other = random_stream(43, 0, 0);
    double sum = 0, slow_sum = 0, squares = 0;
    for (int i = 0; i < SEARCHES; i++) {
        uint64_t slow = 0;
        SearchJob job = {.board = &g.board, .position = g.position, .random = &random};
        job.limits.depth = DEPTH;
        SearchResult result;
        alphabeta_search(&job, &settings, &result);
        slow_alphabeta(&g, &g.position, &settings.heuristic, DEPTH, -INFINITY, INFINITY, &other,
                       &slow);
        sum += (double)result.nodes;
        slow_sum += (double)slow;
        squares += (double)slow * (double)slow;
    }
    double mean = sum / SEARCHES, slow_mean = slow_sum / SEARCHES;
    double deviation = sqrt(squares / SEARCHES - slow_mean * slow_mean);
    double error = deviation * sqrt(2.0 / SEARCHES);
    assert_true(fabs(mean - slow_mean) < 4 * error);
    assert_true(fabs(mean - (double)plain) > 4 * error);
}

/* Where all is equal the first reply that is tried is the line's: any, and evenly so. */
static void test_order_inside_is_random(void **state)
{
    (void)state;
    Given g = given("7x7 b1 d4");
    int chosen[SQUARE_LIMIT] = {0};
    Random random = random_stream(44, 0, 0);
    AlphabetaSettings settings = {.prune = true, .deepen = true, .ties = TIES_FIRST};
    assert_true(heuristic_parse("null", 4, &settings.heuristic, NULL));
    for (int i = 0; i < 8000; i++) {
        SearchJob job = {.board = &g.board, .position = g.position, .random = &random};
        job.limits.depth = 3;
        settings.shuffle_inside = i > 0; // the first is row by row
        SearchResult result;
        alphabeta_search(&job, &settings, &result);
        if (i == 0)
            assert_int_equal(result.line.moves[1], bits_lowest(g.board.geometry_64.moves[24]));
        else
            chosen[result.line.moves[1]]++;
    }
    Position after = position_after(&g.position, search(&g, &settings, (Limits){.depth = 1}).move);
    for (Squares moves = position_moves(&g.board, &after, SECOND); moves;) {
        int times = chosen[bits_take_lowest(&moves)];
        assert_true(times > 850 && times < 1150); // 1000 expected, standard deviation 30
    }
}

/* The course's GreedyPlayer: most own moves, and of equals the largest (row, column). */
static void test_greedy_as_the_course_had_it(void **state)
{
    (void)state;
    Random random = random_stream(45, 0, 0);
    for (int i = 0; i < 300; i++) {
        Given g = random_midgame(&random);
        HeuristicSpec open;
        assert_true(heuristic_parse("open", 4, &open, NULL));
        double best = -INFINITY;
        Square expected = SQUARE_NONE;
        for (Square to = 0; to < g.board.area; to++)
            if (position_is_legal(&g.board, &g.position, to)) {
                Position after = position_after(&g.position, to);
                double value = slow_minimax(&g, &after, &open, g.position.to_move, 0);
                expected = value >= best ? to : expected;
                best = fmax(best, value);
            }
        assert_int_equal(choose(&g, "Greedy").move, expected);
    }
}

/* Study 003's MonteCarlo as it is told, over positions, on the stream that the search has too. */
enum { SLOW_TREE = 4096 };

typedef struct SlowNode {
    Position position;
    int parent; // -1: the root
    bool expanded;
    double playouts, won; // by who moved here
} SlowNode;

typedef struct SlowTree {
    const Given *given;
    HeuristicSpec improved;
    Random random;
    SlowNode nodes[SLOW_TREE];
    int count;
} SlowTree;

static Square nth_of(Squares moves, uint32_t n)
{
    while (n-- > 0)
        moves &= moves - 1;
    return bits_lowest(moves);
}

/* Greedy by `improved`, one of equals at random; one time in eight any move. */
static Square slow_playout_move(SlowTree *tree, const Position *position, Squares moves)
{
    if (random_below(&tree->random, 8) == 0)
        return nth_of(moves, random_below(&tree->random, (uint32_t)bits_count(moves)));
    double best = -INFINITY;
    Square chosen = SQUARE_NONE;
    for (uint32_t equals = 0; moves;) {
        Square move = bits_take_lowest(&moves);
        Position after = position_after(position, move);
        double value =
            heuristic_value(&tree->improved, &tree->given->board, &after, position->to_move);
        equals = value > best ? 0 : equals;
        if (value > best || (value == best && random_below(&tree->random, equals + 1) == 0))
            chosen = move;
        equals += value >= best;
        best = fmax(best, value);
    }
    return chosen;
}

static Side slow_playout(SlowTree *tree, Position position)
{
    for (;;) {
        Squares moves = position_moves(&tree->given->board, &position, position.to_move);
        if (!moves)
            return side_other(position.to_move);
        position = position_after(&position, slow_playout_move(tree, &position, moves));
    }
}

/* The bound of the leaf with its own playouts and the root's; games that are over are no leaves. */
static int slow_best_leaf(const SlowTree *tree)
{
    int chosen = -1;
    double best = -1;
    for (int i = 0; i < tree->count; i++) {
        const SlowNode *node = &tree->nodes[i];
        if (node->expanded || position_is_over(&tree->given->board, &node->position))
            continue;
        double bound = i == 0 ? INFINITY
                              : node->won / node->playouts +
                                    5 * sqrt(log(tree->nodes[0].playouts) / node->playouts);
        if (bound > best) {
            best = bound;
            chosen = i;
        }
    }
    return chosen;
}

static void slow_expand(SlowTree *tree, int leaf, int *playouts, int limit)
{
    int first = tree->count;
    const Position *position = &tree->nodes[leaf].position;
    tree->nodes[leaf].expanded = true;
    for (Squares moves = position_moves(&tree->given->board, position, position->to_move); moves;)
        tree->nodes[tree->count++] =
            (SlowNode){position_after(position, bits_take_lowest(&moves)), leaf, false, 0, 0};
    for (int i = first; i < tree->count && *playouts < limit; i++, ++*playouts) {
        Side winner = slow_playout(tree, tree->nodes[i].position);
        for (int at = i; at >= 0; at = tree->nodes[at].parent) {
            tree->nodes[at].playouts++;
            tree->nodes[at].won += winner == side_other(tree->nodes[at].position.to_move);
        }
    }
}

static Square slow_monte_carlo(SlowTree *tree, const Given *g, int limit)
{
    Square moves[SQUARE_LIMIT];
    Random random = random_stream(3, 1, 4); // of choose()
    SearchJob job = {.board = &g->board, .position = g->position, .random = &random};
    search_shuffled_moves(&job, moves);
    tree->given = g;
    tree->random = random_stream(random_next(&random), 0, 0);
    tree->nodes[0] = (SlowNode){g->position, -1, false, 0, 0};
    tree->count = 1;
    assert_true(heuristic_parse("improved", 8, &tree->improved, NULL));
    int playouts = 0;
    for (int leaf; playouts < limit && (leaf = slow_best_leaf(tree)) >= 0;)
        slow_expand(tree, leaf, &playouts, limit);
    const SlowNode *best = NULL;
    for (int i = 1; i < tree->count && tree->nodes[i].parent == 0; i++) {
        const SlowNode *child = &tree->nodes[i];
        if (child->playouts > 0 &&
            (!best || child->won / child->playouts > best->won / best->playouts))
            best = child;
    }
    return best->position.knight[g->position.to_move];
}

static void test_monte_carlo_as_the_author_had_it(void **state)
{
    (void)state;
    SlowTree *tree = malloc(sizeof *tree);
    assert_non_null(tree);
    for (int i = 0; i < 300; i++) {
        Random random = random_stream(46, (uint64_t)i, 0);
        Given g = random_game((Size){7, 7}, &random, 2 + i % 20);
        if (position_is_over(&g.board, &g.position))
            continue;
        int limit = 1 + (int)random_below(&random, 200);
        char spec[40];
        snprintf(spec, sizeof spec, "MonteCarlo,nodes=%d", limit);
        assert_int_equal(choose(&g, spec).move, slow_monte_carlo(tree, &g, limit));
    }
    free(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_by_the_rules),
        cmocka_unit_test(test_best_of_no_depth_is_any),
        cmocka_unit_test(test_forfeits_where_no_depth_is_finished),
        cmocka_unit_test(test_nodes_by_the_order),
        cmocka_unit_test(test_order_inside_is_random),
        cmocka_unit_test(test_greedy_as_the_course_had_it),
        cmocka_unit_test(test_monte_carlo_as_the_author_had_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
