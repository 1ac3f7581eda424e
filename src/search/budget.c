#include "search/budget.h"

#include <math.h>

#include "util/clock.h"

/* A search that must answer by a time stops a little earlier: the rest pays for unwinding and
 * for not being scheduled at once on a busy machine (measured: docs/performance.md). */
static double reserve(double share, double most)
{
    return share < most ? share : most;
}

Budget budget_start(const Limits *limits, const atomic_bool *stop)
{
    Budget budget = {.limits = *limits, .stop = stop, .started = clock_now()};
    budget.deadline = INFINITY;
    if (limits->seconds > 0)
        budget.deadline = budget.started + limits->seconds - reserve(limits->seconds / 10, 0.008);
    budget.is_virtual = limits->virtual_seconds > 0;
    budget.virtual_total = INFINITY;
    if (budget.is_virtual) {
        double usable =
            limits->virtual_seconds - reserve(limits->virtual_seconds / 2, VIRTUAL_RESERVE);
        double node = limits->virtual_node > 0 ? limits->virtual_node * 1e9 : VIRTUAL_NODE;
        budget.virtual_total = usable * 1e9;
        budget.virtual_node = node * VIRTUAL_SLOWNESS;
    }
    budget.virtual_left = budget.virtual_total;
    budget_look(&budget);
    return budget;
}

void budget_look(Budget *budget)
{
    uint64_t limit = budget->limits.nodes;
    if (limit && budget->nodes >= limit)
        budget->spent = true;
    if (budget->stop && atomic_load_explicit(budget->stop, memory_order_relaxed))
        budget->spent = true;
    if (budget->deadline < INFINITY && clock_now() >= budget->deadline)
        budget->spent = true;
    budget->next_look = budget->nodes + BUDGET_LOOK;
    if (limit && limit < budget->next_look)
        budget->next_look = limit;
}

double budget_seconds(const Budget *budget)
{
    if (budget->is_virtual)
        return (budget->virtual_total - budget->virtual_left) * 1e-9;
    return clock_now() - budget->started;
}
