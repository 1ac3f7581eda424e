/* ending.h: how far the end is, for `score mate`.
 *
 * A search that proves the winner mostly knows neither how long the game will last nor a line to
 * its end. UCI's number promises both, so both are looked for here, whoever searched, and told
 * only where they are found: the plies that are left when the winner hurries and the loser
 * resists, and a line that shows them, beginning with the move that was chosen. One thread at a
 * time.
 */
#pragma once

#include "search/search.h"
#include "search/solver/distance.h"

typedef struct EngineEnding {
    Distance *distance; // NULL: none yet
    int width, height;  // of its board
} EngineEnding;

void engine_ending_destroy(EngineEnding *ending);

/* The plies to the end of a position whose winner `result` has proved; its line is then that one.
 * 0, and nothing changed, where that would take more than the budget or more memory than there is,
 * or where the chosen move wins later or loses sooner than another. */
int engine_ending_find(EngineEnding *ending, const Board *board, const Position *position,
                       Budget *budget, SearchResult *result);
