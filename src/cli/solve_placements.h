/* solve_placements.h: `isolab solve --placements WxH`, the whole opening table. */
#pragma once

#include "cli/playing.h"

/* Returns the exit code. */
int solve_placements(const Arguments *arguments, SolverSettings settings, const Limits *limits,
                     Error *error);
