/* The champion and its deep search, against brute force. */
#include "search_support.h"

#include <math.h>
#include <stdio.h>

#include "search/champion.h"
#include "search/pvs.h"

static void test_pvs_finds_the_truth(void **state)
{
    (void)state;
    Random random = random_stream(40, 0, 0);
    Pvs *pvs = pvs_create(1, 2, NULL);
    for (int i = 0; i < 1000; i++) {
        Given g = small_ending(&random, 14);
        SearchJob job = {.board = &g.board, .position = g.position, .random = &random};
        SearchResult result;
        if (i % 2)
            board_widen(&g.board);
        pvs_search(pvs, &job, 1 + i % 3 / 2, &result);
        check_truth(&g, &result);
        assert_int_equal(result.exact, i % 3 != 2); // proved only where no thread shares the table
        if (i % 5 == 0)
            pvs_forget(pvs);
    }
    pvs_destroy(pvs);
}

/* The same squares blank, on one board after another: what was true of the first is not asked. */
static void test_pvs_on_another_board(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "*1N*1*/1*4/2**1*/**n***/*2***/3*** w",
        "*1N*1*1*1/5**1*/**n****2/***3*** w",
        "**2***1*/2***1*2/1**1*4/n**1*N*1* w",
        "**2**/*1*2*/**1*2/1**1*1/3n**/1*N*1* w",
    };
    Random random = random_stream(45, 0, 0);
    Pvs *pvs = pvs_create(1, 2, NULL);
    for (int i = 0; i < 8; i++) {
        Given g = given(texts[i % 4]);
        SearchJob job = {.board = &g.board, .position = g.position, .random = &random};
        SearchResult result;
        pvs_search(pvs, &job, 1, &result);
        check_truth(&g, &result);
    }
    pvs_destroy(pvs);
}

/* A search that was cut short anywhere says nothing that is not so. */
static void test_pvs_cut_short_claims_nothing_false(void **state)
{
    (void)state;
    Random random = random_stream(44, 0, 0);
    Pvs *pvs = pvs_create(1, 2, NULL);
    int proofs = 0;
    for (int i = 0; i < 4000; i++) {
        Given g = small_ending(&random, 14);
        SearchJob job = {.board = &g.board, .position = g.position, .random = &random};
        SearchResult result;
        job.limits.nodes = 1 + random_below(&random, 60);
        pvs_search(pvs, &job, 1, &result);
        assert_int_equal(result.exact, isinf(result.score) != 0);
        if (result.exact)
            check_truth(&g, &result);
        proofs += result.exact;
        pvs_forget(pvs);
    }
    assert_in_range(proofs, 400, 3600); // else nothing was tried
    pvs_destroy(pvs);
}

static void test_champion_is_exact_where_it_can_be(void **state)
{
    (void)state;
    Random random = random_stream(41, 0, 0);
    Champion *champion = champion_create((ChampionSettings){.threads = 1, .megabytes = 2}, NULL);
    for (int i = 0; i < 300; i++) {
        Given g = small_ending(&random, 14);
        SearchJob job = {.board = &g.board, .position = g.position, .random = &random};
        SearchResult result;
        job.limits.nodes = 1000000;
        if (i % 2)
            board_widen(&g.board);
        assert_true(champion_search(champion, &job, &result, NULL));
        assert_true(result.exact);
        check_truth(&g, &result);
    }
    champion_destroy(champion);
}

/* Whether the opponent, to move in a position it wins, can go wrong at this reply or, if there are
 * two of them left, at the next; by brute force. */
static bool can_go_wrong(const Board *board, const Position *position, int replies_left)
{
    for (Squares replies = position_moves(board, position, position->to_move); replies;) {
        Position next = position_after(position, bits_take_lowest(&replies));
        if (slow_wins(board, &next))
            return true;
        Squares moves = position_moves(board, &next, next.to_move);
        while (replies_left > 1 && moves) {
            Position after = position_after(&next, bits_take_lowest(&moves));
            if (can_go_wrong(board, &after, replies_left - 1))
                return true;
        }
    }
    return false;
}

static void test_lost_it_hopes_for_a_mistake(void **state)
{
    (void)state;
    Random random = random_stream(42, 0, 0);
    Champion *champion = champion_create((ChampionSettings){.threads = 1, .megabytes = 2}, NULL);
    for (int chosen = 0; chosen < 40;) {
        Given g = small_ending(&random, 14);
        if (slow_wins(&g.board, &g.position))
            continue;
        SearchJob job = {.board = &g.board, .position = g.position, .random = &random};
        SearchResult result;
        job.limits.nodes = 1000000;
        assert_true(champion_search(champion, &job, &result, NULL));
        Squares moves = position_moves(&g.board, &g.position, g.position.to_move), with_hope = 0;
        int count = bits_count(moves);
        while (moves) {
            Square move = bits_take_lowest(&moves);
            Position after = position_after(&g.position, move);
            if (can_go_wrong(&g.board, &after, 2))
                with_hope |= squares_only(move);
        }
        assert_true(!with_hope || squares_has(with_hope, result.move));
        chosen += with_hope && bits_count(with_hope) < count;
    }
    champion_destroy(champion);
}

/* However much there is to be asked of a lost position, and wherever it is cut short. */
static void test_lost_it_keeps_to_its_budget(void **state)
{
    (void)state;
    static const uint64_t budgets[] = {2000, 3000, 5657, 20000};
    Random random = random_stream(46, 0, 0);
    int lost = 0;
    for (int i = 0; i < 60; i++) {
        Given g = random_game((Size){7, 7}, &random, 14 + i % 8);
        if (position_is_over(&g.board, &g.position))
            continue;
        uint64_t nodes = budgets[i % COUNT_OF(budgets)];
        char spec[64];
        snprintf(spec, sizeof spec, "champion,hash=2,nodes=%llu", (unsigned long long)nodes);
        SearchResult result = choose(&g, spec), again = choose(&g, spec);
        assert_true(result.nodes <= nodes + 16); // a proof that is cut short counts its way out
        assert_int_equal(result.move, again.move);
        assert_int_equal(result.nodes, again.nodes);
        lost += result.exact && result.score < 0;
    }
    assert_in_range(lost, 10, 50); // else nothing was tried
}

static void test_same_answer_everywhere(void **state)
{
    (void)state;
    static const char *const specs[] = {"champion,hash=2,nodes=3000",
                                        "champion,hash=2,virtual=150ms", "champion,hash=2,depth=4"};
    static const char *const texts[] = {"7x7", "7x7 d4", "7x7 c3 e5", "8x8 d4 e6", "6x5 a1 b4 c2"};
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
        }
}

/* Nor do threads change it, which could not meet twice in the same way. */
static void test_same_answer_with_threads(void **state)
{
    (void)state;
    static const char *const specs[] = {"champion,hash=2,nodes=30000",
                                        "champion,hash=2,virtual=400ms", "champion,hash=2,depth=7"};
    static const char *const texts[] = {"7x7 d4", "7x7 c3 e5", "8x8 d4 e6", "11x9 d4 e6 f5"};
    for (int s = 0; s < COUNT_OF(specs); s++)
        for (int t = 0; t < COUNT_OF(texts); t++) {
            char threaded[64];
            snprintf(threaded, sizeof threaded, "%s,threads=3", specs[s]);
            Given g = given(texts[t]);
            SearchResult one = choose(&g, specs[s]), three = choose(&g, threaded);
            assert_int_equal(one.move, three.move);
            assert_int_equal(one.nodes, three.nodes);
            assert_int_equal(one.depth, three.depth);
            assert_true(one.score == three.score);
        }
}

static void test_always_a_legal_move(void **state)
{
    (void)state;
    static const char *const specs[] = {"champion,hash=2,nodes=1", "champion,hash=2,time=1us",
                                        "champion,hash=2,depth=1",
                                        "champion,hash=2,time=2ms,threads=2"};
    Random random = random_stream(43, 0, 0);
    for (int s = 0; s < COUNT_OF(specs); s++)
        for (int i = 0; i < SIZE_COUNT; i++)
            for (int plies = 0; plies < 10; plies += 1 + plies / 2) {
                Given g = random_game(sizes[i], &random, plies);
                bool over = position_is_over(&g.board, &g.position);
                assert_int_equal(choose(&g, specs[s]).move == SQUARE_NONE, over);
            }
}

/* Every 7x7 placement but the mirror cases is won by the attacker: so says the theory, and so
 * does the champion when it can think long enough. */
static void test_placements_by_the_colour_law(void **state)
{
    (void)state;
    static const char *const texts[] = {"7x7 a7 c7", "7x7 b6 c6", "7x7 a1 g2", "7x7 d4 b3"};
    static const bool wins[] = {true, false, false, true};
    for (int i = 0; i < COUNT_OF(texts); i++) {
        Given g = given(texts[i]);
        SearchResult result = choose(&g, "champion,hash=8,nodes=20M");
        assert_true(result.exact);
        assert_true(result.score == (wins[i] ? INFINITY : -INFINITY));
    }
}

/* Second does not take a square that it can see is lost while there is one that wins. */
static void test_second_places_to_win(void **state)
{
    (void)state;
    static const char *const boards[] = {"3x3", "4x3", "5x3", "4x4"};
    for (int b = 0; b < COUNT_OF(boards); b++) {
        int area = given(boards[b]).board.area;
        for (Square first = 0; first < area; first++) {
            Given g = given(boards[b]);
            g.position = position_after(&g.position, first);
            SearchResult result = choose(&g, "champion,hash=2,nodes=1M");
            assert_true(result.exact);
            check_truth(&g, &result);
        }
    }
}

/* The opposite square may be blocked: nothing to copy from there. */
static void test_blocked_opposite_square(void **state)
{
    (void)state;
    Given g = given("5*/6/6/6/6/N5[n] b");
    choose(&g, "champion,hash=2,nodes=100");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pvs_finds_the_truth),
        cmocka_unit_test(test_pvs_on_another_board),
        cmocka_unit_test(test_pvs_cut_short_claims_nothing_false),
        cmocka_unit_test(test_champion_is_exact_where_it_can_be),
        cmocka_unit_test(test_lost_it_hopes_for_a_mistake),
        cmocka_unit_test(test_lost_it_keeps_to_its_budget),
        cmocka_unit_test(test_same_answer_everywhere),
        cmocka_unit_test(test_same_answer_with_threads),
        cmocka_unit_test(test_always_a_legal_move),
        cmocka_unit_test(test_placements_by_the_colour_law),
        cmocka_unit_test(test_second_places_to_win),
        cmocka_unit_test(test_blocked_opposite_square),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
