/* store.c: opening the file, for whoever wants to read or to write it.
 *
 * Nothing is written before the file is known to be ours, or empty. Journalling is by WAL, so
 * that readers and one writer do not wait for each other, with a sync at every commit
 * (synchronous = FULL): a batch of games is on the disk when its commit returns.
 *
 * An open file stays usable when its name is gone, so SQLite goes on writing what nobody will ever
 * find. So whoever wrote looks afterwards whether the names still mean the files that were opened.
 */
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/database.h"
#include "store/schema.h"
#include "util/text.h"

/* Because SQLite, which would try again as a reader, cannot tell why it cannot create one. */
static bool create_file(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    return file >= 0 && !close(file);
}

static bool check_path(const char *path, StoreMode mode, Error *error)
{
    struct stat status;
    char quote[QUOTE_SIZE];
    const char *name = error_quote(quote, path, strlen(path));
    if (!*path)
        return error_set(error, "the name of the database file is empty");
    if (stat(path, &status)) {
        if (errno == ENOENT && mode == STORE_READ)
            return error_set(error, "there is no file %s", name);
        return (errno == ENOENT && create_file(path)) ||
               error_set(error, "cannot use %s: %s", name, strerror(errno));
    }
    if (S_ISDIR(status.st_mode))
        return error_set(error, "%s is a directory, not a file", name);
    if (!S_ISREG(status.st_mode))
        return error_set(error, "%s is not a regular file", name);
    // SQLite would look for its own files there first, and miss them.
    return mode == STORE_READ || !access(path, W_OK) || errno != EROFS ||
           error_set(error, "cannot use %s: %s", name, strerror(errno));
}

/* SQLite's URI for a path. A path in the current directory gets a "./", or ":memory:" would not
 * be a file. */
static char *path_uri(const char *path, bool immutable)
{
    Text uri = TEXT_EMPTY;
    text_append(&uri, *path == '/' ? "file:" : "file:./");
    for (; *path; path++)
        if (strchr("%?#", *path))
            text_format(&uri, "%%%02x", (unsigned char)*path);
        else
            text_append_bytes(&uri, path, 1);
    text_append(&uri, immutable ? "?immutable=1" : "");
    if (!text_ok(&uri))
        text_free(&uri);
    return uri.bytes;
}

static void disconnect(Store *store)
{
    sqlite3_close(store->database);
    store->database = NULL;
}

static bool connect_file(Store *store, int flags, bool immutable, Error *error)
{
    char *uri = path_uri(store->path, immutable);
    if (!uri)
        return error_out_of_memory(error);
    int code = sqlite3_open_v2(uri, &store->database, flags | SQLITE_OPEN_URI, NULL);
    free(uri);
    if (code != SQLITE_OK)
        return store_fail(store, error);
    sqlite3_busy_timeout(store->database, STORE_PATIENCE_MILLISECONDS);
    sqlite3_db_config(store->database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return store_execute(store,
                         "PRAGMA foreign_keys = ON;"
                         "PRAGMA synchronous = FULL;"
                         "PRAGMA trusted_schema = OFF;"
                         "PRAGMA cell_size_check = ON",
                         error);
}

/* Where nobody can write to the directory, WAL has no place for its own files; a file without
 * unfinished business can be read without them. */
static bool can_be_immutable(const Store *store)
{
    struct stat status;
    Text journal = TEXT_EMPTY;
    int code = sqlite3_errcode(store->database);
    text_format(&journal, "%s-wal", store->path);
    bool finished = text_ok(&journal) && (stat(journal.bytes, &status) || status.st_size == 0);
    text_free(&journal);
    return finished && (code == SQLITE_CANTOPEN || code == SQLITE_READONLY);
}

static bool refuse_empty(const Store *store, Error *error)
{
    char quote[QUOTE_SIZE];
    return error_set(error, "%s is empty", store_name(store, quote));
}

static bool refuse_read_only(const Store *store, Error *error)
{
    char quote[QUOTE_SIZE];
    return error_set(error, "%s cannot be written: it is read-only", store_name(store, quote));
}

/* Where two processes meet at a new file, SQLite lets one of them fail at once rather than wait,
 * because each holds what the other wants. */
static bool use_wal(Store *store, Error *error)
{
    const int pause = 10; // milliseconds
    for (int waited = 0;; waited += pause) {
        if (store_execute(store, "PRAGMA journal_mode = WAL", error))
            return true;
        if (sqlite3_errcode(store->database) != SQLITE_BUSY ||
            waited >= STORE_PATIENCE_MILLISECONDS)
            return false;
        sqlite3_sleep(pause);
    }
}

static bool bring_up_to_date(Store *store, Error *error)
{
    if (sqlite3_db_readonly(store->database, "main"))
        return refuse_read_only(store, error);
    return use_wal(store, error) && schema_migrate(store, &schema_current, error);
}

static bool connect_and_check(Store *store, int flags, bool immutable, int64_t *version,
                              Error *error)
{
    return connect_file(store, flags, immutable, error) &&
           schema_check(store, &schema_current, version, error);
}

static bool open_for_writing(Store *store, Error *error)
{
    int64_t version;
    if (!connect_and_check(store, SQLITE_OPEN_READWRITE, false, &version, error))
        return false;
    if (sqlite3_db_readonly(store->database, "main"))
        return refuse_read_only(store, error);
    return version == schema_current.version || bring_up_to_date(store, error);
}

/* Able to write where the file allows it, because the last one to close it tidies up. */
static bool open_for_reading(Store *store, Error *error)
{
    int64_t version;
    if (!connect_and_check(store, SQLITE_OPEN_READWRITE, false, &version, error)) {
        if (!can_be_immutable(store))
            return false;
        disconnect(store);
        if (!connect_and_check(store, SQLITE_OPEN_READONLY, true, &version, error))
            return false;
    }
    if (version == 0)
        return refuse_empty(store, error);
    if (version < schema_current.version && !bring_up_to_date(store, error))
        return false;
    return store_execute(store, "PRAGMA query_only = ON", error);
}

/* The name of one of its files; freed by the caller, NULL without memory. SQLite has followed links
 * to find the place of those beside the database. */
static char *file_name(const Store *store, int i)
{
    static const char *const endings[STORE_FILES] = {"", "-wal", "-shm"};
    Text name = TEXT_EMPTY;
    text_format(&name, "%s%s", i ? sqlite3_db_filename(store->database, "main") : store->path,
                endings[i]);
    if (!text_ok(&name))
        text_free(&name);
    return name.bytes;
}

static FileIdentity identify(const char *name)
{
    struct stat status;
    return name && !stat(name, &status) ? (FileIdentity){status.st_dev, status.st_ino}
                                        : (FileIdentity){0};
}

/* What is in the journal goes into the database, wherever that is now; a full journal beside a file
 * that it does not belong to would spoil it. */
static void settle(Store *store)
{
    sqlite3_busy_timeout(store->database, 1000);
    sqlite3_wal_checkpoint_v2(store->database, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

static bool refuse_moved(Store *store, const char *name, Error *error)
{
    char quote[QUOTE_SIZE];
    settle(store);
    return error_set(error, "%s was deleted, moved or replaced while it was in use",
                     error_quote(quote, name, strlen(name)));
}

/* The name must still mean what SQLite has just opened. */
static bool remember_files(Store *store, Error *error)
{
    int moved = 0;
    for (int i = 0; i < STORE_FILES; i++) {
        char *name = file_name(store, i);
        store->files[i] = identify(name);
        free(name);
    }
    sqlite3_file_control(store->database, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return (store->files[0].number && !moved) || refuse_moved(store, store->path, error);
}

bool store_is_in_place(Store *store, Error *error)
{
    bool good = true;
    for (int i = 0; good && i < STORE_FILES; i++) {
        FileIdentity then = store->files[i];
        char *name = then.number ? file_name(store, i) : NULL;
        FileIdentity now = identify(name);
        if (then.number && !name)
            good = error_out_of_memory(error);
        else if (then.number != now.number || then.device != now.device)
            good = refuse_moved(store, name, error);
        free(name);
    }
    return good;
}

Store *store_open(const char *path, StoreMode mode, Error *error)
{
    if (!check_path(path, mode, error))
        return NULL;
    Store *store = calloc(1, sizeof *store);
    if (store) {
        store->path = strdup(path);
        store->claim = -1;
    }
    bool good = store && store->path ? true : error_out_of_memory(error);
    good = good &&
           (mode == STORE_WRITE ? open_for_writing(store, error) && remember_files(store, error)
                                : open_for_reading(store, error));
    if (good)
        return store;
    store_close(store);
    return NULL;
}

void store_close(Store *store)
{
    if (!store)
        return;
    store_release(store);
    disconnect(store);
    free(store->path);
    free(store);
}
