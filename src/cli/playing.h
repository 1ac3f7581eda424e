/* playing.h: what commands that search share, by agents or the solver: the options and how they are
 * read. */
#pragma once

#include <jansson.h>

#include "agent/agent.h"
#include "cli/arguments.h"
#include "isolab.h"
#include "search/solver/solver.h"

/* Budgets every agent of a command gets unless its spec has its own. */
#define OPTIONS_BUDGET                                                                             \
    {"time", "DURATION", "wall time a move, such as 150ms", false},                                \
        {"nodes", "N", "positions (mcts: playouts) a move, such as 20k", false},                   \
        {"depth", "N", "plies a move", false},                                                     \
    {                                                                                              \
        "virtual", "DURATION", "time a move on the studies' clock, exactly repeatable", false      \
    }

/* The same for the solver. */
#define OPTIONS_SOLVER                                                                             \
    {"threads", "N", "search with N threads, 1 unless told", false},                               \
        {"hash", "MB",                                                                             \
         "memory for the table of proved positions, 16 unless told, 64 above 49 squares; a "       \
         "thread takes 1 MB more",                                                                 \
         false},                                                                                   \
        {"time", "T", "stop after T a position, as 10s, 150ms or 2h", false},                      \
    {                                                                                              \
        "nodes", "N", "stop after N nodes a position", false                                       \
    }

/* For the help of commands where nobody else gives a default; see agent_limits(). */
#define DEFAULT_BUDGET "A search without a budget, in its spec or by an option, has 150 ms a move."

#define OPTION_SEED                                                                                \
    {                                                                                              \
        "seed", "N", "seed of all chance, 1 unless told", false                                    \
    }

bool playing_limits(const Arguments *arguments, Limits *limits, Error *error);
bool playing_search(const Arguments *arguments, IsolabSearch *search, Error *error);
/* What OPTIONS_SOLVER say; the limits are those of a position. */
bool playing_solver(const Arguments *arguments, SolverSettings *settings, Limits *limits,
                    Error *error);
/* --threads, at most 256: as many as cores unless told, see pool_threads(). */
bool playing_threads(const Arguments *arguments, bool by_clock, int *threads, Error *error);
/* A line on standard error where they are fewer than wanted, and why. */
void playing_note_threads(int threads, int wanted);
/* A line on standard error about MPI ranks that had nothing to do, if there were any. */
void playing_note_idle_ranks(int idle);
/* A line on standard error if this is an agent of the course that would run in bubblewrap, and that
 * is not there. True if it was needed. */
bool playing_note_sandbox(const AgentSpec *spec);
bool playing_seed(const Arguments *arguments, uint64_t *seed, Error *error);

/* Reads a spec, which is kept as JSON sooner or later and so has to be UTF-8. */
bool playing_spec(const char *text, AgentSpec *spec, Error *error);

/* A ready agent from a spec's text; and the library's. */
Agent *playing_agent(const char *spec, const Limits *defaults, Error *error);
IsolabAgent *playing_library_agent(const char *spec, const IsolabSearch *search, Error *error);
