/* budget.h: one search spending its limits, the same mechanism for all searches.
 *
 * Nodes and the virtual clock advance only by what the search does, so the same search stops
 * at the same node everywhere. Wall time and the stop flag are looked at every BUDGET_LOOK
 * nodes: 64 of the dearest evaluations are about a millisecond, and of the cheapest so many
 * that the look costs under half a nanosecond a node.
 *
 * The virtual clock charges each node and each evaluation what the studies' Python programs
 * needed for it (the costs stand in the heuristics' rows), times the slowness of their
 * machines. A search under it behaves as theirs did, and repeats exactly.
 *
 * `stop` may be set from another thread; everything else belongs to the searching thread.
 */
#pragma once

#include <stdatomic.h>

#include "search/limits.h"

typedef struct Budget {
    Limits limits;
    const atomic_bool *stop; // NULL: nobody will
    double started;          // wall clock
    double deadline;         // wall clock to stop at, INFINITY for none
    double looked;           // when the clock was last looked at
    double longest_gap;      // between two looks: how long others had the core
    uint64_t nodes;          // visited so far
    uint64_t next_look;      // node count at which to look at clock, stop and node limit
    bool is_virtual;
    double virtual_total, virtual_left; // nanoseconds
    double virtual_node;                // nanoseconds a node costs; 0 when not virtual
    bool spent;
} Budget;

enum { BUDGET_LOOK = 64 };

/* Costs of the virtual clock that are no heuristic's. */
#define VIRTUAL_NODE     5500.0 // nanoseconds
#define VIRTUAL_TERMINAL 3300.0 // nanoseconds to find out that the game is over
#define VIRTUAL_SLOWNESS 4.5    // the studies' machines against the one the costs are from
#define VIRTUAL_RESERVE  0.010  // seconds before the end at which the studies' searches aborted

Budget budget_start(const Limits *limits, const atomic_bool *stop);

/* Clock, stop flag and node limit; called by budget_visit() now and then. */
void budget_look(Budget *budget);

/* Seconds spent on the virtual clock; 0 if there is none. */
double budget_virtual_seconds(const Budget *budget);

/* Counts one node. False once the budget is spent: the search must unwind. */
static inline bool budget_visit(Budget *budget)
{
    if (budget->nodes >= budget->next_look)
        budget_look(budget);
    if (budget->spent)
        return false;
    budget->nodes++;
    budget->virtual_left -= budget->virtual_node;
    if (budget->virtual_left < 0)
        budget->spent = true;
    return true;
}

/* Charges the virtual clock; harmless without one. */
static inline void budget_charge(Budget *budget, double nanoseconds)
{
    budget->virtual_left -= nanoseconds * VIRTUAL_SLOWNESS;
    if (budget->virtual_left < 0)
        budget->spent = true;
}
