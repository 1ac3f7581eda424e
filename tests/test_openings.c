/* Openings: each kind, the same whoever asks and in whatever order, and files that are wrong. */
#include "store_support.h"

#include <stdio.h>
#include <stdlib.h>

#include "arena/openings.h"

/* 0x0: the board that a file has. */
static Openings make(int width, int height, OpeningSettings settings)
{
    Openings openings;
    Board board;
    Error error;
    assert_true(width == 0 || board_init(&board, width, height, &error));
    if (!openings_create(&openings, width ? &board : NULL, &settings, &error))
        fail_msg("%s", error.text);
    return openings;
}

static void assert_refused(int width, int height, OpeningSettings settings, const char *sentence)
{
    Openings openings;
    Board board;
    Error error;
    assert_true(width == 0 || board_init(&board, width, height, &error));
    assert_false(openings_create(&openings, width ? &board : NULL, &settings, &error));
    assert_string_equal(error.text, sentence);
    assert_null(openings.list);
}

static void assert_same_opening(const Opening *one, const Opening *other)
{
    assert_true(position_equal(&one->position, &other->position));
    assert_int_equal(one->moves.count, other->moves.count);
    assert_memory_equal(one->moves.moves, other->moves.moves, (size_t)one->moves.count);
}

static void test_random_ones_are_played_by_the_rules(void **state)
{
    (void)state;
    for (int plies = 0; plies <= 20; plies++) {
        Openings openings =
            make(7, 7, (OpeningSettings){.kind = OPENINGS_RANDOM, .plies = plies, .seed = 9});
        for (int i = 0; i < 50; i++) {
            Opening opening = openings_at(&openings, i);
            char text[OPENING_TEXT_SIZE];
            Given played = given(opening_print(&openings.board, &opening, text));
            assert_int_equal(opening.moves.count, plies);
            assert_true(position_equal(&played.position, &opening.position));
            assert_false(position_is_over(&openings.board, &opening.position));
        }
        openings_destroy(&openings);
    }
}

/* The i-th opening follows from the settings and i alone. */
static void test_any_order(void **state)
{
    (void)state;
    enum { ASKED = 200 };
    static Opening known[ASKED];
    OpeningSettings settings = {.kind = OPENINGS_RANDOM, .plies = 12, .seed = 3};
    Openings openings = make(11, 9, settings), other = make(11, 9, settings);
    for (int i = 0; i < ASKED; i++)
        known[i] = openings_at(&openings, i);
    for (int i = ASKED - 1; i >= 0; i--) {
        Opening again = openings_at(&openings, i), elsewhere = openings_at(&other, i);
        assert_same_opening(&known[i], &again);
        assert_same_opening(&known[i], &elsewhere);
    }
    other.settings.seed++;
    int same = 0;
    for (int i = 0; i < ASKED; i++) {
        Opening different = openings_at(&other, i);
        same += position_equal(&known[i].position, &different.position);
    }
    assert_true(same < 3);
}

/* Every placement, about equally often: 100 on average, so 40 to 170 is six deviations off. */
static void test_random_placements_are_uniform(void **state)
{
    (void)state;
    static int seen[49][49];
    Openings openings =
        make(7, 7, (OpeningSettings){.kind = OPENINGS_RANDOM, .plies = 2, .seed = 1});
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < 49 * 48 * 100; i++) {
        Opening opening = openings_at(&openings, i);
        seen[opening.moves.moves[0]][opening.moves.moves[1]]++;
    }
    for (int first = 0; first < 49; first++)
        for (int second = 0; second < 49; second++)
            if (first == second)
                assert_int_equal(seen[first][second], 0);
            else
                assert_in_range(seen[first][second], 40, 170);
}

/* The image of a square under one of eight symmetries, in coordinates, on any board. */
static int image(int width, int height, int symmetry, int square)
{
    int column = square % width, row = square / width;
    if (symmetry & 1)
        column = width - 1 - column;
    if (symmetry & 2)
        row = height - 1 - row;
    return symmetry & 4 ? column * width + row : row * width + column;
}

/* Marks the whole class of a placement. How many of it were marked already. */
static int mark_class(bool *marked, int width, int height, int first, int second)
{
    int already = 0, area = width * height, symmetries = width == height ? 8 : 4;
    for (int i = 0; i < symmetries; i++) {
        int place = image(width, height, i, first) * area + image(width, height, i, second);
        already += marked[place];
        marked[place] = true;
    }
    return already;
}

static int count_classes(int width, int height)
{
    int area = width * height, classes = 0;
    bool *marked = calloc((size_t)(area * area), sizeof *marked);
    assert_non_null(marked);
    for (int first = 0; first < area; first++)
        for (int second = 0; second < area; second++)
            if (first != second && !marked[first * area + second]) {
                mark_class(marked, width, height, first, second);
                classes++;
            }
    free(marked);
    return classes;
}

/* Of every class one, by a count that knows nothing of the program's own symmetries. Squares of
 * the program are numbered by rows, whichever comes first. */
static void test_all_placements(void **state)
{
    (void)state;
    assert_int_equal(count_classes(7, 7), 315);
    for (int i = 0; i < SIZE_COUNT; i++) {
        int width = sizes[i].width, height = sizes[i].height, area = width * height;
        Openings openings = make(width, height, (OpeningSettings){.kind = OPENINGS_ALL});
        bool *marked = calloc((size_t)(area * area), sizeof *marked);
        assert_non_null(marked);
        assert_int_equal(openings.count, count_classes(width, height));
        for (int j = 0; j < openings.count; j++) {
            Opening opening = openings_at(&openings, j);
            assert_int_equal(opening.moves.count, 2);
            int new_in_class =
                mark_class(marked, width, height, opening.moves.moves[0], opening.moves.moves[1]);
            assert_true(new_in_class < (width == height ? 8 : 4));
        }
        free(marked);
        openings_destroy(&openings);
    }
}

static void test_a_list_starts_over(void **state)
{
    (void)state;
    Openings openings = make(5, 5, (OpeningSettings){.kind = OPENINGS_ALL});
    for (int i = 0; i < 3 * openings.count; i++) {
        Opening one = openings_at(&openings, i), other = openings.list[i % openings.count];
        assert_same_opening(&one, &other);
    }
    openings_destroy(&openings);
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static const OpeningSettings from_file = {.kind = OPENINGS_FILE, .file = "openings.txt"};

static void test_a_file(void **state)
{
    (void)state;
    char text[OPENING_TEXT_SIZE];
    static const char *const expected[] = {"11x9 d4 c2", "11x9", "11/11/11/11/11/3N7/11/2n8/11 w"};
    write_file("openings.txt", "# the board of the file counts\n"
                               "11x9 d4 c2  \r\n"
                               "\n"
                               "11x9\n"
                               "11/11/11/11/11/3N7/11/2n8/11 w");
    Openings openings = make(0, 0, from_file);
    assert_int_equal(openings.board.width, 11);
    assert_int_equal(openings.board.height, 9);
    assert_int_equal(openings.count, COUNT_OF(expected));
    for (int i = 0; i < openings.count; i++)
        assert_string_equal(opening_print(&openings.board, &openings.list[i], text), expected[i]);
    openings_destroy(&openings);
}

/* What is printed of a file makes the same openings without it. */
static void test_a_file_as_text(void **state)
{
    (void)state;
    Text text = TEXT_EMPTY, again = TEXT_EMPTY, none = TEXT_EMPTY;
    write_file("openings.txt", "# two\n8x6\n\n8x6 a1 b3\r\n8/8/3*4/8/1N6/2n5 b\n");
    Openings openings = make(8, 6, from_file);
    openings_print(&openings, &text);
    assert_string_equal(text.bytes, "8x6\n8x6 a1 b3\n8/8/3*4/8/1N6/2n5 b\n");
    OpeningSettings settings = {.kind = OPENINGS_FILE, .file = "gone", .text = text.bytes};
    Openings same = make(0, 0, settings);
    openings_print(&same, &again);
    assert_string_equal(again.bytes, text.bytes);
    assert_int_equal(same.board.width, 8);
    for (int i = 0; i < 3; i++)
        assert_same_opening(&same.list[i], &openings.list[i]);
    openings_destroy(&same);
    openings_destroy(&openings);
    openings = make(5, 5, (OpeningSettings){.kind = OPENINGS_ALL});
    openings_print(&openings, &none);
    assert_null(none.bytes);
    openings_destroy(&openings);
    text_free(&text);
    text_free(&again);
}

static void test_files_that_are_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *text, *sentence;
    } files[] = {
        {"", "'openings.txt': no position in it"},
        {"\n# 7x7\n\n", "'openings.txt': no position in it"},
        {"7x7 d4\n\n7x7 d4 d4\n", "'openings.txt': line 3: column 8: d4 is blocked"},
        {"7x7\n#\n8x8\n", "'openings.txt': line 3: a 8x8 board among 7x7 ones"},
        {"3x3 b2 a1\n", "'openings.txt': line 1: the game is over already"},
    };
    for (int i = 0; i < COUNT_OF(files); i++) {
        write_file("openings.txt", files[i].text);
        assert_refused(0, 0, from_file, files[i].sentence);
    }
    write_file("openings.txt", "# small\n5x5 a1 b3\n");
    assert_refused(7, 7, from_file,
                   "'openings.txt': line 2: a 5x5 board, but the games are to be on 7x7");
    assert_refused(7, 7, (OpeningSettings){.kind = OPENINGS_FILE, .file = "none.txt"},
                   "openings: cannot read 'none.txt': No such file or directory");
    assert_refused(7, 7, (OpeningSettings){.kind = OPENINGS_FILE, .file = "."},
                   "openings: cannot read '.': it is a directory");
    assert_refused(7, 7, (OpeningSettings){.kind = OPENINGS_FILE, .file = "/dev/zero"},
                   "openings: cannot read '/dev/zero': it is larger than 64 MB");
}

static void test_openings_longer_than_games(void **state)
{
    (void)state;
    assert_refused(
        7, 7, (OpeningSettings){.kind = OPENINGS_RANDOM, .plies = 49},
        "games on 7x7 are hardly ever longer than 49 plies: shorter openings are wanted");
    assert_refused(3, 3, (OpeningSettings){.kind = OPENINGS_RANDOM, .plies = 9},
                   "games on 3x3 are hardly ever longer than 9 plies: shorter openings are wanted");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_ones_are_played_by_the_rules),
        cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_random_placements_are_uniform),
        cmocka_unit_test(test_all_placements),
        cmocka_unit_test(test_a_list_starts_over),
        cmocka_unit_test_setup_teardown(test_a_file, directory_create, directory_remove),
        cmocka_unit_test_setup_teardown(test_a_file_as_text, directory_create, directory_remove),
        cmocka_unit_test_setup_teardown(test_files_that_are_wrong, directory_create,
                                        directory_remove),
        cmocka_unit_test(test_openings_longer_than_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
