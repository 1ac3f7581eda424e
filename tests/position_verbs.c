#include "position_verbs.h"

#include <math.h>
#include <stdlib.h>

#include "core/fen.h"
#include "core/perft.h"
#include "eval/heuristic.h"

static Side side_of(const char *argument)
{
    for (Side side = FIRST; side <= SECOND; side++)
        if (!strcmp(argument, side_name(side)))
            return side;
    fail_msg("'%s' is neither first nor second", argument);
    return SIDE_NONE;
}

/* By name, a1 first: the order people write them in. */
static void write_squares(const Board *board, Squares squares, Text *actual)
{
    for (int column = 0; column < board->width; column++)
        for (int row = board->height - 1; row >= 0; row--) {
            Square square = (Square)(row * board->width + column);
            char name[SQUARE_TEXT_SIZE];
            if (squares_has(squares, square))
                text_format(actual, "%s ", square_print(board, square, name));
        }
    if (!squares)
        text_append(actual, "none");
}

static void write_moves(const Given *g, const char *argument, Text *actual)
{
    write_squares(&g->board, position_moves(&g->board, &g->position, side_of(argument)), actual);
}

static void write_region(const Given *g, const char *argument, Text *actual)
{
    write_squares(&g->board, position_region(&g->board, &g->position, side_of(argument)), actual);
}

static void write_value(const Given *g, const char *argument, Text *actual)
{
    HeuristicSpec spec;
    Error error;
    if (!heuristic_parse(argument, strlen(argument), &spec, &error))
        fail_msg("%s", error.text);
    for (Side side = FIRST; side <= SECOND; side++) {
        double value = heuristic_value(&spec, &g->board, &g->position, side);
        if (isnan(value))
            text_append(actual, "undefined ");
        else
            text_format(actual, "%.6g ", value);
    }
}

static void write_to_move(const Given *g, const char *argument, Text *actual)
{
    (void)argument;
    text_append(actual, side_name(g->position.to_move));
}

static void write_attacker(const Given *g, const char *argument, Text *actual)
{
    (void)argument;
    text_append(actual, side_name(position_attacker(&g->board, &g->position)));
}

static void write_winner(const Given *g, const char *argument, Text *actual)
{
    (void)argument;
    text_append(actual, side_name(position_winner(&g->board, &g->position)));
}

static void write_isolated(const Given *g, const char *argument, Text *actual)
{
    (void)argument;
    text_append(actual, position_is_isolated(&g->board, &g->position) ? "yes" : "no");
}

static void write_mirror(const Given *g, const char *argument, Text *actual)
{
    (void)argument;
    bool mirror = position_is_mirror(&g->board, &g->position);
    bool loss = position_is_mirror_loss(&g->board, &g->position);
    text_append(actual, loss ? "loss" : mirror ? "yes" : "no");
}

static void write_fen(const Given *g, const char *argument, Text *actual)
{
    (void)argument;
    char text[FEN_SIZE];
    text_append(actual, fen_print(&g->board, &g->position, text));
}

static void write_canonical(const Given *g, const char *argument, Text *actual)
{
    (void)argument;
    char text[FEN_SIZE];
    Position canonical = position_canonical(&g->board, &g->position);
    text_append(actual, fen_print(&g->board, &canonical, text));
}

static void write_move_count(const Given *g, const char *argument, Text *actual)
{
    (void)argument;
    text_format(actual, "%d", position_move_count(&g->board, &g->position));
}

static void write_perft(const Given *g, const char *argument, Text *actual)
{
    int depth = atoi(argument);
    assert_true(depth > 0);
    for (int d = 1; d <= depth; d++)
        text_format(actual, "%llu ", (unsigned long long)perft(&g->board, &g->position, d));
}

static void write_illegal(const Given *g, const char *argument, Text *actual)
{
    Error error = {"legal"};
    Square target = SQUARE_NONE;
    if (square_parse(&g->board, argument, strlen(argument), &target, &error))
        move_check(&g->board, &g->position, target, &error);
    text_append(actual, error.text);
}

static void write_refused(const Given *g, const char *argument, Text *actual)
{
    (void)g;
    Given refused;
    Error error = {"accepted"};
    position_parse(argument, strlen(argument), &refused.board, &refused.position, NULL, &error);
    text_append(actual, error.text);
}

static const PositionVerb verbs[] = {
    {"attacker", "first, second or none", false, write_attacker},
    {"canonical", "the FEN that all images share", false, write_canonical},
    {"fen", "the position's FEN", false, write_fen},
    {"illegal", "SQUARE = why it cannot be moved to", false, write_illegal},
    {"isolated", "yes or no", false, write_isolated},
    {"mirror", "no, yes, or loss: and the side to move loses by it", false, write_mirror},
    {"move-count", "plies played", false, write_move_count},
    {"moves", "SIDE = squares, or none", false, write_moves},
    {"perft", "N = counts for depth 1 to N", false, write_perft},
    {"refused", "TEXT = the sentence that refuses it", true, write_refused},
    {"region", "SIDE = squares, or none", false, write_region},
    {"to-move", "first or second", false, write_to_move},
    {"value", "SPEC = first's and second's, to six digits, or undefined", false, write_value},
    {"winner", "first, second or none", false, write_winner},
};

const PositionVerb *position_verb_find(const char *name)
{
    for (int i = 0; i < COUNT_OF(verbs); i++)
        if (!strcmp(verbs[i].name, name))
            return &verbs[i];
    return NULL;
}
