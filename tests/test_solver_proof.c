/* Proofs written by the solver and checked by the rules alone; damaged ones must not pass. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/position_set.h"
#include "search/solver/proof.h"
#include "solver_support.h"
#include "util/checksum.h"

static char path[] = "/tmp/isolab-proof-XXXXXX";

static void write_proof(const char *text)
{
    Board board;
    Error error;
    ProofSize size;
    Position position = parse_or_fail(text, &board);
    Solver *solver = solver_create(&board, (SolverSettings){.megabytes = 1}, &error);
    if (!solver || !proof_write(solver, &position, path, &(Budget){0}, &size, &error))
        fail_msg("%s: %s", text, error.text);
    solver_destroy(solver);
}

static ProofVerdict verify(ProofChecked *checked)
{
    Error error = {""};
    ProofVerdict verdict = proof_verify(path, checked, &error);
    if (verdict != PROOF_HOLDS)
        assert_true(strlen(error.text) > 0);
    return verdict;
}

static void test_round_trip(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        Side winner;
    } cases[] = {{"4x4", SECOND},
                 {"5x5 c3 a2", FIRST},
                 {"5x5", SECOND},
                 {"6x6 a1 b1", SECOND},
                 {"3x3 b2", SECOND}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ProofChecked checked;
        write_proof(cases[i].position);
        assert_int_equal(verify(&checked), PROOF_HOLDS);
        assert_int_equal(checked.winner, cases[i].winner);
    }
}

static void test_random_endings(void **state)
{
    (void)state;
    Random random = random_stream(11, 0, 0);
    for (int i = 0; i < 200; i++) {
        Board board;
        Error error;
        ProofSize size;
        ProofChecked checked;
        Position position = random_ending(&random, &board, 12);
        Solver *solver = solver_create(&board, (SolverSettings){.megabytes = 1}, &error);
        assert_non_null(solver);
        assert_true(proof_write(solver, &position, path, &(Budget){0}, &size, &error));
        assert_int_equal(verify(&checked), PROOF_HOLDS);
        assert_int_equal(checked.winner == position.to_move, brute_wins(&board, &position));
        solver_destroy(solver);
    }
}

static size_t read_file(unsigned char *bytes, size_t size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(bytes, 1, size, file);
    fclose(file);
    return length;
}

static void write_file(const unsigned char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

static void test_damaged_files(void **state)
{
    (void)state;
    static unsigned char whole[1 << 16], damaged[1 << 16];
    ProofChecked checked;
    write_proof("5x5 a1 b3");
    size_t length = read_file(whole, sizeof whole);
    assert_true(length > 100 && length < sizeof whole);
    Random random = random_stream(3, 0, 0);
    for (size_t i = 0; i < length; i++) {
        memcpy(damaged, whole, length);
        damaged[i] ^= (unsigned char)(1 + random_below(&random, 255));
        write_file(damaged, length);
        assert_int_not_equal(verify(&checked), PROOF_HOLDS);
        write_file(whole, i);
        assert_int_not_equal(verify(&checked), PROOF_HOLDS);
    }
    whole[length] = 0;
    write_file(whole, length + 1);
    assert_int_equal(verify(&checked), PROOF_FAILS);
    write_file(whole, length);
    assert_int_equal(verify(&checked), PROOF_HOLDS);
}

/* A false claim with an honest checksum: the other side's name, same moves. */
static void test_wrong_winner(void **state)
{
    (void)state;
    static unsigned char bytes[1 << 16];
    ProofChecked checked;
    write_proof("5x5 a1 b3");
    size_t length = read_file(bytes, sizeof bytes);
    assert_int_equal(verify(&checked), PROOF_HOLDS);
    Side winner = checked.winner;
    char *at = strstr((char *)bytes, winner == FIRST ? "winner first" : "winner second");
    assert_non_null(at);
    static unsigned char forged[1 << 16];
    size_t head = (size_t)(at - (char *)bytes);
    memcpy(forged, bytes, head);
    int claim = sprintf((char *)forged + head, "winner %s\n", side_name(side_other(winner)));
    size_t skip = head + strlen("winner \n") + strlen(side_name(winner));
    memcpy(forged + head + claim, bytes + skip, length - skip);
    size_t forged_length = head + (size_t)claim + length - skip;
    uint32_t crc = checksum_add(0, forged, forged_length - 4);
    for (int i = 0; i < 4; i++)
        forged[forged_length - 4 + (size_t)i] = (unsigned char)(crc >> 8 * i);
    write_file(forged, forged_length);
    assert_int_equal(verify(&checked), PROOF_FAILS);
}

static void test_missing_file(void **state)
{
    (void)state;
    Error error;
    ProofChecked checked;
    assert_int_equal(proof_verify("/nonexistent/proof", &checked, &error), PROOF_UNREADABLE);
    assert_non_null(strstr(error.text, "/nonexistent/proof"));
}

static void test_no_proof_within_limits(void **state)
{
    (void)state;
    Board board;
    Error error;
    ProofSize size;
    Budget budget = {.nodes = 10};
    Position position = parse_or_fail("7x7 d4 c5", &board);
    Solver *solver = solver_create(&board, (SolverSettings){.megabytes = 1}, &error);
    assert_non_null(solver);
    remove(path);
    assert_false(proof_write(solver, &position, path, &budget, &size, &error));
    assert_int_not_equal(access(path, F_OK), 0);
    solver_destroy(solver);
}

static void test_position_set(void **state)
{
    (void)state;
    Random random = random_stream(1, 2, 3);
    PositionSet set = POSITION_SET_EMPTY;
    Position positions[300];
    for (int i = 0; i < 300; i++) {
        positions[i] = (Position){(Squares)random_next(&random) << 64 | random_next(&random),
                                  {(Square)(i % 128), (Square)(i % 7)},
                                  i % 2 ? FIRST : SECOND};
        assert_int_equal(position_set_add(&set, positions + i), SET_ADDED);
        Position other = positions[i];
        other.to_move = side_other(other.to_move);
        if (i % 3 == 0)
            assert_int_equal(position_set_add(&set, &other), SET_ADDED);
    }
    for (int i = 0; i < 300; i++)
        assert_int_equal(position_set_add(&set, positions + i), SET_WAS_THERE);
    assert_int_equal(set.count, 400);
    position_set_free(&set);
}

static int make_path(void **state)
{
    (void)state;
    int descriptor = mkstemp(path);
    return descriptor < 0 ? -1 : close(descriptor);
}

static int remove_path(void **state)
{
    (void)state;
    remove(path);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),    cmocka_unit_test(test_random_endings),
        cmocka_unit_test(test_damaged_files), cmocka_unit_test(test_wrong_winner),
        cmocka_unit_test(test_missing_file),  cmocka_unit_test(test_no_proof_within_limits),
        cmocka_unit_test(test_position_set),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
