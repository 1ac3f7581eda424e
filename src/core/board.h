/* board.h: the geometry of a W x H board.
 *
 * A Board is filled once by board_init() and never changes after, so any number of threads may
 * share it. It is a value of a few kilobytes without pointers: keep it anywhere, free nothing.
 */
#pragma once

#include <stdbool.h>

#include "core/geometry.h"
#include "util/error.h"

enum {
    BOARD_WIDTH_MIN = 3,
    BOARD_WIDTH_MAX = 26,
    BOARD_HEIGHT_MIN = 3,
    BOARD_HEIGHT_MAX = SQUARE_LIMIT / BOARD_WIDTH_MIN,
    BOARD_AREA_MAX = SQUARE_LIMIT,
    SYMMETRY_MAX = 8,
};

typedef struct Board {
    int width, height, area;
    bool narrow;             // the hot code runs on 64 bits
    Geometry_64 geometry_64; // filled only if area <= 64
    Geometry_128 geometry_128;
    Squares dark;       // squares with (row + column) odd
    Square centre;      // of an odd x odd board, else SQUARE_NONE
    int symmetry_count; // 8 on squares, 4 on rectangles; the first is the identity
    Square symmetry[SYMMETRY_MAX][SQUARE_LIMIT + 1]; // image of each square and of SQUARE_NONE
} Board;

bool board_init(Board *board, int width, int height, Error *error);

/* Makes the hot code run on 128 bits whatever the size: for tests and measurements. */
void board_widen(Board *board);

/* The image under the rotation by 180 degrees. */
static inline Square board_opposite(const Board *board, Square square)
{
    assert(square < board->area);
    return (Square)(board->area - 1 - square);
}

static inline int board_row(const Board *board, Square square)
{
    assert(square < board->area);
    return square / board->width;
}

static inline int board_column(const Board *board, Square square)
{
    assert(square < board->area);
    return square % board->width;
}

static inline int board_colour(const Board *board, Square square)
{
    assert(square < board->area);
    return squares_has(board->dark, square);
}

static inline Squares board_all(const Board *board)
{
    return board->geometry_128.all;
}

/* For templates: the board's geometry in their width. */
static inline const Geometry_64 *board_geometry_64(const Board *board)
{
    assert(board->area <= 64);
    return &board->geometry_64;
}

static inline const Geometry_128 *board_geometry_128(const Board *board)
{
    return &board->geometry_128;
}
