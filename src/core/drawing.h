/* drawing.h: a board to look at. */
#pragma once

#include "core/position.h"
#include "util/text.h"

typedef struct DrawingStyle {
    bool unicode; // ♘ ♞ and blocks; else N n * .
    bool colour;  // ANSI colours
} DrawingStyle;

/* Appends the board with its coordinates, rank H on top. Squares of `marks` (legal moves, say)
 * stand out; 0 for none. */
void drawing_board(Text *text, const Board *board, const Position *position, Squares marks,
                   DrawingStyle style);
