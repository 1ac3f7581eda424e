/* Files the store must refuse or respect: not ours, of another version, not writable, not there. */
#define _GNU_SOURCE // setresuid
#include "store_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/schema.h"

static void test_paths(void **state)
{
    (void)state;
    refuse_both("", "the name of the database file is empty");
    refuse_both("/tmp", "'/tmp' is a directory, not a file");
    refuse_both("/dev/null", "'/dev/null' is not a regular file");
    refuse("none.db", STORE_READ, "there is no file 'none.db'");
    refuse("none/a.db", STORE_READ, "there is no file 'none/a.db'");
    refuse("none/a.db", STORE_WRITE, "cannot use 'none/a.db': No such file or directory");
    make_file("a.db", 1);
    refuse_both("a.db/b.db", "cannot use 'a.db/b.db': Not a directory");
    assert_int_equal(access("none.db", F_OK), -1);
}

static void test_odd_names_are_files(void **state)
{
    (void)state;
    static const char *const names[] = {":memory:", "file:a?mode=memory", "a#b%41?c=d", " ",
                                        "\xC3\xA9"};
    for (int i = 0; i < COUNT_OF(names); i++) {
        make_file(names[i], 3);
        assert_int_equal(access(names[i], F_OK), 0);
        store_close(open_store(names[i], STORE_READ));
    }
}

static void test_files_of_others(void **state)
{
    (void)state;
    Bytes before;
    write_bytes("text",
                "These are no games, but a text of more than a hundred bytes, so that "
                "nobody takes it for the start of something else.",
                117);
    make_by_sql("other", "CREATE TABLE game (run INTEGER)");
    make_by_sql("marked", "PRAGMA application_id = 7");
    make_by_sql("numbered", "PRAGMA user_version = 1");
    static const char *const names[] = {"text", "other", "marked", "numbered"};
    for (int i = 0; i < COUNT_OF(names); i++) {
        char sentence[PATH_SIZE];
        snprintf(sentence, sizeof sentence, "'%s' is not an isolab file", names[i]);
        before = read_bytes(names[i]);
        refuse_both(names[i], sentence);
        assert_unchanged(names[i], &before);
        free(before.bytes);
    }
}

static void test_empty_file(void **state)
{
    (void)state;
    write_bytes("a.db", "", 0);
    refuse("a.db", STORE_READ, "'a.db' is empty");
    make_file("a.db", 2);
    store_close(open_store("a.db", STORE_READ));
}

static void set_version(const char *path, int version)
{
    char sql[64];
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", version);
    make_by_sql(path, sql);
}

static void test_versions(void **state)
{
    (void)state;
    char sentence[PATH_SIZE];
    make_file("a.db", 2);
    set_version("a.db", schema_current.version + 1);
    Bytes before = read_bytes("a.db");
    snprintf(sentence, sizeof sentence,
             "'a.db' has version %d and this program knows versions up to %d; a newer isolab "
             "wrote it",
             schema_current.version + 1, schema_current.version);
    refuse_both("a.db", sentence);
    assert_unchanged("a.db", &before);
    free(before.bytes);
    set_version("a.db", -1);
    refuse_both("a.db", "'a.db' is not an isolab file");
    set_version("a.db", schema_current.version);
    store_close(open_store("a.db", STORE_WRITE));
}

/* A file that was claimed but has no tables yet is version 0, which the released steps bring to
 * today's. */
static void test_oldest_version_is_migrated(void **state)
{
    (void)state;
    char sql[64];
    int64_t version;
    Error error;
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d", SCHEMA_APPLICATION);
    make_by_sql("a.db", sql);
    refuse("a.db", STORE_READ, "'a.db' is empty");
    make_file("a.db", 2);
    Store *store = open_store("a.db", STORE_READ);
    assert_true(store_number(store, "PRAGMA user_version", &version, &error));
    assert_true(version == schema_current.version);
    store_close(store);
}

/* A file of version 1 has runs that did not keep their openings. */
static void test_first_version_is_migrated(void **state)
{
    (void)state;
    Text sql = TEXT_EMPTY;
    Error error;
    StoreRun run;
    text_format(&sql,
                "%sPRAGMA application_id = %d; PRAGMA user_version = 1;"
                "INSERT INTO run VALUES (1, 'match', '{}', '0.1', 'machine', 'now', NULL, 2);"
                "INSERT INTO game VALUES (1, 0, 0, 1, 0, 3, 1, x'0102', 1, 1, 5, 6, .5, .25, .5, "
                ".25, 'it crashed');",
                schema_current.steps[0], SCHEMA_APPLICATION);
    assert_true(text_ok(&sql));
    make_by_sql("a.db", sql.bytes);
    text_free(&sql);
    Store *store = open_store("a.db", STORE_READ);
    assert_true(store_run_get(store, 1, &run, &error));
    assert_string_equal(run.machine, "machine");
    assert_null(run.openings);
    assert_true(run.planned == 2);
    store_run_free(&run);
    int64_t kept;
    assert_true(store_number(store, "SELECT count(*) FROM game WHERE reason = 3 AND b_nodes = 6",
                             &kept, &error));
    assert_true(kept == 1);
    store_close(store);
}

/* The mechanism, with steps that a later version might have. */
static void test_migration(void **state)
{
    (void)state;
    const char *const steps[] = {
        schema_current.steps[0],
        schema_current.steps[1],
        schema_current.steps[2],
        "ALTER TABLE run ADD COLUMN note TEXT NOT NULL DEFAULT 'none'",
        "CREATE TABLE extra (run INTEGER REFERENCES run (id)) STRICT;"
        "INSERT INTO extra SELECT id FROM run",
    };
    const char *const wrong[] = {steps[0], steps[1], steps[2], steps[3],
                                 "INSERT INTO nowhere VALUES (1)"};
    Error error;
    int64_t number;
    make_file("a.db", 5);
    Store *store = open_store("a.db", STORE_WRITE);
    assert_false(schema_migrate(store, &(Schema){wrong, 5}, &error));
    assert_string_equal(error.text, "'a.db': no such table: nowhere");
    assert_true(store_number(store, "PRAGMA user_version", &number, &error));
    assert_true(number == 3);
    assert_false(store_number(store, "SELECT note FROM run", &number, &error));

    assert_true(schema_migrate(store, &(Schema){steps, 5}, &error));
    assert_true(store_number(store, "PRAGMA user_version", &number, &error));
    assert_true(number == 5);
    assert_true(store_number(store, "SELECT run FROM extra", &number, &error));
    assert_true(number == 1);
    assert_true(store_number(store, "SELECT note = 'none' FROM run", &number, &error));
    assert_true(number == 1);
    Keys *keys = read_keys(store, 1);
    assert_int_equal(keys->count, 5);
    free(keys);
    assert_true(schema_migrate(store, &(Schema){steps, 5}, &error)); // nothing left to do
    store_close(store);
}

/* Runs `work` as a user for whom permissions hold; what it returns is the result. */
static int as_nobody(int (*work)(void))
{
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(getuid() == 0 && setresuid(65534, 65534, 65534) ? 99 : work());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static bool is_refused(const char *path, StoreMode mode, const char *sentence)
{
    Error error;
    Store *store = store_open(path, mode, &error);
    store_close(store);
    if (store || strcmp(error.text, sentence))
        fprintf(stderr, "%s: %s\n", path, store ? "was opened" : error.text);
    return !store && !strcmp(error.text, sentence);
}

static int read_in_closed_directory(void)
{
    Error error;
    if (!is_refused("a.db", STORE_WRITE,
                    "'a.db' cannot be written: it or its directory is read-only"))
        return 1;
    if (!is_refused("new.db", STORE_WRITE, "cannot use 'new.db': Permission denied"))
        return 2;
    if (!is_refused("secret.db", STORE_READ, "cannot use 'secret.db': Permission denied"))
        return 3;
    if (!read_all("a.db", &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 4;
    }
    return 0;
}

static int write_in_closed_directory(void)
{
    Error error;
    int64_t run;
    Store *store = store_open("open.db", STORE_WRITE, &error);
    bool wrote = store && store_run_create(store, "match", "{}", NULL, 1, &run, &error);
    store_close(store);
    bool clear = strstr(error.text, "'open.db'") != NULL;
    if (wrote || !clear)
        fprintf(stderr, "%s\n", wrote ? "was written" : error.text);
    return wrote || !clear;
}

static void test_read_only(void **state)
{
    (void)state;
    make_file("a.db", 100);
    make_file("secret.db", 1);
    make_file("open.db", 1);
    assert_int_equal(chmod("a.db", 0444), 0);
    assert_int_equal(chmod("secret.db", 0), 0);
    assert_int_equal(chmod("open.db", 0666), 0);
    assert_int_equal(chmod(".", 0555), 0);
    Bytes before = read_bytes("a.db");
    int reading = as_nobody(read_in_closed_directory);
    int writing = as_nobody(write_in_closed_directory);
    assert_int_equal(chmod(".", 0755), 0);
    assert_int_equal(reading, 0);
    assert_int_equal(writing, 0);
    assert_unchanged("a.db", &before);
    free(before.bytes);
}

static void test_locked(void **state)
{
    (void)state;
    Error error;
    StoredGame game = make_game((GameKey){0, 0, 0}, 1);
    Store *one = open_store("a.db", STORE_WRITE), *other = open_store("a.db", STORE_WRITE);
    int64_t run = new_run(one, 1);
    sqlite3_busy_timeout(other->database, 20);
    assert_true(store_begin(one, &error));
    assert_false(store_add_games(other, run, &game, 1, &error));
    assert_string_equal(error.text, "'a.db' is kept locked by another program");
    Keys *keys = read_keys(other, run); // readers do not wait
    assert_int_equal(keys->count, 0);
    free(keys);
    assert_true(store_end(one, true, &error));
    add_games(other, run, &game, 1);
    store_close(one);
    store_close(other);
}

/* As when the disk is full: no page more than there are. */
static void test_no_room(void **state)
{
    (void)state;
    enum { BATCH = 50 };
    Error error;
    StoredGame games[BATCH];
    int stored = 0;
    bool good = true;
    Store *store = open_store("a.db", STORE_WRITE);
    int64_t run = new_run(store, 1);
    assert_true(store_execute(store, "PRAGMA max_page_count = 30", &error));
    while (good) {
        for (int i = 0; i < BATCH; i++)
            games[i] = make_game((GameKey){0, stored + i, 0}, 1);
        good = store_add_games(store, run, games, BATCH, &error);
        stored += good ? BATCH : 0;
        assert_true(stored < 10000);
    }
    assert_string_equal(error.text, "no room left for 'a.db'; what it holds is safe");
    Keys *keys = read_keys(store, run);
    assert_int_equal(keys->count, stored);
    assert_true(stored > BATCH);
    free(keys);
    assert_true(store_execute(store, "PRAGMA max_page_count = 1000", &error));
    add_games(store, run, games, BATCH);
    store_close(store);
}

static const char gone[] = "'a.db' was deleted, moved or replaced while it was in use";

static int count_games(const char *path)
{
    Store *store = open_store(path, STORE_READ);
    Keys *keys = read_keys(store, 1);
    int count = keys->count;
    free(keys);
    store_close(store);
    return count;
}

/* SQLite would go on writing to it. What it had is in it, wherever it is now, and who took its
 * place has none of that. */
static void test_moved_file(void **state)
{
    (void)state;
    Error error;
    StoredGame game = make_game((GameKey){0, 1000, 0}, 1);
    make_file("other.db", 7);
    for (int replaced = 0; replaced < 2; replaced++) {
        make_file("a.db", 100);
        Store *store = open_store("a.db", STORE_WRITE);
        add_games(store, 1, &game, 1);
        assert_true(store_is_in_place(store, &error));
        assert_int_equal(rename("a.db", "moved.db"), 0);
        if (replaced)
            assert_int_equal(rename("other.db", "a.db"), 0);
        assert_false(store_is_in_place(store, &error));
        assert_string_equal(error.text, gone);
        game.key.side = 1;
        assert_false(store_add_games(store, 1, &game, 1, &error));
        assert_string_equal(error.text, gone);
        assert_false(store_run_finish(store, 1, &error));
        assert_string_equal(error.text, gone);
        store_close(store);
        game.key.side = 0;
        assert_true(count_games("moved.db") >= 101);
        assert_int_equal(replaced ? count_games("a.db") : access("a.db", F_OK), replaced ? 7 : -1);
        assert_int_equal(unlink("moved.db"), 0);
    }
}

/* By a link, of which SQLite knows only where it led. */
static void test_moved_link(void **state)
{
    (void)state;
    Error error;
    make_file("real.db", 1);
    assert_int_equal(symlink("real.db", "a.db"), 0);
    Store *store = open_store("a.db", STORE_WRITE);
    assert_true(store_is_in_place(store, &error));
    assert_int_equal(unlink("a.db"), 0);
    assert_false(store_run_finish(store, 1, &error));
    assert_string_equal(error.text, gone);
    store_close(store);
}

/* Not even one of the same content. */
static void test_copied_file(void **state)
{
    (void)state;
    Error error;
    int64_t run;
    make_file("a.db", 1);
    Bytes bytes = read_bytes("a.db");
    Store *store = open_store("a.db", STORE_WRITE);
    write_bytes("b.db", bytes.bytes, bytes.length);
    assert_int_equal(rename("b.db", "a.db"), 0);
    assert_false(store_run_create(store, "match", "{}", NULL, 1, &run, &error));
    assert_string_equal(error.text, gone);
    store_close(store);
    free(bytes.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_DIRECTORY(test_paths),
        IN_DIRECTORY(test_odd_names_are_files),
        IN_DIRECTORY(test_files_of_others),
        IN_DIRECTORY(test_empty_file),
        IN_DIRECTORY(test_versions),
        IN_DIRECTORY(test_oldest_version_is_migrated),
        IN_DIRECTORY(test_first_version_is_migrated),
        IN_DIRECTORY(test_migration),
        IN_DIRECTORY(test_read_only),
        IN_DIRECTORY(test_locked),
        IN_DIRECTORY(test_no_room),
        IN_DIRECTORY(test_moved_file),
        IN_DIRECTORY(test_moved_link),
        IN_DIRECTORY(test_copied_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
