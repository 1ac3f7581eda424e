/* schema.c: the tables as SQL.
 *
 * A game is one row of 80 to 150 bytes, found by its key and stored in the key's order
 * (WITHOUT ROWID), so that resuming, totals and export are each one walk through a run's rows
 * without an index beside them and without sorting.
 *
 * A and B are the pairing's two agents; `side` is 0 where A moves first. Everything about a
 * side of a game is stored by A and B, because every question about a pairing is.
 */
#include "store/schema.h"

// clang-format off
static const char *const steps[] = {
    "CREATE TABLE run (\n"
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, -- of a deleted run is not given again\n"
    "  kind TEXT NOT NULL,\n"
    "  settings TEXT NOT NULL,               -- JSON\n"
    "  version TEXT NOT NULL,                -- of the program\n"
    "  machine TEXT NOT NULL,\n"
    "  started TEXT NOT NULL,                -- UTC\n"
    "  finished TEXT,\n"
    "  planned INTEGER NOT NULL CHECK (planned >= 0)\n"
    ") STRICT;\n"
    "CREATE TABLE game (\n"
    "  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,\n"
    "  pairing INTEGER NOT NULL CHECK (pairing >= 0),\n"
    "  opening INTEGER NOT NULL CHECK (opening >= 0),\n"
    "  side INTEGER NOT NULL CHECK (side IN (0, 1)),         -- 0: A is first, 1: B is\n"
    "  winner INTEGER NOT NULL CHECK (winner IN (0, 1)),     -- 0: A, 1: B\n"
    "  reason INTEGER NOT NULL CHECK (reason IN (0, 1, 2, 3)), -- stuck, time, illegal, crash\n"
    "  attacker INTEGER CHECK (attacker IN (0, 1)),          -- 0: A, 1: B\n"
    "  moves BLOB NOT NULL CHECK (length(moves) <= 128),     -- a byte a square, from the opening\n"
    "  a_moves INTEGER NOT NULL, b_moves INTEGER NOT NULL,\n"
    "  a_nodes INTEGER NOT NULL, b_nodes INTEGER NOT NULL,\n"
    "  a_seconds REAL NOT NULL, b_seconds REAL NOT NULL,\n"
    "  a_longest REAL NOT NULL, b_longest REAL NOT NULL,     -- seconds of the longest move\n"
    "  fault TEXT,                                           -- of the side that forfeited\n"
    "  PRIMARY KEY (run, pairing, opening, side)\n"
    ") STRICT, WITHOUT ROWID;\n",
};
// clang-format on

const Schema schema_current = {steps, sizeof steps / sizeof *steps};

static bool refuse_other(const Store *store, Error *error)
{
    char quote[QUOTE_SIZE];
    return error_set(error, "%s is not an isolab file", store_name(store, quote));
}

static bool refuse_newer(const Store *store, const Schema *schema, int64_t version, Error *error)
{
    char quote[QUOTE_SIZE];
    return error_set(error,
                     "%s has version %lld and this program knows versions up to %d; a newer isolab "
                     "wrote it",
                     store_name(store, quote), (long long)version, schema->version);
}

bool schema_check(Store *store, const Schema *schema, int64_t *version, Error *error)
{
    int64_t application = 0, tables = 0;
    if (!store_number(store, "PRAGMA application_id", &application, error) ||
        !store_number(store, "PRAGMA user_version", version, error) ||
        !store_number(store, "SELECT count(*) FROM sqlite_schema", &tables, error))
        return false;
    bool unclaimed = application == 0 && *version == 0 && tables == 0;
    if ((application != SCHEMA_APPLICATION && !unclaimed) || *version < 0)
        return refuse_other(store, error);
    return *version <= schema->version || refuse_newer(store, schema, *version, error);
}

static bool set_number(Store *store, const char *pragma, int number, Error *error)
{
    char sql[80];
    sqlite3_snprintf(sizeof sql, sql, "PRAGMA %s = %d", pragma, number);
    return store_execute(store, sql, error);
}

static bool take_steps(Store *store, const Schema *schema, Error *error)
{
    int64_t version;
    // Checked again now that it is our turn: another process may have been quicker.
    if (!schema_check(store, schema, &version, error))
        return false;
    for (; version < schema->version; version++)
        if (!store_execute(store, schema->steps[version], error))
            return false;
    return set_number(store, "application_id", SCHEMA_APPLICATION, error) &&
           set_number(store, "user_version", schema->version, error);
}

bool schema_migrate(Store *store, const Schema *schema, Error *error)
{
    return store_begin(store, error) && store_end(store, take_steps(store, schema, error), error);
}
