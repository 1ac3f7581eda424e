/* Counts of move sequences: the published ones, and those of the slow rules, on both widths. */
#include "core/fen.h"
#include "core/perft.h"
#include "slow_rules.h"
#include "support.h"

static void check_count(const Given *g, const char *text, int depth, uint64_t expected)
{
    Board board = g->board;
    for (int pass = 0; pass < 2; pass++, board_widen(&board))
        for (PerftBulk bulk = PERFT_BULK_ONE; bulk <= PERFT_BULK_TWO; bulk++) {
            uint64_t count = perft_bulk(&board, &g->position, depth, bulk);
            if (count != expected)
                fail_msg("%s depth %d, %s, last %d in bulk: %llu, not %llu", text, depth,
                         board.narrow ? "64 bits" : "128 bits", (int)bulk,
                         (unsigned long long)count, (unsigned long long)expected);
        }
}

static void check(const char *text, const uint64_t *counts, int depth)
{
    Given g = given(text);
    for (int d = 1; d <= depth; d++)
        check_count(&g, text, d, counts[d - 1]);
}

static void test_published_counts(void **state)
{
    (void)state;
    check("7x7", (uint64_t[]){49, 2352, 11280, 52672, 232416, 999456, 4226272}, 7);
    check("8x8 d4 e5", (uint64_t[]){8, 62, 356, 1992, 8094, 31630, 126500}, 7);
    check("7/7/2n4/3N3/7/7/7 w", (uint64_t[]){8, 62, 296, 1144, 3984}, 5);
}

static void check_fixture(const json_t *line, const char *place)
{
    const char *text = fixture_text(line, "position");
    const json_t *counts = json_object_get(line, "perft");
    Given g = given(text);
    assert_true(json_array_size(counts) > 0);
    for (size_t i = 0; i < json_array_size(counts); i++)
        check_count(&g, place, (int)i + 1, (uint64_t)json_integer_value(json_array_get(counts, i)));
}

static void test_fixture(void **state)
{
    (void)state;
    fixture_each("perft.jsonl", check_fixture);
}

static void check_against_slow_rules(const SlowGame *slow)
{
    char slow_text[SLOW_TEXT_SIZE], fen[FEN_SIZE];
    Given played = given(slow->text), read = given(slow_fen(slow, slow_text));
    assert_true(position_equal(&played.position, &read.position));
    assert_string_equal(fen_print(&played.board, &played.position, fen), slow_text);
    uint64_t expected = 1;
    for (int depth = 0; depth <= 5 && expected < 3000; depth++)
        check_count(&played, slow->text, depth, expected = slow_perft(slow, depth));
}

static void test_random_games(void **state)
{
    (void)state;
    for (int i = 0; i < SIZE_COUNT; i++)
        for (uint64_t game = 0; game < 12; game++) {
            Random random = random_stream(2, (uint64_t)i, game);
            SlowGame slow;
            slow_start(&slow, sizes[i].width, sizes[i].height);
            uint32_t plies = random_below(&random, (uint32_t)(sizes[i].width * sizes[i].height));
            for (int left; plies > 0; plies--) {
                if ((left = slow_count_moves(&slow, slow.to_move)) == 0)
                    break;
                slow_play_nth(&slow, (int)random_below(&random, (uint32_t)left));
            }
            check_against_slow_rules(&slow);
        }
}

static void test_placements(void **state)
{
    (void)state;
    for (int i = 0; i < SIZE_COUNT; i++) {
        SlowGame slow;
        slow_start(&slow, sizes[i].width, sizes[i].height);
        Given empty = given(slow.text);
        check_count(&empty, slow.text, 1, slow_perft(&slow, 1));
        check_count(&empty, slow.text, 2, slow_perft(&slow, 2));
        slow_play(&slow, 0, 1);
        check_against_slow_rules(&slow);
        slow_play(&slow, sizes[i].height - 1, sizes[i].width - 1);
        check_against_slow_rules(&slow);
    }
}

static void test_depth_zero_and_ended_games(void **state)
{
    (void)state;
    Given g = given("***/*N*/**n w");
    check_count(&g, "stuck", 0, 1);
    for (int depth = 1; depth < 5; depth++)
        check_count(&g, "stuck", depth, 0);
    Given whole_tree = given("3x3 a1 b3");
    check_count(&whole_tree, "no game is that long", 100, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_counts),
        cmocka_unit_test(test_fixture),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_placements),
        cmocka_unit_test(test_depth_zero_and_ended_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
