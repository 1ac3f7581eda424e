/* notation.h: squares and positions as text, both ways.
 *
 * A position text is either a board and the moves from the start, `7x7 d4 c2 e6`, or a FEN,
 * `7/7/7/3N3/7/7/7[n] b` (fen.h). Texts come with a length and need no terminator; any bytes
 * are safe. What is refused is refused with the column (from 1) and the reason; nothing is
 * guessed.
 */
#pragma once

#include "core/position.h"
#include "util/text.h"

enum {
    SQUARE_TEXT_SIZE = 4,                  // "z42" and its NUL
    GAME_TEXT_SIZE = 8 + 4 * SQUARE_LIMIT, // "26x4", then a blank and a square a move
    POSITION_TEXT_LIMIT = 4096,            // longer texts are refused unread
};

/* The moves that led to a position, where its text told them. */
typedef struct MoveList {
    Square moves[SQUARE_LIMIT];
    int count;
} MoveList;

/* Writes `d4` (`-` for SQUARE_NONE) into `text` and returns it. */
const char *square_print(const Board *board, Square square, char text[SQUARE_TEXT_SIZE]);
bool square_parse(const Board *board, const char *text, size_t length, Square *square,
                  Error *error);

/* `7x7` */
bool board_parse(Board *board, const char *text, size_t length, Error *error);

/* Either form. `moves` may be NULL; it gets the moves of the first form, and none from a FEN.
 * On failure all three are unspecified. */
bool position_parse(const char *text, size_t length, Board *board, Position *position,
                    MoveList *moves, Error *error);

/* `7x7 d4 c2 e6` */
const char *game_print(const Board *board, const MoveList *moves, char text[GAME_TEXT_SIZE]);

/* The squares alone, a blank between two. */
void moves_print(const Board *board, const MoveList *moves, Text *text);

/* Whether `target` is legal; if not, why: off the board, blocked, not a knight's move, or the
 * game is over. */
bool move_check(const Board *board, const Position *position, Square target, Error *error);
