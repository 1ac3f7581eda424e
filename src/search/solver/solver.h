/* solver.h: who wins, exactly.
 *
 * A Solver belongs to a board and owns the memory of its searches: the table, which makes a
 * later search of a related position cheap, and what each thread needs. One call at a time; the
 * threads are its own business. A result is proved or absent, never guessed.
 *
 *     Solver *solver = solver_create(&board, (SolverSettings){.megabytes = 256}, &error);
 *     Budget any = {0};
 *     Solution solution = solver_solve(solver, &position, SOLVE_WINNER, &any, NULL);
 *     if (solution.winner == SIDE_NONE)
 *         ...stopped by a limit
 *     solver_destroy(solver);
 */
#pragma once

#include "core/position.h"
#include "util/budget.h"

typedef struct Solver Solver;

enum { SOLVER_THREADS_MAX = 256 };

typedef struct SolverSettings {
    int threads;      // 0: one
    size_t megabytes; // of the table; 0: 16 up to 49 squares, 64 above
} SolverSettings;

/* What to find out. With SOLVE_WINNER a won position ends at its first winning move. */
typedef enum SolveAim { SOLVE_WINNER, SOLVE_ALL_MOVES } SolveAim;

typedef struct Solution {
    Side winner;     // SIDE_NONE: a limit came first
    Squares winning; // moves proved to win for the side to move
    Squares losing;  // moves proved to lose; with SOLVE_ALL_MOVES and a winner, all the others
    uint64_t nodes;  // of all threads
    double seconds;
} Solution;

typedef struct SolverProgress {
    uint64_t nodes;
    double seconds;
    int moves_done, moves; // of the root
    int fill;              // of 1000 table entries, taken
} SolverProgress;

/* Called about once a second from one of the threads. */
typedef struct SolverWatch {
    void (*report)(void *context, const SolverProgress *progress);
    void *context;
} SolverWatch;

/* Told of every position that took SOLVER_NOTED_NODES or more to prove, by the thread that did,
 * with the side to move called first and squares that nobody can reach blocked. */
enum { SOLVER_NOTED_NODES = 1 << 22 };
typedef struct SolverNotes {
    void (*proved)(void *context, const Position *position, Side winner, uint64_t nodes);
    void *context;
} SolverNotes;

Solver *solver_create(const Board *board, SolverSettings settings, Error *error);
void solver_destroy(Solver *solver);
void solver_forget(Solver *solver); // empties all its tables

/* Bytes that it takes. */
size_t solver_memory(const Board *board, SolverSettings settings);

/* For whoever has many positions, and threads of its own: a hand proves one position after the
 * other, in the memory of the solver's thread of that number, and shares the solver's table with
 * the hands of other numbers. Each hand is used by one thread at a time; the budget is theirs
 * together. */
typedef struct SolverHand SolverHand;
SolverHand *solver_hand_create(Solver *solver, int number, Budget *budget, Error *error);
void solver_hand_destroy(SolverHand *hand); // NULL is allowed

/* SIDE_NONE if the budget ended first; then it is of no more use. */
Side solver_hand_winner(SolverHand *hand, const Position *position, uint64_t *nodes);

/* A move that wins; SQUARE_NONE if there is none. False if the budget ended first. */
bool solver_hand_move(SolverHand *hand, const Position *position, Square *move);

uint64_t solver_hand_nodes(const SolverHand *hand); // since it was made

void solver_set_notes(Solver *solver, const SolverNotes *notes); // NULL: nobody listens

/* Takes a note for proved, as if the solver had found it, however the board is turned: a search
 * begun at another position may see it from another side. */
void solver_learn(Solver *solver, const Position *position, Side winner, uint64_t nodes);

/* Any position, knights in hand included. `watch` may be NULL. */
Solution solver_solve(Solver *solver, const Position *position, SolveAim aim, Budget *budget,
                      const SolverWatch *watch);

/* A line of perfect play from `position`: the winner's moves win, the loser's are the ones that
 * look most stubborn, and once isolated the longest. Returns the number of moves put into
 * `line`, which may end early when a limit comes first: each move has all the nodes of the budget,
 * whatever is spent already. */
int solver_line(Solver *solver, const Position *position, const Budget *budget,
                Square line[SQUARE_LIMIT]);

/* One solver for many questions. A batch of positions mostly stays on one board, and a table that
 * is kept makes the next answer cheaper; another board gets another solver. */
typedef struct SolverCache {
    SolverSettings settings;
    Solver *solver; // NULL before the first question
} SolverCache;

/* The solver for that board and as many threads as the settings say, which stays the cache's; NULL
 * with a sentence. */
Solver *solver_cache_get(SolverCache *cache, const Board *board, Error *error);
void solver_cache_free(SolverCache *cache);
