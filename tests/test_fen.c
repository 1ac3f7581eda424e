/* FEN both ways, and every way to be refused. */
#include "core/fen.h"
#include "support.h"

static void check_round_trip(const Given *g)
{
    char text[FEN_SIZE], again[FEN_SIZE];
    Given back = given(fen_print(&g->board, &g->position, text));
    assert_int_equal(back.board.width, g->board.width);
    assert_int_equal(back.board.height, g->board.height);
    assert_true(position_equal(&back.position, &g->position));
    assert_string_equal(fen_print(&back.board, &back.position, again), text);
}

static void test_round_trips(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 600; i++) {
        Random random = random_stream(12, i, 0);
        Given field = random_field(sizes[i % SIZE_COUNT], &random, (int)(i % 101));
        check_round_trip(&field);
        Given game = random_game(sizes[i % SIZE_COUNT], &random, (int)(i % 7));
        check_round_trip(&game);
    }
}

static void test_known_texts(void **state)
{
    (void)state;
    static const struct {
        const char *position, *fen;
    } known[] = {
        {"7x7", "7/7/7/7/7/7/7[Nn] w"},           {"7x7 d4", "7/7/7/3N3/7/7/7[n] b"},
        {"7x7 d4 c2", "7/7/7/3N3/7/2n4/7 w"},     {"7x7 d4 c2 e6", "7/4N2/7/3*3/7/2n4/7 b"},
        {"7x7 d4 a7 b3", "n6/7/7/3*3/1N5/7/7 b"}, {"11x9 k9 a1", "10N/11/11/11/11/11/11/11/n10 w"},
        {"26x3 m2", "26/12N13/26[n] b"},
    };
    for (int i = 0; i < COUNT_OF(known); i++) {
        char text[FEN_SIZE];
        Given g = given(known[i].position), read = given(known[i].fen);
        assert_string_equal(fen_print(&g.board, &g.position, text), known[i].fen);
        assert_true(position_equal(&g.position, &read.position));
        assert_int_equal(read.moves.count, 0);
        assert_int_equal(position_move_count(&read.board, &read.position), g.moves.count);
    }
}

static void test_accepted_variations(void **state)
{
    (void)state;
    static const char *const same[] = {"N2/2n/3 w - - 0 1", "N2/2n/3 w - -", "  N2/2n/3   w  ",
                                       "N2/2n/3 w 0 0 0 12", "N2/2n/3[] w"};
    Given plain = given("N2/2n/3 w");
    for (int i = 0; i < COUNT_OF(same); i++) {
        Given g = given(same[i]);
        assert_true(position_equal(&g.position, &plain.position));
    }
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *text, *error;
    } refused[] = {
        {"3/3/3 w", "column 7: no knight N, neither placed nor in hand"},
        {"N2/3/3 b", "column 8: no knight n, neither placed nor in hand"},
        {"3/3/3[] w", "column 9: no knight N, neither placed nor in hand"},
        {"3/3/3[Nn]", "column 10: the FEN ends where a blank and the side to move should be"},
        {"3/3/3[Nn] ", "column 11: the FEN ends where the side to move, w or b, should be"},
        {"3/3/3[Nn] x", "column 11: 'x' where the side to move, w or b, should be"},
        {"3/3/3[Nn] W", "column 11: 'W' where the side to move, w or b, should be"},
        {"3/3/3[Nn]w", "column 10: 'w' where a blank and the side to move should be"},
        {"3/3/3[NN] w", "column 8: a second knight N"},
        {"3/3/3[nn] w", "column 8: a second knight n"},
        {"N2/N2/3[n] w", "column 4: a second knight N"},
        {"n2/3/2n[N] w", "column 7: a second knight n"},
        {"N2/3/3[N] w", "column 8: a second knight N"},
        {"N2/3/3[n] w",
         "column 11: first to move with second's knight in hand; it is second's turn to place"},
        {"n2/3/3[N] w", "column 11: second is placed but first is in hand; first places first"},
        {"3/3/3[Nn] b",
         "column 11: second to move with first's knight in hand; first places first"},
        {"3/4/3[Nn] w", "column 3: rank 2 from the top has 4 squares, the first has 3"},
        {"3/2/3[Nn] w", "column 3: rank 2 from the top has 2 squares, the first has 3"},
        {"3/3/[Nn] w", "column 5: '[' where a rank's number, *, N or n should be"},
        {"3//3[Nn] w", "column 3: '/' where a rank's number, *, N or n should be"},
        {"/3/3/3[Nn] w", "column 1: '/' where a rank's number, *, N or n should be"},
        {"3/3/3/ w", "column 7: ' ' where a rank's number, *, N or n should be"},
        {"3/3/", "column 5: the FEN ends where a rank's number, *, N or n should be"},
        {"N2/q2/3[n] b", "column 4: 'q' where a rank's number, *, N or n should be"},
        {"N2/3\xe2/3[n] b", "column 5: '\\xe2' where a rank's number, *, N or n should be"},
        {"0/3/3[Nn] w", "column 1: a run of blanks is at least 1"},
        {"3/03/3[Nn] w", "column 3: a run of blanks is at least 1"},
        {"27/3/3[Nn] w", "column 2: a rank has at most 26 squares"},
        {"99999999999999999999/3 w", "column 2: a rank has at most 26 squares"},
        {"25N*/26/26[n] b", "column 4: rank 1 from the top has more than 26 squares"},
        {"26/26/26/26/26[Nn] w", "column 14: more than 128 squares by rank 5 from the top"},
        {"1/1/1[Nn] w", "column 1: a board is 3 to 26 squares wide, not 1"},
        {"3/3[Nn] w", "column 1: a board is at least 3 squares high, not 2"},
        {"3/3/3[Nn w", "column 9: ' ' where N, n or ] should be"},
        {"3/3/3[Nx] w", "column 8: 'x' where N, n or ] should be"},
        {"3/3/3[Nn", "column 9: the FEN ends where N, n or ] should be"},
        {"N2/2n/3 w - - 0 1 1", "column 19: '1' where the end should be"},
        {"N2/2n/3 w k", "column 11: 'k' where -, a number or the end should be"},
        {"N2/2n/3 w -0", "column 12: '0' where the end should be"},
        {"N2/2n/3 wb", "column 10: 'b' where the end should be"},
        {"N2/2n/3\tw", "column 8: '\\x09' where a rank's number, *, N or n should be"},
    };
    for (int i = 0; i < COUNT_OF(refused); i++) {
        Given g;
        Error error = {""};
        if (position_parse(refused[i].text, strlen(refused[i].text), &g.board, &g.position, NULL,
                           &error))
            fail_msg("'%s' was accepted", refused[i].text);
        assert_string_equal(error.text, refused[i].error);
    }
}

static void test_many_ranks(void **state)
{
    (void)state;
    char text[1024] = "1";
    for (int rank = 1; rank < 300; rank++)
        strcat(text, "/1");
    strcat(text, "[Nn] w");
    Given g;
    Error error;
    assert_false(fen_parse(text, strlen(text), &g.board, &g.position, &error));
    assert_string_equal(error.text, "column 257: more than 128 squares by rank 129 from the top");
}

static void test_nul_bytes(void **state)
{
    (void)state;
    Given g;
    Error error;
    assert_false(fen_parse("3/3\0/3[Nn] w", 12, &g.board, &g.position, &error));
    assert_string_equal(error.text, "column 4: '\\x00' where a rank's number, *, N or n should be");
    assert_false(fen_parse("N2/2n/3 w\0", 10, &g.board, &g.position, &error));
    assert_string_equal(error.text, "column 10: '\\x00' where the end should be");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),         cmocka_unit_test(test_known_texts),
        cmocka_unit_test(test_accepted_variations), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_many_ranks),          cmocka_unit_test(test_nul_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
