/* support.h: what the unit tests share. Includes cmocka, so that a test includes only this and
 * what it tests. Everything here fails the running test rather than return an error.
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <jansson.h>
#include <string.h>

#include "core/notation.h"
#include "util/random.h"

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

typedef struct Given {
    Board board;
    Position position;
    MoveList moves; // those of its text
} Given;

Given given(const char *text); // a position text that must parse

typedef struct Size {
    int width, height;
} Size;

/* Every shape worth trying: the least, the thinnest, the largest, both widths, both parities. */
enum { SIZE_COUNT = 16 };
extern const Size sizes[SIZE_COUNT];

/* From the start, `plies` random legal moves or as many as the game has. */
Given random_game(Size size, Random *random, int plies);

/* Squares blocked anywhere with a chance of `blocked` per cent, both knights anywhere: wilder
 * than any game. */
Given random_field(Size size, Random *random, int blocked);

/* Files of tests/data, read as JSON: a whole file (released by the caller), or line by line. */
json_t *fixture_read(const char *name);
typedef void (*FixtureVisit)(const json_t *line, const char *place);
void fixture_each(const char *name, FixtureVisit visit);

/* A member that must be there and be a text; one that may be null gives NULL. */
const char *fixture_text(const json_t *object, const char *key);
Side fixture_side(const json_t *object, const char *key); // null: SIDE_NONE

Squares fixture_squares(const Board *board, const json_t *names);
