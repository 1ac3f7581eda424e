/* purse.h: what is left of the champion's budget for a move, and how it shares it out.
 *
 * One budget, a time or a number of nodes, pays for proofs and for searches in turn.
 */
#pragma once

#include "search/search.h"
#include "util/effort.h"

typedef struct Purse {
    const SearchJob *job;
    double started, deadline; // INFINITY: no clock
    double nodes;             // INFINITY: any number
    double spent;             // nodes
    double node_seconds;      // what a node costs on the studies' clock; 0: that of the wall counts
} Purse;

Purse purse_open(const SearchJob *job);
void purse_account(const Purse *purse, SearchResult *result); // what was spent since it was opened
bool purse_is_stopped(const Purse *purse);
bool purse_is_bounded(const Purse *purse); // false: until somebody says stop

/* A share of what is left, for the solver or for a search. */
EffortLimits purse_effort(const Purse *purse, double share);
Limits purse_limits(const Purse *purse, double share);
