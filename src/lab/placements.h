/* placements.h: who wins, for every pair of placements of a board.
 *
 * Placements that are images of each other have one winner, so they are solved once: the class.
 * Threads take classes in turn and share the solver's table; MPI ranks have one each. Who wins
 * depends on none of that; the nodes it took do, since a table holds what other classes left.
 *
 *     if (placements_solve(&placements, &settings, &error))
 *         winner = placements_find(&placements, first, second)->winner;
 *     placements_free(&placements);
 */
#pragma once

#include "arena/pool.h"
#include "search/limits.h"
#include "search/solver/solver.h"

typedef struct PlacementClass {
    Square first, second; // the class's representative
    Side winner;          // SIDE_NONE: not solved (yet)
    uint64_t nodes;
} PlacementClass;

typedef struct Placements Placements;

typedef struct PlacementsSettings {
    Board board;
    SolverSettings solver;   // of MPI ranks each has such a table, and one thread
    Limits limits;           // seconds and nodes, of all classes together
    const char *file;        // to go on from, and to keep there what is solved; NULL: none
    const atomic_bool *stop; // NULL: nobody will
    /* Told of every class as it is solved, on the calling thread; NULL: nobody is. */
    void (*watch)(void *context, const Placements *so_far);
    void *context;
} PlacementsSettings;

/* Owns its classes. */
struct Placements {
    Board board;
    PlacementClass *classes;
    int count;
    int done, already_done; // classes solved; of them, those that the file had
    uint64_t nodes;         // of those solved now
    double started;         // of clock_now()
    double seconds;
    Error file_fault; // why the file does not hold all of it; empty: it does, or there is none
};

/* Lists the classes, none solved. */
bool placements_init(Placements *placements, const Board *board, Error *error);
void placements_free(Placements *placements);

/* The class of a pair of different squares. */
PlacementClass *placements_find(const Placements *placements, Square first, Square second);

/* All classes, those of the file and those that are solved now, as far as the limits go, until
 * `stop` is set or the file cannot be written any more. False with a sentence if it could not be
 * tried; `placements` is to be freed all the same. */
bool placements_solve(Placements *placements, const PlacementsSettings *settings, Error *error);

/* What solves classes on MPI ranks. */
extern const Task placements_task;
