/* isolab.c: the public face of the library, a thin layer over all others. */
#include "isolab.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "core/notation.h"
#include "core/perft.h"
#include "eval/heuristic.h"

struct IsolabPosition {
    Board board;
    Position position;
};

static_assert(sizeof(IsolabError) == sizeof(Error), "one sentence, one size");
static_assert((int)ISOLAB_FEN_SIZE == (int)FEN_SIZE, "the header's sizes are ours");
static_assert((int)ISOLAB_NAME_SIZE == (int)SQUARE_TEXT_SIZE, "the header's sizes are ours");
static_assert((int)ISOLAB_SQUARES_MAX == (int)SQUARE_LIMIT, "the header's sizes are ours");
static_assert((int)ISOLAB_NOBODY == (int)SIDE_NONE, "the header's sides are ours");

const char *isolab_version(void)
{
    return ISOLAB_VERSION;
}

static void pass_on(IsolabError *error, const Error *cause)
{
    if (error)
        memcpy(error->text, cause->text, sizeof error->text);
}

IsolabPosition *isolab_position_create(const char *text, IsolabError *error)
{
    Error cause;
    IsolabPosition *position = malloc(sizeof *position);
    if (!position)
        error_out_of_memory(&cause);
    else if (position_parse(text, strlen(text), &position->board, &position->position, NULL,
                            &cause))
        return position;
    pass_on(error, &cause);
    free(position);
    return NULL;
}

IsolabPosition *isolab_position_copy(const IsolabPosition *position)
{
    IsolabPosition *copy = malloc(sizeof *copy);
    if (copy)
        *copy = *position;
    return copy;
}

void isolab_position_destroy(IsolabPosition *position)
{
    free(position);
}

int isolab_position_width(const IsolabPosition *position)
{
    return position->board.width;
}

int isolab_position_height(const IsolabPosition *position)
{
    return position->board.height;
}

IsolabSide isolab_position_to_move(const IsolabPosition *position)
{
    return (IsolabSide)position->position.to_move;
}

IsolabSide isolab_position_winner(const IsolabPosition *position)
{
    return (IsolabSide)position_winner(&position->board, &position->position);
}

IsolabSide isolab_position_attacker(const IsolabPosition *position)
{
    return (IsolabSide)position_attacker(&position->board, &position->position);
}

static bool is_side(IsolabSide side)
{
    return side == ISOLAB_FIRST || side == ISOLAB_SECOND;
}

int isolab_position_knight(const IsolabPosition *position, IsolabSide side)
{
    Square square = is_side(side) ? position->position.knight[side] : (Square)SQUARE_NONE;
    return square == SQUARE_NONE ? -1 : square;
}

static bool on_board(const IsolabPosition *position, int square)
{
    return square >= 0 && square < position->board.area;
}

bool isolab_position_is_blank(const IsolabPosition *position, int square)
{
    return on_board(position, square) && squares_has(position->position.blanks, (Square)square);
}

int isolab_position_moves(const IsolabPosition *position, IsolabSide side,
                          int squares[ISOLAB_SQUARES_MAX])
{
    int count = 0;
    if (!is_side(side))
        return 0;
    Squares moves = position_moves(&position->board, &position->position, (Side)side);
    while (moves)
        squares[count++] = bits_take_lowest(&moves);
    return count;
}

bool isolab_position_play(IsolabPosition *position, int square, IsolabError *error)
{
    Error cause;
    Square target = on_board(position, square) ? (Square)square : (Square)SQUARE_NONE;
    if (!move_check(&position->board, &position->position, target, &cause)) {
        pass_on(error, &cause);
        return false;
    }
    position->position = position_after(&position->position, target);
    return true;
}

const char *isolab_position_fen(const IsolabPosition *position, char fen[ISOLAB_FEN_SIZE])
{
    return fen_print(&position->board, &position->position, fen);
}

const char *isolab_square_name(const IsolabPosition *position, int square,
                               char name[ISOLAB_NAME_SIZE])
{
    Square target = on_board(position, square) ? (Square)square : (Square)SQUARE_NONE;
    return square_print(&position->board, target, name);
}

int isolab_square_number(const IsolabPosition *position, const char *name)
{
    Square square;
    return square_parse(&position->board, name, strlen(name), &square, NULL) ? square : -1;
}

bool isolab_heuristic_value(const IsolabPosition *position, const char *spec, IsolabSide side,
                            double *value, IsolabError *error)
{
    Error cause;
    HeuristicSpec parsed;
    if (!is_side(side))
        error_set(&cause, "a heuristic's value is for first or for second");
    else if (heuristic_parse(spec, strlen(spec), &parsed, &cause)) {
        *value = heuristic_value(&parsed, &position->board, &position->position, (Side)side);
        return true;
    }
    pass_on(error, &cause);
    return false;
}

const char *isolab_heuristic_name(int i)
{
    const Heuristic *heuristic = heuristic_at(i);
    return heuristic ? heuristic->name : NULL;
}

const char *isolab_heuristic_meaning(int i)
{
    const Heuristic *heuristic = heuristic_at(i);
    return heuristic ? heuristic->meaning : NULL;
}

uint64_t isolab_perft(const IsolabPosition *position, int depth)
{
    return perft(&position->board, &position->position, depth);
}
