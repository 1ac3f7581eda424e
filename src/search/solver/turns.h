/* turns.h: how long the attacker stays with one move before it tries another.
 *
 * The attacker nearly always wins, by most of its moves, but early on the proof of one move can be
 * a hundred times that of the next, and no order found tells them apart. So an early move that has
 * not been proved after several times what such a move usually takes is put aside for the others;
 * if none is proved all get another, longer turn. What was proved meanwhile is in the table. The
 * defender's moves all have to be refuted: there a change of moves only costs.
 */
#pragma once

#include <assert.h>
#include <stdint.h>

enum { TURN_UNLIMITED_BITS = 62 };

/* Nodes for a move in a position of `blanks` of `area` squares, when it has had `had` turns.
 *
 * The first move's first turn is 2^29 on 8x8, where 2^26 are usual. On smaller boards it is less by
 * half a doubling a square, where the cost falls faster but varies more from one placement to the
 * next; on larger ones more by two thirds, as the cost rises. It is half as much a ply later, and
 * each further turn is four times the last. Early is while less than an eighth of the squares is
 * gone. What other choices gave: docs/solver-measurements.md. */
static inline uint64_t turn_nodes(int area, int blanks, int had)
{
    assert(blanks >= 0 && blanks <= area - 2 && had >= 0);
    int first = area <= 64 ? area * 7 / 15 : 29 + (area - 64) * 2 / 3;
    int bits = first - (area - 2 - blanks) + 2 * had;
    if (blanks * 8 <= area * 7 || bits > TURN_UNLIMITED_BITS)
        bits = TURN_UNLIMITED_BITS;
    return (uint64_t)1 << (bits > 0 ? bits : 0);
}
