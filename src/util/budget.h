/* budget.h: how long a search may go on, and how far it has come.
 *
 * A Budget is what the threads of a search have in common: what they may spend, and what they have
 * spent. Where a limit is zero there is none, so (Budget){0} lets a search go on until it is done.
 * Whoever opens one may pay several searches from it, one after the other.
 *
 * Each thread counts its own Effort, a node at a time, and asks whether to go on. Now and then it
 * adds up what all have spent, looks at the clock and at the caller's flag, and may find that it
 * has to stop. Nodes, and the virtual clock, which only advances by what is charged to it, end a
 * search at the same node everywhere.
 *
 * A part of a search may be given a turn: so many nodes, after which that part alone stops.
 *
 *     uint64_t outer = effort_begin_turn(effort, 1000);
 *     ...a part of the search, until effort->stopped
 *     if (effort_end_turn(effort, outer))
 *         ...its turn was too short; the search goes on
 *     if (effort->stopped)
 *         ...so does nothing: the whole search, or a turn around this one, is over
 *
 * `stop` and `enough` may be set from any thread; an Effort belongs to its own.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/clock.h"

typedef struct Budget {
    const atomic_bool *stop;    // set by anyone at any time; NULL: nobody will
    double started;             // of clock_now(), for whoever wants to know
    double deadline;            // of clock_now()
    double margin;              // seconds before the deadline to stop at most: see effort_check()
    uint64_t nodes;             // in all threads together
    uint64_t look_every;        // nodes between two looks at clock and flag; 0: 1024
    double virtual_total;       // nanoseconds
    double virtual_node;        // nanoseconds a node costs
    double virtual_slowness;    // times whatever else is charged
    atomic_bool enough;         // set by the search: another thread has the answer
    atomic_uint_fast64_t spent; // nodes
} Budget;

/* The same limits anew: all the nodes, until the same moment. */
Budget budget_again(const Budget *budget);

/* Brings the deadline to `seconds` from now, unless it is earlier. */
void budget_hasten(Budget *budget, double seconds);

/* Whether no more is to be begun: nodes, flag or one of the clocks say so. */
bool budget_is_spent(const Budget *budget);

/* Nodes that it pays for in all, by their number or on the virtual clock; INFINITY: any number. */
double budget_nodes(const Budget *budget);

typedef struct Effort {
    Budget *budget;
    uint64_t nodes;    // of this thread
    uint64_t reported; // of them, in budget->spent
    uint64_t check_at;
    uint64_t turn_end;                     // in nodes of this thread
    double looked;                         // at the clock, the last time
    double longest_gap;                    // between two looks: how long others had the core
    double virtual_left;                   // INFINITY: there is no such clock
    double virtual_node, virtual_slowness; // the budget's, at hand
    bool is_virtual;
    bool ended;   // the whole search
    bool stopped; // it, or a turn
} Effort;

Effort effort_start(Budget *budget);
void effort_report(Effort *effort); // adds this thread's nodes to the budget's
void effort_check(Effort *effort);  // and finds out whether to stop

/* Turns may be nested; an inner one ends with the outer one at the latest. Returns the end of the
 * outer one, for effort_end_turn(), which is true if the inner one was cut short by its own end. */
uint64_t effort_begin_turn(Effort *effort, uint64_t nodes);
bool effort_end_turn(Effort *effort, uint64_t outer_end);

/* A node more: the one that reaches the limit ends the search. True: go on. For proofs, of which
 * nothing is left that was not finished. */
static inline bool effort_spend(Effort *effort)
{
    if (++effort->nodes >= effort->check_at)
        effort_check(effort);
    return !effort->stopped;
}

/* The same for searches that use all they have: the node that would go beyond the limit is refused
 * and not counted, and each is charged to the virtual clock. */
static inline bool effort_visit(Effort *effort)
{
    if (effort->nodes >= effort->check_at)
        effort_check(effort);
    if (effort->stopped)
        return false;
    effort->nodes++;
    effort->virtual_left -= effort->virtual_node;
    if (effort->virtual_left < 0)
        effort->stopped = true;
    return true;
}

/* Charges the virtual clock; harmless without one. */
static inline void effort_charge(Effort *effort, double nanoseconds)
{
    effort->virtual_left -= nanoseconds * effort->virtual_slowness;
    if (effort->virtual_left < 0)
        effort->stopped = true;
}
