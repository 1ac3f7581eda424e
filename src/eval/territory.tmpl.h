/* territory.tmpl.h: included by territory.c once per width. */

#include "eval/spread.tmpl.h"

static double WIDE(eval_territory)(const Scene *scene, const double *values)
{
    Bits active_moves = scene->own_active ? scene->own_moves : scene->other_moves;
    Bits passive_moves = scene->own_active ? scene->other_moves : scene->own_moves;
    int lead = WIDE(spread_lead)(scene->g, scene->blanks, active_moves, passive_moves);
    int k = (int)values[K];
    double shared = values[C] * bits_count(WIDE(scene_reach)(scene, scene->own_moves, k) &
                                           WIDE(scene_reach)(scene, scene->other_moves, k));
    return (scene->own_active ? lead : -lead) + (WIDE(scene_own_attacks)(scene) ? shared : -shared);
}

static double WIDE(cost_territory)(const Scene *scene, const double *values)
{
    int k = (int)values[K];
    Bits region = WIDE(scene_reach)(scene, scene->own_moves | scene->other_moves, SQUARE_LIMIT);
    int squares = bits_count(region) + bits_count(WIDE(scene_reach)(scene, scene->own_moves, k)) +
                  bits_count(WIDE(scene_reach)(scene, scene->other_moves, k));
    return SQUARE_PRICE * squares;
}
