/* apart.h: an agent with somebody's code in it thinks in a process of its own.
 *
 * The search runs there whole, so that the code is called as fast as a built-in heuristic; what
 * goes over is a turn: position, limits and random stream there, the result and the stream back.
 * Games are therefore the same as if it had thought here. A crash, an exit, an endless evaluation
 * or one that is no number is an outcome with its reason, and the next game starts a new process.
 */
#pragma once

#include "agent/agent.h"

typedef struct AgentApart AgentApart;

/* Whether an agent of that spec has to think apart. */
bool agent_thinks_apart(const AgentSpec *spec);

/* `agent` has to last as long. */
AgentApart *agent_apart_create(Agent *agent, Error *error);
void agent_apart_destroy(AgentApart *apart); // NULL is allowed

/* As agent_begin() and agent_choose(). */
AgentOutcome agent_apart_begin(AgentApart *apart, const Board *board, const atomic_bool *stop,
                               Error *error);
AgentOutcome agent_apart_choose(AgentApart *apart, const SearchJob *job, SearchResult *result,
                                Error *error);
