/* champion.c: the agent people play against. The play is in search/champion.c. */
#include "search/champion.h"

#include "agent/builtin.h"

enum { CHAMPION_HASH, CHAMPION_THREADS };

/* A table much larger than the nodes a turn may visit would only cost the time to empty it. */
static size_t table_megabytes(const Agent *agent)
{
    size_t wanted = (size_t)agent->spec.values[CHAMPION_HASH];
    uint64_t nodes = agent->limits.nodes;
    if (agent->limits.virtual_seconds > 0)
        nodes = 100000;
    if (nodes == 0 || agent->limits.seconds > 0)
        return wanted;
    size_t useful = 2 + (size_t)(nodes >> 13);
    return useful < wanted ? useful : wanted;
}

static ChampionSettings champion_settings(const Agent *agent)
{
    return (ChampionSettings){.threads = (int)agent->spec.values[CHAMPION_THREADS],
                              .megabytes = table_megabytes(agent)};
}

static bool start_champion(Agent *agent, Error *error)
{
    agent->state = champion_create(champion_settings(agent), error);
    return agent->state != NULL;
}

static void finish_champion(Agent *agent)
{
    champion_destroy(agent->state);
}

/* It would be one thread under a name that says more. */
static bool check_champion(const Agent *agent, const Board *board, Error *error)
{
    (void)board;
    if (agent->spec.values[CHAMPION_THREADS] <= 1 || !limits_repeat(&agent->limits))
        return true;
    return error_set(error,
                     "threads are for time budgets: under nodes, depth or virtual ones several "
                     "would not play the same games again");
}

static AgentMemory memory_of_champion(const Agent *agent, const Board *board)
{
    (void)board;
    return (AgentMemory){.kept = champion_memory(champion_settings(agent))};
}

/* What was proved in one game must not decide another: games are to be the same in any order. */
static AgentOutcome begin_game(Agent *agent, const Board *board, const atomic_bool *stop,
                               Error *error)
{
    (void)stop;
    return champion_begin(agent->state, board, &agent->limits, error) ? AGENT_CHOSE : AGENT_SHORT;
}

static AgentOutcome choose_champion(Agent *agent, const SearchJob *job, SearchResult *result,
                                    Error *error)
{
    return champion_search(agent->state, job, result, error) ? AGENT_CHOSE : AGENT_SHORT;
}

const AgentKind agent_champion = {
    .name = "champion",
    .meaning =
        "the strongest: exact where the solver reaches, else a deep search judged by a network",
    .example = "champion,time=150ms",
    .needs = LIMITS_OR_DEPTH,
    .parameters = {{"hash", 64, 2, 65536, 1, "megabytes of tables", NULL},
                   {"threads", 1, 1, 64, 1,
                    "threads to think with by the clock; other budgets, which repeat, have one",
                    NULL}},
    .start = start_champion,
    .finish = finish_champion,
    .check = check_champion,
    .memory = memory_of_champion,
    .begin = begin_game,
    .choose = choose_champion,
};
