/* study_003.tmpl.h: included by study_003.c once per width. */

static double WIDE(eval_contested)(const Scene *scene, const double *values)
{
    bool literal = values[RULE] == RULE_LITERAL;
    if (!literal && !WIDE(scene_both_placed)(scene))
        return NAN;
    double mobility = WIDE(scene_mobility)(scene);
    if (!WIDE(scene_contested)(scene))
        return mobility;
    return literal || WIDE(scene_own_attacks)(scene) ? mobility + values[BONUS]
                                                     : mobility - values[BONUS];
}

static double WIDE(eval_reach)(const Scene *scene, const double *values)
{
    int k = (int)values[K];
    return bits_count(WIDE(scene_reach)(scene, scene->own_moves, k)) -
           bits_count(WIDE(scene_reach)(scene, scene->other_moves, k));
}

static double WIDE(eval_attacker)(const Scene *scene, const double *values)
{
    int k = (int)values[K];
    Bits own = WIDE(scene_reach)(scene, scene->own_moves, k);
    Bits other = WIDE(scene_reach)(scene, scene->other_moves, k);
    double shared = values[C] * bits_count(own & other);
    return bits_count(own) - bits_count(other) +
           (WIDE(scene_own_attacks)(scene) ? shared : -shared);
}

static double WIDE(cost_reach)(const Scene *scene, const double *values)
{
    int k = (int)values[K];
    if (k <= 2)
        return k == 1 ? LISTS_COST : REACH_COST;
    Bits own = WIDE(scene_reach)(scene, scene->own_moves, k - 1) & ~scene->own_moves;
    Bits other = WIDE(scene_reach)(scene, scene->other_moves, k - 1) & ~scene->other_moves;
    return REACH_COST + SQUARE_PRICE * (bits_count(own) + bits_count(other));
}
