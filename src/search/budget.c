#include "search/budget.h"

#include <math.h>

#include "util/clock.h"

static double least(double a, double b)
{
    return a < b ? a : b;
}

/* A search that must answer by a time stops a little earlier. The rest pays for unwinding, and
 * on a busy machine for the moments in which another process has the core: who was put aside
 * for a while during this search may be so again at its end (measured: docs/performance.md). */
#define TIME_RESERVE 0.010
#define GAP_RESERVE  1.5 // times the longest such moment so far

Budget budget_start(const Limits *limits, const atomic_bool *stop)
{
    Budget budget = {.limits = *limits, .stop = stop, .started = clock_now()};
    budget.deadline = INFINITY;
    if (limits->seconds > 0)
        budget.deadline =
            budget.started + limits->seconds - least(limits->seconds / 10, TIME_RESERVE);
    budget.looked = budget.started;
    budget.is_virtual = limits->virtual_seconds > 0;
    budget.virtual_total = INFINITY;
    if (budget.is_virtual) {
        double usable =
            limits->virtual_seconds - least(limits->virtual_seconds / 2, VIRTUAL_RESERVE);
        double node = limits->virtual_node > 0 ? limits->virtual_node * 1e9 : VIRTUAL_NODE;
        budget.virtual_total = usable * 1e9;
        budget.virtual_slowness =
            limits->virtual_slowness > 0 ? limits->virtual_slowness : VIRTUAL_SLOWNESS;
        budget.virtual_node = node * budget.virtual_slowness;
    }
    budget.virtual_left = budget.virtual_total;
    budget_look(&budget);
    return budget;
}

static void look_at_clock(Budget *budget)
{
    double now = clock_now(), gap = now - budget->looked;
    budget->looked = now;
    if (gap > budget->longest_gap)
        budget->longest_gap = gap;
    double reserve = least(budget->longest_gap * GAP_RESERVE, budget->limits.seconds / 2);
    if (now >= budget->deadline - reserve)
        budget->spent = true;
}

void budget_look(Budget *budget)
{
    uint64_t limit = budget->limits.nodes;
    if (limit && budget->nodes >= limit)
        budget->spent = true;
    if (budget->stop && atomic_load_explicit(budget->stop, memory_order_relaxed))
        budget->spent = true;
    if (budget->deadline < INFINITY)
        look_at_clock(budget);
    budget->next_look = budget->nodes + BUDGET_LOOK;
    if (limit && limit < budget->next_look)
        budget->next_look = limit;
}

double budget_virtual_seconds(const Budget *budget)
{
    return budget->is_virtual ? (budget->virtual_total - budget->virtual_left) * 1e-9 : 0;
}
