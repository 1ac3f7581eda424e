/* registry.c: all kinds of agents, and the names the studies gave to some. */
#include "agent/agent.h"
#include "agent/builtin.h"
#include "agent/course.h"
#include "agent/external.h"

static const AgentKind *const kinds[] = {&agent_random,   &agent_first,     &agent_greedy,
                                         &agent_minimax,  &agent_alphabeta, &agent_mcts,
                                         &agent_champion, &agent_external,  &agent_course};

const AgentKind *agent_kind_at(int i)
{
    return i >= 0 && (size_t)i < sizeof kinds / sizeof *kinds ? kinds[i] : NULL;
}

static const struct {
    const char *alias, *spec;
} aliases[] = {
    {"Random", "random"},
    {"Predictable", "first"},
    {"Greedy", "greedy:open,ties=last"},
    {"MM_Null", "minimax:null,depth=3"},
    {"MM_Open", "minimax:open,depth=3"},
    {"MM_Center", "minimax:center,depth=3"},
    {"MM_Improved", "minimax:improved,depth=3"},
    {"AB_Null", "alphabeta:null"},
    {"AB_Open", "alphabeta:open"},
    {"AB_Center", "alphabeta:center"},
    {"AB_Improved", "alphabeta:improved"},
    {"MonteCarlo", "mcts:improved,rule=study"},
    {"Custom", "alphabeta:attacker,order=pv"},
};

bool agent_alias_at(int i, const char **alias, const char **spec)
{
    if (i < 0 || (size_t)i >= sizeof aliases / sizeof *aliases)
        return false;
    *alias = aliases[i].alias;
    *spec = aliases[i].spec;
    return true;
}
