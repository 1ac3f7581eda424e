#include "search/effort.h"

enum { NODES_BETWEEN_CHECKS = 1024 };

static uint64_t next_check(const Effort *effort)
{
    uint64_t spent = atomic_load_explicit(&effort->shared->nodes, memory_order_relaxed);
    uint64_t limit = effort->shared->limits.nodes;
    uint64_t left = limit > spent ? limit - spent : 1;
    return effort->nodes + (left < NODES_BETWEEN_CHECKS ? left : NODES_BETWEEN_CHECKS);
}

Effort effort_start(EffortShared *shared)
{
    Effort effort = {.shared = shared};
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
    effort->stopped = effort->stopped || must_stop(effort->shared);
    effort->check_at = next_check(effort);
}
