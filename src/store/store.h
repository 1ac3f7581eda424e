/* store.h: results that survive.
 *
 * One SQLite file holds runs and their games. A game is unique by (run, pairing, opening,
 * side) and is durable when store_add_games() returns: killed at any moment, a file has every
 * game that was ever counted, none twice. Several processes may use one file; writers take
 * turns. A file that was deleted, moved or replaced since it was opened is noticed by whatever
 * writes to it, which then fails.
 *
 * A Store is used by one thread. Every function that can fail returns false with a sentence
 * that names the file and what is wrong with it; after a failure the Store can still be closed
 * and what was stored is safe.
 */
#pragma once

#include "arena/tournament.h"

typedef struct Store Store;

typedef enum StoreMode {
    STORE_READ,  // the file must exist
    STORE_WRITE, // is created if absent, migrated if older
} StoreMode;

Store *store_open(const char *path, StoreMode mode, Error *error);
void store_close(Store *store); // NULL is allowed

/* Whether the file is still where it was opened, for who tells of what is stored. */
bool store_is_in_place(Store *store, Error *error);

/* A run as listed. Texts belong to whoever got the struct: store_run_free(). */
typedef struct StoreRun {
    int64_t id;
    char *kind;     // "match", "match sprt 0,10", "tournament", "study 000", ...
    char *settings; // JSON, as settings_print() wrote it
    char *openings; // as openings_print() wrote them; NULL unless they were a file's, and in runs
                    // of before they were kept
    char *version;  // of the program
    char *machine;  // processor and number of cores
    char *started;  // UTC, ISO 8601
    char *finished; // NULL while it has something to play
    int64_t games;  // stored
    int64_t planned;
} StoreRun;

void store_run_free(StoreRun *run);

/* `openings` NULL or "": they follow from the settings. */
bool store_run_create(Store *store, const char *kind, const char *settings, const char *openings,
                      int64_t planned, int64_t *id, Error *error);
bool store_run_finish(Store *store, int64_t id, Error *error);
/* With its games, if nobody is playing it; no 0 here. */
bool store_run_delete(Store *store, int64_t id, Error *error);
/* Makes this Store the one that plays the run, until it is closed or its process ends, in whatever
 * way. Refused while another one is. One run at a time. */
bool store_run_claim(Store *store, int64_t id, Error *error);
/* Here and below: a run that does not exist is refused; 0 means the newest, except to writers. */
bool store_run_get(Store *store, int64_t id, StoreRun *run, Error *error);
/* The newest unfinished run of that kind with the same settings (NULL: any of either), or else
 * the newest finished one; 0 if none. */
bool store_run_find(Store *store, const char *kind, const char *settings, int64_t *id,
                    Error *error);
/* That run or else a new one, in one step: of those who ask at once all get the same. */
bool store_run_find_or_create(Store *store, const char *kind, const char *settings,
                              const char *openings, int64_t planned, int64_t *id, Error *error);
/* Oldest first; `visit` false ends early, here and below. */
bool store_runs(Store *store, bool (*visit)(void *context, const StoreRun *run), void *context,
                Error *error);

typedef struct StoredGame {
    GameKey key;
    Game game; // of its fields, `start` is the opening's and not stored
} StoredGame;

/* All or none, in one transaction that has reached the disk on return. A game that is stored
 * already, or has no result, is refused. */
bool store_add_games(Store *store, int64_t run, const StoredGame *games, int count, Error *error);

/* Every game of a run, in the order of pairing, opening, side. Memory does not grow with the number
 * of games. */
bool store_games(Store *store, int64_t run, bool (*visit)(void *context, const StoredGame *game),
                 void *context, Error *error);

/* Totals, in one pass over the games: one for each pairing, repeat, and whether A was the
 * attacker, in that order and where there are games. `pairs_per_repeat` 0 makes all one
 * repeat. */
typedef struct StoreTotal {
    int pairing, repeat;
    bool a_attacks; // false also where the knights were never both placed
    int64_t games, a_wins;
    int64_t reasons[GAME_REASONS]; // by GameReason
    int64_t plies;                 // of all games, from the opening on
    int64_t moves[2], nodes[2];    // of A and of B
    double seconds[2], longest_move[2];
} StoreTotal;

bool store_totals(Store *store, int64_t run, int pairs_per_repeat,
                  bool (*visit)(void *context, const StoreTotal *total), void *context,
                  Error *error);

/* Complete opening pairs by A's points in them, for each pairing and repeat that has any. */
typedef struct StorePairs {
    int pairing, repeat;
    int64_t points[3]; // pairs in which A won 0, 1, 2 games
} StorePairs;

bool store_pairs(Store *store, int64_t run, int pairs_per_repeat,
                 bool (*visit)(void *context, const StorePairs *pairs), void *context,
                 Error *error);
