/* longest_search.tmpl.h: included by longest.c once per width. */

#define Known  WIDE(Known)
#define Runner WIDE(Runner)

static Known *WIDE(known_at)(LongestMemory *memory, Runner runner)
{
    assert(memory->WIDE(known)); // made for boards of this width
    uint64_t hash = (uint64_t)runner.region;
#if BITS == 128
    hash ^= (uint64_t)(runner.region >> 64) * 0xD6E8FEB86659FD93u;
#endif
    hash = (hash + runner.from) * 0x9E3779B97F4A7C15u;
    return memory->WIDE(known) + (hash >> (64 - MEMORY_BITS));
}

int WIDE(longest_bound)(const Geometry *g, Runner runner)
{
    assert(runner.from < g->area && !(runner.region & WIDE(only)(runner.from)));
    Bits dark = g->dark;
    int same = bits_count((Bits)(runner.region & dark));
    int other = bits_count(runner.region) - same;
    if (!(dark >> runner.from & 1)) {
        int swap = same;
        same = other;
        other = swap;
    }
    return other <= same ? 2 * other : 2 * same + 1;
}

static void WIDE(remember)(LongestMemory *memory, Runner runner, int moves, bool has)
{
    Known *known = WIDE(known_at)(memory, runner);
    if (known->region != runner.region || known->from != runner.from)
        *known = (Known){runner.region, runner.from, 0, SQUARE_LIMIT};
    if (has && moves > known->least)
        known->least = (uint8_t)moves;
    if (!has && moves - 1 < known->most)
        known->most = (uint8_t)(moves - 1);
}

/* The next target to try: the one with the fewest ways on. */
static Square WIDE(take_narrowest)(const Geometry *g, Bits region, Bits *targets)
{
    assert(*targets);
    Square best = 0;
    int fewest = 9;
    for (Bits rest = *targets; rest;) {
        Square target = bits_take_lowest(&rest);
        int ways = bits_count((Bits)(g->moves[target] & region));
        if (ways < fewest) {
            fewest = ways;
            best = target;
        }
    }
    *targets &= ~WIDE(only)(best);
    return best;
}

static bool WIDE(search_moves)(LongestMemory *memory, const Geometry *g, Runner runner, int moves,
                               Effort *effort)
{
    for (Bits targets = g->moves[runner.from] & runner.region; targets;) {
        Square to = WIDE(take_narrowest)(g, runner.region, &targets);
        Bits left = runner.region & ~WIDE(only)(to);
        if (WIDE(longest_has)(memory, g, (Runner){to, WIDE(reach)(g, to, left)}, moves - 1, effort))
            return true;
    }
    return false;
}

bool WIDE(longest_has)(LongestMemory *memory, const Geometry *g, Runner runner, int moves,
                       Effort *effort)
{
    if (moves <= 1)
        return moves <= 0 || runner.region;
    if (WIDE(longest_bound)(g, runner) < moves)
        return false;
    const Known *known = memory ? WIDE(known_at)(memory, runner) : NULL;
    if (known && known->region == runner.region && known->from == runner.from) {
        if (moves <= known->least)
            return true;
        if (moves > known->most)
            return false;
    }
    if (!effort_spend(effort))
        return false;
    bool has = WIDE(search_moves)(memory, g, runner, moves, effort);
    if (memory && !effort->stopped && bits_count(runner.region) >= MEMORY_SQUARES_MIN)
        WIDE(remember)(memory, runner, moves, has);
    return has;
}

int WIDE(longest_from)(LongestMemory *memory, const Geometry *g, Runner runner, Effort *effort)
{
    int moves = WIDE(longest_bound)(g, runner);
    while (moves > 0 && !WIDE(longest_has)(memory, g, runner, moves, effort))
        moves--;
    return moves;
}

/* The side with less room is measured, the other only has to be told from it. */
bool WIDE(longest_wins)(LongestMemory *memory, const Geometry *g, Runner mover, Runner other,
                        Effort *effort)
{
    assert(!(mover.region & other.region));
    int mover_most = WIDE(longest_bound)(g, mover);
    int other_most = WIDE(longest_bound)(g, other);
    if (mover_most <= other_most) {
        int moves = WIDE(longest_from)(memory, g, mover, effort);
        return !WIDE(longest_has)(memory, g, other, moves, effort);
    }
    int moves = WIDE(longest_from)(memory, g, other, effort);
    return WIDE(longest_has)(memory, g, mover, moves + 1, effort);
}

#undef Known
#undef Runner
