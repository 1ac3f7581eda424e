/* fen.h: a position in one line, without its history.
 *
 *     7/7/7/3N3/7/7/7[n] b
 *
 * Ranks from the top; a number is a run of blanks, `*` a blocked square, `N` first's knight,
 * `n` second's. Knights in hand stand in brackets. Then the side to move, `w` first, `b`
 * second. The four fields chess adds after that (`- - 0 1`) are accepted and say nothing here.
 * With both knights placed this is Fairy-Stockfish's FEN for its variant `joust`.
 */
#pragma once

#include "core/position.h"

enum { FEN_SIZE = 2 * SQUARE_LIMIT + 16 };

const char *fen_print(const Board *board, const Position *position, char text[FEN_SIZE]);
bool fen_parse(const char *text, size_t length, Board *board, Position *position, Error *error);
