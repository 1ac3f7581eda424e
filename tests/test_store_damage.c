/* Files of the store that are not whole: cut short, with flipped bits, with rows that cannot be. */
#include "store_support.h"

#include <stdio.h>
#include <stdlib.h>

static void test_truncated(void **state)
{
    (void)state;
    Error error;
    make_file("a.db", 600);
    Bytes whole = read_bytes("a.db");
    assert_true(whole.length > 10 * 4096);
    for (size_t length = whole.length - 4096; length > 4096; length -= 4096) {
        write_bytes("b.db", whole.bytes, length - length % 3);
        assert_false(read_all("b.db", &error));
        assert_string_equal(error.text, "'b.db' is damaged; `sqlite3 FILE .recover` may save what "
                                        "is left of it");
        refuse("b.db", STORE_WRITE, error.text);
    }
    write_bytes("b.db", whole.bytes, 50);
    refuse_both("b.db", error.text);
    free(whole.bytes);
}

/* Flipped bits are found or passed over, but nothing crashes, and a file that was refused stays
 * as it was. */
static void test_flipped(void **state)
{
    (void)state;
    enum { ROUNDS = 300 };
    Error error;
    Random random = random_stream(1, 2, 3);
    int found = 0;
    make_file("a.db", 600);
    Bytes whole = read_bytes("a.db");
    for (int round = 0; round < ROUNDS; round++) {
        Bytes bad = {malloc(whole.length), whole.length};
        memcpy(bad.bytes, whole.bytes, whole.length);
        int flips = 1 + (int)random_below(&random, 20);
        // Half of the time where structure is dense: the first pages and page heads.
        for (int i = 0; i < flips; i++) {
            uint32_t at = random_below(&random, (uint32_t)bad.length);
            if (round % 2)
                at = at / 4096 * 4096 + at % 64;
            bad.bytes[at] = (char)(bad.bytes[at] ^ (1 << random_below(&random, 8)));
        }
        write_bytes("b.db", bad.bytes, bad.length);
        if (!read_all("b.db", &error)) {
            assert_non_null(strstr(error.text, "b.db"));
            found++;
        }
        remove("b.db-wal");
        remove("b.db-shm");
        free(bad.bytes);
    }
    assert_true(found > ROUNDS / 4);
    free(whole.bytes);
}

static bool pass_game(void *context, const StoredGame *game)
{
    (void)context;
    return game->game.moves.count <= SQUARE_LIMIT;
}

/* Rows that SQLite finds in order, but that no game can be. */
static void test_impossible_rows(void **state)
{
    (void)state;
    static const char *const changes[] = {"winner = 7",    "reason = 7",
                                          "reason = -1",   "attacker = 2",
                                          "side = -1",     "pairing = -5",
                                          "opening = -9",  "moves = zeroblob(129)",
                                          "moves = x'80'", "fault = hex(zeroblob(500))"};
    Error error;
    for (int i = 0; i < COUNT_OF(changes); i++) {
        char sql[128];
        make_file("a.db", 1);
        snprintf(sql, sizeof sql, "PRAGMA ignore_check_constraints = ON; UPDATE game SET %s",
                 changes[i]);
        make_by_sql("a.db", sql);
        Store *store = open_store("a.db", STORE_READ);
        assert_false(store_games(store, 0, pass_game, NULL, &error));
        assert_non_null(strstr(error.text, "'a.db' is damaged"));
        store_close(store);
        remove("a.db");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_DIRECTORY(test_truncated),
        IN_DIRECTORY(test_flipped),
        IN_DIRECTORY(test_impossible_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
