/* Matches against Fairy-Stockfish, the one other engine that plays this game, from its npm
 * package in tests/oracle. Skipped (77) where that is not installed, unless CI is set. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "leftovers.h"
#include "matches.h"

#define PROGRAM TESTS_DIRECTORY "/oracle/node_modules/fairy-stockfish-nnue.wasm/uci.js"

/* The package sees no files but the one that this variable names, as /NAME. */
#define VARIANTS "UCI_NNUE_FILE='" TESTS_DIRECTORY "/data/variants.ini' "

/* Recent versions of node have a `fetch` that confuses the package's loader. */
#define FAIRY                                                                                      \
    "node --no-experimental-fetch '" PROGRAM "',dialect=fairy,nodes=300,start=10m,patience=10m"

static void play(const char *board, const char *spec, int games)
{
    int descriptors = count_descriptors(), won = 0;
    Match match = match_start(board, spec, "alphabeta:improved,nodes=2000");
    for (int i = 0; i < games; i++) {
        Side side = i % 2 ? SECOND : FIRST;
        Game game = match_game(&match, side);
        assert_played_out(&match.board, &game);
        assert_true(game.side[side].nodes > 0);
        won += game.winner == side;
    }
    match_end(&match);
    assert_no_child();
    assert_int_equal(count_descriptors(), descriptors);
    print_message("%s: Fairy-Stockfish won %d of %d\n", board, won, games);
}

static void test_8x8(void **state)
{
    (void)state;
    play("8x8", "exec:" FAIRY, 6);
}

static void test_7x7(void **state)
{
    (void)state;
    play("7x7",
         "exec:" VARIANTS FAIRY ",option.VariantPath=/variants.ini,option.UCI_Variant=isoknight7,"
         "placements=greedy:center",
         6);
}

static void test_11x9(void **state)
{
    (void)state;
    play("11x9",
         "exec:" VARIANTS FAIRY
         ",option.VariantPath=/variants.ini,option.UCI_Variant=isoknight11x9",
         2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_8x8),
        cmocka_unit_test(test_7x7),
        cmocka_unit_test(test_11x9),
    };
    if (access(PROGRAM, R_OK) && !getenv("CI")) {
        puts("tests/oracle/node_modules is not there: npm install in tests/oracle");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
