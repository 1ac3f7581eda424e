/* store_support.h: what the tests of the store share: a directory of their own and games to
 * put into a file there. */
#pragma once

#include "store/database.h"
#include "support.h"

enum { PATH_SIZE = 256 };

#define IN_DIRECTORY(test) cmocka_unit_test_setup_teardown(test, directory_create, directory_remove)

/* A new directory, the current one while a test runs: setup and teardown for cmocka. */
int directory_create(void **state);
int directory_remove(void **state);

Store *open_store(const char *path, StoreMode mode); // must succeed
int64_t new_run(Store *store, int64_t planned);      // of kind "match", settings "{}"

/* A game as the arena might have played it; the same key and seed, the same game. */
StoredGame make_game(GameKey key, uint64_t seed);
void assert_same_game(const StoredGame *one, const StoredGame *other);

void add_games(Store *store, int64_t run, const StoredGame *games, int count);

/* Keys as a walk finds them. */
enum { KEYS_MAX = 200000 };
typedef struct Keys {
    GameKey list[KEYS_MAX];
    int count;
} Keys;
Keys *read_keys(Store *store, int64_t run); // freed by the caller

/* The one number a query answers. */
bool store_number(Store *store, const char *sql, int64_t *number, Error *error);

/* The file is not opened, for reading only or at all, and the sentence says why. */
void refuse(const char *path, StoreMode mode, const char *sentence);
void refuse_both(const char *path, const char *sentence);

void make_file(const char *path, int count); // with `count` games of one run
void make_by_sql(const char *path, const char *sql);

typedef struct Bytes {
    char *bytes; // freed by the caller
    size_t length;
} Bytes;

Bytes read_bytes(const char *path);
void write_bytes(const char *path, const char *bytes, size_t length);
void assert_unchanged(const char *path, const Bytes *before);

/* Everything that reads, until something is refused. */
bool read_all(const char *path, Error *error);
