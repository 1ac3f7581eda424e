/* effort.h: how long a search may go on, and how far it has come.
 *
 * EffortLimits are the caller's wish, the same for all threads of a search. Each thread spends its
 * own Effort, a node at a time; now and then it adds up what all have spent, looks at the clock and
 * at the caller's flag, and may find that it has to stop. A stopped search has proved nothing
 * beyond what it had proved before: its result is to be thrown away.
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
    bool stopped;
} Effort;

Effort effort_start(EffortShared *shared);
void effort_report(Effort *effort); // adds this thread's nodes to the shared ones
void effort_check(Effort *effort);  // and finds out whether to stop

/* A node more; true when the search is to stop. */
static inline bool effort_spend(Effort *effort)
{
    if (++effort->nodes >= effort->check_at)
        effort_check(effort);
    return effort->stopped;
}
