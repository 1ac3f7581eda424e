/* Geometry: sizes, colours, neighbours, and the board's symmetries. */
#include <stdlib.h>

#include "core/pair.h"
#include "core/perft.h"
#include "support.h"

/* Every size from nothing to past the limits is either refused or right. */
static void test_sizes(void **state)
{
    (void)state;
    for (int width = -1; width <= 140; width++)
        for (int height = -1; height <= 140; height++) {
            Board board;
            Error error = {""};
            bool valid = width >= 3 && width <= 26 && height >= 3 && width * height <= 128;
            assert_int_equal(board_init(&board, width, height, &error), valid);
            assert_int_equal(error.text[0] == '\0', valid);
            if (!valid)
                continue;
            assert_int_equal(board.area, width * height);
            assert_int_equal(board.narrow, width * height <= 64);
            assert_int_equal(bits_count(board_all(&board)), width * height);
        }
}

static void check_neighbours(const Board *board)
{
    for (int from = 0; from < board->area; from++)
        for (int to = 0; to < board->area; to++) {
            int rows = abs(from / board->width - to / board->width);
            int columns = abs(from % board->width - to % board->width);
            bool jump = (rows == 1 && columns == 2) || (rows == 2 && columns == 1);
            assert_int_equal(squares_has(board->geometry_128.moves[from], (Square)to), jump);
            if (board->narrow)
                assert_int_equal(board->geometry_64.moves[from] >> to & 1, jump);
            if (jump)
                assert_int_not_equal(board_colour(board, (Square)from),
                                     board_colour(board, (Square)to));
        }
}

static void test_neighbours_and_centre(void **state)
{
    (void)state;
    for (int i = 0; i < SIZE_COUNT; i++) {
        Board board;
        assert_true(board_init(&board, sizes[i].width, sizes[i].height, NULL));
        check_neighbours(&board);
        for (int square = 0; square < board.area; square++)
            assert_int_equal(board_opposite(&board, (Square)square) == square,
                             square == board.centre);
    }
}

static void check_symmetry(const Board *board, int symmetry)
{
    const Square *image = board->symmetry[symmetry];
    Squares covered = 0;
    for (int square = 0; square < board->area; square++) {
        assert_true(image[square] < board->area);
        covered |= squares_only(image[square]);
        for (int to = 0; to < board->area; to++) // jumps stay jumps
            assert_int_equal(squares_has(board->geometry_128.moves[square], (Square)to),
                             squares_has(board->geometry_128.moves[image[square]], image[to]));
    }
    assert_true(covered == board_all(board));
    assert_int_equal(image[SQUARE_NONE], SQUARE_NONE);
}

static void test_symmetries_are_bijections(void **state)
{
    (void)state;
    for (int i = 0; i < SIZE_COUNT; i++) {
        Board board;
        assert_true(board_init(&board, sizes[i].width, sizes[i].height, NULL));
        assert_int_equal(board.symmetry_count, sizes[i].width == sizes[i].height ? 8 : 4);
        for (int a = 0; a < board.symmetry_count; a++) {
            check_symmetry(&board, a);
            for (int b = 0; b < a; b++)
                assert_memory_not_equal(board.symmetry[a], board.symmetry[b],
                                        (size_t)board.area * sizeof(Square));
        }
        for (int square = 0; square < board.area; square++) {
            assert_int_equal(board.symmetry[0][square], square);
            assert_int_equal(board.symmetry[3][square], board_opposite(&board, (Square)square));
        }
    }
}

static void check_images(const Given *g)
{
    Position canonical = position_canonical(&g->board, &g->position);
    bool found = false;
    for (int i = 0; i < g->board.symmetry_count; i++) {
        Position image = position_image(&g->board, &g->position, i);
        Position again = position_canonical(&g->board, &image);
        assert_true(position_equal(&again, &canonical));
        found = found || position_equal(&image, &canonical);
        assert_int_equal(bits_count(image.blanks), bits_count(g->position.blanks));
        assert_int_equal(position_attacker(&g->board, &image),
                         position_attacker(&g->board, &g->position));
        assert_int_equal(perft(&g->board, &image, 3), perft(&g->board, &g->position, 3));
    }
    assert_true(found);
}

static void test_canonical_form(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 200; i++) {
        Random random = random_stream(10, i, 0);
        Given field = random_field(sizes[i % SIZE_COUNT], &random, 30);
        check_images(&field);
        Given game = random_game(sizes[i % SIZE_COUNT], &random, (int)random_below(&random, 9));
        check_images(&game);
    }
}

/* Burnside by hand: orbits of one knight on a square and on a rectangle. */
static void test_canonical_openings(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        int openings;
    } known[] = {{"7x7", 10}, {"8x8", 10}, {"5x5", 6}, {"3x3", 3}, {"11x9", 30}, {"16x8", 32}};
    for (int i = 0; i < COUNT_OF(known); i++) {
        Given g = given(known[i].board);
        Squares seen = 0;
        for (int square = 0; square < g.board.area; square++) {
            Position after = position_after(&g.position, (Square)square);
            seen |= squares_only(position_canonical(&g.board, &after).knight[FIRST]);
        }
        assert_int_equal(bits_count(seen), known[i].openings);
    }
}

static Squares random_squares(const Board *board, Random *random)
{
    Squares any = (Squares)random_next(random) << 64 | random_next(random);
    if (random_below(random, 2))
        any &= (Squares)random_next(random) << 64 | random_next(random);
    return any & board_all(board);
}

/* A set's neighbours, square by square. */
static Squares slow_span(const Board *board, Squares from)
{
    Squares span = 0;
    while (from)
        span |= board->geometry_128.moves[bits_take_lowest(&from)];
    return span;
}

static void check_spans_64(const Board *board, Squares one, Squares other)
{
    const Geometry_64 *g = &board->geometry_64;
    Pair_64 both = pair_span_64(g, pair_64((Bits_64)one, (Bits_64)other));
    assert_true((knight_span_64(g, (Bits_64)one) & g->all) == slow_span(board, one));
    assert_true((pair_first_64(both) & g->all) == slow_span(board, one));
    assert_true((pair_second_64(both) & g->all) == slow_span(board, other));
}

static void check_spans_128(const Board *board, Squares one, Squares other)
{
    const Geometry_128 *g = &board->geometry_128;
    Pair_128 both = pair_span_128(g, pair_128(one, other));
    assert_true((knight_span_128(g, one) & g->all) == slow_span(board, one));
    assert_true((pair_first_128(both) & g->all) == slow_span(board, one));
    assert_true((pair_second_128(both) & g->all) == slow_span(board, other));
}

static void test_spans(void **state)
{
    (void)state;
    Random random = random_stream(3, 0, 0);
    for (int i = 0; i < SIZE_COUNT; i++)
        for (int round = 0; round < 500; round++) {
            Board board;
            assert_true(board_init(&board, sizes[i].width, sizes[i].height, NULL));
            Squares one = random_squares(&board, &random), other = random_squares(&board, &random);
            check_spans_128(&board, one, other);
            if (board.narrow)
                check_spans_64(&board, one, other);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),          cmocka_unit_test(test_neighbours_and_centre),
        cmocka_unit_test(test_spans),          cmocka_unit_test(test_symmetries_are_bijections),
        cmocka_unit_test(test_canonical_form), cmocka_unit_test(test_canonical_openings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
