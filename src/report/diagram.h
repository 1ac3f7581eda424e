/* diagram.h: a position as a drawing, in the hand of the board that page.js draws. For pages of
 * frame.h, whose style it needs and whose knight it uses. */
#pragma once

#include "core/notation.h"
#include "util/text.h"

/* The position: squares that are not blank, each with the number of its move where `moves` from the
 * empty board led here (NULL: nobody knows how), the knights, a ring around the attacker, a disc on
 * each of the `good` squares and a cross on each of the `bad`. */
void diagram_print(const Board *board, const Position *position, const MoveList *moves,
                   Squares good, Squares bad, Text *text);
