/* placing.h: where the champion puts its knight. */
#pragma once

#include "search/purse.h"
#include "search/solver/solver.h"

/* `moves` are the `count` placements in random order, which breaks ties; they are put in the order
 * of preference. False only when memory for the board's tables cannot be had. */
bool place_knight(SolverCache *solvers, Purse *purse, Square *moves, int count,
                  SearchResult *result, Error *error);
