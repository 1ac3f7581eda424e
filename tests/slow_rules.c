#include "slow_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void slow_start(SlowGame *game, int width, int height)
{
    memset(game, 0, sizeof *game);
    game->width = width;
    game->height = height;
    memset(game->field, '.', sizeof game->field);
    for (int side = 0; side < 2; side++)
        game->row[side] = game->column[side] = -1;
    snprintf(game->text, sizeof game->text, "%dx%d", width, height);
}

static bool is_blank(const SlowGame *game, int row, int column)
{
    return row >= 0 && row < game->height && column >= 0 && column < game->width &&
           game->field[row][column] == '.';
}

static bool is_jump(int rows, int columns)
{
    return (abs(rows) == 1 && abs(columns) == 2) || (abs(rows) == 2 && abs(columns) == 1);
}

bool slow_is_move(const SlowGame *game, int side, int row, int column)
{
    if (!is_blank(game, row, column))
        return false;
    return game->row[side] < 0 || is_jump(row - game->row[side], column - game->column[side]);
}

int slow_count_moves(const SlowGame *game, int side)
{
    int count = 0;
    for (int row = 0; row < game->height; row++)
        for (int column = 0; column < game->width; column++)
            count += slow_is_move(game, side, row, column);
    return count;
}

static void step(SlowGame *game, int row, int column)
{
    game->field[row][column] = '*';
    game->row[game->to_move] = row;
    game->column[game->to_move] = column;
    game->to_move = 1 - game->to_move;
}

void slow_play(SlowGame *game, int row, int column)
{
    size_t used = strlen(game->text);
    snprintf(game->text + used, sizeof game->text - used, " %c%d", 'a' + column,
             game->height - row);
    step(game, row, column);
}

void slow_play_nth(SlowGame *game, int n)
{
    for (int row = 0; row < game->height; row++)
        for (int column = 0; column < game->width; column++)
            if (slow_is_move(game, game->to_move, row, column) && n-- == 0) {
                slow_play(game, row, column);
                return;
            }
}

uint64_t slow_perft(const SlowGame *game, int depth)
{
    if (depth == 0)
        return 1;
    uint64_t count = 0;
    for (int row = 0; row < game->height; row++)
        for (int column = 0; column < game->width; column++)
            if (slow_is_move(game, game->to_move, row, column)) {
                SlowGame after = *game;
                step(&after, row, column);
                count += slow_perft(&after, depth - 1);
            }
    return count;
}

bool slow_mover_wins(const SlowGame *game)
{
    for (int row = 0; row < game->height; row++)
        for (int column = 0; column < game->width; column++)
            if (slow_is_move(game, game->to_move, row, column)) {
                SlowGame after = *game;
                step(&after, row, column);
                if (!slow_mover_wins(&after))
                    return true;
            }
    return false;
}

/* Widens the marked set by one jump until a whole round over the board adds nothing. */
void slow_region(const SlowGame *game, int side, bool region[SLOW_ROWS][SLOW_COLUMNS])
{
    for (int row = 0; row < SLOW_ROWS; row++)
        for (int column = 0; column < SLOW_COLUMNS; column++)
            region[row][column] = slow_is_move(game, side, row, column);
    for (bool grown = true; grown;) {
        grown = false;
        for (int i = 0; i < game->width * game->height; i++)
            for (int j = 0; j < game->width * game->height; j++) {
                int row = i / game->width, column = i % game->width;
                int to_row = j / game->width, to_column = j % game->width;
                if (region[row][column] && !region[to_row][to_column] &&
                    is_jump(to_row - row, to_column - column) && is_blank(game, to_row, to_column))
                    region[to_row][to_column] = grown = true;
            }
    }
}

static char letter_at(const SlowGame *game, int row, int column)
{
    if (row == game->row[0] && column == game->column[0])
        return 'N';
    if (row == game->row[1] && column == game->column[1])
        return 'n';
    return game->field[row][column];
}

const char *slow_fen(const SlowGame *game, char fen[SLOW_TEXT_SIZE])
{
    char *end = fen;
    for (int row = 0; row < game->height; row++) {
        int blanks = 0;
        for (int column = 0; column < game->width; column++) {
            char letter = letter_at(game, row, column);
            if (letter == '.') {
                blanks++;
                continue;
            }
            if (blanks)
                end += sprintf(end, "%d", blanks);
            blanks = 0;
            *end++ = letter;
        }
        if (blanks)
            end += sprintf(end, "%d", blanks);
        *end++ = row + 1 < game->height ? '/' : '\0';
    }
    const char *hands = game->row[0] < 0 ? "[Nn]" : game->row[1] < 0 ? "[n]" : "";
    sprintf(end - 1, "%s %c", hands, game->to_move ? 'b' : 'w');
    return fen;
}
