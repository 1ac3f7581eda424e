/* Totals and pairs of the store, against counts made here. */
#include "store_support.h"

enum { PAIRINGS = 4, REPEATS = 3, PAIRS = 20, OPENINGS = REPEATS * PAIRS };

typedef struct Counted {
    StoreTotal totals[PAIRINGS][REPEATS][2];
    StorePairs pairs[PAIRINGS][REPEATS];
    int total_count, pairs_count, stop_after;
} Counted;

static void count_game(Counted *counted, const StoredGame *stored)
{
    const Game *game = &stored->game;
    GameKey key = stored->key;
    Side a = key.side == 0 ? FIRST : SECOND, b = side_other(a);
    StoreTotal *total =
        &counted->totals[key.pairing][key.opening / PAIRS][game->attacker == a ? 1 : 0];
    total->games++;
    total->a_wins += game->winner == a;
    total->reasons[game->reason]++;
    total->plies += game->moves.count;
    for (int i = 0; i < 2; i++) {
        const GameSide *side = &game->side[i == 0 ? a : b];
        total->moves[i] += side->moves;
        total->nodes[i] += (int64_t)side->nodes;
        total->seconds[i] += side->seconds;
        if (side->longest_move > total->longest_move[i])
            total->longest_move[i] = side->longest_move;
    }
}

static bool check_total(void *context, const StoreTotal *total)
{
    Counted *counted = context;
    StoreTotal *expected = &counted->totals[total->pairing][total->repeat][total->a_attacks];
    assert_true(expected->games > 0);
    assert_true(total->games == expected->games && total->a_wins == expected->a_wins);
    assert_true(total->plies == expected->plies);
    for (int i = 0; i < 4; i++)
        assert_true(total->reasons[i] == expected->reasons[i]);
    for (int i = 0; i < 2; i++) {
        assert_true(total->moves[i] == expected->moves[i]);
        assert_true(total->nodes[i] == expected->nodes[i]);
        assert_true(total->seconds[i] == expected->seconds[i]); // same order, same bits
        assert_true(total->longest_move[i] == expected->longest_move[i]);
    }
    expected->games = 0; // not a second time
    return ++counted->total_count != counted->stop_after;
}

static bool check_pairs(void *context, const StorePairs *pairs)
{
    Counted *counted = context;
    StorePairs *expected = &counted->pairs[pairs->pairing][pairs->repeat];
    for (int i = 0; i < 3; i++)
        assert_true(pairs->points[i] == expected->points[i]);
    *expected = (StorePairs){.points = {-1}};
    return ++counted->pairs_count != counted->stop_after;
}

/* Plays each game with a chance of `chance` per cent; counts and stores it. */
static void fill(Store *store, int64_t run, Counted *counted, int chance, uint64_t seed)
{
    Random random = random_stream(seed, 1, 1);
    for (int pairing = 0; pairing < PAIRINGS; pairing++)
        for (int opening = 0; opening < OPENINGS; opening++) {
            int games = 0, points = 0;
            for (int side = 0; side < 2; side++) {
                if ((int)random_below(&random, 100) >= chance)
                    continue;
                StoredGame game = make_game((GameKey){pairing, opening, side}, seed);
                count_game(counted, &game);
                games++;
                points += (int)game.game.winner == side;
                add_games(store, run, &game, 1);
            }
            if (games == 2)
                counted->pairs[pairing][opening / PAIRS].points[points]++;
        }
}

static void check_counts(Store *store, int64_t run, Counted *counted)
{
    Error error;
    int totals = 0, pairs = 0;
    for (int pairing = 0; pairing < PAIRINGS; pairing++)
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            const int64_t *points = counted->pairs[pairing][repeat].points;
            totals += counted->totals[pairing][repeat][0].games > 0;
            totals += counted->totals[pairing][repeat][1].games > 0;
            pairs += points[0] + points[1] + points[2] > 0;
        }
    assert_true(store_totals(store, run, PAIRS, check_total, counted, &error));
    assert_true(store_pairs(store, run, PAIRS, check_pairs, counted, &error));
    assert_int_equal(counted->total_count, totals);
    assert_int_equal(counted->pairs_count, pairs);
}

static void test_totals(void **state)
{
    (void)state;
    static const int chances[] = {100, 60, 10, 1, 0};
    Store *store = open_store("a.db", STORE_WRITE);
    sqlite3_exec(store->database, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    for (int i = 0; i < COUNT_OF(chances); i++) {
        Counted counted = {.total_count = 0};
        int64_t run = new_run(store, 1);
        fill(store, run, &counted, chances[i], (uint64_t)i);
        check_counts(store, run, &counted);
    }
    store_close(store);
}

static bool one_repeat(void *context, const StoreTotal *total)
{
    assert_int_equal(total->repeat, 0);
    *(int64_t *)context += total->games;
    return true;
}

static void test_totals_early_and_whole(void **state)
{
    (void)state;
    Error error;
    Counted counted = {.stop_after = 3};
    int64_t games = 0;
    Store *store = open_store("a.db", STORE_WRITE);
    sqlite3_exec(store->database, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    int64_t run = new_run(store, 1);
    fill(store, run, &counted, 100, 9);
    assert_true(store_totals(store, run, PAIRS, check_total, &counted, &error));
    assert_true(store_pairs(store, run, PAIRS, check_pairs, &counted, &error));
    assert_true(counted.total_count == 3 && counted.pairs_count == 3);
    assert_true(store_totals(store, run, 0, one_repeat, &games, &error));
    assert_true(games == 2 * PAIRINGS * OPENINGS);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_DIRECTORY(test_totals),
        IN_DIRECTORY(test_totals_early_and_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
