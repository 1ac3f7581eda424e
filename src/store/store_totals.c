/* store_totals.c: a run's games added up.
 *
 * Rows come in the order of pairing and opening, so a pairing's repeat is a stretch of rows:
 * one walk, one sum at a time, nothing sorted, and sums of times that do not depend on the
 * order in which games were stored.
 */
#include <string.h>

#include "store/database.h"

typedef struct Stretch {
    int pairing, repeat;
} Stretch;

/* 0 pairs a repeat: all is one repeat. */
static Stretch stretch_of(sqlite3_stmt *statement, int pairs_per_repeat)
{
    int64_t opening = sqlite3_column_int64(statement, 1);
    return (Stretch){.pairing = sqlite3_column_int(statement, 0),
                     .repeat = pairs_per_repeat > 0 ? (int)(opening / pairs_per_repeat) : 0};
}

static bool same_stretch(Stretch one, Stretch other)
{
    return one.pairing == other.pairing && one.repeat == other.repeat;
}

/* A walk through the rows of ?1: `add` is told of every row, `finish` of every stretch's end. */
typedef struct Walk {
    Stretch stretch;
    void *sums;
    bool (*add)(void *sums, sqlite3_stmt *statement); // false: no row of ours
    bool (*finish)(void *sums, Stretch stretch);      // false: enough
} Walk;

static bool walk_rows(Store *store, sqlite3_stmt *statement, int pairs_per_repeat, Walk *walk,
                      Error *error)
{
    bool row, started = false;
    while (store_step(store, statement, &row, error)) {
        Stretch stretch = row ? stretch_of(statement, pairs_per_repeat) : walk->stretch;
        bool ended = started && (!row || !same_stretch(stretch, walk->stretch));
        if (ended && !walk->finish(walk->sums, walk->stretch))
            return true;
        if (!row)
            return true;
        walk->stretch = stretch;
        started = true;
        if (!walk->add(walk->sums, statement))
            return store_damaged(store, error);
    }
    return false;
}

static bool walk_run(Store *store, int64_t run, const char *sql, int pairs_per_repeat, Walk *walk,
                     Error *error)
{
    if (!store_run_resolve(store, &run, error))
        return false;
    sqlite3_stmt *statement = store_prepare(store, sql, error);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, run);
    bool good = walk_rows(store, statement, pairs_per_repeat, walk, error);
    sqlite3_finalize(statement);
    return good;
}

typedef struct Totals {
    StoreTotal sums[2]; // by whether A attacks
    bool (*visit)(void *context, const StoreTotal *total);
    void *context;
} Totals;

enum { COLUMN_A = 6, COLUMNS_A_SIDE = 4 };

static void add_side(StoreTotal *total, sqlite3_stmt *statement, int agent)
{
    int first = COLUMN_A + agent * COLUMNS_A_SIDE;
    double longest = sqlite3_column_double(statement, first + 3);
    total->moves[agent] += sqlite3_column_int64(statement, first);
    total->nodes[agent] += sqlite3_column_int64(statement, first + 1);
    total->seconds[agent] += sqlite3_column_double(statement, first + 2);
    if (longest > total->longest_move[agent])
        total->longest_move[agent] = longest;
}

static bool add_total(void *sums, sqlite3_stmt *statement)
{
    Totals *totals = sums;
    int reason = sqlite3_column_int(statement, 3);
    bool a_attacks =
        sqlite3_column_type(statement, 4) != SQLITE_NULL && sqlite3_column_int(statement, 4) == 0;
    StoreTotal *total = &totals->sums[a_attacks];
    if (reason < 0 || reason >= GAME_ABORTED)
        return false;
    total->games++;
    total->a_wins += sqlite3_column_int(statement, 2) == 0;
    total->reasons[reason]++;
    total->plies += sqlite3_column_int64(statement, 5);
    add_side(total, statement, 0);
    add_side(total, statement, 1);
    return true;
}

static bool finish_total(void *sums, Stretch stretch)
{
    Totals *totals = sums;
    bool more = true;
    for (int a_attacks = 0; more && a_attacks < 2; a_attacks++) {
        StoreTotal *total = &totals->sums[a_attacks];
        total->pairing = stretch.pairing;
        total->repeat = stretch.repeat;
        total->a_attacks = a_attacks;
        if (total->games > 0)
            more = totals->visit(totals->context, total);
        *total = (StoreTotal){0};
    }
    return more;
}

bool store_totals(Store *store, int64_t run, int pairs_per_repeat,
                  bool (*visit)(void *context, const StoreTotal *total), void *context,
                  Error *error)
{
    Totals totals = {.visit = visit, .context = context};
    Walk walk = {.sums = &totals, .add = add_total, .finish = finish_total};
    return walk_run(store, run,
                    "SELECT pairing, opening, winner, reason, attacker, length(moves),"
                    " a_moves, a_nodes, a_seconds, a_longest,"
                    " b_moves, b_nodes, b_seconds, b_longest"
                    " FROM game WHERE run = ?1 ORDER BY pairing, opening, side",
                    pairs_per_repeat, &walk, error);
}

typedef struct Pairs {
    StorePairs sums;
    int64_t opening; // of the row before, which is of the same stretch
    int games;       // of that opening so far
    int points;      // of A in them
    bool (*visit)(void *context, const StorePairs *pairs);
    void *context;
} Pairs;

static bool add_pair(void *sums, sqlite3_stmt *statement)
{
    Pairs *pairs = sums;
    int64_t opening = sqlite3_column_int64(statement, 1);
    if (pairs->games == 0 || opening != pairs->opening)
        pairs->games = pairs->points = 0;
    pairs->opening = opening;
    pairs->games++;
    pairs->points += sqlite3_column_int(statement, 2) == 0;
    if (pairs->games > 2)
        return false;
    if (pairs->games == 2)
        pairs->sums.points[pairs->points]++;
    return true;
}

/* A repeat without a complete pair has nothing to tell. */
static bool finish_pairs(void *sums, Stretch stretch)
{
    Pairs *pairs = sums;
    StorePairs *found = &pairs->sums;
    found->pairing = stretch.pairing;
    found->repeat = stretch.repeat;
    bool any = found->points[0] + found->points[1] + found->points[2] > 0;
    bool more = !any || pairs->visit(pairs->context, found);
    *found = (StorePairs){0};
    pairs->games = 0;
    return more;
}

bool store_pairs(Store *store, int64_t run, int pairs_per_repeat,
                 bool (*visit)(void *context, const StorePairs *pairs), void *context, Error *error)
{
    Pairs pairs = {.visit = visit, .context = context};
    Walk walk = {.sums = &pairs, .add = add_pair, .finish = finish_pairs};
    return walk_run(store, run,
                    "SELECT pairing, opening, winner FROM game"
                    " WHERE run = ?1 ORDER BY pairing, opening, side",
                    pairs_per_repeat, &walk, error);
}
