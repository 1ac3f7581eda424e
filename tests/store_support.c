#include "store_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int directory_create(void **state)
{
    char *path = strdup("/tmp/isolab-store-XXXXXX");
    *state = path;
    return !path || !mkdtemp(path) || chdir(path);
}

int directory_remove(void **state)
{
    char command[PATH_SIZE];
    snprintf(command, sizeof command, "rm -rf '%s'", (char *)*state);
    free(*state);
    return chdir("/") || system(command);
}

Store *open_store(const char *path, StoreMode mode)
{
    Error error;
    Store *store = store_open(path, mode, &error);
    if (!store)
        fail_msg("%s", error.text);
    return store;
}

int64_t new_run(Store *store, int64_t planned)
{
    Error error;
    int64_t run = 0;
    if (!store_run_create(store, "match", "{}", planned, &run, &error))
        fail_msg("%s", error.text);
    return run;
}

static GameSide make_side(Random *random, int moves)
{
    return (GameSide){.nodes = random_next(random) >> 24,
                      .seconds = random_unit(random),
                      .longest_move = random_unit(random),
                      .moves = moves};
}

StoredGame make_game(GameKey key, uint64_t seed)
{
    Random random =
        random_stream(seed, (uint64_t)key.opening, 2 * (uint64_t)key.pairing + (uint64_t)key.side);
    StoredGame made = {.key = key};
    Game *game = &made.game;
    game->winner = (Side)random_below(&random, 2);
    game->reason = random_below(&random, 10) ? GAME_STUCK : (GameReason)random_below(&random, 4);
    game->attacker = (Side)random_below(&random, 3);
    game->moves.count = (int)random_below(&random, 45);
    for (int i = 0; i < game->moves.count; i++)
        game->moves.moves[i] = (Square)random_below(&random, SQUARE_LIMIT);
    if (game->reason != GAME_STUCK)
        snprintf(game->fault, sizeof game->fault, "fault %u", random_below(&random, 100));
    game->side[FIRST] = make_side(&random, (game->moves.count + 1) / 2);
    game->side[SECOND] = make_side(&random, game->moves.count / 2);
    return made;
}

static void assert_same_side(const GameSide *one, const GameSide *other)
{
    assert_true(one->nodes == other->nodes);
    assert_true(one->seconds == other->seconds);
    assert_true(one->longest_move == other->longest_move);
    assert_int_equal(one->moves, other->moves);
}

void assert_same_game(const StoredGame *one, const StoredGame *other)
{
    const Game *a = &one->game, *b = &other->game;
    assert_int_equal(one->key.pairing, other->key.pairing);
    assert_true(one->key.opening == other->key.opening);
    assert_int_equal(one->key.side, other->key.side);
    assert_int_equal(a->winner, b->winner);
    assert_int_equal(a->reason, b->reason);
    assert_int_equal(a->attacker, b->attacker);
    assert_string_equal(a->fault, b->fault);
    assert_int_equal(a->moves.count, b->moves.count);
    assert_memory_equal(a->moves.moves, b->moves.moves, (size_t)a->moves.count);
    assert_same_side(&a->side[FIRST], &b->side[FIRST]);
    assert_same_side(&a->side[SECOND], &b->side[SECOND]);
}

void add_games(Store *store, int64_t run, const StoredGame *games, int count)
{
    Error error;
    if (!store_add_games(store, run, games, count, &error))
        fail_msg("%s", error.text);
}

static void keep_key(void *context, GameKey key)
{
    Keys *keys = context;
    assert_true(keys->count < KEYS_MAX);
    keys->list[keys->count++] = key;
}

Keys *read_keys(Store *store, int64_t run)
{
    Error error;
    Keys *keys = malloc(sizeof *keys);
    assert_non_null(keys);
    keys->count = 0;
    if (!store_keys(store, run, keep_key, keys, &error))
        fail_msg("%s", error.text);
    return keys;
}

bool store_number(Store *store, const char *sql, int64_t *number, Error *error)
{
    bool row;
    sqlite3_stmt *statement = store_prepare(store, sql, error);
    bool good = statement && store_step(store, statement, &row, error);
    if (good)
        *number = row ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return good;
}
