/* Several processes on one file, and processes that die: killed while they write, or stopped by
 * a limit. Children report by exit codes and pipes; only the parent asserts. */
#include "store_support.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BATCH = 20 };

static void fill_batch(StoredGame *games, int pairing, int64_t batch)
{
    for (int i = 0; i < BATCH; i++)
        games[i] = make_game((GameKey){pairing, batch * BATCH / 2 + i / 2, i % 2}, 1);
}

static int exit_code(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void assert_whole(const char *path)
{
    Error error;
    int64_t faults;
    Store *store = open_store(path, STORE_WRITE);
    assert_true(store_number(store,
                             "SELECT count(*) FROM pragma_integrity_check"
                             " WHERE integrity_check <> 'ok'",
                             &faults, &error));
    assert_true(faults == 0);
    assert_true(
        store_number(store, "SELECT count(*) FROM pragma_foreign_key_check", &faults, &error));
    assert_true(faults == 0);
    store_close(store);
}

/* All open the file at once, which one of them creates; then they write in turns. */

enum { WRITERS = 4, BATCHES = 15 };

static int write_games(int writer)
{
    Error error;
    StoredGame games[BATCH];
    int64_t run;
    Store *store = store_open("a.db", STORE_WRITE, &error);
    bool good = store && store_run_create(store, "match", "{}", NULL, 1, &run, &error);
    for (int batch = 0; good && batch < BATCHES; batch++) {
        fill_batch(games, writer, batch);
        good = store_add_games(store, run, games, BATCH, &error);
        fill_batch(games, WRITERS + writer, batch); // and into a run that all have in common
        good = good && store_add_games(store, 1, games, BATCH, &error);
    }
    store_close(store);
    if (!good)
        fprintf(stderr, "writer %d: %s\n", writer, error.text);
    return !good;
}

static int write_when_told(int writer, int gate)
{
    char byte;
    return read(gate, &byte, 1) < 0 || write_games(writer);
}

static void test_writers_take_turns(void **state)
{
    (void)state;
    pid_t children[WRITERS];
    int gate[2], failed = 0;
    assert_int_equal(pipe(gate), 0);
    for (int i = 0; i < WRITERS; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            close(gate[1]);
            _exit(write_when_told(i, gate[0]));
        }
    }
    close(gate[1]); // the gate opens
    for (int i = 0; i < WRITERS; i++)
        failed += exit_code(children[i]) != 0;
    close(gate[0]);
    assert_int_equal(failed, 0);
    Store *store = open_store("a.db", STORE_READ);
    for (int run = 1; run <= WRITERS; run++) {
        Keys *keys = read_keys(store, run);
        assert_int_equal(keys->count, (run == 1 ? 1 + WRITERS : 1) * BATCHES * BATCH);
        free(keys);
    }
    store_close(store);
    assert_whole("a.db");
}

/* A writer that is killed at any moment: every batch it told of is there, and none in part. */

static void write_until_killed(int64_t next, int report)
{
    Error error;
    StoredGame games[BATCH];
    Store *store = store_open("a.db", STORE_WRITE, &error);
    for (bool good = store; good; next++) {
        fill_batch(games, 0, next);
        good = store_add_games(store, 1, games, BATCH, &error) &&
               write(report, &next, sizeof next) == sizeof next;
    }
    _exit(1);
}

/* The number of the last batch that was told of, `last` if no more was. */
static int64_t last_reported(int report, int64_t last)
{
    int64_t batch;
    while (read(report, &batch, sizeof batch) == sizeof batch)
        last = batch;
    return last;
}

/* Killed that long after it began, or after its first batch: a busy machine may not let it get
 * there otherwise. Returns the last batch it told of, or -1. */
static int64_t kill_a_writer(int64_t next, long nanoseconds, bool after_a_batch)
{
    int64_t last = -1;
    int report[2];
    assert_int_equal(pipe(report), 0);
    pid_t child = fork();
    if (child == 0)
        write_until_killed(next, report[1]);
    close(report[1]);
    if (after_a_batch)
        assert_int_equal(read(report[0], &last, sizeof last), sizeof last);
    nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
    kill(child, SIGKILL);
    assert_int_equal(exit_code(child), 128 + SIGKILL);
    last = last_reported(report[0], last);
    close(report[0]);
    return last;
}

/* Whether the keys are those of whole batches from 0 on; how many batches. */
static int64_t whole_batches(void)
{
    Store *store = open_store("a.db", STORE_READ);
    Keys *keys = read_keys(store, 1);
    int count = keys->count;
    assert_int_equal(count % BATCH, 0);
    for (int i = 0; i < count; i++)
        assert_true(keys->list[i].opening == i / 2 && keys->list[i].side == i % 2);
    free(keys);
    store_close(store);
    return count / BATCH;
}

static void test_killed_writers(void **state)
{
    (void)state;
    enum { ROUNDS = 40 };
    Random random = random_stream((uint64_t)getpid(), 1, 1);
    int64_t next = 0;
    Store *store = open_store("a.db", STORE_WRITE);
    new_run(store, 1);
    store_close(store);
    for (int round = 0; round < ROUNDS; round++) {
        int64_t last = kill_a_writer(next, (long)random_below(&random, 40000000), round % 2);
        int64_t stored = whole_batches();
        assert_true(stored >= next && stored > last);
        next = stored;
    }
    assert_true(next >= ROUNDS / 2);
    assert_whole("a.db");
}

/* A limit on the size of files, as a quota or a full disk would be one. */

static int write_until_full(void)
{
    Error error = {""};
    StoredGame games[BATCH];
    struct rlimit limit = {.rlim_cur = 300000, .rlim_max = 300000};
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit))
        return 250;
    Store *store = store_open("a.db", STORE_WRITE, &error);
    int stored = 0;
    for (bool good = store; good && stored < 240;) {
        fill_batch(games, 0, stored);
        good = store_add_games(store, 1, games, BATCH, &error);
        stored += good;
    }
    store_close(store);
    if (!strcmp(error.text, "cannot use 'a.db': disk I/O error"))
        return stored;
    fprintf(stderr, "%d batches: %s\n", stored, error.text);
    return 251;
}

static void test_limited_file(void **state)
{
    (void)state;
    Store *store = open_store("a.db", STORE_WRITE);
    new_run(store, 1);
    store_close(store);
    pid_t child = fork();
    if (child == 0)
        _exit(write_until_full());
    int stored = exit_code(child);
    assert_true(stored > 2 && stored < 240);
    assert_int_equal(whole_batches(), stored);
    assert_whole("a.db");
}

/* All ask at once for a run to go on with, in a file that is not there: they get the same, and one
 * of them has it. */

enum { HAS_IT = 0, IS_REFUSED = 1, FAILS = 2 };

static int claim(const char *path, int64_t run)
{
    Error error = {""};
    Store *store = store_open(path, STORE_WRITE, &error);
    if (!store ||
        (run == 0 && !store_run_find_or_create(store, "match", "{}", NULL, 1, &run, &error)))
        return FAILS;
    if (store_run_claim(store, run, &error))
        return HAS_IT;
    return strcmp(error.text, "run 1 of 'a.db' is being played by another isolab") ? FAILS
                                                                                   : IS_REFUSED;
}

/* A process that claims when told, tells what came of it, and lives until it is killed. */
typedef struct Claimant {
    pid_t process;
    int report;
} Claimant;

static Claimant start_claimant(const char *path, int64_t run, int gate)
{
    int report[2];
    assert_int_equal(pipe(report), 0);
    Claimant claimant = {.process = fork(), .report = report[0]};
    if (claimant.process == 0) {
        char byte = 0;
        if (gate < 0 || read(gate, &byte, 1) >= 0)
            byte = (char)claim(path, run);
        while (write(report[1], &byte, 1) == 1)
            pause();
        _exit(1);
    }
    close(report[1]);
    return claimant;
}

static int hear_claimant(Claimant claimant)
{
    char byte;
    assert_int_equal(read(claimant.report, &byte, 1), 1);
    return byte;
}

static void kill_claimant(Claimant claimant)
{
    kill(claimant.process, SIGKILL);
    assert_int_equal(exit_code(claimant.process), 128 + SIGKILL);
    close(claimant.report);
}

static void test_one_plays(void **state)
{
    (void)state;
    enum { CLAIMANTS = 4 };
    Claimant claimants[CLAIMANTS];
    int gate[2], outcomes[3] = {0};
    assert_int_equal(pipe(gate), 0);
    for (int i = 0; i < CLAIMANTS; i++)
        claimants[i] = start_claimant("a.db", 0, gate[0]);
    for (int i = 0; i < CLAIMANTS; i++)
        assert_int_equal(write(gate[1], "", 1), 1);
    for (int i = 0; i < CLAIMANTS; i++)
        outcomes[hear_claimant(claimants[i])]++;
    assert_int_equal(outcomes[HAS_IT], 1);
    assert_int_equal(outcomes[IS_REFUSED], CLAIMANTS - 1);
    for (int i = 0; i < CLAIMANTS; i++)
        kill_claimant(claimants[i]);
    close(gate[0]);
    close(gate[1]);
    Store *store = open_store("a.db", STORE_READ);
    Error error;
    int64_t runs;
    assert_true(store_number(store, "SELECT count(*) FROM run", &runs, &error));
    assert_true(runs == 1);
    store_close(store);
}

/* While a run is played others can be, and all can be read; when its process is killed it is
 * free. */
static void test_a_claim(void **state)
{
    (void)state;
    Error error;
    int gate[2];
    Store *store = open_store("a.db", STORE_WRITE);
    int64_t one = new_run(store, 1), other = new_run(store, 1);
    store_close(store); // SQLite's connections are not for children
    assert_int_equal(symlink("a.db", "link.db"), 0);
    assert_int_equal(pipe(gate), 0);
    Claimant claimant = start_claimant("link.db", one, -1);
    Claimant next = start_claimant("a.db", other, gate[0]);
    assert_int_equal(hear_claimant(claimant), HAS_IT);
    store = open_store("a.db", STORE_WRITE);
    assert_false(store_run_claim(store, one, &error));
    assert_string_equal(error.text, "run 1 of 'a.db' is being played by another isolab");
    assert_false(store_run_delete(store, one, &error));
    assert_string_equal(error.text, "run 1 of 'a.db' is being played by another isolab");
    assert_true(store_run_claim(store, other, &error));
    assert_true(store_run_claim(store, other, &error)); // has it already
    assert_true(read_all("a.db", &error));
    kill_claimant(claimant);
    assert_int_equal(access("a.db-run1", F_OK), 0); // left behind
    assert_true(store_run_claim(store, one, &error));
    assert_int_equal(write(gate[1], "", 1), 1);
    assert_int_equal(hear_claimant(next), HAS_IT); // the other was let go
    kill_claimant(next);
    close(gate[0]);
    close(gate[1]);
    assert_true(store_run_delete(store, other, &error));
    assert_true(store_run_delete(store, one, &error));
    store_close(store);
    assert_int_equal(access("a.db-run1", F_OK), -1);
    assert_int_equal(access("a.db-run2", F_OK), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_DIRECTORY(test_writers_take_turns),
        IN_DIRECTORY(test_killed_writers),
        IN_DIRECTORY(test_limited_file),
        IN_DIRECTORY(test_one_plays),
        IN_DIRECTORY(test_a_claim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
