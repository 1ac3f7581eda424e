/* fen.c: reading a FEN.
 *
 * One cursor walks the text from left to right; each reader consumes its part or leaves a
 * sentence and the cursor where the fault is. The board's size is only known once the ranks
 * have been read, so squares are collected by (rank, file) first and placed after.
 */
#include "core/fen.h"

#include <stdio.h>

#include "util/text.h"

typedef struct Fen {
    const char *text;
    size_t length, at;
    int width, height;
    Squares blanks; // by square number, as each complete rank fixes the width from the first
    int knight[2];  // square numbers; -1 where none was read
    bool in_hand[2];
    Side to_move;
    Error *error;
} Fen;

static const char knight_letters[2] = {'N', 'n'};

static bool fail_at_cursor(const Fen *fen, const char *what)
{
    return error_set(fen->error, "column %zu: %s", fen->at + 1, what);
}

static bool fail_unexpected(const Fen *fen, const char *wanted)
{
    char quote[QUOTE_SIZE];
    if (fen->at >= fen->length)
        return error_set(fen->error, "column %zu: the FEN ends where %s should be", fen->at + 1,
                         wanted);
    return error_set(fen->error, "column %zu: %s where %s should be", fen->at + 1,
                     error_quote(quote, fen->text + fen->at, 1), wanted);
}

static char peek(const Fen *fen)
{
    return fen->at < fen->length ? fen->text[fen->at] : '\0';
}

/* Files are numbered on from the squares already read; past the limits this only has to stay
 * wrong, not exact, until the rank's end reports it. */
static bool read_run(Fen *fen, int *files)
{
    int run = 0;
    if (peek(fen) == '0')
        return fail_at_cursor(fen, "a run of blanks is at least 1");
    while (is_digit(peek(fen))) {
        run = run * 10 + (peek(fen) - '0');
        if (run > BOARD_WIDTH_MAX)
            return error_set(fen->error, "column %zu: a rank has at most %d squares", fen->at + 1,
                             BOARD_WIDTH_MAX);
        fen->at++;
    }
    int first = fen->height * fen->width + *files;
    for (int i = 0; i < run && first + i < BOARD_AREA_MAX; i++)
        fen->blanks |= squares_only((Square)(first + i));
    *files += run;
    return true;
}

static bool read_knight(Fen *fen, Side side, int *files)
{
    if (fen->knight[side] >= 0)
        return error_set(fen->error, "column %zu: a second knight %c", fen->at + 1,
                         knight_letters[side]);
    fen->knight[side] = fen->height * fen->width + *files;
    fen->at++;
    ++*files;
    return true;
}

static bool read_files(Fen *fen, int *files)
{
    char c = peek(fen);
    if (is_digit(c))
        return read_run(fen, files);
    if (c == 'N' || c == 'n')
        return read_knight(fen, c == 'N' ? FIRST : SECOND, files);
    if (c != '*')
        return fail_unexpected(fen, "a rank's number, *, N or n");
    fen->at++;
    ++*files;
    return true;
}

static bool ends_rank(char c)
{
    return c == '/' || c == ' ' || c == '[' || c == '\0';
}

static bool read_rank(Fen *fen)
{
    int files = 0;
    do {
        if (!read_files(fen, &files))
            return false;
        if (files > BOARD_WIDTH_MAX)
            return error_set(fen->error,
                             "column %zu: rank %d from the top has more than %d squares", fen->at,
                             fen->height + 1, BOARD_WIDTH_MAX);
    } while (!ends_rank(peek(fen)) || (peek(fen) == '\0' && fen->at < fen->length));
    if (fen->height == 0)
        fen->width = files;
    if (files != fen->width)
        return error_set(fen->error,
                         "column %zu: rank %d from the top has %d squares, the first has %d",
                         fen->at, fen->height + 1, files, fen->width);
    fen->height++;
    if (fen->height > BOARD_AREA_MAX / fen->width)
        return error_set(fen->error, "column %zu: more than %d squares by rank %d from the top",
                         fen->at, BOARD_AREA_MAX, fen->height);
    return true;
}

static bool read_ranks(Fen *fen)
{
    if (!read_rank(fen))
        return false;
    while (peek(fen) == '/') {
        fen->at++;
        if (!read_rank(fen))
            return false;
    }
    return true;
}

static bool read_hands(Fen *fen)
{
    if (peek(fen) != '[')
        return true;
    fen->at++;
    while (peek(fen) == 'N' || peek(fen) == 'n') {
        Side side = peek(fen) == 'N' ? FIRST : SECOND;
        if (fen->in_hand[side] || fen->knight[side] >= 0)
            return error_set(fen->error, "column %zu: a second knight %c", fen->at + 1,
                             knight_letters[side]);
        fen->in_hand[side] = true;
        fen->at++;
    }
    if (peek(fen) != ']')
        return fail_unexpected(fen, "N, n or ]");
    fen->at++;
    return true;
}

/* First places first, so a knight in hand decides whose turn it is. */
static bool check_turn(const Fen *fen)
{
    for (Side side = FIRST; side <= SECOND; side++)
        if (!fen->in_hand[side] && fen->knight[side] < 0)
            return error_set(fen->error, "column %zu: no knight %c, neither placed nor in hand",
                             fen->at + 1, knight_letters[side]);
    if (fen->in_hand[FIRST] && !fen->in_hand[SECOND])
        return fail_at_cursor(fen, "second is placed but first is in hand; first places first");
    if (fen->in_hand[FIRST] && fen->to_move != FIRST)
        return fail_at_cursor(fen,
                              "second to move with first's knight in hand; first places first");
    if (fen->in_hand[SECOND] && !fen->in_hand[FIRST] && fen->to_move != SECOND)
        return fail_at_cursor(
            fen, "first to move with second's knight in hand; it is second's turn to place");
    return true;
}

static bool read_turn(Fen *fen)
{
    if (peek(fen) != ' ')
        return fail_unexpected(fen, "a blank and the side to move");
    while (peek(fen) == ' ')
        fen->at++;
    if (peek(fen) != 'w' && peek(fen) != 'b')
        return fail_unexpected(fen, "the side to move, w or b,");
    fen->to_move = peek(fen) == 'w' ? FIRST : SECOND;
    if (!check_turn(fen))
        return false;
    fen->at++;
    return true;
}

/* Fields of chess that say nothing here: up to four words, `-` or a number. */
static bool read_trailing(Fen *fen)
{
    for (int words = 0;; words++) {
        size_t gap = fen->at;
        while (peek(fen) == ' ')
            fen->at++;
        if (fen->at == fen->length)
            return true;
        if (fen->at == gap || words == 4)
            return fail_unexpected(fen, "the end");
        if (peek(fen) == '-')
            fen->at++;
        else if (is_digit(peek(fen)))
            while (is_digit(peek(fen)))
                fen->at++;
        else
            return fail_unexpected(fen, "-, a number or the end");
    }
}

static bool read_all(Fen *fen)
{
    while (peek(fen) == ' ')
        fen->at++;
    return read_ranks(fen) && read_hands(fen) && read_turn(fen) && read_trailing(fen);
}

bool fen_parse(const char *text, size_t length, Board *board, Position *position, Error *error)
{
    Fen fen = {.text = text, .length = length, .knight = {-1, -1}, .error = error};
    if (!read_all(&fen))
        return false;
    if (!board_init(board, fen.width, fen.height, error)) {
        error_prefix(error, "column 1");
        return false;
    }
    position->blanks = fen.blanks;
    for (Side side = FIRST; side <= SECOND; side++)
        position->knight[side] = (Square)(fen.knight[side] < 0 ? SQUARE_NONE : fen.knight[side]);
    position->to_move = fen.to_move;
    return true;
}

static char square_letter(const Position *position, Square square)
{
    for (Side side = FIRST; side <= SECOND; side++)
        if (position->knight[side] == square)
            return knight_letters[side];
    return '*';
}

static int print_rank(const Board *board, const Position *position, int row, char *text)
{
    int used = 0, run = 0;
    for (int column = 0; column <= board->width; column++) {
        Square square = (Square)(row * board->width + column);
        bool inside = column < board->width;
        if (inside && squares_has(position->blanks, square)) {
            run++;
            continue;
        }
        if (run)
            used += sprintf(text + used, "%d", run);
        run = 0;
        if (inside)
            text[used++] = square_letter(position, square);
    }
    return used;
}

const char *fen_print(const Board *board, const Position *position, char text[FEN_SIZE])
{
    int used = 0;
    for (int row = 0; row < board->height; row++) {
        if (row)
            text[used++] = '/';
        used += print_rank(board, position, row, text + used);
    }
    if (!position_both_placed(position)) {
        text[used++] = '[';
        for (Side side = FIRST; side <= SECOND; side++)
            if (position->knight[side] == SQUARE_NONE)
                text[used++] = knight_letters[side];
        text[used++] = ']';
    }
    text[used++] = ' ';
    text[used++] = position->to_move == FIRST ? 'w' : 'b';
    assert(used < FEN_SIZE);
    text[used] = '\0';
    return text;
}
