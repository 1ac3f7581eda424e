/* store_claim.c: who plays a run.
 *
 * Two processes that play the same run would play the same games, and one of them would find its
 * own stored already. So who plays a run holds a lock on a file beside the database,
 * "games.db-run3". The system takes the lock away when the process ends, also when it is killed; a
 * row in the database would stay, and SQLite's own locks would keep others from reading, or from
 * playing other runs. The file goes with the claim. One that a killed process left is taken over.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/database.h"
#include "util/text.h"

/* Beside the file itself, by whatever name it was opened. Freed by the caller, NULL without
 * memory. */
static char *claim_name(const Store *store, int64_t run)
{
    Text name = TEXT_EMPTY;
    text_format(&name, "%s-run%lld", sqlite3_db_filename(store->database, "main"), (long long)run);
    if (!text_ok(&name))
        text_free(&name);
    return name.bytes;
}

/* Whether the name still means the open file: who had it before may have removed it. */
static bool is_same_file(int file, const char *name)
{
    struct stat open_one, named;
    return !fstat(file, &open_one) && !stat(name, &named) && open_one.st_dev == named.st_dev &&
           open_one.st_ino == named.st_ino;
}

/* A descriptor that holds the lock; -1 with errno EWOULDBLOCK if somebody else does. */
static int lock_file(const char *name)
{
    for (;;) {
        int file = open(name, O_RDONLY | O_CREAT | O_CLOEXEC, 0666);
        if (file < 0)
            return -1;
        bool locked = !flock(file, LOCK_EX | LOCK_NB);
        if (locked && is_same_file(file, name))
            return file;
        int failure = errno;
        close(file);
        errno = failure;
        if (!locked)
            return -1;
    }
}

bool store_run_claim(Store *store, int64_t id, Error *error)
{
    char quote[QUOTE_SIZE];
    if (store->claim >= 0 && store->claimed == id)
        return true;
    store_release(store);
    char *name = claim_name(store, id);
    if (!name)
        return error_out_of_memory(error);
    store->claim = lock_file(name);
    store->claimed = id;
    if (store->claim < 0 && errno == EWOULDBLOCK)
        error_set(error, "run %lld of %s is being played by another isolab", (long long)id,
                  store_name(store, quote));
    else if (store->claim < 0)
        error_set(error, "cannot use %s: %s", error_quote(quote, name, strlen(name)),
                  strerror(errno));
    free(name);
    return store->claim >= 0;
}

/* Removed while it is locked, so that nobody's lock on it is ever worth something. */
void store_release(Store *store)
{
    if (store->claim < 0)
        return;
    char *name = claim_name(store, store->claimed);
    if (name && is_same_file(store->claim, name))
        unlink(name);
    free(name);
    close(store->claim);
    store->claim = -1;
}
