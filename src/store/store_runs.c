/* store_runs.c: runs, one row each. How many games a run has is counted, never noted down. */
#include <stdlib.h>
#include <string.h>

#include "store/database.h"
#include "util/machine.h"

#define NOW "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')"
#define RUN_COLUMNS                                                                                \
    "SELECT id, kind, settings, version, machine, started, finished, planned, openings,"           \
    " (SELECT count(*) FROM game WHERE run = id) FROM run "

void store_run_free(StoreRun *run)
{
    free(run->kind);
    free(run->settings);
    free(run->openings);
    free(run->version);
    free(run->machine);
    free(run->started);
    free(run->finished);
    *run = (StoreRun){0};
}

bool store_no_run(const Store *store, int64_t id, Error *error)
{
    char quote[QUOTE_SIZE];
    return error_set(error, "%s has no run %lld", store_name(store, quote), (long long)id);
}

static bool no_runs(const Store *store, Error *error)
{
    char quote[QUOTE_SIZE];
    return error_set(error, "%s has no runs", store_name(store, quote));
}

bool store_run_resolve(Store *store, int64_t *run, Error *error)
{
    bool row;
    sqlite3_stmt *statement =
        store_prepare(store, "SELECT max(id) FROM run WHERE ?1 IN (0, id)", error);
    bool good = statement && sqlite3_bind_int64(statement, 1, *run) == SQLITE_OK &&
                store_step(store, statement, &row, error);
    if (good) {
        int64_t id = sqlite3_column_int64(statement, 0);
        good = id > 0 || (*run ? store_no_run(store, *run, error) : no_runs(store, error));
        *run = good ? id : *run;
    }
    sqlite3_finalize(statement);
    return good;
}

/* Runs a statement that changes runs; `*changed` is how many. */
static bool change(Store *store, sqlite3_stmt *statement, int *changed, Error *error)
{
    bool row, good = store_step(store, statement, &row, error);
    *changed = good ? sqlite3_changes(store->database) : 0;
    return good && store_is_in_place(store, error);
}

bool store_run_create(Store *store, const char *kind, const char *settings, const char *openings,
                      int64_t planned, int64_t *id, Error *error)
{
    char machine[MACHINE_TEXT_SIZE];
    int changed;
    sqlite3_stmt *statement = store_prepare(
        store,
        "INSERT INTO run (kind, settings, version, machine, started, planned, openings)"
        " VALUES (?1, ?2, ?3, ?4, " NOW ", ?5, nullif(?6, ''))",
        error);
    if (!statement)
        return false;
    sqlite3_bind_text(statement, 1, kind, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, settings, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 3, ISOLAB_VERSION, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 4, machine_print(machine), -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 5, planned);
    sqlite3_bind_text(statement, 6, openings, -1, SQLITE_STATIC);
    bool good = change(store, statement, &changed, error);
    if (good)
        *id = sqlite3_last_insert_rowid(store->database);
    sqlite3_finalize(statement);
    return good;
}

/* A change to the one run that is ?1. */
static bool change_run(Store *store, const char *sql, int64_t id, Error *error)
{
    int changed;
    sqlite3_stmt *statement = store_prepare(store, sql, error);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, id);
    bool good = change(store, statement, &changed, error);
    sqlite3_finalize(statement);
    return good && (changed == 1 || store_no_run(store, id, error));
}

bool store_run_finish(Store *store, int64_t id, Error *error)
{
    return change_run(store, "UPDATE run SET finished = coalesce(finished, " NOW ") WHERE id = ?1",
                      id, error);
}

bool store_run_delete(Store *store, int64_t id, Error *error)
{
    return store_run_claim(store, id, error) &&
           change_run(store, "DELETE FROM run WHERE id = ?1", id, error);
}

static char *column_copy(sqlite3_stmt *statement, int column, bool *good)
{
    if (sqlite3_column_type(statement, column) == SQLITE_NULL)
        return NULL;
    const char *text = (const char *)sqlite3_column_text(statement, column);
    char *copy = text ? strdup(text) : NULL;
    *good = *good && copy;
    return copy;
}

static bool read_run(sqlite3_stmt *statement, StoreRun *run, Error *error)
{
    bool good = true;
    *run = (StoreRun){
        .id = sqlite3_column_int64(statement, 0),
        .kind = column_copy(statement, 1, &good),
        .settings = column_copy(statement, 2, &good),
        .version = column_copy(statement, 3, &good),
        .machine = column_copy(statement, 4, &good),
        .started = column_copy(statement, 5, &good),
        .finished = column_copy(statement, 6, &good),
        .planned = sqlite3_column_int64(statement, 7),
        .openings = column_copy(statement, 8, &good),
        .games = sqlite3_column_int64(statement, 9),
    };
    if (good)
        return true;
    store_run_free(run);
    return error_out_of_memory(error);
}

bool store_run_get(Store *store, int64_t id, StoreRun *run, Error *error)
{
    bool row;
    if (!store_run_resolve(store, &id, error))
        return false;
    sqlite3_stmt *statement = store_prepare(store, RUN_COLUMNS "WHERE id = ?1", error);
    bool good = statement && sqlite3_bind_int64(statement, 1, id) == SQLITE_OK &&
                store_step(store, statement, &row, error) &&
                (row ? read_run(statement, run, error) : store_no_run(store, id, error));
    sqlite3_finalize(statement);
    return good;
}

bool store_run_find(Store *store, const char *kind, const char *settings, int64_t *id, Error *error)
{
    bool row;
    sqlite3_stmt *statement = store_prepare(store,
                                            "SELECT id FROM run WHERE kind = ifnull(?1, kind)"
                                            " AND settings = ifnull(?2, settings)"
                                            " ORDER BY finished IS NOT NULL, id DESC LIMIT 1",
                                            error);
    if (!statement)
        return false;
    sqlite3_bind_text(statement, 1, kind, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, settings, -1, SQLITE_STATIC);
    bool good = store_step(store, statement, &row, error);
    if (good)
        *id = row ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return good;
}

bool store_run_find_or_create(Store *store, const char *kind, const char *settings,
                              const char *openings, int64_t planned, int64_t *id, Error *error)
{
    if (!store_begin(store, error))
        return false;
    bool good = store_run_find(store, kind, settings, id, error) &&
                (*id || store_run_create(store, kind, settings, openings, planned, id, error));
    return store_end(store, good, error);
}

bool store_runs(Store *store, bool (*visit)(void *context, const StoreRun *run), void *context,
                Error *error)
{
    bool row, good, more = true;
    sqlite3_stmt *statement = store_prepare(store, RUN_COLUMNS "ORDER BY id", error);
    if (!statement)
        return false;
    while (more && (good = store_step(store, statement, &row, error)) && row) {
        StoreRun run;
        good = read_run(statement, &run, error);
        if (!good)
            break;
        more = visit(context, &run);
        store_run_free(&run);
    }
    sqlite3_finalize(statement);
    return good;
}
