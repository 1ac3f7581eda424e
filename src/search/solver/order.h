/* order.h: which move to try first.
 *
 * A winning position costs what its first winning move costs, so that move should be first. The
 * score of a move is linear in a few counts after it; the weights differ for the attacker and
 * the defender, who want different things: the attacker wants the regions to overlap, the
 * defender to get away. How they were found: docs/solver-measurements.md.
 */
#pragma once

typedef struct OrderWeights {
    int their_moves, own_moves;   // |L| of each
    int their_second, own_second; // squares at exactly two moves
    int their_third, own_third;   // squares at one or three moves
    int overlap;                  // squares at exactly two moves of both
    int own_under_their_second;   // own moves that they reach in two
    int their_under_own_second;
    int overlap_third; // squares at one or three moves of both
    int degree;        // moves from its square on an empty board
} OrderWeights;

enum { ORDER_DEFENDER, ORDER_ATTACKER };

extern const OrderWeights order_weights[2]; // by role of the mover
