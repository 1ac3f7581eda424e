/* random.h: random numbers that are the same everywhere.
 *
 * xoshiro256** (Blackman and Vigna), seeded by splitmix64. A stream is a value: whoever needs
 * chance owns one. random_stream() derives independent streams from a seed and the labels of
 * whatever is being randomised (a pair's number, a side), so that what one game draws never
 * depends on which game was played before it.
 */
#pragma once

#include <stdint.h>

typedef struct Random {
    uint64_t state[4];
} Random;

Random random_stream(uint64_t seed, uint64_t label, uint64_t sublabel);
uint64_t random_next(Random *random);
uint32_t random_below(Random *random, uint32_t limit); // 0 <= result < limit, unbiased; limit > 0
double random_unit(Random *random);                    // 0 <= result < 1
