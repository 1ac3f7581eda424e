#include "core/notation.h"

#include <stdio.h>
#include <string.h>

#include "core/fen.h"
#include "util/slice.h"

const char *square_print(const Board *board, Square square, char text[SQUARE_TEXT_SIZE])
{
    if (square >= board->area)
        snprintf(text, SQUARE_TEXT_SIZE, "-");
    else
        snprintf(text, SQUARE_TEXT_SIZE, "%c%u", 'a' + board_column(board, square),
                 (unsigned)(board->height - board_row(board, square)) % 100);
    return text;
}

enum { NUMBER_LIMIT = 1000 };

/* A number without leading zero. Every number here is far below the limit; past it the digits
 * are read on but no longer counted. */
static size_t read_whole_number(const char *text, size_t length, int *number)
{
    size_t used = 0;
    *number = 0;
    while (used < length && is_digit(text[used])) {
        if (*number < NUMBER_LIMIT)
            *number = *number * 10 + (text[used] - '0');
        used++;
    }
    return used > 1 && text[0] == '0' ? 0 : used;
}

bool square_parse(const Board *board, const char *text, size_t length, Square *square, Error *error)
{
    char quote[QUOTE_SIZE];
    int rank;
    bool shaped = length >= 2 && text[0] >= 'a' && text[0] <= 'z' &&
                  read_whole_number(text + 1, length - 1, &rank) == length - 1;
    if (!shaped)
        return error_set(error, "%s is not a square such as d4", error_quote(quote, text, length));
    int column = text[0] - 'a';
    if (column >= board->width || rank < 1 || rank > board->height)
        return error_set(error, "%s is not on the %dx%d board", error_quote(quote, text, length),
                         board->width, board->height);
    *square = (Square)((board->height - rank) * board->width + column);
    return true;
}

bool board_parse(Board *board, const char *text, size_t length, Error *error)
{
    char quote[QUOTE_SIZE];
    int width, height;
    size_t width_length = read_whole_number(text, length, &width);
    bool shaped = width_length > 0 && width_length + 1 < length && text[width_length] == 'x';
    if (shaped) {
        size_t rest = length - width_length - 1;
        shaped = read_whole_number(text + width_length + 1, rest, &height) == rest;
    }
    if (!shaped)
        return error_set(error, "%s is not a board such as 7x7", error_quote(quote, text, length));
    if (width >= NUMBER_LIMIT || height >= NUMBER_LIMIT)
        return error_set(error, "a board has at most %d squares; %s is larger", BOARD_AREA_MAX,
                         error_quote(quote, text, length));
    return board_init(board, width, height, error);
}

bool move_check(const Board *board, const Position *position, Square target, Error *error)
{
    char to[SQUARE_TEXT_SIZE], from[SQUARE_TEXT_SIZE];
    if (position_is_legal(board, position, target))
        return true;
    square_print(board, target, to);
    if (target >= board->area)
        return error_set(error, "there is no such square on the %dx%d board", board->width,
                         board->height);
    if (position_is_over(board, position))
        return error_set(error, "%s: the game is over, %s has no move", to,
                         side_name(position->to_move));
    if (!squares_has(position->blanks, target))
        return error_set(error, "%s is blocked", to);
    square_print(board, position->knight[position->to_move], from);
    return error_set(error, "%s is not a knight's move from %s's %s", to,
                     side_name(position->to_move), from);
}

/* The next run of bytes between blanks, which tabs are none of; empty at the end. */
static Slice next_between_blanks(Slice *rest)
{
    Slice word;
    do
        slice_cut(rest, ' ', &word);
    while (!word.length && rest->length);
    return word;
}

static bool fail_at_column(Error *error, const char *text, const char *where)
{
    char place[32];
    snprintf(place, sizeof place, "column %zu", (size_t)(where - text) + 1);
    error_prefix(error, place);
    return false;
}

static bool game_parse(const char *text, size_t length, Board *board, Position *position,
                       MoveList *moves, Error *error)
{
    Slice rest = {text, length}, word = next_between_blanks(&rest);
    if (!board_parse(board, word.start, word.length, error))
        return fail_at_column(error, text, word.start);
    *position = position_start(board);
    moves->count = 0;
    while ((word = next_between_blanks(&rest)).length) {
        Square target;
        if (!square_parse(board, word.start, word.length, &target, error) ||
            !move_check(board, position, target, error))
            return fail_at_column(error, text, word.start);
        *position = position_after(position, target);
        assert(moves->count < SQUARE_LIMIT);
        moves->moves[moves->count++] = target;
    }
    return true;
}

bool position_parse(const char *text, size_t length, Board *board, Position *position,
                    MoveList *moves, Error *error)
{
    MoveList unwanted;
    if (!moves)
        moves = &unwanted;
    moves->count = 0;
    if (length > POSITION_TEXT_LIMIT)
        return error_set(error, "column %d: the text goes on; no position is longer than that",
                         POSITION_TEXT_LIMIT + 1);
    Slice rest = {text, length}, first = next_between_blanks(&rest);
    if (first.length == 0)
        return error_set(error, "column 1: no position here; one is such as 7x7 d4 c2");
    if (memchr(first.start, '/', first.length))
        return fen_parse(text, length, board, position, error);
    return game_parse(text, length, board, position, moves, error);
}

const char *game_print(const Board *board, const MoveList *moves, char text[GAME_TEXT_SIZE])
{
    assert(moves->count >= 0 && moves->count <= SQUARE_LIMIT);
    char square[SQUARE_TEXT_SIZE];
    int used = snprintf(text, GAME_TEXT_SIZE, "%dx%d", board->width, board->height);
    for (int i = 0; i < moves->count; i++)
        used += snprintf(text + used, (size_t)(GAME_TEXT_SIZE - used), " %s",
                         square_print(board, moves->moves[i], square));
    return text;
}

void moves_print(const Board *board, const MoveList *moves, Text *text)
{
    char square[SQUARE_TEXT_SIZE];
    for (int i = 0; i < moves->count; i++)
        text_format(text, "%s%s", i ? " " : "", square_print(board, moves->moves[i], square));
}
