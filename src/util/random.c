#include "util/random.h"

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

Random random_stream(uint64_t seed, uint64_t label, uint64_t sublabel)
{
    uint64_t state = seed;
    state = splitmix(&state) ^ label;
    state = splitmix(&state) ^ sublabel;
    Random random;
    for (int i = 0; i < 4; i++)
        random.state[i] = splitmix(&state);
    return random;
}

static uint64_t rotate_left(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

uint64_t random_next(Random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

/* Lemire's method: multiply, and redraw the few low products that would favour some results. */
uint32_t random_below(Random *random, uint32_t limit)
{
    uint32_t unfair = (uint32_t)(-limit) % limit;
    uint64_t product;
    do
        product = (random_next(random) >> 32) * limit;
    while ((uint32_t)product < unfair);
    return (uint32_t)(product >> 32);
}

double random_unit(Random *random)
{
    return (double)(random_next(random) >> 11) * 0x1p-53;
}
