/* problem.h: positions with their solutions, to judge play by.
 *
 * A problem is a position out of a game, and which of its moves win, proved. Problem i depends
 * on the settings and i alone, so problems can be made anywhere and in any order: the game's
 * chance comes from (seed, i), and the solver starts each one with an empty memory, so that even
 * what its limit leaves unsolved is the same everywhere.
 *
 * The game: both knights are placed at random, as in the studies; each further move is made by
 * one of the sources, drawn anew for every move. A single source plays both sides; `random`
 * among them strays from the lines the others would always take, into positions where the
 * defender wins too. Problem i stops after low + i mod (high - low + 1) plies, which spreads
 * them evenly. A game that ends before is thrown away and another one is drawn.
 */
#pragma once

#include "agent/agent.h"
#include "search/solver/solver.h"

enum { PROBLEM_SOURCES_MAX = 8 };

typedef struct ProblemSettings {
    Board board;
    int low, high; // plies played before the position
    AgentSpec sources[PROBLEM_SOURCES_MAX];
    int source_count;
    Limits limits;  // of sources whose spec has no budget
    uint64_t nodes; // the solver may visit for a problem
    uint64_t seed;
} ProblemSettings;

typedef enum ProblemState {
    PROBLEM_MISSING,   // not made yet
    PROBLEM_UNREACHED, // no game lasted so many plies
    PROBLEM_UNSOLVED,  // within the solver's limit
    PROBLEM_SOLVED,
} ProblemState;

typedef struct Problem {
    ProblemState state;
    Position position;
    MoveList moves; // that led there from the empty board
    Side winner;    // below: if solved
    Squares winning, losing;
} Problem;

/* 7x7's usual: plies 2 to three fifths of the squares, moves half `random`, half
 * `alphabeta:improved,depth=3`, 20 million nodes a problem, seed 1. */
void problem_standard(ProblemSettings *settings, const Board *board);

/* Whether the settings make sense together, whoever made them. */
bool problem_check(const ProblemSettings *settings, Error *error);

/* Whether the side to move wins and yet can go wrong: what play can be judged by. */
bool problem_is_test(const Problem *problem);

/* What makes problems; used by one thread at a time. */
typedef struct ProblemMaker ProblemMaker;

ProblemMaker *problem_maker_create(const ProblemSettings *settings, const atomic_bool *stop,
                                   Error *error);
void problem_maker_destroy(ProblemMaker *maker); // NULL is allowed

/* Adds the bytes it takes. */
bool problem_maker_measure(const ProblemSettings *settings, AgentMemory *sum, Error *error);

/* False if `stop` came first or, with a sentence, if this machine has not what a source needs. */
bool problem_make(ProblemMaker *maker, int64_t i, const atomic_bool *stop, Problem *problem,
                  Error *error);
