#include "store_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/export.h"

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
    if (!store_run_create(store, "match", "{}", NULL, planned, &run, &error))
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
    game->reason =
        random_below(&random, 10) ? GAME_STUCK : (GameReason)random_below(&random, GAME_REASONS);
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

static bool keep_key(void *context, const StoredGame *game)
{
    Keys *keys = context;
    assert_true(keys->count < KEYS_MAX);
    keys->list[keys->count++] = game->key;
    return true;
}

Keys *read_keys(Store *store, int64_t run)
{
    Error error;
    Keys *keys = malloc(sizeof *keys);
    assert_non_null(keys);
    keys->count = 0;
    if (!store_games(store, run, keep_key, keys, &error))
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

void refuse(const char *path, StoreMode mode, const char *sentence)
{
    Error error;
    Store *store = store_open(path, mode, &error);
    if (store)
        fail_msg("%s was opened", path);
    assert_string_equal(error.text, sentence);
}

void refuse_both(const char *path, const char *sentence)
{
    refuse(path, STORE_READ, sentence);
    refuse(path, STORE_WRITE, sentence);
}

void make_file(const char *path, int count)
{
    Store *store = open_store(path, STORE_WRITE);
    StoredGame *games = calloc((size_t)count, sizeof *games);
    int64_t run = new_run(store, count);
    for (int i = 0; i < count; i++)
        games[i] = make_game((GameKey){i % 3, i / 6, i / 3 % 2}, 1);
    add_games(store, run, games, count);
    free(games);
    store_close(store);
}

void make_by_sql(const char *path, const char *sql)
{
    sqlite3 *database;
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

Bytes read_bytes(const char *path)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    Bytes read = {malloc((size_t)status.st_size + 1), (size_t)status.st_size};
    FILE *file = fopen(path, "rb");
    assert_true(file && fread(read.bytes, 1, read.length, file) == read.length);
    fclose(file);
    return read;
}

void write_bytes(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_true(file && fwrite(bytes, 1, length, file) == length && fclose(file) == 0);
}

void assert_unchanged(const char *path, const Bytes *before)
{
    Bytes now = read_bytes(path);
    assert_true(now.length == before->length);
    assert_memory_equal(now.bytes, before->bytes, now.length);
    free(now.bytes);
}

static bool pass_game(void *context, const StoredGame *game)
{
    (void)context;
    return game->game.moves.count <= SQUARE_LIMIT;
}

static bool pass_total(void *context, const StoreTotal *total)
{
    (void)context;
    return total->games > 0;
}

static bool pass_pairs(void *context, const StorePairs *pairs)
{
    (void)context;
    return pairs->points[0] >= 0;
}

static bool pass_run(void *context, const StoreRun *run)
{
    (void)context;
    return run->id != 0;
}

bool read_all(const char *path, Error *error)
{
    Store *store = store_open(path, STORE_READ, error);
    if (!store)
        return false;
    FILE *nowhere = fopen("/dev/null", "w");
    bool good = store_runs(store, pass_run, NULL, error) &&
                store_totals(store, 0, 10, pass_total, NULL, error) &&
                store_pairs(store, 0, 10, pass_pairs, NULL, error) &&
                store_games(store, 0, pass_game, NULL, error);
    if (good)
        export_games(store, 0, EXPORT_CSV, true, nowhere, error); // the games are no real ones
    fclose(nowhere);
    store_close(store);
    return good;
}
