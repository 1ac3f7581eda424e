/* The store in fair weather: runs, games, keys. */
#include "store_support.h"

#include <stdlib.h>
#include <unistd.h>

#include "util/machine.h"

static void refused(bool done, const Error *error, const char *sentence)
{
    assert_false(done);
    assert_string_equal(error->text, sentence);
}

static void test_a_run(void **state)
{
    (void)state;
    Error error;
    StoreRun run;
    char machine[MACHINE_TEXT_SIZE];
    Store *store = open_store("a.db", STORE_WRITE);
    refused(store_run_get(store, 0, &run, &error), &error, "'a.db' has no runs");
    int64_t id = new_run(store, 12), other;
    assert_true(store_run_create(store, "study 000", "{\"seed\": 1}", NULL, 4, &other, &error));
    assert_true(other > id);
    assert_true(store_run_get(store, id, &run, &error));
    assert_string_equal(run.kind, "match");
    assert_string_equal(run.settings, "{}");
    assert_string_equal(run.version, ISOLAB_VERSION);
    assert_string_equal(run.machine, machine_print(machine));
    assert_int_equal(strlen(run.started), strlen("2026-01-31T12:00:00Z"));
    assert_true(run.started[10] == 'T' && run.started[19] == 'Z');
    assert_null(run.finished);
    assert_true(run.games == 0 && run.planned == 12);
    store_run_free(&run);
    assert_true(store_run_finish(store, id, &error));
    assert_true(store_run_get(store, id, &run, &error));
    assert_true(run.finished && strcmp(run.finished, run.started) >= 0);
    store_run_free(&run);
    assert_true(store_run_get(store, 0, &run, &error));
    assert_true(run.id == other);
    store_run_free(&run);
    store_close(store);
}

static void test_runs_that_are_not_there(void **state)
{
    (void)state;
    Error error;
    StoreRun run;
    StoredGame game = make_game((GameKey){0, 0, 0}, 1);
    Store *store = open_store("a.db", STORE_WRITE);
    new_run(store, 2);
    refused(store_run_get(store, 7, &run, &error), &error, "'a.db' has no run 7");
    refused(store_run_get(store, -1, &run, &error), &error, "'a.db' has no run -1");
    refused(store_run_finish(store, 7, &error), &error, "'a.db' has no run 7");
    refused(store_run_finish(store, 0, &error), &error, "'a.db' has no run 0");
    refused(store_run_delete(store, 7, &error), &error, "'a.db' has no run 7");
    refused(store_run_delete(store, 0, &error), &error, "'a.db' has no run 0");
    refused(store_add_games(store, 7, &game, 1, &error), &error, "'a.db' has no run 7");
    refused(store_add_games(store, 0, &game, 1, &error), &error, "'a.db' has no run 0");
    refused(store_games(store, 7, NULL, NULL, &error), &error, "'a.db' has no run 7");
    refused(store_totals(store, 7, 1, NULL, NULL, &error), &error, "'a.db' has no run 7");
    refused(store_pairs(store, 7, 1, NULL, NULL, &error), &error, "'a.db' has no run 7");
    store_close(store);
}

static void test_find(void **state)
{
    (void)state;
    Error error;
    int64_t match, study, newer, found;
    Store *store = open_store("a.db", STORE_WRITE);
    assert_true(store_run_find(store, NULL, NULL, &found, &error));
    assert_true(found == 0);
    assert_true(store_run_create(store, "match", "one", NULL, 1, &match, &error));
    assert_true(store_run_create(store, "study", "one", NULL, 1, &study, &error));
    assert_true(store_run_create(store, "match", "one", NULL, 1, &newer, &error));
    assert_true(store_run_find(store, "match", "one", &found, &error));
    assert_true(found == newer);
    assert_true(store_run_find(store, NULL, "one", &found, &error));
    assert_true(found == newer);
    assert_true(store_run_find(store, "study", NULL, &found, &error));
    assert_true(found == study);
    assert_true(store_run_find(store, "match", "two", &found, &error));
    assert_true(found == 0);
    assert_true(store_run_finish(store, newer, &error));
    assert_true(store_run_find(store, "match", "one", &found, &error));
    assert_true(found == match);
    assert_true(store_run_finish(store, match, &error));
    assert_true(store_run_find(store, "match", "one", &found, &error));
    assert_true(found == newer);
    store_close(store);
}

typedef struct Listed {
    int64_t ids[8], games[8];
    int count, stop_after;
} Listed;

static bool list_run(void *context, const StoreRun *run)
{
    Listed *listed = context;
    listed->ids[listed->count] = run->id;
    listed->games[listed->count++] = run->games;
    return listed->count != listed->stop_after;
}

static void test_list_and_delete(void **state)
{
    (void)state;
    Error error;
    Store *store = open_store("a.db", STORE_WRITE);
    int64_t ids[3];
    for (int i = 0; i < 3; i++) {
        ids[i] = new_run(store, 10);
        for (int k = 0; k <= i; k++)
            add_games(store, ids[i], (StoredGame[]){make_game((GameKey){0, k, 0}, 1)}, 1);
    }
    Listed listed = {.count = 0};
    assert_true(store_runs(store, list_run, &listed, &error));
    assert_int_equal(listed.count, 3);
    for (int i = 0; i < 3; i++)
        assert_true(listed.ids[i] == ids[i] && listed.games[i] == i + 1);
    listed = (Listed){.stop_after = 2};
    assert_true(store_runs(store, list_run, &listed, &error));
    assert_int_equal(listed.count, 2);

    assert_true(store_run_delete(store, ids[2], &error));
    int64_t left;
    assert_true(store_number(store, "SELECT count(*) FROM game", &left, &error));
    assert_true(left == 1 + 2);
    assert_true(new_run(store, 1) > ids[2]); // a number is not given twice
    store_close(store);
}

typedef struct Expected {
    const StoredGame *games;
    int count, seen;
} Expected;

static bool check_game(void *context, const StoredGame *game)
{
    Expected *expected = context;
    for (int i = 0; i < expected->count; i++) {
        GameKey key = expected->games[i].key;
        if (key.pairing == game->key.pairing && key.opening == game->key.opening &&
            key.side == game->key.side) {
            assert_same_game(game, &expected->games[i]);
            expected->seen++;
        }
    }
    return true;
}

/* What was stored is what is read, also by whoever opens the file next. */
static void test_games_come_back(void **state)
{
    (void)state;
    enum { COUNT = 500 };
    Error error;
    StoredGame *games = calloc(COUNT, sizeof *games);
    Store *store = open_store("a.db", STORE_WRITE);
    int64_t run = new_run(store, COUNT), other = new_run(store, 1);
    for (int i = 0; i < COUNT; i++)
        games[i] = make_game((GameKey){i % 5, i / 10, i / 5 % 2}, 7);
    games[0].game.moves.count = SQUARE_LIMIT; // the longest
    memset(games[0].game.moves.moves, SQUARE_LIMIT - 1, SQUARE_LIMIT);
    memset(games[0].game.fault, 'f', ERROR_TEXT_SIZE - 1);
    games[1].game.moves.count = 0;
    games[1].key.opening = INT64_MAX;
    for (int i = COUNT; i > 0; i -= 100)
        add_games(store, run, games + i - 100, 100);
    add_games(store, other, games, 1); // the same key in another run is another game
    store_close(store);

    store = open_store("a.db", STORE_READ);
    Expected expected = {games, COUNT, 0};
    assert_true(store_games(store, run, check_game, &expected, &error));
    assert_int_equal(expected.seen, COUNT);
    store_close(store);
    free(games);
}

static bool is_before(GameKey one, GameKey other)
{
    if (one.pairing != other.pairing)
        return one.pairing < other.pairing;
    return one.opening != other.opening ? one.opening < other.opening : one.side < other.side;
}

typedef struct Order {
    GameKey last;
    int count, stop_after;
} Order;

static bool check_order(void *context, const StoredGame *game)
{
    Order *order = context;
    StoredGame expected = make_game(game->key, 3);
    assert_same_game(game, &expected);
    assert_true(order->count == 0 || is_before(order->last, game->key));
    order->last = game->key;
    return ++order->count != order->stop_after;
}

static void test_order(void **state)
{
    (void)state;
    enum { PAIRINGS = 7, OPENINGS = 30, COUNT = 2 * PAIRINGS * OPENINGS };
    Error error;
    Random random = random_stream(5, 0, 0);
    GameKey keys[COUNT];
    Store *store = open_store("a.db", STORE_WRITE);
    int64_t run = new_run(store, COUNT);
    for (int i = 0; i < COUNT; i++) // shuffled as it is filled
        keys[i] = (GameKey){i % PAIRINGS, i / PAIRINGS / 2, i / PAIRINGS % 2};
    for (int i = COUNT - 1; i > 0; i--) {
        int k = (int)random_below(&random, (uint32_t)i + 1);
        GameKey kept = keys[i];
        keys[i] = keys[k];
        keys[k] = kept;
    }
    for (int i = 0; i < COUNT; i++)
        add_games(store, run, (StoredGame[]){make_game(keys[i], 3)}, 1);
    Order order = {.count = 0};
    assert_true(store_games(store, run, check_order, &order, &error));
    assert_int_equal(order.count, COUNT);
    order = (Order){.stop_after = 10};
    assert_true(store_games(store, 0, check_order, &order, &error));
    assert_int_equal(order.count, 10);
    Keys *found = read_keys(store, run);
    assert_int_equal(found->count, COUNT);
    for (int i = 1; i < COUNT; i++)
        assert_true(is_before(found->list[i - 1], found->list[i]));
    free(found);
    store_close(store);
}

static void test_all_or_none(void **state)
{
    (void)state;
    Error error;
    StoredGame games[3];
    for (int i = 0; i < 3; i++)
        games[i] = make_game((GameKey){2, i, 1}, 1);
    Store *store = open_store("a.db", STORE_WRITE);
    int64_t run = new_run(store, 10);
    add_games(store, run, games + 2, 1);
    refused(store_add_games(store, run, games, 3, &error), &error,
            "'a.db' has the game already: run 1, pairing 2, opening 2, side 1");
    StoredGame twice[] = {games[0], games[0]};
    refused(store_add_games(store, run, twice, 2, &error), &error,
            "'a.db' has the game already: run 1, pairing 2, opening 0, side 1");
    StoredGame aborted[] = {games[0], games[1]};
    aborted[1].game.winner = SIDE_NONE;
    aborted[1].game.reason = GAME_ABORTED;
    refused(store_add_games(store, run, aborted, 2, &error), &error,
            "a game without a result is not for 'a.db'");
    games[1].key.side = 2;
    refused(store_add_games(store, run, games, 2, &error), &error, "there is no game 2, 1, 2");
    games[1].key.side = 1;
    Keys *keys = read_keys(store, run);
    assert_int_equal(keys->count, 1);
    free(keys);
    add_games(store, run, games, 2); // still usable
    add_games(store, run, NULL, 0);
    store_close(store);
}

/* A reader is refused every change; a second Store of this process sees what was stored. */
static void test_reader(void **state)
{
    (void)state;
    Error error;
    int64_t run;
    Store *writer = open_store("a.db", STORE_WRITE);
    new_run(writer, 2);
    Store *reader = open_store("a.db", STORE_READ);
    StoredGame game = make_game((GameKey){0, 0, 0}, 1);
    assert_false(store_run_create(reader, "match", "{}", NULL, 1, &run, &error));
    refused(store_add_games(reader, 1, &game, 1, &error), &error,
            "'a.db' cannot be written: it or its directory is read-only");
    add_games(writer, 1, &game, 1);
    Keys *keys = read_keys(reader, 1);
    assert_int_equal(keys->count, 1);
    free(keys);
    store_close(reader);
    store_close(writer);
    assert_int_equal(access("a.db-wal", F_OK), -1); // tidy when all have gone
}

/* A walk through a file several times as large as what SQLite may use for it. */

static bool pass_game(void *context, const StoredGame *game)
{
    *(int *)context += game->game.winner != SIDE_NONE;
    return true;
}

static bool pass_total(void *context, const StoreTotal *total)
{
    *(int *)context += (int)total->games;
    return true;
}

static void test_memory_is_flat(void **state)
{
    (void)state;
    enum { BATCH = 1000, BATCHES = 100, LIMIT = 3 << 20 };
    Error error;
    int games_seen = 0, games_summed = 0;
    int64_t bytes;
    StoredGame *games = calloc(BATCH, sizeof *games);
    Store *store = open_store("a.db", STORE_WRITE);
    int64_t run = new_run(store, BATCH * BATCHES);
    for (int batch = 0; batch < BATCHES; batch++) {
        for (int i = 0; i < BATCH; i++)
            games[i] = make_game((GameKey){i % 10, batch * BATCH / 20 + i / 20, i / 10 % 2}, 1);
        add_games(store, run, games, BATCH);
    }
    free(games);
    store_close(store);

    store = open_store("a.db", STORE_READ);
    sqlite3_memory_highwater(1);
    assert_true(store_games(store, run, pass_game, &games_seen, &error));
    assert_true(store_totals(store, run, 100, pass_total, &games_summed, &error));
    assert_true(games_seen == BATCH * BATCHES && games_summed == BATCH * BATCHES);
    assert_true(store_number(store,
                             "SELECT page_count * page_size"
                             " FROM pragma_page_count, pragma_page_size",
                             &bytes, &error));
    assert_true(bytes > 3 * LIMIT);
    assert_true(sqlite3_memory_highwater(0) > 0 && sqlite3_memory_highwater(0) < LIMIT);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_DIRECTORY(test_a_run),
        IN_DIRECTORY(test_runs_that_are_not_there),
        IN_DIRECTORY(test_find),
        IN_DIRECTORY(test_list_and_delete),
        IN_DIRECTORY(test_games_come_back),
        IN_DIRECTORY(test_order),
        IN_DIRECTORY(test_all_or_none),
        IN_DIRECTORY(test_reader),
        IN_DIRECTORY(test_memory_is_flat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
