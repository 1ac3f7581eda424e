/* perft.h: counts move sequences, the yardstick of correct rules and of speed. */
#pragma once

#include "core/position.h"

/* How many of the last plies are counted rather than played. Two is the rule; one is what
 * other engines call bulk counting, kept to compare with them. */
typedef enum PerftBulk { PERFT_BULK_ONE = 1, PERFT_BULK_TWO = 2 } PerftBulk;

/* Sequences of exactly `depth` (>= 0) legal moves from `position`. */
uint64_t perft(const Board *board, const Position *position, int depth);
uint64_t perft_bulk(const Board *board, const Position *position, int depth, PerftBulk bulk);
