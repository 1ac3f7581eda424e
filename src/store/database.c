#include "store/database.h"

#include <errno.h>
#include <string.h>

const char *store_name(const Store *store, char quote[QUOTE_SIZE])
{
    return error_quote(quote, store->path, strlen(store->path));
}

static bool fail_system(const Store *store, const char *name, Error *error)
{
    int system = sqlite3_system_errno(store->database);
    if (system == ENOSPC || system == EDQUOT)
        return error_set(error, "no room left for %s; what it holds is safe", name);
    return error_set(error, "cannot use %s: %s", name,
                     system ? strerror(system) : sqlite3_errmsg(store->database));
}

bool store_fail(const Store *store, Error *error)
{
    char quote[QUOTE_SIZE];
    const char *name = store_name(store, quote);
    switch (sqlite3_errcode(store->database)) {
    case SQLITE_NOMEM:
        return error_out_of_memory(error);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return error_set(error, "%s is kept locked by another program", name);
    case SQLITE_READONLY:
        return error_set(error, "%s cannot be written: it or its directory is read-only", name);
    case SQLITE_FULL:
        return error_set(error, "no room left for %s; what it holds is safe", name);
    case SQLITE_NOTADB:
        return error_set(error, "%s is not an isolab file", name);
    case SQLITE_CORRUPT:
        return store_damaged(store, error);
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
        return fail_system(store, name, error);
    default:
        return error_set(error, "%s: %s", name, sqlite3_errmsg(store->database));
    }
}

bool store_damaged(const Store *store, Error *error)
{
    char quote[QUOTE_SIZE];
    return error_set(error, "%s is damaged; `sqlite3 FILE .recover` may save what is left of it",
                     store_name(store, quote));
}

sqlite3_stmt *store_prepare(Store *store, const char *sql, Error *error)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL) == SQLITE_OK)
        return statement;
    store_fail(store, error);
    return NULL;
}

bool store_step(Store *store, sqlite3_stmt *statement, bool *row, Error *error)
{
    int code = sqlite3_step(statement);
    *row = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE || store_fail(store, error);
}

bool store_execute(Store *store, const char *sql, Error *error)
{
    return sqlite3_exec(store->database, sql, NULL, NULL, NULL) == SQLITE_OK ||
           store_fail(store, error);
}

/* IMMEDIATE, because a reader that turns writer is refused instead of waiting. */
bool store_begin(Store *store, Error *error)
{
    return store_execute(store, "BEGIN IMMEDIATE", error);
}

bool store_end(Store *store, bool good, Error *error)
{
    good = good && store_execute(store, "COMMIT", error);
    if (!good && !sqlite3_get_autocommit(store->database))
        sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
    return good && store_is_in_place(store, error);
}
