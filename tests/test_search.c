/* The searches against each other, against a plain minimax and against the truth. */
#include "search_support.h"

#include <math.h>

#include "search/alphabeta.h"
#include "search/mcts.h"

static SearchResult search(const Given *g, const AlphabetaSettings *settings, Limits limits)
{
    Random random = random_stream(7, 0, 0);
    SearchJob job = {
        .board = &g->board, .position = g->position, .limits = limits, .random = &random};
    SearchResult result;
    alphabeta_search(&job, settings, &result);
    return result;
}

/* Every heuristic, 500 positions: all three searches give the definition's value. */
static void test_same_value_as_minimax(void **state)
{
    (void)state;
    Random random = random_stream(20, 0, 0);
    for (int h = 0; heuristic_at(h); h++) {
        AlphabetaSettings plain = {
            .heuristic = heuristic_standard(heuristic_at(h)), .prune = true, .deepen = true};
        AlphabetaSettings ordered = plain, minimax = {.heuristic = plain.heuristic};
        ordered.pv_first = true;
        for (int i = 0; i < 500; i++) {
            Given g = random_midgame(&random);
            int depth = 1 + (int)random_below(&random, 3);
            double value =
                slow_minimax(&g, &g.position, &plain.heuristic, g.position.to_move, depth);
            Limits limits = {.depth = depth};
            SearchResult results[] = {search(&g, &plain, limits), search(&g, &ordered, limits),
                                      search(&g, &minimax, limits)};
            for (int k = 0; k < COUNT_OF(results); k++)
                if (results[k].score != value)
                    fail_msg("%s depth %d search %d: %g, minimax %g", heuristic_at(h)->name, depth,
                             k, results[k].score, value);
        }
    }
}

/* At most 14 blanks: whatever the heuristic, a full-depth search knows the winner. */
static void test_full_depth_is_the_truth(void **state)
{
    (void)state;
    Random random = random_stream(21, 0, 0);
    for (int i = 0; i < 400; i++) {
        Given g = small_ending(&random, 14);
        int count = 0;
        while (heuristic_at(count))
            count++;
        AlphabetaSettings settings = {.heuristic = heuristic_standard(heuristic_at(i % count)),
                                      .prune = i % 3 != 0,
                                      .deepen = i % 2 != 0,
                                      .pv_first = i % 5 == 0};
        SearchResult result = search(&g, &settings, (Limits){.depth = 14});
        assert_true(result.exact);
        check_truth(&g, &result);
    }
}

/* Once isolated the sign of `longest` is the winner, and what it settles is worth more. */
static void test_longest_is_the_truth(void **state)
{
    (void)state;
    HeuristicSpec longest;
    const char *text = "longest,from=0,won=50";
    assert_true(heuristic_parse(text, strlen(text), &longest, NULL));
    Random random = random_stream(27, 0, 0);
    int isolated = 0;
    while (isolated < 400) {
        Given g = small_ending(&random, 14);
        if (position_region(&g.board, &g.position, FIRST) &
            position_region(&g.board, &g.position, SECOND))
            continue;
        double value = heuristic_value(&longest, &g.board, &g.position, g.position.to_move);
        assert_true(fabs(value) > 50);
        assert_int_equal(value > 0, slow_wins(&g.board, &g.position));
        isolated++;
    }
}

static void test_mcts_proves_the_winner(void **state)
{
    (void)state;
    Random random = random_stream(22, 0, 0);
    for (int i = 0; i < 300; i++) {
        Given g = small_ending(&random, 14);
        SearchJob job = {.board = &g.board, .position = g.position, .random = &random};
        job.limits.nodes = 1000000;
        MctsSettings settings = {.exploration = 1, .threads = 1 + i % 2, .memory = 4 << 20};
        if (i % 3 == 0)
            assert_true(heuristic_parse("improved", 8, &settings.heuristic, NULL));
        SearchResult result;
        assert_true(mcts_search(&job, &settings, &result, NULL));
        assert_true(result.exact);
        check_truth(&g, &result);
    }
}

typedef struct Heard {
    const Given *given;
    uint64_t nodes[16];
    int depth; // of the last
    int count;
} Heard;

static void note_nodes(void *context, const SearchResult *so_far)
{
    Heard *heard = context;
    assert_true(heard->count < COUNT_OF(heard->nodes));
    assert_true(position_is_legal(&heard->given->board, &heard->given->position, so_far->move));
    assert_int_equal(so_far->line.moves[0], so_far->move);
    heard->nodes[heard->count++] = so_far->nodes;
    heard->depth = so_far->depth;
}

/* Who waits for a long search wants to see it think, and it thinks no other way for that. */
static void test_mcts_tells_on_the_way(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        Given g = given("7x7 d4 c5");
        Random random = random_stream(23, 0, 0);
        Heard heard = {.given = &g};
        SearchJob job = {.board = &g.board,
                         .position = g.position,
                         .random = &random,
                         .limits.nodes = 5000 * (uint64_t)threads,
                         .listener = {note_nodes, &heard}};
        MctsSettings settings = {.exploration = 1, .threads = threads, .memory = 4 << 20};
        SearchResult result;
        assert_true(mcts_search(&job, &settings, &result, NULL));
        assert_int_equal(heard.count, 4);
        for (int i = 0; i < 3; i++)
            assert_int_equal(heard.nodes[i], 1024 << i);
        assert_int_equal(heard.nodes[3], job.limits.nodes);
        assert_int_equal(result.nodes, job.limits.nodes);
    }
}

/* The study's rule finishes a leaf before it tells, and a large tree is slow: it tells in steps. */
static void test_mcts_of_the_study_tells_on_the_way(void **state)
{
    (void)state;
    static const uint64_t told[] = {1024, 2048, 4096, 8192, 12288, 16384, 20000};
    Given g = given("7x7 d4 c5");
    Random random = random_stream(23, 0, 0);
    Heard heard = {.given = &g};
    SearchJob job = {.board = &g.board,
                     .position = g.position,
                     .random = &random,
                     .limits.nodes = 20000,
                     .listener = {note_nodes, &heard}};
    MctsSettings settings = {.rule = MCTS_STUDY, .exploration = 5, .memory = 4 << 20};
    SearchResult result, unheard;
    assert_true(mcts_search(&job, &settings, &result, NULL));
    assert_int_equal(heard.count, COUNT_OF(told));
    for (int i = 0; i < COUNT_OF(told); i++)
        assert_in_range(heard.nodes[i], told[i], told[i] + 7);
    assert_true(heard.depth > 1);
    random = random_stream(23, 0, 0);
    job.listener = (SearchListener){NULL, NULL};
    assert_true(mcts_search(&job, &settings, &unheard, NULL));
    assert_int_equal(result.move, unheard.move);
    assert_int_equal(result.nodes, unheard.nodes);
    assert_true(result.score == unheard.score);
}

/* The same move, score and node count on both widths and twice in a row. */
static void test_widths_and_runs_agree(void **state)
{
    (void)state;
    static const char *const specs[] = {
        "alphabeta:improved,nodes=20000",
        "alphabeta:attacker,order=pv,virtual=150ms",
        "alphabeta:drilldown,virtual=50ms",
        "alphabeta:attacker,order=pv,lost=keep,inner=shuffled,virtual=150ms",
        "alphabeta:chase,ties=first,between=best,inner=shuffled,virtual=150ms",
        "alphabeta:null,ties=last,deepen=no,depth=5,nodes=2000",
        "minimax:center,depth=3,virtual=150ms",
        "mcts,nodes=2000",
        "mcts,nodes=2000,threads=2",
        "MonteCarlo,virtual=150ms",
        "greedy:next-move",
    };
    static const char *const texts[] = {"7x7", "7x7 d4", "7x7 d4 c2", "8x8 a8 c8", "5x4 a1 d4"};
    for (int s = 0; s < COUNT_OF(specs); s++)
        for (int t = 0; t < COUNT_OF(texts); t++) {
            Given g = given(texts[t]);
            SearchResult narrow = choose(&g, specs[s]), again = choose(&g, specs[s]);
            board_widen(&g.board);
            SearchResult wide = choose(&g, specs[s]);
            assert_int_equal(narrow.move, again.move);
            assert_int_equal(narrow.nodes, again.nodes);
            assert_int_equal(narrow.move, wide.move);
            assert_int_equal(narrow.nodes, wide.nodes);
            assert_true(narrow.score == wide.score);
            assert_int_equal(narrow.depth, wide.depth);
        }
}

/* Whatever the budget, from the empty board to the last move, the answer is legal. */
static void test_always_a_legal_move(void **state)
{
    (void)state;
    static const char *const specs[] = {
        "alphabeta:improved,nodes=1",
        "alphabeta:drilldown,virtual=1us",
        "alphabeta,between=best,lost=keep,inner=shuffled,nodes=1",
        "alphabeta,deepen=no,depth=5,nodes=3",
        "minimax:open,nodes=3",
        "mcts,nodes=1",
        "MonteCarlo,virtual=1us",
        "alphabeta,time=1us",
        "mcts:reach,time=1us,hash=1",
        "random",
        "first",
        "greedy:chase-isolation",
    };
    Random random = random_stream(23, 0, 0);
    for (int s = 0; s < COUNT_OF(specs); s++)
        for (int i = 0; i < SIZE_COUNT; i++)
            for (int plies = 0; plies < 12; plies += 1 + plies / 2) {
                Given g = random_game(sizes[i], &random, plies);
                bool over = position_is_over(&g.board, &g.position);
                SearchResult result = choose(&g, specs[s]); // checks that it is legal
                assert_int_equal(result.move == SQUARE_NONE, over);
            }
}

static void test_limits_are_kept(void **state)
{
    (void)state;
    Given g = given("7x7 d4 c2");
    assert_int_equal(choose(&g, "alphabeta,nodes=5000").nodes, 5000);
    assert_int_equal(choose(&g, "mcts,nodes=777").nodes, 777);
    assert_int_equal(choose(&g, "alphabeta,depth=5").depth, 5);
    SearchResult virtual_clock = choose(&g, "AB_Improved,virtual=150ms");
    assert_true(virtual_clock.virtual_seconds >= 0.140 && virtual_clock.virtual_seconds < 0.1402);
    assert_true(choose(&g, "champion,virtual=150ms").virtual_seconds <= 0.1402);
    assert_true(choose(&g, "mcts,virtual=150ms").virtual_seconds > 0.1);
    assert_true(choose(&g, "AB_Improved,nodes=1000").virtual_seconds == 0);
}

/* As the studies did: depth 6 or so and about 3,000 nodes a move from ply 2. */
static void test_virtual_clock_is_the_studies(void **state)
{
    (void)state;
    Random random = random_stream(24, 0, 0);
    double nodes = 0, depth = 0;
    enum { GAMES = 200 };
    for (int i = 0; i < GAMES; i++) {
        Given g = random_game((Size){7, 7}, &random, 2);
        SearchResult result = choose(&g, "AB_Improved,virtual=150ms");
        nodes += (double)result.nodes / GAMES;
        depth += (double)result.depth / GAMES;
    }
    assert_true(nodes > 2300 && nodes < 3700);
    assert_true(depth > 5.3 && depth < 7.2);
}

/* On a machine half as slow a search gets twice as far in the same time. */
static void test_virtual_clock_of_another_machine(void **state)
{
    (void)state;
    Given g = given("7x7 d4 b3");
    uint64_t usual = choose(&g, "AB_Improved,virtual=150ms").nodes;
    assert_int_equal(choose(&g, "AB_Improved,virtual=150ms,virtual-slowness=4.5").nodes, usual);
    SearchResult fast = choose(&g, "AB_Improved,virtual=150ms,virtual-slowness=2.25");
    assert_in_range(fast.nodes, usual * 19 / 10, usual * 21 / 10);
    assert_true(fast.virtual_seconds >= 0.140 && fast.virtual_seconds < 0.1402);
}

static void stop_at_once(void *stop, const SearchResult *so_far)
{
    (void)so_far;
    atomic_store((atomic_bool *)stop, true);
}

static void test_stop_from_outside(void **state)
{
    (void)state;
    atomic_bool stop = false;
    Given g = given("11x9 d4 c2");
    Random random = random_stream(25, 0, 0);
    SearchJob job = {.board = &g.board,
                     .position = g.position,
                     .stop = &stop,
                     .random = &random,
                     .listener = {stop_at_once, &stop}};
    AlphabetaSettings settings = {.prune = true, .deepen = true};
    assert_true(heuristic_parse("improved", 8, &settings.heuristic, NULL));
    SearchResult result;
    alphabeta_search(&job, &settings, &result);
    assert_in_range(result.depth, 1, 3); // the flag is looked at every 64 nodes
}

/* Equal moves are chosen among evenly: the null heuristic makes all of them equal. */
static void test_ties_are_random(void **state)
{
    (void)state;
    Given g = given("7x7 d4 a1");
    int chosen[SQUARE_LIMIT] = {0};
    Random random = random_stream(26, 0, 0);
    AlphabetaSettings settings = {.prune = true, .deepen = true};
    assert_true(heuristic_parse("null", 4, &settings.heuristic, NULL));
    for (int i = 0; i < 8000; i++) {
        SearchJob job = {.board = &g.board, .position = g.position, .random = &random};
        job.limits.depth = 3;
        SearchResult result;
        alphabeta_search(&job, &settings, &result);
        chosen[result.move]++;
    }
    for (Squares moves = position_moves(&g.board, &g.position, FIRST); moves;) {
        int times = chosen[bits_take_lowest(&moves)];
        assert_true(times > 850 && times < 1150); // 1000 expected, standard deviation 30
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_value_as_minimax),
        cmocka_unit_test(test_full_depth_is_the_truth),
        cmocka_unit_test(test_longest_is_the_truth),
        cmocka_unit_test(test_mcts_proves_the_winner),
        cmocka_unit_test(test_mcts_tells_on_the_way),
        cmocka_unit_test(test_mcts_of_the_study_tells_on_the_way),
        cmocka_unit_test(test_widths_and_runs_agree),
        cmocka_unit_test(test_always_a_legal_move),
        cmocka_unit_test(test_limits_are_kept),
        cmocka_unit_test(test_virtual_clock_is_the_studies),
        cmocka_unit_test(test_virtual_clock_of_another_machine),
        cmocka_unit_test(test_stop_from_outside),
        cmocka_unit_test(test_ties_are_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
