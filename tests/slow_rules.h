/* slow_rules.h: the rules of the game a second time, from the rule book.
 *
 * An oracle for the tests: characters in rows and columns, loops over the eight jumps, nothing
 * shared with src/. A SlowGame writes its own position text and FEN, so what the library makes
 * of them can be compared from reading to counting.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { SLOW_ROWS = 42, SLOW_COLUMNS = 26, SLOW_TEXT_SIZE = 1024 };

typedef struct SlowGame {
    int width, height;
    char field[SLOW_ROWS][SLOW_COLUMNS]; // '.' blank, '*' blocked or stood on; row 0 on top
    int row[2], column[2];               // of first and second; -1 in hand
    int to_move;                         // 0 or 1
    char text[SLOW_TEXT_SIZE];           // "7x7 d4 c2"
} SlowGame;

void slow_start(SlowGame *game, int width, int height);
bool slow_is_move(const SlowGame *game, int side, int row, int column);
int slow_count_moves(const SlowGame *game, int side);
void slow_play(SlowGame *game, int row, int column);

/* Plays the n-th (from 0) legal move of the side to move, row by row from the top left. */
void slow_play_nth(SlowGame *game, int n);

uint64_t slow_perft(const SlowGame *game, int depth);
bool slow_mover_wins(const SlowGame *game); // by trying everything: small boards only

/* Marks the blanks `side` reaches through blanks. */
void slow_region(const SlowGame *game, int side, bool region[SLOW_ROWS][SLOW_COLUMNS]);

const char *slow_fen(const SlowGame *game, char fen[SLOW_TEXT_SIZE]);
