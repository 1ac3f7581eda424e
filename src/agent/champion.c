/* champion.c: the agent people play against. */
#include "agent/builtin.h"

#include "search/pvs.h"

enum { CHAMPION_HASH, CHAMPION_THREADS };

static bool start_champion(Agent *agent, Error *error)
{
    agent->state = pvs_create((size_t)agent->spec.values[CHAMPION_HASH], error);
    return agent->state != NULL;
}

static void finish_champion(Agent *agent)
{
    pvs_destroy(agent->state);
}

static AgentOutcome choose_champion(Agent *agent, const SearchJob *job, SearchResult *result,
                                    Error *error)
{
    (void)error;
    pvs_search(agent->state, job, (int)agent->spec.values[CHAMPION_THREADS], result);
    return AGENT_CHOSE;
}

const AgentKind agent_champion = {
    .name = "champion",
    .meaning = "the strongest: exact where it can be, else a deep search by territory",
    .example = "champion,time=150ms",
    .needs_limits = true,
    .parameters = {{"hash", 64, 1, 65536, 1, "megabytes of table", NULL},
                   {"threads", 1, 1, 64, 1, "threads to think with", NULL}},
    .start = start_champion,
    .finish = finish_champion,
    .choose = choose_champion,
};
