/* placements.h: who wins, for every pair of placements of a board.
 *
 * Placements that are images of each other have one winner, so they are solved once: the class.
 * Threads take classes in turn and share the solver's table; MPI ranks have one each. Who wins
 * depends on none of that; the nodes it took do, since a table holds what other classes left.
 *
 * If they are to be proved, each class's proof is checked by the rules alone while it is made
 * (search/solver/proof.h), in a memory that is bounded, so that no file is needed. Then every
 * thread has a table of its own, empty at the beginning of a class, and all but the seconds is the
 * same however many there are.
 *
 *     if (placements_solve(&placements, &settings, &error))
 *         winner = placements_find(&placements, first, second)->winner;
 *     placements_free(&placements);
 */
#pragma once

#include "arena/pool.h"
#include "core/notation.h"
#include "search/limits.h"
#include "search/solver/solver.h"

/* What was checked (ProofChecked). */
typedef struct ClassProof {
    uint64_t moves, positions;
    uint32_t checksum;
    double seconds; // to solve, prove and check
} ClassProof;

typedef struct PlacementClass {
    Square first, second; // the class's representative
    Side winner;          // SIDE_NONE: not solved (yet)
    uint64_t nodes;
    ClassProof proof; // if it was to be proved
} PlacementClass;

typedef struct Placements Placements;

typedef struct PlacementsSettings {
    Board board;
    SolverSettings solver;   // of MPI ranks each has such a table, and one thread
    bool prove;              // and check each class
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
    bool proved; // whatever is solved
    PlacementClass *classes;
    int count;
    int done, already_done; // classes solved; of them, those that the file had
    uint64_t nodes;         // of those solved now
    double started;         // of clock_now()
    double seconds;
    Error file_fault; // why the file does not hold all of it; empty: it does, or there is none
    Error refuted;    // which proof did not hold, and where; empty: none
};

/* Lists the classes, none solved. */
bool placements_init(Placements *placements, const Board *board, Error *error);
void placements_free(Placements *placements);

/* The class of a pair of different squares. */
PlacementClass *placements_find(const Placements *placements, Square first, Square second);

enum { PAIR_TEXT_SIZE = 2 * SQUARE_TEXT_SIZE };
const char *placements_print_pair(const Board *board, Square first, Square second,
                                  char pair[PAIR_TEXT_SIZE]);

/* All classes, those of the file and those that are solved now, as far as the limits go, until
 * `stop` is set, a proof does not hold or the file cannot be written any more. False with a
 * sentence if it could not be tried; `placements` is to be freed all the same. */
bool placements_solve(Placements *placements, const PlacementsSettings *settings, Error *error);

/* What solves classes on MPI ranks. */
extern const Task placements_task;
