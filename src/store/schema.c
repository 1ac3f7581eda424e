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
    "ALTER TABLE run ADD COLUMN openings TEXT; -- a line each; NULL: they follow from the settings\n",
    // More reasons. A table's checks cannot be changed, so it is made anew.
    "CREATE TABLE more_reasons (\n"
    "  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,\n"
    "  pairing INTEGER NOT NULL CHECK (pairing >= 0),\n"
    "  opening INTEGER NOT NULL CHECK (opening >= 0),\n"
    "  side INTEGER NOT NULL CHECK (side IN (0, 1)),         -- 0: A is first, 1: B is\n"
    "  winner INTEGER NOT NULL CHECK (winner IN (0, 1)),     -- 0: A, 1: B\n"
    "  reason INTEGER NOT NULL CHECK (reason BETWEEN 0 AND 6), -- stuck, time, illegal, crash,\n"
    "                                                        -- exception, resigned, silent\n"
    "  attacker INTEGER CHECK (attacker IN (0, 1)),          -- 0: A, 1: B\n"
    "  moves BLOB NOT NULL CHECK (length(moves) <= 128),     -- a byte a square, from the opening\n"
    "  a_moves INTEGER NOT NULL, b_moves INTEGER NOT NULL,\n"
    "  a_nodes INTEGER NOT NULL, b_nodes INTEGER NOT NULL,\n"
    "  a_seconds REAL NOT NULL, b_seconds REAL NOT NULL,\n"
    "  a_longest REAL NOT NULL, b_longest REAL NOT NULL,     -- seconds of the longest move\n"
    "  fault TEXT,                                           -- of the side that forfeited\n"
    "  PRIMARY KEY (run, pairing, opening, side)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "INSERT INTO more_reasons SELECT * FROM game;\n"
    "DROP TABLE game;\n"
    "ALTER TABLE more_reasons RENAME TO game;\n",
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

typedef struct Marks {
    int64_t application, version, tables;
} Marks;

/* In one statement, so that nobody can change one of them in between. */
static bool read_marks(Store *store, Marks *marks, Error *error)
{
    bool row;
    sqlite3_stmt *statement =
        store_prepare(store,
                      "SELECT (SELECT count(*) FROM sqlite_schema), application_id, user_version"
                      " FROM pragma_application_id, pragma_user_version",
                      error);
    bool good = statement && store_step(store, statement, &row, error);
    if (good)
        *marks = (Marks){.tables = sqlite3_column_int64(statement, 0),
                         .application = sqlite3_column_int64(statement, 1),
                         .version = sqlite3_column_int64(statement, 2)};
    sqlite3_finalize(statement);
    return good;
}

bool schema_check(Store *store, const Schema *schema, int64_t *version, Error *error)
{
    Marks marks;
    if (!read_marks(store, &marks, error))
        return false;
    *version = marks.version;
    bool unclaimed = marks.application == 0 && marks.version == 0 && marks.tables == 0;
    if ((marks.application != SCHEMA_APPLICATION && !unclaimed) || marks.version < 0)
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
