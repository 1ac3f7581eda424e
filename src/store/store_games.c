/* store_games.c: games into rows and back. */
#include <string.h>

#include "store/database.h"

#define GAME_COLUMNS                                                                               \
    "pairing, opening, side, winner, reason, attacker, moves, fault,"                              \
    " a_moves, a_nodes, a_seconds, a_longest, b_moves, b_nodes, b_seconds, b_longest"

enum { COLUMN_MOVES = 6, COLUMN_FAULT = 7, COLUMN_A = 8, COLUMNS_A_SIDE = 4 };

/* From a side of the board to the pairing's A (0) and B (1), and back: A has the side `side`. */
static int of_pairing(GameKey key, int side)
{
    return side ^ key.side;
}

static bool can_be_stored(const Store *store, const StoredGame *stored, Error *error)
{
    const Game *game = &stored->game;
    GameKey key = stored->key;
    char quote[QUOTE_SIZE];
    if (game->winner == SIDE_NONE || game->reason >= GAME_ABORTED)
        return error_set(error, "a game without a result is not for %s", store_name(store, quote));
    if (key.pairing < 0 || key.opening < 0 || key.side < 0 || key.side > 1)
        return error_set(error, "there is no game %d, %lld, %d", key.pairing,
                         (long long)key.opening, key.side);
    return true;
}

/* Parameter 1 is the run; column i of a row is parameter i + 2. */
static void bind_side(sqlite3_stmt *statement, const StoredGame *stored, int agent)
{
    const GameSide *side = &stored->game.side[of_pairing(stored->key, agent)];
    int first = 2 + COLUMN_A + agent * COLUMNS_A_SIDE;
    sqlite3_bind_int(statement, first, side->moves);
    sqlite3_bind_int64(statement, first + 1, (int64_t)side->nodes);
    sqlite3_bind_double(statement, first + 2, side->seconds);
    sqlite3_bind_double(statement, first + 3, side->longest_move);
}

static void bind_game(sqlite3_stmt *statement, const StoredGame *stored)
{
    const Game *game = &stored->game;
    sqlite3_bind_int(statement, 2, stored->key.pairing);
    sqlite3_bind_int64(statement, 3, stored->key.opening);
    sqlite3_bind_int(statement, 4, stored->key.side);
    sqlite3_bind_int(statement, 5, of_pairing(stored->key, (int)game->winner));
    sqlite3_bind_int(statement, 6, (int)game->reason);
    if (game->attacker == SIDE_NONE)
        sqlite3_bind_null(statement, 7);
    else
        sqlite3_bind_int(statement, 7, of_pairing(stored->key, (int)game->attacker));
    sqlite3_bind_blob(statement, 2 + COLUMN_MOVES, game->moves.moves, game->moves.count,
                      SQLITE_STATIC);
    if (*game->fault)
        sqlite3_bind_text(statement, 2 + COLUMN_FAULT, game->fault, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, 2 + COLUMN_FAULT);
    bind_side(statement, stored, 0);
    bind_side(statement, stored, 1);
}

static bool fail_to_add(const Store *store, int64_t run, GameKey key, Error *error)
{
    char quote[QUOTE_SIZE];
    if (sqlite3_extended_errcode(store->database) != SQLITE_CONSTRAINT_PRIMARYKEY)
        return store_fail(store, error);
    return error_set(error, "%s has the game already: run %lld, pairing %d, opening %lld, side %d",
                     store_name(store, quote), (long long)run, key.pairing, (long long)key.opening,
                     key.side);
}

static bool add_all(Store *store, int64_t run, const StoredGame *games, int count, Error *error)
{
    sqlite3_stmt *statement = store_prepare(
        store,
        "INSERT INTO game (run, " GAME_COLUMNS ")"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)",
        error);
    bool good = statement && sqlite3_bind_int64(statement, 1, run) == SQLITE_OK;
    for (int i = 0; good && i < count; i++) {
        good = can_be_stored(store, &games[i], error);
        if (!good)
            break;
        bind_game(statement, &games[i]);
        good =
            sqlite3_step(statement) == SQLITE_DONE || fail_to_add(store, run, games[i].key, error);
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    return good;
}

bool store_add_games(Store *store, int64_t run, const StoredGame *games, int count, Error *error)
{
    if (!store_begin(store, error))
        return false;
    bool named = run != 0 || store_no_run(store, run, error); // "the newest" is for readers
    bool good =
        named && store_run_resolve(store, &run, error) && add_all(store, run, games, count, error);
    return store_end(store, good, error);
}

static GameKey read_key(sqlite3_stmt *statement)
{
    return (GameKey){.pairing = sqlite3_column_int(statement, 0),
                     .opening = sqlite3_column_int64(statement, 1),
                     .side = sqlite3_column_int(statement, 2)};
}

static bool read_moves(sqlite3_stmt *statement, MoveList *moves)
{
    const void *bytes = sqlite3_column_blob(statement, COLUMN_MOVES);
    moves->count = sqlite3_column_bytes(statement, COLUMN_MOVES);
    if (moves->count > SQUARE_LIMIT || (!bytes && moves->count > 0))
        return false;
    if (moves->count > 0)
        memcpy(moves->moves, bytes, (size_t)moves->count);
    for (int i = 0; i < moves->count; i++)
        if (moves->moves[i] >= SQUARE_LIMIT)
            return false;
    return true;
}

static bool read_fault(sqlite3_stmt *statement, char fault[ERROR_TEXT_SIZE])
{
    *fault = '\0';
    if (sqlite3_column_type(statement, COLUMN_FAULT) == SQLITE_NULL)
        return true;
    const char *text = (const char *)sqlite3_column_text(statement, COLUMN_FAULT);
    size_t length = text ? strlen(text) : ERROR_TEXT_SIZE;
    if (length >= ERROR_TEXT_SIZE)
        return false;
    memcpy(fault, text, length + 1);
    return true;
}

static GameSide read_side(sqlite3_stmt *statement, int agent)
{
    int first = COLUMN_A + agent * COLUMNS_A_SIDE;
    return (GameSide){.moves = sqlite3_column_int(statement, first),
                      .nodes = (uint64_t)sqlite3_column_int64(statement, first + 1),
                      .seconds = sqlite3_column_double(statement, first + 2),
                      .longest_move = sqlite3_column_double(statement, first + 3)};
}

static bool in_range(int number, int limit)
{
    return number >= 0 && number < limit;
}

/* False if this is nothing that add_all() wrote: the checks of the table stop whoever writes,
 * not bytes that went bad on the disk. */
static bool read_game(sqlite3_stmt *statement, StoredGame *stored)
{
    GameKey key = read_key(statement);
    int winner = sqlite3_column_int(statement, 3), reason = sqlite3_column_int(statement, 4);
    bool attacks = sqlite3_column_type(statement, 5) != SQLITE_NULL;
    int attacker = sqlite3_column_int(statement, 5);
    if (key.pairing < 0 || key.opening < 0 || !in_range(key.side, 2) || !in_range(winner, 2) ||
        !in_range(attacker, 2) || !in_range(reason, GAME_ABORTED))
        return false;
    Game *game = &stored->game;
    stored->key = key;
    game->start = (Position){.knight = {SQUARE_NONE, SQUARE_NONE}};
    game->winner = (Side)of_pairing(key, winner);
    game->reason = (GameReason)reason;
    game->attacker = attacks ? (Side)of_pairing(key, attacker) : SIDE_NONE;
    game->side[of_pairing(key, 0)] = read_side(statement, 0);
    game->side[of_pairing(key, 1)] = read_side(statement, 1);
    return read_fault(statement, game->fault) && read_moves(statement, &game->moves);
}

static bool fail_to_read(const Store *store, Error *error)
{
    bool no_memory = sqlite3_errcode(store->database) == SQLITE_NOMEM;
    return no_memory ? error_out_of_memory(error) : store_damaged(store, error);
}

/* A query about the games of one run, which is ?1. */
static sqlite3_stmt *prepare_for_run(Store *store, int64_t run, const char *sql, Error *error)
{
    if (!store_run_resolve(store, &run, error))
        return NULL;
    sqlite3_stmt *statement = store_prepare(store, sql, error);
    if (statement)
        sqlite3_bind_int64(statement, 1, run);
    return statement;
}

bool store_games(Store *store, int64_t run, bool (*visit)(void *context, const StoredGame *game),
                 void *context, Error *error)
{
    bool row, good, more = true;
    StoredGame game;
    sqlite3_stmt *statement = prepare_for_run(store, run,
                                              "SELECT " GAME_COLUMNS " FROM game"
                                              " WHERE run = ?1 ORDER BY pairing, opening, side",
                                              error);
    if (!statement)
        return false;
    while (more && (good = store_step(store, statement, &row, error)) && row) {
        good = read_game(statement, &game) || fail_to_read(store, error);
        more = good && visit(context, &game);
    }
    sqlite3_finalize(statement);
    return good;
}
