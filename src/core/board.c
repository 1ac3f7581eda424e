#include "core/board.h"

#include <string.h>

static_assert(BOARD_WIDTH_MAX < 64, "a row is less than a shift by a word");
static_assert(BOARD_HEIGHT_MAX * BOARD_WIDTH_MIN <= BOARD_AREA_MAX, "the highest board fits");

static const int knight_steps[8][2] = {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2},
                                       {1, -2},  {1, 2},  {2, -1},  {2, 1}};

static Squares squares_a_move_from(const Board *board, int row, int column)
{
    Squares moves = 0;
    for (int i = 0; i < 8; i++) {
        int to_row = row + knight_steps[i][0], to_column = column + knight_steps[i][1];
        if (to_row >= 0 && to_row < board->height && to_column >= 0 && to_column < board->width)
            moves |= squares_only((Square)(to_row * board->width + to_column));
    }
    return moves;
}

static Squares files_between(const Board *board, int from, int to)
{
    Squares files = 0;
    for (int square = 0; square < board->area; square++)
        if (square % board->width >= from && square % board->width < to)
            files |= squares_only((Square)square);
    return files;
}

static void fill_geometry(Board *board)
{
    Geometry_128 *wide = &board->geometry_128;
    int w = board->width;
    wide->width = w;
    wide->height = board->height;
    wide->area = board->area;
    wide->all = files_between(board, 0, w);
    wide->past_left_1 = files_between(board, 1, w);
    wide->past_left_2 = files_between(board, 2, w);
    wide->past_right_1 = files_between(board, 0, w - 1);
    wide->past_right_2 = files_between(board, 0, w - 2);
    wide->corners = squares_only(0) | squares_only((Square)(w - 1)) |
                    squares_only((Square)(board->area - w)) |
                    squares_only((Square)(board->area - 1));
    wide->moves[SQUARE_NONE] = wide->all;
    for (int square = 0; square < board->area; square++) {
        int row = square / w, column = square % w;
        wide->row[square] = (uint8_t)row;
        wide->column[square] = (uint8_t)column;
        wide->moves[square] = squares_a_move_from(board, row, column);
        if ((row + column) % 2)
            wide->dark |= squares_only((Square)square);
    }
}

static void narrow_geometry(Board *board)
{
    const Geometry_128 *wide = &board->geometry_128;
    Geometry_64 *narrow = &board->geometry_64;
    narrow->width = wide->width;
    narrow->height = wide->height;
    narrow->area = wide->area;
    narrow->all = (Bits_64)wide->all;
    narrow->past_left_1 = (Bits_64)wide->past_left_1;
    narrow->past_left_2 = (Bits_64)wide->past_left_2;
    narrow->past_right_1 = (Bits_64)wide->past_right_1;
    narrow->past_right_2 = (Bits_64)wide->past_right_2;
    narrow->corners = (Bits_64)wide->corners;
    narrow->dark = (Bits_64)wide->dark;
    memcpy(narrow->row, wide->row, sizeof narrow->row);
    memcpy(narrow->column, wide->column, sizeof narrow->column);
    for (int square = 0; square <= SQUARE_NONE; square++)
        narrow->moves[square] = (Bits_64)wide->moves[square];
}

/* Bit 0 flips left and right, bit 1 top and bottom, bit 2 (squares only) the main diagonal. */
static void fill_symmetries(Board *board)
{
    board->symmetry_count = board->width == board->height ? 8 : 4;
    for (int i = 0; i < board->symmetry_count; i++) {
        for (int square = 0; square < board->area; square++) {
            int row = square / board->width, column = square % board->width;
            if (i & 1)
                column = board->width - 1 - column;
            if (i & 2)
                row = board->height - 1 - row;
            board->symmetry[i][square] =
                (Square)(i & 4 ? column * board->width + row : row * board->width + column);
        }
        board->symmetry[i][SQUARE_NONE] = SQUARE_NONE;
    }
}

bool board_init(Board *board, int width, int height, Error *error)
{
    if (width < BOARD_WIDTH_MIN || width > BOARD_WIDTH_MAX)
        return error_set(error, "a board is %d to %d squares wide, not %d", BOARD_WIDTH_MIN,
                         BOARD_WIDTH_MAX, width);
    if (height < BOARD_HEIGHT_MIN)
        return error_set(error, "a board is at least %d squares high, not %d", BOARD_HEIGHT_MIN,
                         height);
    if (height > BOARD_AREA_MAX / width)
        return error_set(error, "a board has at most %d squares; %dx%d is larger", BOARD_AREA_MAX,
                         width, height);
    memset(board, 0, sizeof *board);
    board->width = width;
    board->height = height;
    board->area = width * height;
    fill_geometry(board);
    board->dark = board->geometry_128.dark;
    board->narrow = board->area <= 64;
    if (board->narrow)
        narrow_geometry(board);
    bool centred = width % 2 && height % 2;
    board->centre = (Square)(centred ? board->area / 2 : SQUARE_NONE);
    fill_symmetries(board);
    return true;
}

void board_widen(Board *board)
{
    board->narrow = false;
}
