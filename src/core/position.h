/* position.h: who stands where, and what is left.
 *
 * A Position is a value: keep it on the stack, copy it to make a move, compare it field by
 * field. It has no history and needs no Board to be copied. Blanks are kept as a set rather
 * than the visited squares, because every question in this game (moves, reach, isolation,
 * bounds) is an intersection with the blanks.
 *
 * All functions are pure, but for the random stream one of them takes, and safe from any thread.
 */
#pragma once

#include "core/board.h"
#include "util/random.h"

typedef enum Side { FIRST, SECOND, SIDE_NONE } Side;

typedef struct Position {
    Squares blanks;   // never occupied; 128 bits, whatever the board
    Square knight[2]; // by Side; SQUARE_NONE until placed
    Side to_move;
} Position;

static inline Side side_other(Side side)
{
    assert(side != SIDE_NONE);
    return side == FIRST ? SECOND : FIRST;
}

const char *side_name(Side side); // "first", "second", "none"

Position position_start(const Board *board); // the empty board
bool position_equal(const Position *a, const Position *b);
uint64_t position_hash(const Position *position);

/* L(side): blanks a knight's move away; every blank while the knight is in hand. */
Squares position_moves(const Board *board, const Position *position, Side side);
bool position_is_legal(const Board *board, const Position *position, Square target);

/* The position after the side to move goes to `target`, which must be legal. */
Position position_after(const Position *position, Square target);

/* Any of the moves of the side to move, which has one, each as likely. */
Square position_random_move(const Board *board, const Position *position, Random *random);

bool position_both_placed(const Position *position);
bool position_is_over(const Board *board, const Position *position);
Side position_winner(const Board *board, const Position *position); // SIDE_NONE: not over yet
int position_move_count(const Board *board, const Position *position);

/* Who can take squares the other is about to use (docs/theory.md, the colour law). It never
 * changes during a game. SIDE_NONE until both knights are placed. */
Side position_attacker(const Board *board, const Position *position);

/* Blanks `side` can ever get to if the other stood still. */
Squares position_region(const Board *board, const Position *position, Side side);
bool position_is_isolated(const Board *board, const Position *position);

/* Blanks and knights are their own image under the half turn. */
bool position_is_mirror(const Board *board, const Position *position);

/* Both placed and mirrored, and the side to move cannot reach a blank centre: whatever it does
 * the other copies, so the side to move loses. */
bool position_is_mirror_loss(const Board *board, const Position *position);

/* The same position seen through symmetry number `symmetry` of the board. */
Position position_image(const Board *board, const Position *position, int symmetry);

/* One and the same representative for all images of a position: the image with the least
 * knights, then the least blanks. */
Position position_canonical(const Board *board, const Position *position);

/* Narrowing, for templates: the same position in their width. */
static inline Node_64 position_node_64(const Position *position)
{
    assert(!(position->blanks >> 64));
    return (Node_64){(Bits_64)position->blanks, position->knight[position->to_move],
                     position->knight[side_other(position->to_move)]};
}

static inline Node_128 position_node_128(const Position *position)
{
    return (Node_128){position->blanks, position->knight[position->to_move],
                      position->knight[side_other(position->to_move)]};
}
