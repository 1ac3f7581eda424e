/* families.h: the rows of each family, ended by a row without a name. Read by registry.c. */
#pragma once

#include "eval/heuristic.h"

extern const Heuristic heuristics_baseline[];
