/* A table of placements to go on from: whatever happens to its bytes, no wrong winner is believed.
 */
#define _GNU_SOURCE // memfd_create
#include "store_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lab/placements_file.h"
#include "solver_support.h"

/* The file is in memory: a disk would want to keep every one of a hundred thousand. */
static int memory;
static char path[64];

static bool proving; // each class: all is tried with and without

typedef struct Table {
    Placements placements; // solved
    Bytes bytes;           // of its file
} Table;

static void put(const char *bytes, size_t length)
{
    assert_int_equal(ftruncate(memory, 0), 0);
    assert_int_equal(pwrite(memory, bytes, length, 0), length);
}

static Board small_board(void)
{
    Board board;
    assert_true(board_init(&board, 3, 3, NULL));
    return board;
}

static Table make_table(void)
{
    Table table;
    PlacementsSettings settings = {
        .board = small_board(), .solver = {1, 1}, .prove = proving, .file = path};
    put("", 0);
    assert_true(placements_solve(&table.placements, &settings, NULL));
    assert_string_equal(table.placements.file_fault.text, "");
    table.bytes = read_bytes(path);
    return table;
}

static void free_table(Table *table)
{
    placements_free(&table->placements);
    free(table->bytes.bytes);
}

/* How many classes are taken from the file as it stands, all of them right; -1: it is refused. What
 * is not taken is solved again, so the whole table is right too. */
static int take(const Table *table)
{
    Placements taken;
    ResumeFile file;
    Error error = {""};
    int count = 0;
    Board board = small_board();
    assert_true(placements_init(&taken, &board, NULL));
    taken.proved = proving;
    bool opened = placements_file_open(&file, path, &taken, NULL, &error);
    for (int i = 0; opened && i < taken.count; i++) {
        const PlacementClass *found = taken.classes + i;
        const PlacementClass *known =
            placements_find(&table->placements, found->first, found->second);
        if (found->winner == SIDE_NONE)
            continue;
        count++;
        assert_int_equal(found->winner, known->winner);
        assert_int_equal(found->nodes, known->nodes);
        assert_int_equal(found->proof.moves, known->proof.moves);
        assert_int_equal(found->proof.positions, known->proof.positions);
        assert_int_equal(found->proof.checksum, known->proof.checksum);
    }
    if (opened)
        resume_file_close(&file, NULL);
    else
        assert_non_null(strstr(error.text, path));
    placements_free(&taken);
    return opened ? count : -1;
}

static void test_every_change_of_a_byte(void **state)
{
    (void)state;
    Table table = make_table();
    size_t length = table.bytes.length;
    int all = table.placements.count;
    assert_int_equal(take(&table), all);
    for (size_t i = 0; i < length; i++) {
        char was = table.bytes.bytes[i];
        for (int flip = 1; flip < 256; flip++) {
            table.bytes.bytes[i] = (char)(was ^ flip);
            put(table.bytes.bytes, length);
            int taken = take(&table);
            if (taken != -1 && !(i == length - 1 && taken == all - 1)) // the last line is torn then
                fail_msg("byte %zu changed by %d: %d lines are believed", i, flip, taken);
        }
        table.bytes.bytes[i] = was;
    }
    free_table(&table);
}

/* A run that was killed, or whose disk was full, goes on. */
static void test_every_length(void **state)
{
    (void)state;
    Table table = make_table();
    int lines = -1; // the first says what the file is
    for (size_t length = 0; length <= table.bytes.length; length++) {
        lines += length > 0 && table.bytes.bytes[length - 1] == '\n';
        put(table.bytes.bytes, length);
        assert_int_equal(take(&table), lines > 0 ? lines : 0);
        assert_int_equal(take(&table), lines > 0 ? lines : 0); // it was mended
    }
    free_table(&table);
}

/* Bytes put in and taken out, lines left out, doubled and put into another order. */
static void test_other_damage(void **state)
{
    (void)state;
    static const char put_in[] = {'\0', '\t', '\n', '\r', ' ', '0', '1', 'a', 'b', '\x80'};
    Table table = make_table();
    char bytes[4096];
    size_t length = table.bytes.length;
    assert_true(length + 1 < sizeof bytes);
    for (size_t i = 0; i < length; i++) {
        memcpy(bytes, table.bytes.bytes, i);
        memcpy(bytes + i, table.bytes.bytes + i + 1, length - i - 1);
        put(bytes, length - 1);
        take(&table);
        memcpy(bytes + i + 1, table.bytes.bytes + i, length - i);
        for (int k = 0; k < COUNT_OF(put_in); k++) {
            bytes[i] = put_in[k];
            put(bytes, length + 1);
            take(&table);
        }
    }
    const char *header_end = strchr(table.bytes.bytes, '\n') + 1;
    size_t header = (size_t)(header_end - table.bytes.bytes);
    memcpy(bytes, table.bytes.bytes, header);
    size_t used = header;
    for (size_t end = length; end > header;) { // from the last line to the first
        size_t start = end - 1;
        while (table.bytes.bytes[start - 1] != '\n')
            start--;
        memcpy(bytes + used, table.bytes.bytes + start, end - start);
        used += end - start;
        end = start;
    }
    put(bytes, used);
    assert_int_equal(take(&table), table.placements.count);
    free_table(&table);
}

/* Both lines are whole, but one of them must be wrong. */
static void test_a_file_that_contradicts_itself(void **state)
{
    (void)state;
    Table table = make_table();
    ResumeFile file;
    PlacementClass other = table.placements.classes[0];
    assert_true(placements_file_open(&file, path, &table.placements, NULL, NULL));
    assert_true(placements_file_append(&file, &table.placements, &other));
    assert_true(resume_file_close(&file, NULL));
    assert_int_equal(take(&table), table.placements.count);
    other.winner = side_other(other.winner);
    assert_true(placements_file_open(&file, path, &table.placements, NULL, NULL));
    assert_true(placements_file_append(&file, &table.placements, &other));
    assert_true(resume_file_close(&file, NULL));
    assert_int_equal(take(&table), -1);
    free_table(&table);
}

static int make_file_in_memory(void **state)
{
    (void)state;
    memory = memfd_create("table", MFD_CLOEXEC);
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    return memory < 0;
}

static void count_calls(void *context, const Placements *so_far)
{
    int *calls = context;
    ++*calls;
    assert_int_equal(so_far->done, so_far->already_done + *calls);
}

/* With so few nodes that a sitting solves some classes or none, and each goes on from the last. */
static void test_solved_in_sittings(void **state)
{
    (void)state;
    Table whole = make_table();
    Placements placements;
    int done = 0, sittings = 0;
    put("", 0);
    for (uint64_t nodes = 1; done < whole.placements.count; nodes *= 2) {
        int calls = 0;
        PlacementsSettings settings = {.board = small_board(),
                                       .solver = {1 + sittings % 2, 1},
                                       .prove = proving,
                                       .limits.nodes = nodes,
                                       .file = path,
                                       .watch = count_calls,
                                       .context = &calls};
        assert_true(placements_solve(&placements, &settings, NULL));
        assert_int_equal(placements.already_done, done);
        assert_int_equal(placements.done, done + calls);
        done = placements.done;
        sittings += calls > 0;
        for (int i = 0; i < placements.count; i++)
            if (placements.classes[i].winner != SIDE_NONE)
                assert_int_equal(placements.classes[i].winner, whole.placements.classes[i].winner);
        placements_free(&placements);
    }
    assert_true(sittings > 1);
    free_table(&whole);
}

static void test_stopped_before_it_began(void **state)
{
    (void)state;
    atomic_bool stop = true;
    Placements placements;
    PlacementsSettings settings = {.board = small_board(), .stop = &stop};
    assert_true(placements_solve(&placements, &settings, NULL));
    assert_int_equal(placements.done, 0);
    placements_free(&placements);
}

/* The winners are those of the solver alone and of brute force, and however many threads there
 * are, every proof is the same. */
static void test_proved_tables(void **state)
{
    (void)state;
    static const int widths[] = {3, 4, 5};
    for (size_t i = 0; proving && i < sizeof widths / sizeof *widths; i++) {
        Placements solved, proved[2];
        PlacementsSettings settings = {.solver = {1, 1}};
        assert_true(board_init(&settings.board, widths[i], widths[i], NULL));
        assert_true(placements_solve(&solved, &settings, NULL));
        settings.prove = true;
        for (int threads = 1; threads <= 2; threads++) {
            settings.solver.threads = threads;
            assert_true(placements_solve(proved + threads - 1, &settings, NULL));
            assert_string_equal(proved[threads - 1].refuted.text, "");
            assert_int_equal(proved[threads - 1].done, solved.count);
        }
        for (int j = 0; j < solved.count; j++) {
            const PlacementClass *one = proved[0].classes + j, *two = proved[1].classes + j;
            assert_int_equal(one->winner,
                             placements_find(&solved, one->first, one->second)->winner);
            assert_int_equal(one->winner, two->winner);
            assert_int_equal(one->nodes, two->nodes);
            assert_int_equal(one->proof.moves, two->proof.moves);
            assert_int_equal(one->proof.positions, two->proof.positions);
            assert_int_equal(one->proof.checksum, two->proof.checksum);
            if (widths[i] > 4)
                continue;
            Position position = position_start(&settings.board);
            position = position_after(&position, one->first);
            position = position_after(&position, one->second);
            assert_int_equal(one->winner == FIRST, brute_wins(&settings.board, &position));
        }
        placements_free(&solved);
        placements_free(proved);
        placements_free(proved + 1);
    }
}

/* What a worker rank is sent. */
static void test_recipes(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "3x3", "3x3 1", "3x3 1 1", "3x3 x 1 0", "99x99 1 1 0"};
    Work work;
    uint64_t check;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Error error = {""};
        assert_false(placements_task.open(bad[i], &work, &check, &error));
        assert_true(*error.text);
    }
    static const char *const good[] = {"3x3 1 0 0", "3x3 1 0 1"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(placements_task.open(good[i], &work, &check, NULL));
        placements_task.close(&work);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_change_of_a_byte),
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_other_damage),
        cmocka_unit_test(test_a_file_that_contradicts_itself),
        cmocka_unit_test(test_solved_in_sittings),
        cmocka_unit_test(test_stopped_before_it_began),
        cmocka_unit_test(test_proved_tables),
        cmocka_unit_test(test_recipes),
    };
    int failed = cmocka_run_group_tests(tests, make_file_in_memory, NULL);
    proving = true;
    return failed + cmocka_run_group_tests(tests, make_file_in_memory, NULL);
}
