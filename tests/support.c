#include "support.h"

#include <stdio.h>
#include <stdlib.h>

const Size sizes[SIZE_COUNT] = {{3, 3},  {3, 4},  {4, 3},  {3, 10}, {5, 5},  {6, 4},
                                {7, 7},  {8, 8},  {5, 13}, {9, 9},  {11, 9}, {16, 8},
                                {8, 16}, {4, 32}, {26, 3}, {3, 42}};

Given given(const char *text)
{
    Given result;
    Error error;
    if (!position_parse(text, strlen(text), &result.board, &result.position, &result.moves, &error))
        fail_msg("%s: %s", text, error.text);
    return result;
}

static Square random_square(Squares squares, Random *random)
{
    for (uint32_t skip = random_below(random, (uint32_t)bits_count(squares)); skip; skip--)
        bits_take_lowest(&squares);
    return bits_lowest(squares);
}

Given random_game(Size size, Random *random, int plies)
{
    Given game;
    assert_true(board_init(&game.board, size.width, size.height, NULL));
    game.position = position_start(&game.board);
    for (game.moves.count = 0; game.moves.count < plies; game.moves.count++) {
        Squares moves = position_moves(&game.board, &game.position, game.position.to_move);
        if (!moves)
            break;
        Square target = random_square(moves, random);
        game.position = position_after(&game.position, target);
        game.moves.moves[game.moves.count] = target;
    }
    return game;
}

Given random_field(Size size, Random *random, int blocked)
{
    Given field = {.moves.count = 0};
    assert_true(board_init(&field.board, size.width, size.height, NULL));
    Position *position = &field.position;
    *position = position_start(&field.board);
    for (int square = 0; square < field.board.area; square++)
        if (random_below(random, 100) < (uint32_t)blocked)
            position->blanks &= ~squares_only((Square)square);
    Squares free = board_all(&field.board);
    for (Side side = FIRST; side <= SECOND; side++) {
        position->knight[side] = random_square(free, random);
        free &= ~squares_only(position->knight[side]);
    }
    position->blanks &= free;
    position->to_move = random_below(random, 2) ? FIRST : SECOND;
    return field;
}

static FILE *fixture_open(const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/data/%s", TESTS_DIRECTORY, name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("cannot open %s", path);
    return file;
}

json_t *fixture_read(const char *name)
{
    FILE *file = fixture_open(name);
    json_error_t error;
    json_t *json = json_loadf(file, 0, &error);
    fclose(file);
    if (!json)
        fail_msg("%s:%d: %s", name, error.line, error.text);
    return json;
}

void fixture_each(const char *name, FixtureVisit visit)
{
    FILE *file = fixture_open(name);
    char *line = NULL;
    size_t size = 0;
    int number = 0;
    while (getline(&line, &size, file) > 0) {
        char place[128];
        snprintf(place, sizeof place, "%s:%d", name, ++number);
        json_error_t error;
        json_t *json = json_loads(line, 0, &error);
        if (!json)
            fail_msg("%s: %s", place, error.text);
        visit(json, place);
        json_decref(json);
    }
    free(line);
    fclose(file);
    assert_int_not_equal(number, 0);
}

const char *fixture_text(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!value || !(json_is_string(value) || json_is_null(value)))
        fail_msg("a fixture without \"%s\"", key);
    return json_string_value(value);
}

Side fixture_side(const json_t *object, const char *key)
{
    const char *name = fixture_text(object, key);
    for (Side side = FIRST; name && side <= SECOND; side++)
        if (!strcmp(name, side_name(side)))
            return side;
    assert_null(name);
    return SIDE_NONE;
}

Squares fixture_squares(const Board *board, const json_t *names)
{
    Squares squares = 0;
    assert_true(json_is_array(names));
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        Square square = SQUARE_NONE;
        assert_true(name && square_parse(board, name, strlen(name), &square, NULL));
        squares |= squares_only(square);
    }
    return squares;
}
