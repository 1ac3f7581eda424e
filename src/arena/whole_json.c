#include "arena/whole_json.h"

#include <math.h>
#include <stdlib.h>

/* The one thing here that outlives a call: jansson's allocators take no context. */
static _Thread_local bool has_hole;

static void *allocate_watched(size_t size)
{
    void *block = malloc(size);
    if (!block)
        has_hole = true;
    return block;
}

void whole_json_watch(void)
{
    json_set_alloc_funcs(allocate_watched, free);
}

static int append_dumped(const char *bytes, size_t length, void *text)
{
    text_append_bytes(text, bytes, length);
    return text_ok(text) ? 0 : -1;
}

/* Not json_dumps(): it overlooks a failed allocation within an object's key. */
bool whole_json_print(json_t *json, size_t flags, Text *text)
{
    bool good = json && !json_dump_callback(json, append_dumped, text, flags) && text_ok(text);
    json_decref(json);
    good = good && !has_hole;
    has_hole = false;
    return good;
}

void whole_json_append(json_t *array, json_t *value)
{
    if (json_array_append_new(array, value))
        has_hole = true;
}

void whole_json_set(json_t *object, const char *name, json_t *value)
{
    if (json_object_set_new(object, name, value))
        has_hole = true;
}

void whole_json_merge(json_t *object, json_t *other)
{
    if (json_object_update_new(object, other))
        has_hole = true;
}

json_t *whole_json_number(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

json_t *whole_json_score(double score)
{
    return isinf(score) ? json_string(score > 0 ? "inf" : "-inf") : whole_json_number(score);
}

json_t *whole_json_side(Side side)
{
    return side == SIDE_NONE ? json_null() : json_string(side_name(side));
}

json_t *whole_json_square(const Board *board, Square square)
{
    char name[SQUARE_TEXT_SIZE];
    return square == SQUARE_NONE ? json_null() : json_string(square_print(board, square, name));
}

json_t *whole_json_moves(const Board *board, const Square *moves, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        whole_json_append(array, whole_json_square(board, moves[i]));
    return array;
}

json_t *whole_json_squares(const Board *board, Squares squares)
{
    json_t *array = json_array();
    while (squares)
        whole_json_append(array, whole_json_square(board, bits_take_lowest(&squares)));
    return array;
}
