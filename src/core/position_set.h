/* position_set.h: which positions have been met, exactly.
 *
 * Grows as needed. Not for several threads at once.
 */
#pragma once

#include "core/position.h"

typedef struct PositionSet {
    Position *slots; // empty ones have SIDE_NONE to move
    size_t count, capacity;
} PositionSet;

#define POSITION_SET_EMPTY ((PositionSet){.slots = NULL})

typedef enum SetAnswer { SET_ADDED, SET_WAS_THERE, SET_NO_MEMORY } SetAnswer;

SetAnswer position_set_add(PositionSet *set, const Position *position);
void position_set_free(PositionSet *set);
