/* accuracy_options.h: who is judged, and on which positions, from the command line; and the
 * progress line of the run. */
#pragma once

#include "cli/arguments.h"
#include "cli/progress.h"
#include "lab/accuracy.h"

#define OPTIONS_PROBLEMS                                                                           \
    {"from", "SPEC", "whose moves lead to them; random and a depth 3 search unless told", true},   \
        {"plies", "LO-HI", "plies played before, 2 to 3/5 of the squares unless told", false},     \
        {"board", "WxH", "the board, 7x7 unless told", false},                                     \
        {"limit", "N", "nodes to solve a position; else it is left out; 20 million unless told",   \
         false},                                                                                   \
    {                                                                                              \
        "threads", "N", "positions at once, as many as cores unless told", false                   \
    }

#define OPTIONS_ACCURACY                                                                           \
    {"agent", "SPEC", "an agent to judge", true},                                                  \
        {"heuristic", "SPEC", "a heuristic to judge; all of them if nobody is named", true},       \
        {"positions", "N", "positions to sample, 1000 unless told", false}, OPTIONS_PROBLEMS

/* Large: keep it off the stack. */
typedef struct AccuracyOptions {
    AccuracySettings settings;
    Candidate candidates[ACCURACY_CANDIDATES_MAX];
    int puzzles;  // 0: none wanted
    int blunders; // of each agent; 0: none wanted
} AccuracyOptions;

/* The studies' clock where nothing is told: fair to all agents, and exactly repeatable. */
void accuracy_standard_limits(Limits *limits);

bool accuracy_options_read(const Arguments *arguments, AccuracyOptions *options, Error *error);

/* The part of it that says which positions. */
bool accuracy_options_problems(const Arguments *arguments, ProblemSettings *problems, Error *error);

/* --threads, for the settings so far. */
bool accuracy_options_threads(const Arguments *arguments, AccuracySettings *settings, Error *error);

/* What is to be said before a run, its progress line, and Ctrl-C to stop it; when it is over (NULL:
 * it failed), what is to be said of how far it got. */
typedef struct AccuracyWatcher {
    Progress progress;
    double started;
} AccuracyWatcher;

void accuracy_watcher_begin(AccuracyWatcher *watcher, const Arguments *arguments,
                            AccuracySettings *settings);
void accuracy_watcher_end(AccuracyWatcher *watcher, const Accuracy *accuracy);
