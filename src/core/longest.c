/* longest.c: see longest.h. */
#include "core/longest.h"

#include <stdlib.h>
#include <string.h>

enum { MEMORY_BITS = 14, MEMORY_SQUARES_MIN = 4 };

/* Moves known to be there and known not to be exceeded, for one start and region. */
typedef struct Known_64 {
    Bits_64 region;
    Square from;
    uint8_t least, most;
} Known_64;

typedef struct Known_128 {
    Bits_128 region;
    Square from;
    uint8_t least, most;
} Known_128;

struct LongestMemory {
    Known_64 *known_64; // one of the two, by the board's width
    Known_128 *known_128;
};

LongestMemory *longest_memory_create(const Board *board, Error *error)
{
    LongestMemory *memory = calloc(1, sizeof *memory);
    if (!memory) {
        error_out_of_memory(error);
        return NULL;
    }
    if (board->narrow)
        memory->known_64 = calloc((size_t)1 << MEMORY_BITS, sizeof *memory->known_64);
    else
        memory->known_128 = aligned_alloc(16, sizeof *memory->known_128 << MEMORY_BITS);
    if (!memory->known_64 && !memory->known_128) {
        longest_memory_destroy(memory);
        error_out_of_memory(error);
        return NULL;
    }
    longest_memory_clear(memory);
    return memory;
}

void longest_memory_clear(LongestMemory *memory)
{
    size_t count = (size_t)1 << MEMORY_BITS;
    if (memory->known_64)
        memset(memory->known_64, 0, count * sizeof *memory->known_64);
    if (memory->known_128)
        memset(memory->known_128, 0, count * sizeof *memory->known_128);
}

void longest_memory_destroy(LongestMemory *memory)
{
    if (!memory)
        return;
    free(memory->known_64);
    free(memory->known_128);
    free(memory);
}

#define TEMPLATE "core/longest_search.tmpl.h"
#include "core/both_widths.h"

static int longest_of(LongestMemory *memory, const Board *board, Square from, Squares blanks,
                      Effort *effort)
{
    if (board->narrow) {
        const Geometry_64 *g = &board->geometry_64;
        return longest_from_64(memory, g, (Runner_64){from, reach_64(g, from, (Bits_64)blanks)},
                               effort);
    }
    const Geometry_128 *g = &board->geometry_128;
    return longest_from_128(memory, g, (Runner_128){from, reach_128(g, from, blanks)}, effort);
}

int longest_path(LongestMemory *memory, const Board *board, Square from, Squares blanks,
                 Effort *effort, Square *path)
{
    assert(from < board->area && !squares_has(blanks, from));
    int length = longest_of(memory, board, from, blanks, effort);
    if (effort->stopped)
        return -1;
    for (int left = length; path && left > 0; left--) {
        Squares moves = board->geometry_128.moves[from] & blanks;
        while (moves) {
            Square to = bits_take_lowest(&moves);
            if (longest_of(memory, board, to, blanks & ~squares_only(to), effort) == left - 1 &&
                !effort->stopped) {
                *path++ = from = to;
                blanks &= ~squares_only(to);
                break;
            }
        }
        if (effort->stopped)
            return -1;
    }
    return length;
}
