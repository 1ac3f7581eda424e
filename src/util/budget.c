#include "util/budget.h"

#include <assert.h>
#include <math.h>

/* Of the longest time that another process had the core so far: see effort_check(). */
#define GAP_RESERVE 1.5

Budget budget_again(const Budget *budget)
{
    Budget again = *budget;
    again.enough = false;
    again.spent = 0;
    return again;
}

void budget_hasten(Budget *budget, double seconds)
{
    double deadline = clock_now() + seconds;
    if (budget->deadline <= 0 || deadline < budget->deadline)
        budget->deadline = deadline;
}

static bool is_over(const Budget *budget)
{
    return atomic_load_explicit(&budget->enough, memory_order_relaxed) ||
           (budget->nodes &&
            atomic_load_explicit(&budget->spent, memory_order_relaxed) >= budget->nodes) ||
           (budget->stop && atomic_load_explicit(budget->stop, memory_order_relaxed));
}

bool budget_is_spent(const Budget *budget)
{
    return is_over(budget) || (double)budget->spent >= budget_nodes(budget) ||
           (budget->deadline > 0 && clock_now() >= budget->deadline);
}

double budget_nodes(const Budget *budget)
{
    assert(budget->virtual_total <= 0 || budget->virtual_node > 0);
    double nodes = budget->nodes ? (double)budget->nodes : INFINITY;
    return budget->virtual_total > 0 ? fmin(nodes, budget->virtual_total / budget->virtual_node)
                                     : nodes;
}

static uint64_t next_check(const Effort *effort)
{
    const Budget *budget = effort->budget;
    uint64_t every = budget->look_every ? budget->look_every : 1024;
    if (budget->nodes) {
        uint64_t spent = atomic_load_explicit(&budget->spent, memory_order_relaxed);
        uint64_t left = budget->nodes > spent ? budget->nodes - spent : 1;
        every = left < every ? left : every;
    }
    uint64_t next = effort->nodes + every;
    return next < effort->turn_end ? next : effort->turn_end;
}

Effort effort_start(Budget *budget)
{
    Effort effort = {.budget = budget,
                     .turn_end = UINT64_MAX,
                     .looked = budget->started,
                     .virtual_left = budget->virtual_total > 0 ? budget->virtual_total : INFINITY,
                     .virtual_node = budget->virtual_node,
                     .virtual_slowness = budget->virtual_slowness,
                     .is_virtual = budget->virtual_total > 0};
    effort.check_at = next_check(&effort);
    return effort;
}

void effort_report(Effort *effort)
{
    assert(effort->nodes >= effort->reported);
    atomic_fetch_add_explicit(&effort->budget->spent, effort->nodes - effort->reported,
                              memory_order_relaxed);
    effort->reported = effort->nodes;
}

/* A search that must answer by a time stops a little earlier, `margin` at most. That pays for the
 * moments in which another process has the core on a busy machine: who was put aside for a while
 * during this search may be so again at its end (measured: docs/performance.md). */
static bool is_late(Effort *effort)
{
    double now = clock_now(), gap = now - effort->looked;
    effort->looked = now;
    if (gap > effort->longest_gap)
        effort->longest_gap = gap;
    return now >= effort->budget->deadline -
                      fmin(effort->longest_gap * GAP_RESERVE, effort->budget->margin);
}

void effort_check(Effort *effort)
{
    effort_report(effort);
    effort->ended = effort->ended || is_over(effort->budget) ||
                    (effort->budget->deadline > 0 && is_late(effort));
    effort->stopped = effort->stopped || effort->ended || effort->nodes >= effort->turn_end;
    effort->check_at = next_check(effort);
}

uint64_t effort_begin_turn(Effort *effort, uint64_t nodes)
{
    assert(nodes > 0 && effort->nodes <= effort->turn_end);
    uint64_t outer_end = effort->turn_end;
    if (outer_end - effort->nodes > nodes)
        effort->turn_end = effort->nodes + nodes;
    if (effort->check_at > effort->turn_end)
        effort->check_at = effort->turn_end;
    return outer_end;
}

bool effort_end_turn(Effort *effort, uint64_t outer_end)
{
    assert(outer_end >= effort->turn_end); // turns are nested
    effort->turn_end = outer_end;
    bool cut = effort->stopped && !effort->ended && effort->nodes < outer_end;
    if (cut)
        effort->stopped = false;
    return cut;
}
