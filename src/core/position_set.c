#include "core/position_set.h"

#include <stdlib.h>

#include "util/memory.h"

/* The slot that holds the position, or the empty one where it belongs. */
static Position *find_slot(const PositionSet *set, const Position *position)
{
    assert(set->count < set->capacity && !(set->capacity & (set->capacity - 1)));
    size_t i = (size_t)position_hash(position) & (set->capacity - 1);
    while (set->slots[i].to_move != SIDE_NONE && !position_equal(set->slots + i, position))
        i = (i + 1) & (set->capacity - 1);
    return set->slots + i;
}

static bool grow(PositionSet *set)
{
    PositionSet larger = {.count = set->count, .capacity = set->capacity ? 2 * set->capacity : 64};
    if (larger.capacity > SIZE_MAX / sizeof *larger.slots)
        return false;
    size_t size = larger.capacity * sizeof *larger.slots;
    larger.slots = memory_suffices(size, NULL) ? aligned_alloc(_Alignof(Position), size) : NULL;
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < larger.capacity; i++)
        larger.slots[i].to_move = SIDE_NONE;
    for (size_t i = 0; i < set->capacity; i++)
        if (set->slots[i].to_move != SIDE_NONE)
            *find_slot(&larger, set->slots + i) = set->slots[i];
    free(set->slots);
    *set = larger;
    return true;
}

SetAnswer position_set_add(PositionSet *set, const Position *position)
{
    assert(position->to_move != SIDE_NONE); // which is what an empty slot says
    if (set->count * 4 >= set->capacity * 3 && !grow(set))
        return SET_NO_MEMORY;
    Position *slot = find_slot(set, position);
    if (slot->to_move != SIDE_NONE)
        return SET_WAS_THERE;
    *slot = *position;
    set->count++;
    return SET_ADDED;
}

void position_set_free(PositionSet *set)
{
    free(set->slots);
    *set = POSITION_SET_EMPTY;
}
