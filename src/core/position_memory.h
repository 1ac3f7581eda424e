/* position_memory.h: which positions have been met, as far as there is room.
 *
 * For walks that are larger than memory. Where there is no room the smallest position of a line
 * gives way, so to be told that a position is new may cost time; to be told that it was there is
 * exact. Keys are whole: the low bits of the blanks are hidden by xor with a hash of all the rest,
 * and that is the number of a line. Line and rest together give the position back, so the rest is
 * all that is stored: 8 bytes a position up to 64 squares, 16 above.
 *
 * Not for several threads at once.
 */
#pragma once

#include "core/position.h"

typedef struct PositionMemory {
    unsigned char *lines;
    size_t size; // bytes
    int index_bits;
    bool narrow;
} PositionMemory;

/* At most that many MB, and at least one. False with a sentence if the machine has not got them. */
bool position_memory_init(PositionMemory *memory, const Board *board, size_t megabytes,
                          Error *error);
void position_memory_free(PositionMemory *memory);
void position_memory_clear(PositionMemory *memory);

/* Whether it was met before; from now on it was. Both knights are placed, and it is the same side's
 * turn in all of them: that is not kept. */
bool position_memory_met(PositionMemory *memory, const Position *position);
