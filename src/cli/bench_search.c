/* bench_search.c: positions searched per second, agent by agent. */
#include <string.h>

#include "cli/bench.h"
#include "cli/playing.h"
#include "util/clock.h"
#include "util/terminal.h"

typedef struct SearchWork {
    const char *key;
    const char *agent;
    const char *position;
} SearchWork;

static const SearchWork works[] = {
    {"search_mnps", "alphabeta:improved,depth=16", "7x7 d4 c2"},
    {"search_wide_mnps", "alphabeta:improved,depth=14", "11x9 d4 c2"},
    {"search_pv_mnps", "alphabeta:attacker,order=pv,depth=14", "7x7 b3 g4"},
    {"minimax_mnps", "minimax:open,depth=9", "7x7 a1 g6"},
    {"champion_mnps", "champion,nodes=300k", "11x9 d4 c2"},
    {"mcts_mnps", "mcts,nodes=200k", "7x7 d4 c2"},
    {"mcts_study_mnps", "MonteCarlo,nodes=500", "7x7 d4 c2"},
};

static bool search(const SearchWork *work, SearchResult *result, double *seconds, Error *error)
{
    Board board;
    Random random = random_stream(1, 0, 0);
    SearchJob job = {.board = &board, .random = &random};
    if (!position_parse(work->position, strlen(work->position), &board, &job.position, NULL, error))
        return false;
    Agent *agent = playing_agent(work->agent, NULL, error);
    if (!agent)
        return false;
    double start = clock_now();
    bool chosen = agent_choose(agent, &job, result, error) == AGENT_CHOSE;
    *seconds = clock_now() - start;
    agent_destroy(agent);
    return chosen;
}

static bool run_work(const SearchWork *work, Bench *bench, Error *error)
{
    SearchResult result;
    double seconds;
    if (!search(work, &result, &seconds, error))
        return false;
    double speed = seconds > 0 ? (double)result.nodes / seconds * 1e-6 : 0;
    bench->signature += result.nodes + result.move;
    if (bench->json)
        whole_json_set(bench->json, work->key, json_real(speed));
    else
        terminal_say("%-38s %-12s %12llu %9.2f M/s\n", work->agent, work->position,
                     (unsigned long long)result.nodes, speed);
    return true;
}

bool bench_search(Bench *bench, Error *error)
{
    for (size_t i = 0; i < sizeof works / sizeof *works; i++)
        if (!run_work(&works[i], bench, error))
            return false;
    return true;
}
