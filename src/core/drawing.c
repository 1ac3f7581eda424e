#include "core/drawing.h"

/* What can stand on a square, in the order of the looks below. */
typedef enum Content {
    BLANK,
    MARKED,
    BLOCKED,
    FIRST_TRAIL,
    SECOND_TRAIL,
    FIRST_KNIGHT,
    SECOND_KNIGHT,
    CONTENTS
} Content;

static const char *const ascii_looks[CONTENTS] = {".", "o", "*", "*", "*", "N", "n"};
static const char *const unicode_looks[CONTENTS] = {"·", "○", "▒", "▫", "▪", "♘", "♞"};

/* In colour the ground tells most, and the solid knight is the better picture of both. */
static const char *const coloured_ascii[CONTENTS] = {" ", "o", "*", "*", "*", "N", "n"};
static const char *const coloured_looks[CONTENTS] = {" ", "●", " ", "▫", "▪", "♞", "♞"};

/* Paint and ground. A blank's ground, 0 here, is that of the chequered board; what has been
 * stood on is a hole in it, tinted by who stood there: blue for first, red for second. */
static const struct {
    int paint, ground;
} colours[CONTENTS] = {{101, 0}, {28, 0}, {244, 236}, {67, 17}, {131, 52}, {231, 25}, {231, 124}};

enum { LIGHT_GROUND = 223, DARK_GROUND = 180 };

static Content content_of(const Position *position, const DrawingExtra *extra, Square square)
{
    if (position->knight[FIRST] == square)
        return FIRST_KNIGHT;
    if (position->knight[SECOND] == square)
        return SECOND_KNIGHT;
    if (squares_has(position->blanks, square))
        return squares_has(extra->marks, square) ? MARKED : BLANK;
    if (squares_has(extra->trail[FIRST], square))
        return FIRST_TRAIL;
    return squares_has(extra->trail[SECOND], square) ? SECOND_TRAIL : BLOCKED;
}

static void draw_content(Text *text, Content content, int ground, DrawingStyle style)
{
    if (!style.colour) {
        text_format(text, " %s ", (style.unicode ? unicode_looks : ascii_looks)[content]);
        return;
    }
    if (colours[content].ground)
        ground = colours[content].ground;
    text_format(text, "\033[1;38;5;%d;48;5;%dm %s \033[0m", colours[content].paint, ground,
                (style.unicode ? coloured_looks : coloured_ascii)[content]);
}

void drawing_game(Text *text, const Board *board, const Position *position,
                  const DrawingExtra *extra, DrawingStyle style)
{
    for (int row = 0; row < board->height; row++) {
        text_format(text, "%3d ", board->height - row);
        for (int column = 0; column < board->width; column++) {
            Square square = (Square)(row * board->width + column);
            draw_content(text, content_of(position, extra, square),
                         board_colour(board, square) ? DARK_GROUND : LIGHT_GROUND, style);
        }
        text_append(text, "\n");
    }
    text_append(text, "    ");
    for (int column = 0; column < board->width; column++)
        text_format(text, " %c ", 'a' + column);
    text_append(text, "\n");
}

void drawing_board(Text *text, const Board *board, const Position *position, Squares marks,
                   DrawingStyle style)
{
    const DrawingExtra extra = {.marks = marks};
    drawing_game(text, board, position, &extra, style);
}

void drawing_knight(Text *text, Side side, DrawingStyle style)
{
    draw_content(text, side == FIRST ? FIRST_KNIGHT : SECOND_KNIGHT, 0, style);
}
