/* database.h: what the files of the store share: the connection, statements, transactions, and
 * SQLite's failures as sentences. For src/store and its tests only.
 */
#pragma once

#include <sqlite3.h>
#include <sys/types.h>

#include "store/store.h"

/* Which file a name means. */
typedef struct FileIdentity {
    dev_t device;
    ino_t number; // 0: there is none
} FileIdentity;

/* What a database consists of while it is in use: itself, and beside it SQLite's -wal and -shm. */
enum { STORE_FILES = 3 };

struct Store {
    sqlite3 *database;
    char *path;                      // as the user wrote it
    FileIdentity files[STORE_FILES]; // as they were opened, of who writes
    int claim;                       // descriptor of the claimed run's file; -1: none
    int64_t claimed;
};

/* How long a writer waits for its turn. A turn is milliseconds long. */
enum { STORE_PATIENCE_MILLISECONDS = 30000 };

/* The file's name for a sentence. */
const char *store_name(const Store *store, char quote[QUOTE_SIZE]);

/* What the last call to SQLite failed of, in a sentence that names the file. Always false. */
bool store_fail(const Store *store, Error *error);
/* Rows that no version of this program wrote. Always false. */
bool store_damaged(const Store *store, Error *error);

/* The caller finalizes the statement, sqlite3_finalize(). */
sqlite3_stmt *store_prepare(Store *store, const char *sql, Error *error);
/* To the next row; `*row` tells whether there is one. */
bool store_step(Store *store, sqlite3_stmt *statement, bool *row, Error *error);
bool store_execute(Store *store, const char *sql, Error *error);

/* A transaction that has its turn to write. Whatever store_begin() began, store_end() ends:
 * `good` keeps the changes, and returns whether they were kept; otherwise none is. */
bool store_begin(Store *store, Error *error);
bool store_end(Store *store, bool good, Error *error);

/* No longer claims a run. */
void store_release(Store *store);

/* Makes 0 the newest run. A run that is not there is refused. */
bool store_run_resolve(Store *store, int64_t *run, Error *error);
bool store_no_run(const Store *store, int64_t id, Error *error); // always false
