#include "util/effort.h"

enum { NODES_BETWEEN_CHECKS = 1024 };

static uint64_t next_check(const Effort *effort)
{
    uint64_t spent = atomic_load_explicit(&effort->shared->nodes, memory_order_relaxed);
    uint64_t limit = effort->shared->limits.nodes;
    uint64_t left = limit > spent ? limit - spent : 1;
    uint64_t next = effort->nodes + (left < NODES_BETWEEN_CHECKS ? left : NODES_BETWEEN_CHECKS);
    return next < effort->turn_end ? next : effort->turn_end;
}

Effort effort_start(EffortShared *shared)
{
    Effort effort = {.shared = shared, .turn_end = UINT64_MAX};
    effort.check_at = next_check(&effort);
    return effort;
}

void effort_report(Effort *effort)
{
    atomic_fetch_add_explicit(&effort->shared->nodes, effort->nodes - effort->reported,
                              memory_order_relaxed);
    effort->reported = effort->nodes;
}

static bool must_stop(const EffortShared *shared)
{
    const EffortLimits *limits = &shared->limits;
    return atomic_load_explicit(&shared->enough, memory_order_relaxed) ||
           atomic_load_explicit(&shared->nodes, memory_order_relaxed) >= limits->nodes ||
           (limits->stop && atomic_load_explicit(limits->stop, memory_order_relaxed)) ||
           (limits->deadline < INFINITY && clock_now() >= limits->deadline);
}

void effort_check(Effort *effort)
{
    effort_report(effort);
    effort->ended = effort->ended || must_stop(effort->shared);
    effort->stopped = effort->stopped || effort->ended || effort->nodes >= effort->turn_end;
    effort->check_at = next_check(effort);
}

uint64_t effort_begin_turn(Effort *effort, uint64_t nodes)
{
    uint64_t outer_end = effort->turn_end;
    if (outer_end - effort->nodes > nodes)
        effort->turn_end = effort->nodes + nodes;
    if (effort->check_at > effort->turn_end)
        effort->check_at = effort->turn_end;
    return outer_end;
}

bool effort_end_turn(Effort *effort, uint64_t outer_end)
{
    effort->turn_end = outer_end;
    bool cut = effort->stopped && !effort->ended && effort->nodes < outer_end;
    if (cut)
        effort->stopped = false;
    return cut;
}
