/* slow_heuristics.h: the heuristics a second time, from their definitions.
 *
 * An oracle for the tests, over slow_rules: sets are tables of booleans, paths are walked to
 * their last square. Only the names and values of parameters come from the spec.
 */
#pragma once

#include "eval/heuristic.h"
#include "slow_rules.h"

/* For player `own` (0 or 1); NaN where it is undefined. */
double slow_value(const SlowGame *game, int own, const HeuristicSpec *spec);

/* The squares that drilldown of that depth steps on, both players' paths together. */
int64_t slow_drilldown_visits(const SlowGame *game, int depth);
