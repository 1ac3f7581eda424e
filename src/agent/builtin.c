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

/* How programs differed that are all "alpha-beta": which of equal moves they take, and what they
 * do once they find every move lost: one that starts from "no move" never gets away from that. */
#define PARAMETER_TIES                                                                             \
    {                                                                                              \
        "ties", TIES_RANDOM, 0, 2, 1,                                                              \
            "which of equal moves: a random one, the first or the last row by row",                \
            "random|first|last"                                                                    \
    }
#define PARAMETER_LOST                                                                             \
    {                                                                                              \
        "lost", LOST_PLAY, 0, 2, 1,                                                                \
            "where every move is seen to lose: play one, forfeit (also where no depth is "         \
            "finished), or keep the last depth's",                                                 \
            "play|forfeit|keep"                                                                    \
    }
#define PARAMETER_BETWEEN                                                                          \
    {                                                                                              \
        "between", 0, 0, 1, 1,                                                                     \
            "the last depth's move, or that with the best score of all depths, at first any "      \
            "(study 004)",                                                                         \
            "last|best"                                                                            \
    }

enum { GREEDY_TIES };

static AgentOutcome choose_greedy(Agent *agent, const SearchJob *job, SearchResult *result,
                                  Error *error)
{
    (void)error;
    SearchJob one_ply = *job;
    one_ply.limits.depth = 1;
    AlphabetaSettings settings = {.heuristic = agent->spec.heuristic,
                                  .ties = (Ties)agent->spec.values[GREEDY_TIES]};
    alphabeta_search(&one_ply, &settings, result);
    return AGENT_CHOSE;
}

const AgentKind agent_greedy = {
    .name = "greedy",
    .meaning = "the move after which the heuristic is highest",
    .example = "greedy:improved",
    .heuristic = HEURISTIC_REQUIRED,
    .parameters = {PARAMETER_TIES},
    .choose = choose_greedy,
};

enum { MINIMAX_TIES, MINIMAX_LOST, MINIMAX_BETWEEN };

static AgentOutcome choose_minimax(Agent *agent, const SearchJob *job, SearchResult *result,
                                   Error *error)
{
    (void)error;
    AlphabetaSettings settings = {.heuristic = agent->spec.heuristic,
                                  .best_of_depths = agent->spec.values[MINIMAX_BETWEEN] != 0,
                                  .ties = (Ties)agent->spec.values[MINIMAX_TIES],
                                  .lost = (WhenLost)agent->spec.values[MINIMAX_LOST]};
    alphabeta_search(job, &settings, result);
    return AGENT_CHOSE;
}

const AgentKind agent_minimax = {
    .name = "minimax",
    .meaning = "minimax to a fixed depth, 3 unless told",
    .example = "minimax:open,depth=3",
    .heuristic = HEURISTIC_REQUIRED,
    .parameters = {PARAMETER_TIES, PARAMETER_LOST, PARAMETER_BETWEEN},
    .choose = choose_minimax,
};

enum {
    ALPHABETA_ORDER,
    ALPHABETA_TIES,
    ALPHABETA_LOST,
    ALPHABETA_BETWEEN,
    ALPHABETA_INNER,
    ALPHABETA_DEEPEN,
};

static AgentOutcome choose_alphabeta(Agent *agent, const SearchJob *job, SearchResult *result,
                                     Error *error)
{
    (void)error;
    const double *values = agent->spec.values;
    AlphabetaSettings settings = {.heuristic = agent->spec.heuristic,
                                  .prune = true,
                                  .deepen = values[ALPHABETA_DEEPEN] == 0,
                                  .pv_first = values[ALPHABETA_ORDER] != 0,
                                  .shuffle_inside = values[ALPHABETA_INNER] != 0,
                                  .best_of_depths = values[ALPHABETA_BETWEEN] != 0,
                                  .ties = (Ties)values[ALPHABETA_TIES],
                                  .lost = (WhenLost)values[ALPHABETA_LOST]};
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
                   PARAMETER_LOST,
                   PARAMETER_BETWEEN,
                   {"inner", 0, 0, 1, 1,
                    "below the root row by row, or shuffled as the course's board does",
                    "plain|shuffled"},
                   {"deepen", 0, 0, 1, 1, "no: the budget's depth at once, 3 unless told",
                    "yes|no"}},
    .choose = choose_alphabeta,
};

enum { MCTS_PARAMETER_RULE, MCTS_PARAMETER_C, MCTS_PARAMETER_THREADS, MCTS_PARAMETER_HASH };

static MctsSettings mcts_settings(const Agent *agent)
{
    const double *values = agent->spec.values;
    MctsSettings settings = {.rule = values[MCTS_PARAMETER_RULE] != 0 ? MCTS_STUDY : MCTS_UCT,
                             .heuristic = agent->spec.heuristic,
                             .exploration = values[MCTS_PARAMETER_C],
                             .threads = (int)values[MCTS_PARAMETER_THREADS],
                             .memory = (size_t)values[MCTS_PARAMETER_HASH] << 20};
    if (settings.exploration == 0)
        settings.exploration = settings.rule == MCTS_STUDY ? 5 : 1;
    return settings;
}

static AgentMemory memory_of_mcts(const Agent *agent, const Board *board)
{
    MctsSettings settings = mcts_settings(agent);
    return (AgentMemory){.turn = mcts_memory(&settings, &agent->limits, board)};
}

static AgentOutcome choose_mcts(Agent *agent, const SearchJob *job, SearchResult *result,
                                Error *error)
{
    MctsSettings settings = mcts_settings(agent);
    return mcts_search(job, &settings, result, error) ? AGENT_CHOSE : AGENT_SHORT;
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
    .memory = memory_of_mcts,
    .choose = choose_mcts,
};
