/* The table: what is found was kept, exactly, by whatever number of threads; and the longest
 * paths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <pthread.h>

#include "core/longest.h"
#include "search/solver/verdicts.h"
#include "util/random.h"

static void init(Verdicts *table, Board *board, int width, int height, bool widen)
{
    Error error;
    if (!board_init(board, width, height, &error))
        fail_msg("%s", error.text);
    if (widen)
        board_widen(board);
    if (!verdicts_init(table, board, 1, &error))
        fail_msg("%s", error.text);
}

/* A truth that depends on every bit of the key, to tell a match from a likeness. */
static Verdict truth_of(Squares blanks, int active, int passive)
{
    uint64_t hash = (uint64_t)blanks * 3 + (uint64_t)(blanks >> 64) * 5;
    hash = (hash ^ (uint64_t)(active * 131 + passive)) * 0x9E3779B97F4A7C15u;
    return hash >> 63 ? VERDICT_WIN : VERDICT_LOSS;
}

static Verdict find(const Verdicts *table, Squares blanks, Square active, Square passive)
{
    if (table->narrow)
        return verdicts_find_64(
            table, verdicts_key_64(table, (Node_64){(Bits_64)blanks, active, passive}));
    return verdicts_find_128(table, verdicts_key_128(table, (Node_128){blanks, active, passive}));
}

static void keep(Verdicts *table, Squares blanks, Square active, Square passive, uint64_t work)
{
    Verdict verdict = truth_of(blanks, active, passive);
    if (table->narrow)
        verdicts_keep_64(table, verdicts_key_64(table, (Node_64){(Bits_64)blanks, active, passive}),
                         verdict, work);
    else
        verdicts_keep_128(table, verdicts_key_128(table, (Node_128){blanks, active, passive}),
                          verdict, work);
}

/* Positions drawn close together, so that many share an index or most of a key. */
static Squares random_blanks(Random *random, const Board *board)
{
    Squares blanks = board_all(board);
    for (int i = 0; i < 6; i++)
        blanks &= ~squares_only((Square)random_below(random, (uint32_t)board->area));
    return blanks;
}

typedef struct Hammer {
    Verdicts *table;
    const Board *board;
    uint64_t seed;
    int rounds, wrong, found;
} Hammer;

static void *hammer(void *argument)
{
    Hammer *h = argument;
    Random random = random_stream(h->seed, 0, 0);
    for (int i = 0; i < h->rounds; i++) {
        Squares blanks = random_blanks(&random, h->board);
        Square active = (Square)random_below(&random, 4), passive = (Square)(4 + active);
        Verdict verdict = find(h->table, blanks, active, passive);
        h->found += verdict != VERDICT_UNKNOWN;
        h->wrong += verdict != VERDICT_UNKNOWN && verdict != truth_of(blanks, active, passive);
        keep(h->table, blanks, active, passive, random_below(&random, 1000));
    }
    return NULL;
}

static void check_two_threads(int width, int height, bool widen)
{
    Verdicts table;
    Board board;
    init(&table, &board, width, height, widen);
    Hammer hammers[2] = {{&table, &board, 1, 200000, 0, 0}, {&table, &board, 1, 200000, 0, 0}};
    hammers[1].seed = 2;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, hammer, hammers + 1), 0);
    hammer(hammers);
    pthread_join(thread, NULL);
    assert_int_equal(hammers[0].wrong + hammers[1].wrong, 0);
    assert_true(hammers[0].found > 0);
    assert_true(verdicts_fill(&table) > 0);
    verdicts_clear(&table);
    assert_int_equal(verdicts_fill(&table), 0);
    verdicts_free(&table);
}

/* Two positions that differ in one square, whichever, are two, in the smallest table too. */
static void test_every_square_counts(void **state)
{
    (void)state;
    static const int shapes[][2] = {{4, 4}, {8, 8}, {9, 8}, {16, 8}, {4, 32}};
    for (int i = 0; i < 2 * (int)(sizeof shapes / sizeof *shapes); i++) {
        Board board;
        Verdicts table;
        assert_true(board_init(&board, shapes[i / 2][0], shapes[i / 2][1], NULL));
        if (i % 2)
            board_widen(&board);
        assert_true(verdicts_init_bits(&table, &board, 1, NULL));
        Squares all = board_all(&board);
        keep(&table, all, 0, 1, 1);
        assert_int_equal(find(&table, all, 0, 1), truth_of(all, 0, 1));
        for (Square square = 0; square < board.area; square++)
            assert_int_equal(find(&table, all & ~squares_only(square), 0, 1), VERDICT_UNKNOWN);
        verdicts_free(&table);
    }
}

static void test_two_threads(void **state)
{
    (void)state;
    check_two_threads(4, 4, false);
    check_two_threads(8, 8, false);
    check_two_threads(4, 4, true);
    check_two_threads(16, 8, false);
}

static void check_kept_is_found(int width, int height, bool widen)
{
    Verdicts table;
    Board board;
    init(&table, &board, width, height, widen);
    Random random = random_stream(9, 0, 0);
    int found = 0;
    enum { ROUNDS = 1000 };
    for (int i = 0; i < ROUNDS; i++) {
        Squares blanks = random_blanks(&random, &board);
        keep(&table, blanks, 1, 2, 10);
        assert_int_equal(find(&table, blanks, 1, 2), truth_of(blanks, 1, 2));
        assert_int_equal(find(&table, blanks, 2, 3), VERDICT_UNKNOWN);
        assert_int_equal(find(&table, blanks ^ squares_only(0), 5, 6), VERDICT_UNKNOWN);
    }
    random = random_stream(9, 0, 0);
    for (int i = 0; i < ROUNDS; i++)
        found += find(&table, random_blanks(&random, &board), 1, 2) != VERDICT_UNKNOWN;
    assert_true(found > ROUNDS * 9 / 10); // 16384 lines hold a thousand with ease
    verdicts_free(&table);
}

static void test_kept_is_found(void **state)
{
    (void)state;
    check_kept_is_found(7, 7, false);
    check_kept_is_found(8, 8, false);
    check_kept_is_found(7, 7, true);
    check_kept_is_found(11, 9, false);
    check_kept_is_found(16, 8, false);
}

static int longest(const char *const *rows, int height, int width, bool widen)
{
    Board board;
    Squares blanks = 0;
    Square from = SQUARE_NONE;
    assert_true(board_init(&board, width, height, NULL));
    if (widen)
        board_widen(&board);
    for (int i = 0; i < board.area; i++) {
        char c = rows[i / width][i % width];
        if (c == '.')
            blanks |= squares_only((Square)i);
        if (c == 'N')
            from = (Square)i;
    }
    Budget budget = {0};
    Effort effort = effort_start(&budget);
    LongestMemory *memory = longest_memory_create(&board, NULL);
    Square path[SQUARE_LIMIT];
    int length = longest_path(memory, &board, from, blanks, &effort, path);
    for (int i = 0; i < length; i++) {
        assert_true(squares_has(blanks & board.geometry_128.moves[from], path[i]));
        from = path[i];
        blanks &= ~squares_only(from);
    }
    longest_memory_destroy(memory);
    return length;
}

static void test_longest_paths(void **state)
{
    (void)state;
    static const char *const ring[] = {"N..", ".*.", "..."};
    static const char *const corner[] = {"N*****", "***.**", "*.****", "******", "*.****"};
    static const char *const open[] = {"N....", ".....", ".....", ".....", "....."};
    for (int widen = 0; widen < 2; widen++) {
        assert_int_equal(longest(ring, 3, 3, widen), 7);
        assert_int_equal(longest(corner, 5, 6, widen), 2);
        assert_int_equal(longest(open, 5, 5, widen), 24);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept_is_found),
        cmocka_unit_test(test_every_square_counts),
        cmocka_unit_test(test_two_threads),
        cmocka_unit_test(test_longest_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
