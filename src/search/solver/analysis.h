/* analysis.h: what every legal move is worth.
 *
 * First each move gets a score and a line by the champion's search, for a tenth of the budget;
 * then it is proved to win or to lose, all moves in turns; then, for as long as the budget allows,
 * the length of the game after it is found when the winner hurries and the loser resists. Told as
 * it becomes known.
 */
#pragma once

#include "search/solver/solver.h"

typedef struct AnalysedMove {
    Square move;
    Side winner;    // of the game after it; SIDE_NONE: not proved
    int plies;      // to the end, this move included, under best resistance; 0: not known
    int more_than;  // while it is not known, the length is greater than this
    double score;   // logarithm of the mover's odds; NAN: not searched
    int depth;      // plies that the score looked ahead
    int line_count; // moves in `line`, this one first; 0: no line
    Square line[SQUARE_LIMIT];
} AnalysedMove;

typedef struct Analysis {
    Side winner; // SIDE_NONE: not proved
    int count;
    uint64_t nodes;
    double seconds;
    AnalysedMove moves[SQUARE_LIMIT]; // likely best first
} Analysis;

/* Called whenever something more is known of `moves[i]`. */
typedef struct AnalysisWatch {
    void (*update)(void *context, const Analysis *analysis, int i);
    void *context;
} AnalysisWatch;

/* Fills `analysis` as far as the budget goes. `watch` may be NULL. False only without memory. */
bool analysis_run(Solver *solver, const Position *position, Budget *budget,
                  const AnalysisWatch *watch, Analysis *analysis, Error *error);
