/* heuristic.tmpl.h: included by heuristic.h once per width. */

/* The value for the active (`own_active`) or the passive player of `node`. */
static inline double WIDE(evaluate)(const HeuristicSpec *spec, const Geometry *g, Node node,
                                    bool own_active)
{
    assert(spec->heuristic);
    Scene scene = WIDE(scene_of)(g, node, own_active);
    if (!(own_active ? scene.own_moves : scene.other_moves))
        return own_active ? -__builtin_inf() : __builtin_inf();
    Needs needs = spec->heuristic->needs;
    if ((needs != NEEDS_NOTHING && scene.own == SQUARE_NONE) ||
        (needs == NEEDS_BOTH_PLACED && scene.other == SQUARE_NONE))
        return __builtin_nan("");
    if (!spec->heuristic->WIDE(eval))
        return own_ask_value(spec, g->width, g->height, BITS == 64, node.blanks, node.active,
                             node.passive, own_active);
    return spec->heuristic->WIDE(eval)(&scene, spec->values);
}

/* What that evaluation costs on the virtual clock, in nanoseconds. */
static inline double WIDE(evaluation_cost)(const HeuristicSpec *spec, const Geometry *g, Node node,
                                           bool own_active)
{
    assert(spec->heuristic);
    if (!spec->heuristic->WIDE(cost))
        return spec->heuristic->cost;
    Scene scene = WIDE(scene_of)(g, node, own_active);
    return spec->heuristic->WIDE(cost)(&scene, spec->values);
}
