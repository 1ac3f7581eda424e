/* diagram.h: a position as a drawing, in the hand of the board that page.js draws. For pages of
 * frame.h, whose style it needs and whose knight it uses. */
#pragma once

#include "core/notation.h"
#include "util/text.h"

/* The position after `moves` from the empty board: each square with the number of its move, the
 * knights, a ring around the attacker, a disc on each of the `good` squares and a cross on each
 * of the `bad`. */
void diagram_print(const Board *board, const MoveList *moves, Squares good, Squares bad,
                   Text *text);
