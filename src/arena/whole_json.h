/* whole_json.h: JSON without holes, and how the game's things look in it.
 *
 * A value that could not be had while JSON was being put together is easily overlooked: a list is
 * then short by one, an object by a member, and what is printed looks whole. So a failure is
 * remembered where it happens, in the allocator or when a value is added, and what was built since
 * is refused as text. Whoever builds needs no checks of its own.
 */
#pragma once

#include <jansson.h>

#include "core/notation.h"
#include "util/text.h"

/* Once, at the beginning of a program. What a thread builds is its own matter. */
void whole_json_watch(void);

/* Appends the JSON as text, by jansson's flags, and releases it. False if a value of it could not
 * be had, and for NULL; then that is forgotten. */
bool whole_json_print(json_t *json, size_t flags, Text *text);

/* A new value into a list, into an object, or all of a new object into another. */
void whole_json_append(json_t *array, json_t *value);
void whole_json_set(json_t *object, const char *name, json_t *value);
void whole_json_merge(json_t *object, json_t *other);

json_t *whole_json_number(double number); // null unless finite
json_t *whole_json_score(double score);   // null, "inf", "-inf" where it is none or infinite
json_t *whole_json_side(Side side);       // null for SIDE_NONE
json_t *whole_json_square(const Board *board, Square square); // null for SQUARE_NONE
json_t *whole_json_moves(const Board *board, const Square *moves, int count);
json_t *whole_json_squares(const Board *board, Squares squares); // in the order of their numbers
