/* builtin.h: the agents that live in this program. Rows for registry.c. */
#pragma once

#include "agent/agent.h"

extern const AgentKind agent_random, agent_first, agent_greedy, agent_minimax, agent_alphabeta,
    agent_mcts, agent_champion;
