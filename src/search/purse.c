/* purse.c: see purse.h. */
#include "search/purse.h"

#include <math.h>

#include "search/budget.h"
#include "util/clock.h"

/* On the studies' clock a node costs what it cost them, and nothing more. */
Purse purse_open(const SearchJob *job)
{
    Budget budget = budget_start(&job->limits, job->stop);
    Purse purse = {.job = job, .started = budget.started, .deadline = budget.deadline};
    purse.nodes = job->limits.nodes ? (double)job->limits.nodes : INFINITY;
    if (budget.is_virtual) {
        purse.nodes = fmin(purse.nodes, budget.virtual_total / budget.virtual_node);
        purse.node_seconds = budget.virtual_node * 1e-9;
    }
    return purse;
}

/* Threads may overrun the last nodes together by some: the clock stops where the budget does. */
void purse_account(const Purse *purse, SearchResult *result)
{
    result->nodes = (uint64_t)purse->spent;
    result->seconds = clock_now() - purse->started;
    if (purse->node_seconds > 0)
        result->virtual_seconds = fmin(purse->spent, purse->nodes) * purse->node_seconds;
}

bool purse_is_stopped(const Purse *purse)
{
    return purse->job->stop && atomic_load(purse->job->stop);
}

bool purse_is_bounded(const Purse *purse)
{
    return purse->deadline < INFINITY || purse->nodes < INFINITY;
}

EffortLimits purse_effort(const Purse *purse, double share)
{
    EffortLimits limits = EFFORT_UNLIMITED;
    double now = clock_now();
    limits.stop = purse->job->stop;
    if (purse->deadline < INFINITY)
        limits.deadline = now + (purse->deadline - now) * share;
    if (purse->nodes < INFINITY)
        limits.nodes = (uint64_t)fmax(1, (purse->nodes - purse->spent) * share);
    return limits;
}

Limits purse_limits(const Purse *purse, double share)
{
    Limits limits = {.depth = purse->job->limits.depth};
    if (purse->deadline < INFINITY)
        limits.seconds = fmax(1e-6, (purse->deadline - clock_now()) * share);
    if (purse->nodes < INFINITY)
        limits.nodes = (uint64_t)fmax(1, (purse->nodes - purse->spent) * share);
    return limits;
}
