#include "core/drawing.h"

/* What can stand on a square, in the order of the looks below. */
typedef enum Content { BLANK, MARKED, BLOCKED, FIRST_KNIGHT, SECOND_KNIGHT, CONTENTS } Content;

static const char *const ascii_looks[CONTENTS] = {".", "o", "*", "N", "n"};
static const char *const unicode_looks[CONTENTS] = {"·", "○", "▒", "♘", "♞"};

/* Grey, bold green, dim, bold on blue, bold on red: told apart on dark and on light grounds. */
static const char *const colours[CONTENTS] = {"\033[90m", "\033[1;32m", "\033[2;37m",
                                              "\033[1;97;44m", "\033[1;97;41m"};

static Content content_of(const Position *position, Squares marks, Square square)
{
    if (position->knight[FIRST] == square)
        return FIRST_KNIGHT;
    if (position->knight[SECOND] == square)
        return SECOND_KNIGHT;
    if (!squares_has(position->blanks, square))
        return BLOCKED;
    return squares_has(marks, square) ? MARKED : BLANK;
}

static void draw_square(Text *text, Content content, DrawingStyle style)
{
    const char *look = (style.unicode ? unicode_looks : ascii_looks)[content];
    if (style.colour)
        text_format(text, "%s %s \033[0m", colours[content], look);
    else
        text_format(text, " %s ", look);
}

void drawing_board(Text *text, const Board *board, const Position *position, Squares marks,
                   DrawingStyle style)
{
    for (int row = 0; row < board->height; row++) {
        text_format(text, "%3d ", board->height - row);
        for (int column = 0; column < board->width; column++) {
            Square square = (Square)(row * board->width + column);
            draw_square(text, content_of(position, marks, square), style);
        }
        text_append(text, "\n");
    }
    text_append(text, "    ");
    for (int column = 0; column < board->width; column++)
        text_format(text, " %c ", 'a' + column);
    text_append(text, "\n");
}
