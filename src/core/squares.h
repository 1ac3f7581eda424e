/* squares.h: a square, and sets of squares.
 *
 * A square is its number: row by row from the top left, as the studies counted, so walking a
 * set from its lowest bit visits moves in the order the studies' programs did. A set is one
 * integer with a bit a square. Boards of up to 64 squares fit a machine word, larger ones two;
 * the bits_ verbs take either.
 */
#pragma once

#include <assert.h>
#include <stdint.h>

typedef uint8_t Square;

enum {
    SQUARE_LIMIT = 128,
    SQUARE_NONE = SQUARE_LIMIT, // a knight in hand
};

typedef uint64_t Bits_64;
__extension__ typedef unsigned __int128 Bits_128;
typedef Bits_128 Squares; // the set for whoever does not care about width

static_assert(8 * sizeof(Squares) == SQUARE_LIMIT, "a bit a square");
static_assert(SQUARE_NONE <= (Square)-1, "a knight in hand is a Square, too");

static inline int bits_count_64(Bits_64 bits)
{
    return __builtin_popcountll(bits);
}

static inline int bits_count_128(Bits_128 bits)
{
    return __builtin_popcountll((uint64_t)bits) + __builtin_popcountll((uint64_t)(bits >> 64));
}

static inline Square bits_lowest_64(Bits_64 bits)
{
    assert(bits);
    return (Square)__builtin_ctzll(bits);
}

static inline Square bits_lowest_128(Bits_128 bits)
{
    assert(bits);
    uint64_t low = (uint64_t)bits;
    return (Square)(low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(bits >> 64)));
}

static inline Square bits_take_lowest_64(Bits_64 *bits)
{
    Square lowest = bits_lowest_64(*bits);
    *bits &= *bits - 1;
    return lowest;
}

static inline Square bits_take_lowest_128(Bits_128 *bits)
{
    Square lowest = bits_lowest_128(*bits);
    *bits &= *bits - 1;
    return lowest;
}

/* The number of squares in a set; its lowest square (of a set that is not empty); the same,
 * taken out of the set. */
#define bits_count(bits) _Generic((bits), Bits_64 : bits_count_64, Bits_128 : bits_count_128)(bits)
#define bits_lowest(bits)                                                                          \
    _Generic((bits), Bits_64 : bits_lowest_64, Bits_128 : bits_lowest_128)(bits)
#define bits_take_lowest(bits)                                                                     \
    _Generic((bits), Bits_64 * : bits_take_lowest_64, Bits_128 * : bits_take_lowest_128)(bits)

static inline Squares squares_only(Square square)
{
    assert(square < SQUARE_LIMIT);
    return (Squares)1 << square;
}

static inline int squares_has(Squares squares, Square square)
{
    assert(square < SQUARE_LIMIT);
    return (int)(squares >> square & 1);
}
