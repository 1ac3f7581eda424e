#include "core/position_memory.h"

#include "util/memory.h"

/* A rest has to fit its word: the blanks that the line's number leaves, and two knights. */
enum { LINE_SIZE = 64, KNIGHT_BITS = 7, INDEX_BITS_LEAST = 2 * KNIGHT_BITS };

bool position_memory_init(PositionMemory *memory, const Board *board, size_t megabytes,
                          Error *error)
{
    *memory = (PositionMemory){.index_bits = INDEX_BITS_LEAST, .narrow = board->narrow};
    while ((size_t)LINE_SIZE << (memory->index_bits + 1) <= megabytes << 20)
        memory->index_bits++;
    memory->size = (size_t)LINE_SIZE << memory->index_bits;
    memory->lines = memory_reserve(memory->size, error);
    return memory->lines != NULL;
}

void position_memory_free(PositionMemory *memory)
{
    if (memory->lines)
        memory_release(memory->lines, memory->size);
    memory->lines = NULL;
}

void position_memory_clear(PositionMemory *memory)
{
    memory_clear(memory->lines, memory->size);
}

static uint64_t rest_hash(Squares rest)
{
    uint64_t hash = (uint64_t)rest * 0x9E3779B97F4A7C15u;
    hash = (hash ^ hash >> 29 ^ (uint64_t)(rest >> 64)) * 0xD6E8FEB86659FD93u;
    return (hash ^ hash >> 32) * 0xBF58476D1CE4E5B9u;
}

/* Words of a line that are zero are empty: no rest is, for the knights are on two squares. */
bool position_memory_met(PositionMemory *memory, const Position *position)
{
    assert(position_both_placed(position));
    Squares knights = (Squares)position->knight[FIRST] << KNIGHT_BITS | position->knight[SECOND];
    Squares rest = position->blanks >> memory->index_bits << 2 * KNIGHT_BITS | knights;
    uint64_t low = (uint64_t)position->blanks & (((uint64_t)1 << memory->index_bits) - 1);
    uint64_t index = low ^ rest_hash(rest) >> (64 - memory->index_bits);
    unsigned char *line = memory->lines + index * LINE_SIZE;
    uint64_t *narrow = (uint64_t *)(void *)line;
    Squares *wide = (Squares *)(void *)line;
    int count = memory->narrow ? LINE_SIZE / (int)sizeof *narrow : LINE_SIZE / (int)sizeof *wide;
    int place = 0, fewest = SQUARE_LIMIT + 1;
    for (int i = 0; i < count && fewest >= 0; i++) {
        Squares word = memory->narrow ? narrow[i] : wide[i];
        if (word == rest)
            return true;
        int blanks = word ? bits_count(word >> 2 * KNIGHT_BITS) : -1;
        if (blanks < fewest) {
            fewest = blanks;
            place = i;
        }
    }
    if (memory->narrow)
        narrow[place] = (uint64_t)rest;
    else
        wide[place] = rest;
    return false;
}
