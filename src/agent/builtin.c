/* builtin.c: the agents that live in this program, each a thin row over a search. */
#include "agent/builtin.h"

#include "search/alphabeta.h"
#include "search/mcts.h"

static AgentOutcome choose_random(Agent *agent, const SearchJob *job, SearchResult *result,
                                  Error *error)
{
    (void)agent;
    (void)error;
    Square moves[SQUARE_LIMIT];
    int count = search_shuffled_moves(job, moves);
    search_begin(result, moves, count);
    return AGENT_CHOSE;
}

const AgentKind agent_random = {
    .name = "random",
    .meaning = "any legal move",
    .example = "random",
    .choose = choose_random,
};

static AgentOutcome choose_first(Agent *agent, const SearchJob *job, SearchResult *result,
                                 Error *error)
{
    (void)agent;
    (void)error;
    Square first = bits_lowest(position_moves(job->board, &job->position, job->position.to_move));
    search_begin(result, &first, 1);
    return AGENT_CHOSE;
}

const AgentKind agent_first = {
    .name = "first",
    .meaning = "the first legal move, row by row from the top left",
    .example = "first",
    .choose = choose_first,
};

static AgentOutcome choose_greedy(Agent *agent, const SearchJob *job, SearchResult *result,
                                  Error *error)
{
    (void)error;
    SearchJob one_ply = *job;
    one_ply.limits.depth = 1;
    AlphabetaSettings settings = {.heuristic = agent->spec.heuristic};
    alphabeta_search(&one_ply, &settings, result);
    return AGENT_CHOSE;
}

const AgentKind agent_greedy = {
    .name = "greedy",
    .meaning = "the move after which the heuristic is highest",
    .example = "greedy:improved",
    .heuristic = HEURISTIC_REQUIRED,
    .choose = choose_greedy,
};

/* How programs differed that are all "alpha-beta": whether the first or any of equal moves is
 * taken, and whether one that starts from "no move" and finds every move lost ever gets away from
 * that. */
#define PARAMETER_TIES                                                                             \
    {                                                                                              \
        "ties", 0, 0, 1, 1, "which of equal moves: a random one, or the first", "random|first"     \
    }
#define PARAMETER_LOST                                                                             \
    {                                                                                              \
        "lost", 0, 0, 1, 1, "where every move is seen to lose: play one, or forfeit",              \
            "play|forfeit"                                                                         \
    }

enum { MINIMAX_TIES, MINIMAX_LOST };

static AgentOutcome choose_minimax(Agent *agent, const SearchJob *job, SearchResult *result,
                                   Error *error)
{
    (void)error;
    AlphabetaSettings settings = {.heuristic = agent->spec.heuristic,
                                  .first_of_equals = agent->spec.values[MINIMAX_TIES] != 0,
                                  .forfeit_lost = agent->spec.values[MINIMAX_LOST] != 0};
    alphabeta_search(job, &settings, result);
    return AGENT_CHOSE;
}

const AgentKind agent_minimax = {
    .name = "minimax",
    .meaning = "minimax to a fixed depth, 3 unless told",
    .example = "minimax:open,depth=3",
    .heuristic = HEURISTIC_REQUIRED,
    .parameters = {PARAMETER_TIES, PARAMETER_LOST},
    .choose = choose_minimax,
};

enum { ALPHABETA_ORDER, ALPHABETA_TIES, ALPHABETA_LOST };

static AgentOutcome choose_alphabeta(Agent *agent, const SearchJob *job, SearchResult *result,
                                     Error *error)
{
    (void)error;
    AlphabetaSettings settings = {.heuristic = agent->spec.heuristic,
                                  .prune = true,
                                  .deepen = true,
                                  .pv_first = agent->spec.values[ALPHABETA_ORDER] != 0,
                                  .first_of_equals = agent->spec.values[ALPHABETA_TIES] != 0,
                                  .forfeit_lost = agent->spec.values[ALPHABETA_LOST] != 0};
    alphabeta_search(job, &settings, result);
    return AGENT_CHOSE;
}

const AgentKind agent_alphabeta = {
    .name = "alphabeta",
    .meaning = "alpha-beta with iterative deepening, plain as the studies had it",
    .example = "alphabeta:chase,w1=0.25,time=150ms",
    .heuristic = HEURISTIC_REQUIRED,
    .needs = LIMITS_OR_DEPTH,
    .parameters = {{"order", 0, 0, 1, 1,
                    "plain, or pv: the last depth's principal variation first (study 003's Custom)",
                    "plain|pv"},
                   PARAMETER_TIES,
                   PARAMETER_LOST},
    .choose = choose_alphabeta,
};

enum { MCTS_PARAMETER_RULE, MCTS_PARAMETER_C, MCTS_PARAMETER_THREADS, MCTS_PARAMETER_HASH };

static AgentOutcome choose_mcts(Agent *agent, const SearchJob *job, SearchResult *result,
                                Error *error)
{
    const double *values = agent->spec.values;
    MctsSettings settings = {.rule = values[MCTS_PARAMETER_RULE] != 0 ? MCTS_STUDY : MCTS_UCT,
                             .heuristic = agent->spec.heuristic,
                             .exploration = values[MCTS_PARAMETER_C],
                             .threads = (int)values[MCTS_PARAMETER_THREADS],
                             .memory = (size_t)values[MCTS_PARAMETER_HASH] << 20};
    if (settings.exploration == 0)
        settings.exploration = settings.rule == MCTS_STUDY ? 5 : 1;
    return mcts_search(job, &settings, result, error) ? AGENT_CHOSE : AGENT_CRASH;
}

const AgentKind agent_mcts = {
    .name = "mcts",
    .meaning = "Monte Carlo tree search with proved wins and losses; nodes counts playouts",
    .example = "mcts,nodes=5000",
    .heuristic = HEURISTIC_OPTIONAL,
    .needs = LIMITS_NOT_DEPTH,
    .parameters = {{"rule", 0, 0, 1, 1, "uct, or study: study 003's MonteCarlo", "uct|study"},
                   {"c", 0, 0, 100, 0.1, "exploration; 0 is the rule's own: uct 1, study 5", NULL},
                   {"threads", 1, 1, 64, 1, "trees grown at once, their counts added", NULL},
                   {"hash", 64, 1, 65536, 1, "megabytes for the trees", NULL}},
    .choose = choose_mcts,
};
