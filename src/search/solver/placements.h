/* placements.h: every pair of placements, solved.
 *
 * Placements that are images of each other have one winner, so they are solved once: the class.
 * Threads take classes in turn and share the table.
 */
#pragma once

#include "search/solver/solver.h"

typedef struct PlacementClass {
    Square first, second; // the class's representative
    Side winner;          // SIDE_NONE: not solved (yet)
    uint64_t nodes;
} PlacementClass;

/* Owns its classes. */
typedef struct Placements {
    Board board;
    PlacementClass *classes;
    int count;
} Placements;

/* Told of every class as it is solved, one at a time, from whichever thread solved it; false
 * stops the run. */
typedef struct PlacementsWatch {
    bool (*solved)(void *context, const PlacementClass *solved, int done, int count);
    void *context;
} PlacementsWatch;

/* Lists the classes, none solved. */
bool placements_init(Placements *placements, const Board *board, Error *error);
void placements_free(Placements *placements);

/* The class of a pair of different squares. */
PlacementClass *placements_find(const Placements *placements, Square first, Square second);

/* Solves the classes that are not solved yet, as far as the budget goes, which pays for all of them
 * together. False with a sentence if it could not be tried. */
bool placements_solve(Placements *placements, SolverSettings settings, Budget *budget,
                      const PlacementsWatch *watch, Error *error);
