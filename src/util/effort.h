/* effort.h: how long a search may go on, and how far it has come.
 *
 * EffortLimits are the caller's wish, the same for all threads of a search. Each thread spends its
 * own Effort, a node at a time; now and then it adds up what all have spent, looks at the clock and
 * at the caller's flag, and may find that it has to stop. A stopped search has proved nothing
 * beyond what it had proved before: its result is to be thrown away.
 *
 * A part of a search may be given a turn: so many nodes, after which that part alone stops.
 *
 *     uint64_t outer = effort_begin_turn(effort, 1000);
 *     ...a part of the search, until effort->stopped
 *     if (effort_end_turn(effort, outer))
 *         ...its turn was too short; the search goes on
 *     if (effort->stopped)
 *         ...so does nothing: the whole search, or a turn around this one, is over
 */
#pragma once

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/clock.h"

typedef struct EffortLimits {
    const atomic_bool *stop; // set by anyone at any time; NULL: nobody will
    double deadline;         // of clock_now(); INFINITY: none
    uint64_t nodes;          // in all threads together; UINT64_MAX: any number
} EffortLimits;

#define EFFORT_UNLIMITED ((EffortLimits){NULL, INFINITY, UINT64_MAX})

/* What the threads of a search have in common. */
typedef struct EffortShared {
    EffortLimits limits;
    atomic_bool enough; // another thread has the answer
    atomic_uint_fast64_t nodes;
} EffortShared;

typedef struct Effort {
    EffortShared *shared;
    uint64_t nodes;    // of this thread
    uint64_t reported; // of them, in shared->nodes
    uint64_t check_at;
    uint64_t turn_end; // in nodes of this thread
    bool ended;        // the whole search
    bool stopped;      // it, or a turn
} Effort;

Effort effort_start(EffortShared *shared);
void effort_report(Effort *effort); // adds this thread's nodes to the shared ones
void effort_check(Effort *effort);  // and finds out whether to stop

/* Turns may be nested; an inner one ends with the outer one at the latest. Returns the end of the
 * outer one, for effort_end_turn(), which is true if the inner one was cut short by its own end. */
uint64_t effort_begin_turn(Effort *effort, uint64_t nodes);
bool effort_end_turn(Effort *effort, uint64_t outer_end);

/* A node more; true when the search is to stop. */
static inline bool effort_spend(Effort *effort)
{
    if (++effort->nodes >= effort->check_at)
        effort_check(effort);
    return effort->stopped;
}
