/* study_004.tmpl.h: included by study_004.c once per width. */

static double WIDE(eval_chase)(const Scene *scene, const double *values)
{
    return values[W1] * bits_count(scene->own_moves) - values[W2] * bits_count(scene->other_moves);
}

static double WIDE(eval_next_move)(const Scene *scene, const double *values)
{
    double now = WIDE(eval_chase)(scene, values), weight = values[NEXT_WEIGHT];
    Bits own = scene->own_moves, other = scene->other_moves;
    Bits own_next = WIDE(knight_span)(scene->g, own) & scene->blanks;
    Bits other_next = WIDE(knight_span)(scene->g, other) & scene->blanks;
    if (values[NEXT_RULE] == RULE_TEXT)
        return now +
               weight * (values[W1] * bits_count(own_next) - values[W2] * bits_count(other_next));
    if (now != 0)
        return now;
    return weight / 10 *
           (values[W1] * bits_count(own | own_next) - values[W2] * bits_count(other | other_next));
}

static bool WIDE(is_late)(const Scene *scene, double from, double rule)
{
    int count = WIDE(scene_move_count)(scene);
    return rule == RULE_CODE ? count > from : count >= from;
}

static double WIDE(eval_isolation)(const Scene *scene, const double *values)
{
    if (WIDE(is_late)(scene, values[FROM], values[RULE]) && WIDE(scene_isolated)(scene))
        return bits_count(scene->own_moves);
    return WIDE(scene_mobility)(scene);
}

static double WIDE(eval_chase_isolation)(const Scene *scene, const double *values)
{
    bool late = WIDE(is_late)(scene, values[CHASE_FROM], values[CHASE_RULE]);
    if (late && WIDE(scene_isolated)(scene))
        return bits_count(scene->own_moves);
    if (late && values[FALLBACK] == FALLBACK_IMPROVED)
        return WIDE(scene_mobility)(scene);
    return WIDE(eval_chase)(scene, values);
}

static double WIDE(cost_looking)(const Scene *scene, bool late)
{
    return late ? price_at(isolation_prices, bits_count(scene->blanks)) : EARLY_COST;
}

static double WIDE(cost_isolation)(const Scene *scene, const double *values)
{
    return WIDE(cost_looking)(scene, WIDE(is_late)(scene, values[FROM], values[RULE]));
}

static double WIDE(cost_chase_isolation)(const Scene *scene, const double *values)
{
    return WIDE(cost_looking)(scene, WIDE(is_late)(scene, values[CHASE_FROM], values[CHASE_RULE]));
}
