/* accuracy_summary.h: what a run of accuracy.h amounts to, with intervals.
 *
 * Everything is given for all problems and for groups of neighbouring plies, because who is good
 * early need not be good late.
 */
#pragma once

#include "lab/accuracy.h"
#include "stats/interval.h"

enum { ACCURACY_GROUPS_MAX = 7 };

/* How often the win was kept, and how well a heuristic's value tells won from lost. */
typedef struct AccuracyFigures {
    int low, high; // plies
    AccuracyShare share;
    double rate; // of wins kept; NAN without tests
    Interval rate_range;
    int64_t won, lost; // positions with a value, by what the side to move really is
    int64_t undefined; // positions without
    double area;       // under the ROC curve; NAN if a kind is missing, or for an agent
    Interval area_range;
} AccuracyFigures;

typedef struct AccuracyLine {
    Text name;
    bool is_agent;
    AccuracyFigures all, attacker, defender; // by who is to move and wins; no areas by role
    AccuracyFigures groups[ACCURACY_GROUPS_MAX];
} AccuracyLine;

typedef struct AccuracySummary {
    const Accuracy *accuracy; // the caller's
    AccuracyLine *lines;      // by candidate
    int line_count, group_count;
    int order[ACCURACY_CANDIDATES_MAX]; // agents by rate, then heuristics by area, best first
    int64_t solved, unsolved, unreached;
    int64_t won;   // by the side to move
    int64_t tests; // of them, those with a losing move
} AccuracySummary;

bool accuracy_summarize(const Accuracy *accuracy, AccuracySummary *summary, Error *error);
void accuracy_summary_free(AccuracySummary *summary);
