/* resistance.h: what to play when every move loses. */
#pragma once

#include "search/search.h"
#include "search/solver/solver.h"

/* The move that sets the opponent the hardest task, as far as the budget goes: `preferred` among
 * equals, and where it goes nowhere. The position is lost and both knights are placed. `judge` is a
 * solver of that board, with one thread, that nobody else needs: its tables are emptied on the way.
 */
Square resistance_move(const SearchJob *job, Solver *judge, Budget *budget, Square preferred);
