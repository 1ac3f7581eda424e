/* drawing.h: a board to look at. */
#pragma once

#include "core/position.h"
#include "util/text.h"

typedef struct DrawingStyle {
    bool unicode; // ♘ ♞ and dots; else N n * .
    bool colour;  // a chequered board in 256 colours
} DrawingStyle;

/* What else there is to see. */
typedef struct DrawingExtra {
    Squares marks;    // stand out: legal moves, say
    Squares trail[2]; // by Side: the blocked squares it has stood on, where that is known
} DrawingExtra;

/* Appends the board with its coordinates, rank H on top. Squares of `marks` stand out; 0 for
 * none. */
void drawing_board(Text *text, const Board *board, const Position *position, Squares marks,
                   DrawingStyle style);

void drawing_game(Text *text, const Board *board, const Position *position,
                  const DrawingExtra *extra, DrawingStyle style);

/* How the side's knight is drawn: ♘, or N, in its colour. For legends. */
void drawing_knight(Text *text, Side side, DrawingStyle style);
