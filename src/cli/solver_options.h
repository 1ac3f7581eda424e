/* solver_options.h: what the commands that use the solver are told on the command line.
 *
 * All of them take --threads, --hash, --time and --nodes, and stop cleanly at Ctrl-C, for which
 * each watches once, before its first search.
 */
#pragma once

#include "cli/arguments.h"
#include "search/limits.h"
#include "search/solver/solver.h"

/* The limits are those of a position. */
bool solver_options_read(const Arguments *arguments, SolverSettings *settings, Limits *limits,
                         Error *error);

#define OPTIONS_SOLVER                                                                             \
    {"threads", "N", "search with N threads (1)", false},                                          \
        {"hash", "MB", "memory for the table of proved positions; a thread takes 1 MB more",       \
         false},                                                                                   \
        {"time", "T", "stop after T a position, as 10s, 150ms or 2h", false},                      \
    {                                                                                              \
        "nodes", "N", "stop after N nodes a position", false                                       \
    }
