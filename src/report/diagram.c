#include "report/diagram.h"

static void print_tile(const Board *board, Square square, const char *kind, Text *text)
{
    text_format(text,
                "<rect class=\"%s\" x=\"%d.03\" y=\"%d.03\" width=\"0.94\" height=\"0.94\" "
                "rx=\"0.1\"/>",
                kind, board_column(board, square), board_row(board, square));
}

static void print_coordinates(const Board *board, Text *text)
{
    for (int x = 0; x < board->width; x++)
        text_format(text, "<text class=\"coordinate\" x=\"%d.5\" y=\"%d.36\">%c</text>", x,
                    board->height, 'a' + x);
    for (int y = 0; y < board->height; y++)
        text_format(text, "<text class=\"coordinate\" x=\"-0.26\" y=\"%d.6\">%d</text>", y,
                    board->height - y);
    text_append(text, "\n");
}

static void print_knight(const Board *board, Square square, Side side, bool is_attacker, Text *text)
{
    int x = board_column(board, square), y = board_row(board, square);
    print_tile(board, square, side == FIRST ? "stand-0" : "stand-1", text);
    if (is_attacker)
        text_format(text, "<circle class=\"ring\" cx=\"%d.5\" cy=\"%d.5\" r=\"0.42\"/>", x, y);
    text_format(text,
                "<use href=\"#knight\" class=\"knight\" transform=\"translate(%d.19 %d.18) "
                "scale(0.0262)\"/>\n",
                x, y);
}

static void print_marks(const Board *board, Squares good, Squares bad, Text *text)
{
    while (good) {
        Square square = bits_take_lowest(&good);
        text_format(text, "<circle class=\"good\" cx=\"%d.5\" cy=\"%d.5\" r=\"0.22\"/>",
                    board_column(board, square), board_row(board, square));
    }
    while (bad) {
        Square square = bits_take_lowest(&bad);
        text_format(text, "<path class=\"bad\" d=\"M%d.3 %d.3l.4 .4m0-.4l-.4 .4\"/>",
                    board_column(board, square), board_row(board, square));
    }
}

static void begin(const Board *board, const Position *position, Text *text)
{
    char first[SQUARE_TEXT_SIZE], second[SQUARE_TEXT_SIZE];
    text_format(text,
                "<svg class=\"board\" viewBox=\"-0.5 0 %d.55 %d.5\" role=\"img\" "
                "aria-label=\"Board: first %s, second %s, %s to move\">\n",
                board->width, board->height, square_print(board, position->knight[FIRST], first),
                square_print(board, position->knight[SECOND], second),
                side_name(position->to_move));
}

static void print_moves(const Board *board, const MoveList *moves, Text *text)
{
    for (int i = 0; i < moves->count; i++) {
        print_tile(board, moves->moves[i], i % 2 ? "trace-1" : "trace-0", text);
        text_format(text, "<text class=\"number\" x=\"%d.5\" y=\"%d.61\">%d</text>\n",
                    board_column(board, moves->moves[i]), board_row(board, moves->moves[i]), i + 1);
    }
}

void diagram_print(const Board *board, const Position *position, const MoveList *moves,
                   Squares good, Squares bad, Text *text)
{
    begin(board, position, text);
    print_coordinates(board, text);
    for (Square square = 0; square < board->area; square++)
        if (squares_has(position->blanks, square))
            print_tile(board, square, board_colour(board, square) ? "dark" : "light", text);
        else if (!moves)
            print_tile(board, square, "blocked", text);
    text_append(text, "\n");
    if (moves)
        print_moves(board, moves, text);
    for (Side side = FIRST; side <= SECOND; side++)
        if (position->knight[side] != SQUARE_NONE)
            print_knight(board, position->knight[side], side,
                         side == position_attacker(board, position), text);
    print_marks(board, good, bad, text);
    text_append(text, "</svg>\n");
}
