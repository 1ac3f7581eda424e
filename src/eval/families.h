/* families.h: the rows of each family, ended by a row without a name. Read by registry.c. */
#pragma once

#include "eval/heuristic.h"

extern const Heuristic heuristics_baseline[], heuristics_000[], heuristics_001[], heuristics_002[],
    heuristics_003[], heuristics_004[], heuristics_isolab[], heuristics_longest[];
