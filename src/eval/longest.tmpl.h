/* longest.tmpl.h: included by longest.c once per width. */

static bool WIDE(is_race)(const Scene *scene, const double *values)
{
    return WIDE(scene_move_count)(scene) >= values[FROM] && WIDE(scene_both_placed)(scene) &&
           WIDE(scene_isolated)(scene);
}

static Lasting WIDE(lasting)(const Scene *scene, Square from, Bits moves, const double *values)
{
    assert(from != SQUARE_NONE);
    WIDE(Runner) runner = {from, WIDE(scene_reach)(scene, moves, SQUARE_LIMIT)};
    if (bits_count(runner.region) > values[SQUARES])
        return (Lasting){WIDE(longest_bound)(scene->g, runner), false, 0};
    Budget unlimited = {0};
    Effort effort = effort_start(&unlimited);
    int length = WIDE(longest_from)(NULL, scene->g, runner, &effort);
    return (Lasting){length, true, effort.nodes};
}

static double WIDE(eval_longest)(const Scene *scene, const double *values)
{
    if (!WIDE(is_race)(scene, values))
        return WIDE(scene_mobility)(scene);
    Lasting own = WIDE(lasting)(scene, scene->own, scene->own_moves, values);
    Lasting other = WIDE(lasting)(scene, scene->other, scene->other_moves, values);
    double lead = own.moves - other.moves + (scene->own_active ? -0.5 : 0.5);
    if (lead > 0)
        return own.measured ? lead + values[WON] : lead;
    return other.measured ? lead - values[WON] : lead;
}

static double WIDE(cost_longest)(const Scene *scene, const double *values)
{
    if (WIDE(scene_move_count)(scene) < values[FROM])
        return EARLY_COST;
    double looking = price_at(isolation_prices, bits_count(scene->blanks));
    if (!WIDE(is_race)(scene, values))
        return looking;
    uint64_t nodes = WIDE(lasting)(scene, scene->own, scene->own_moves, values).nodes +
                     WIDE(lasting)(scene, scene->other, scene->other_moves, values).nodes;
    return looking + SQUARE_PRICE * (double)nodes;
}
