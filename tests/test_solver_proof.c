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

/* A prover for tests: honest up to a move, then it says what it likes. */
typedef struct Teller {
    const Board *board;
    SolverHand *hand;
    Random random;
    int64_t honest; // moves to tell before the lie
    bool lied;      // the move told there does not win
    bool gives_up;  // instead of a lie
    bool no_square; // the lie is no square of the board
} Teller;

static bool tell(void *context, const Position *position, Square *move, Error *error)
{
    Teller *teller = context;
    if (teller->honest-- > 0)
        return solver_hand_move(teller->hand, position, move);
    if (teller->gives_up)
        return error_set(error, "no more");
    Squares moves = position_moves(teller->board, position, position->to_move);
    if (teller->honest == -1 && teller->no_square) {
        teller->lied = true;
        *move = SQUARE_NONE;
        return true;
    }
    if (teller->honest == -1) {
        Squares losing = moves & ~brute_winning(teller->board, position);
        teller->lied = losing != 0;
        moves = losing ? losing : moves;
    }
    for (int skip = (int)random_below(&teller->random, (uint32_t)bits_count(moves)); skip > 0;
         skip--)
        bits_take_lowest(&moves);
    *move = bits_lowest(moves);
    return true;
}

typedef struct Laboratory {
    Board board;
    Position position;
    Budget budget;
    Solver *solver;
    Side winner;
    Teller teller;
    PositionMemory met;
    ProofChecked checked;
    Error error;
} Laboratory;

static void laboratory_open(Laboratory *lab)
{
    uint64_t nodes;
    lab->solver = solver_create(&lab->board, (SolverSettings){.megabytes = 1}, NULL);
    assert_non_null(lab->solver);
    assert_true(position_memory_init(&lab->met, &lab->board, 1, NULL));
    lab->teller = (Teller){.board = &lab->board, .random = random_stream(5, 0, 0)};
    lab->teller.hand = solver_hand_create(lab->solver, 0, &lab->budget, NULL);
    lab->winner = solver_hand_winner(lab->teller.hand, &lab->position, &nodes);
}

static void laboratory_close(Laboratory *lab)
{
    solver_hand_destroy(lab->teller.hand);
    solver_destroy(lab->solver);
    position_memory_free(&lab->met);
}

static ProofVerdict check_told(Laboratory *lab, Side winner, int64_t honest)
{
    Prover prover = {tell, &lab->teller};
    lab->teller.honest = honest;
    lab->teller.lied = false;
    lab->error = (Error){""};
    position_memory_clear(&lab->met);
    ProofVerdict verdict = proof_check(&prover, &lab->board, &lab->position, winner, &lab->met,
                                       &lab->checked, &lab->error);
    assert_int_equal(verdict == PROOF_HOLDS, !*lab->error.text);
    return verdict;
}

/* Also that nothing false is ever proved, whatever is told. */
static void test_endings_checked_while_proved(void **state)
{
    (void)state;
    Random random = random_stream(12, 0, 0);
    for (int i = 0; i < 200; i++) {
        Laboratory lab = {.budget = {0}};
        lab.position = random_ending(&random, &lab.board, 12);
        laboratory_open(&lab);
        Side right = brute_wins(&lab.board, &lab.position) ? lab.position.to_move
                                                           : side_other(lab.position.to_move);
        assert_int_equal(lab.winner, right);
        assert_int_equal(check_told(&lab, right, INT64_MAX), PROOF_HOLDS);
        assert_int_equal(check_told(&lab, side_other(right), INT64_MAX), PROOF_FAILS);
        assert_int_equal(check_told(&lab, side_other(right), 0), PROOF_FAILS);
        laboratory_close(&lab);
    }
}

/* One wrong move anywhere in a proof, after which any move is told. */
static void test_lies(void **state)
{
    (void)state;
    Laboratory lab = {.budget = {0}};
    lab.position = parse_or_fail("5x4 a4 b4", &lab.board);
    laboratory_open(&lab);
    assert_int_equal(check_told(&lab, lab.winner, INT64_MAX), PROOF_HOLDS);
    int64_t moves = (int64_t)lab.checked.moves;
    int lies = 0;
    assert_true(moves > 10);
    for (int64_t i = 0; i < moves; i++) {
        ProofVerdict verdict = check_told(&lab, lab.winner, i);
        if (lab.teller.lied)
            assert_int_equal(verdict, PROOF_FAILS);
        lies += lab.teller.lied;
        lab.teller.no_square = true;
        assert_int_equal(check_told(&lab, lab.winner, i), PROOF_FAILS);
        assert_non_null(strstr(lab.error.text, "move "));
        lab.teller.no_square = false;
        lab.teller.gives_up = true;
        assert_int_equal(check_told(&lab, lab.winner, i), PROOF_UNREADABLE);
        assert_string_equal(lab.error.text, "no more");
        lab.teller.gives_up = false;
    }
    assert_true(lies > 5);
    laboratory_close(&lab);
}

/* The same proof in a memory that is too small for it. */
static void test_forgotten_positions_are_proved_again(void **state)
{
    (void)state;
    Laboratory lab = {.budget = {0}};
    lab.position = parse_or_fail("7x7 a7 b7", &lab.board);
    laboratory_open(&lab);
    assert_int_equal(check_told(&lab, SECOND, INT64_MAX), PROOF_HOLDS);
    uint64_t moves = lab.checked.moves;
    position_memory_free(&lab.met);
    assert_true(position_memory_init(&lab.met, &lab.board, 16, NULL));
    assert_int_equal(check_told(&lab, SECOND, INT64_MAX), PROOF_HOLDS);
    assert_true(lab.checked.moves < moves);
    laboratory_close(&lab);
}

/* More positions than there is room for: none is taken for met that was not. */
static void test_position_memory(void **state)
{
    (void)state;
    static const char *const boards[] = {"8x8", "9x9", "16x8", "4x4"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        Board board;
        PositionMemory memory;
        PositionSet set = POSITION_SET_EMPTY;
        Random random = random_stream(7, (uint32_t)i, 0);
        int again = 0, forgotten = 0;
        parse_or_fail(boards[i], &board);
        assert_true(position_memory_init(&memory, &board, 1, NULL));
        assert_int_equal(memory.size, 1 << 20);
        for (int j = 0; j < 400000; j++) {
            uint64_t few = random_below(&random, 300000); // most are met again
            Random of_it = random_stream(8, (uint32_t)few, 0);
            Position position = {.to_move = FIRST};
            position.knight[FIRST] = (Square)random_below(&of_it, (uint32_t)board.area);
            do
                position.knight[SECOND] = (Square)random_below(&of_it, (uint32_t)board.area);
            while (position.knight[SECOND] == position.knight[FIRST]);
            position.blanks = (Squares)random_next(&of_it) << 64 | random_next(&of_it);
            position.blanks &= position_start(&board).blanks;
            position.blanks &= ~squares_only(position.knight[FIRST]);
            position.blanks &= ~squares_only(position.knight[SECOND]);
            bool met = position_memory_met(&memory, &position);
            bool was_there = position_set_add(&set, &position) == SET_WAS_THERE;
            assert_true(!met || was_there);
            assert_true(position_memory_met(&memory, &position));
            again += met;
            forgotten += was_there && !met;
        }
        assert_true(again > 10000 && forgotten > 1000);
        position_set_free(&set);
        position_memory_free(&memory);
    }
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
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_random_endings),
        cmocka_unit_test(test_damaged_files),
        cmocka_unit_test(test_wrong_winner),
        cmocka_unit_test(test_missing_file),
        cmocka_unit_test(test_no_proof_within_limits),
        cmocka_unit_test(test_endings_checked_while_proved),
        cmocka_unit_test(test_lies),
        cmocka_unit_test(test_forgotten_positions_are_proved_again),
        cmocka_unit_test(test_position_memory),
        cmocka_unit_test(test_position_set),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
