/* pair.tmpl.h: included by pair.h once per width. See there. */

typedef uint64_t Pair __attribute__((vector_size(BITS / 4)));
static_assert(sizeof(Pair) == 2 * sizeof(Bits), "two sets");

static inline Pair WIDE(pair)(Bits first, Bits second)
{
#if BITS == 64
    return (Pair){first, second};
#else
    return (Pair){(uint64_t)first, (uint64_t)(first >> 64), (uint64_t)second,
                  (uint64_t)(second >> 64)};
#endif
}

static inline Bits WIDE(pair_first)(Pair pair)
{
#if BITS == 64
    return pair[0];
#else
    return (Bits)pair[1] << 64 | pair[0];
#endif
}

static inline Bits WIDE(pair_second)(Pair pair)
{
#if BITS == 64
    return pair[1];
#else
    return (Bits)pair[3] << 64 | pair[2];
#endif
}

static inline Pair WIDE(pair_later)(Pair pair, int by)
{
    assert(by > 0 && by < 64);
#if BITS == 64
    return pair << by;
#else
    Pair none = {0};
    return pair << by | __builtin_shufflevector(none, pair, 0, 4, 2, 6) >> (64 - by);
#endif
}

static inline Pair WIDE(pair_earlier)(Pair pair, int by)
{
    assert(by > 0 && by < 64);
#if BITS == 64
    return pair >> by;
#else
    Pair none = {0};
    return pair >> by | __builtin_shufflevector(pair, none, 1, 4, 3, 6) << (64 - by);
#endif
}

static inline Pair WIDE(pair_swapped)(Pair pair)
{
#if BITS == 64
    return __builtin_shufflevector(pair, pair, 1, 0);
#else
    return __builtin_shufflevector(pair, pair, 2, 3, 0, 1);
#endif
}

/* Nothing, and the pair's first. */
static inline Pair WIDE(pair_first_as_second)(Pair pair)
{
    Pair none = {0};
#if BITS == 64
    return __builtin_shufflevector(none, pair, 0, 2);
#else
    return __builtin_shufflevector(none, pair, 0, 1, 4, 5);
#endif
}

static inline bool WIDE(pair_any)(Pair pair)
{
    return (WIDE(pair_first)(pair) | WIDE(pair_second)(pair)) != 0;
}

/* knight_span() of both. */
static inline Pair WIDE(pair_span)(const Geometry *g, Pair from)
{
    int w = g->width;
    Pair one = (WIDE(pair_later)(from, 1) & WIDE(pair)(g->past_left_1, g->past_left_1)) |
               (WIDE(pair_earlier)(from, 1) & WIDE(pair)(g->past_right_1, g->past_right_1));
    Pair two = (WIDE(pair_later)(from, 2) & WIDE(pair)(g->past_left_2, g->past_left_2)) |
               (WIDE(pair_earlier)(from, 2) & WIDE(pair)(g->past_right_2, g->past_right_2));
    return WIDE(pair_later)(WIDE(pair_later)(one, w) | two, w) |
           WIDE(pair_earlier)(WIDE(pair_earlier)(one, w) | two, w);
}

/* reach_on() of both. */
static inline Pair WIDE(pair_reach_on)(const Geometry *g, Pair reached, Bits blanks, int steps)
{
    while (--steps > 0)
        reached |= WIDE(pair_span)(g, reached) & WIDE(pair)(blanks, blanks);
    return reached;
}
