#include "agent/agent.h"

#include <stdlib.h>
#include <string.h>

#include "agent/apart.h"
#include "eval/own.h"

const char *agent_outcome_name(AgentOutcome outcome)
{
    static const char *const names[] = {"chose",     "illegal",  "time",   "crash",
                                        "exception", "resigned", "silent", "short"};
    static_assert(sizeof names / sizeof *names == AGENT_SHORT + 1, "a name each");
    assert(outcome <= AGENT_SHORT);
    return names[outcome];
}

void agent_ensure_limits(const AgentKind *kind, Limits *limits)
{
    bool ends = kind->needs == LIMITS_OPTIONAL || limits_are_finite(limits) ||
                (kind->needs == LIMITS_OR_DEPTH && limits->depth);
    if (!ends)
        limits->seconds = 0.150;
}

/* A budget that ends the search comes from the spec, or else from the command; a depth in the
 * spec, and what a node costs, stand beside either. */
Limits agent_limits(const AgentSpec *spec, const Limits *defaults)
{
    Limits limits = spec->limits;
    if (!limits_are_finite(&limits) && defaults) {
        limits = *defaults;
        if (spec->limits.depth)
            limits.depth = spec->limits.depth;
        if (spec->limits.virtual_node > 0)
            limits.virtual_node = spec->limits.virtual_node;
        if (spec->limits.virtual_slowness > 0)
            limits.virtual_slowness = spec->limits.virtual_slowness;
    }
    agent_ensure_limits(spec->kind, &limits);
    return limits;
}

Agent *agent_create(const AgentSpec *spec, const Limits *defaults, Error *error)
{
    assert(spec->kind && spec->kind->choose);
    assert(spec->kind->heuristic != HEURISTIC_REQUIRED || spec->heuristic.heuristic);
    Agent *agent = calloc(1, sizeof *agent);
    if (!agent) {
        error_out_of_memory(error);
        return NULL;
    }
    agent->spec = *spec;
    agent->limits = agent_limits(spec, defaults);
    bool apart = agent_thinks_apart(spec);
    if (apart ? (agent->apart = agent_apart_create(agent, error)) != NULL
              : !spec->kind->start || spec->kind->start(agent, error))
        return agent;
    free(agent);
    return NULL;
}

void agent_destroy(Agent *agent)
{
    if (agent && agent->apart)
        agent_apart_destroy(agent->apart);
    else if (agent && agent->spec.kind->finish)
        agent->spec.kind->finish(agent);
    free(agent);
}

/* Puts the spec before the sentence. Always false. */
static bool fail(const AgentSpec *spec, Error *error)
{
    char quote[QUOTE_SIZE];
    error_prefix(error, error_quote(quote, spec->text, strlen(spec->text)));
    return false;
}

bool agent_check(const AgentSpec *spec, const Limits *defaults, const Board *board, Error *error)
{
    Agent *agent = agent_create(spec, defaults, error);
    bool good = agent && (!spec->kind->check || spec->kind->check(agent, board, error));
    agent_destroy(agent);
    return good || fail(spec, error);
}

AgentMemory agent_memory(const Agent *agent, const Board *board)
{
    return agent->spec.kind->memory ? agent->spec.kind->memory(agent, board) : (AgentMemory){0};
}

bool agent_measure(const AgentSpec *spec, const Limits *defaults, const Board *board,
                   AgentMemory *sum, Error *error)
{
    Agent *agent = agent_create(spec, defaults, error);
    if (!agent)
        return fail(spec, error);
    AgentMemory own = agent_memory(agent, board);
    agent_destroy(agent);
    sum->kept += own.kept;
    sum->turn = own.turn > sum->turn ? own.turn : sum->turn;
    return true;
}

AgentOutcome agent_begin(Agent *agent, const Board *board, const atomic_bool *stop, Error *error)
{
    const AgentKind *kind = agent->spec.kind;
    AgentOutcome outcome = AGENT_CHOSE;
    if (agent->apart)
        outcome = agent_apart_begin(agent->apart, board, stop, error);
    else if (kind->begin)
        outcome = kind->begin(agent, board, stop, error);
    if (outcome == AGENT_SHORT)
        fail(&agent->spec, error);
    return outcome;
}

Agent *agent_create_ready(const AgentSpec *spec, const Limits *defaults, const Board *board,
                          const atomic_bool *stop, Error *error)
{
    Agent *agent = agent_create(spec, defaults, error);
    if (!agent)
        fail(spec, error);
    else if (agent_begin(agent, board, stop, error) == AGENT_SHORT) {
        agent_destroy(agent);
        agent = NULL;
    }
    return agent;
}

AgentOutcome agent_choose(Agent *agent, const SearchJob *job, SearchResult *result, Error *error)
{
    *result = (SearchResult){.move = SQUARE_NONE};
    if (position_is_over(job->board, &job->position))
        return AGENT_CHOSE;
    SearchJob own = *job;
    own.limits = agent->limits;
    const Heuristic *heuristic = agent->spec.heuristic.heuristic;
    own_take_fault(heuristic, NULL); // of others, who asked for values
    AgentOutcome outcome = agent->apart ? agent_apart_choose(agent->apart, &own, result, error)
                                        : agent->spec.kind->choose(agent, &own, result, error);
    if (own_take_fault(heuristic, error))
        return AGENT_CRASH;
    if (outcome == AGENT_CHOSE && !move_check(job->board, &job->position, result->move, error))
        return AGENT_ILLEGAL;
    if (outcome == AGENT_SHORT)
        fail(&agent->spec, error);
    return outcome;
}
