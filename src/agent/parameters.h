/* parameters.h: an agent's numbers, by name: those of its kind and those of its heuristic.
 *
 * The names are those of agent specs: `HEURISTIC.key` where a budget or the kind has the name
 * `key`. Budgets are no parameters: what an agent may take is not its play.
 */
#pragma once

#include "agent/agent.h"

enum { AGENT_PARAMETER_NAME_SIZE = 64 };

typedef struct AgentParameter {
    const Parameter *parameter;
    bool of_heuristic; // rather than of the kind
    int index;
    char name[AGENT_PARAMETER_NAME_SIZE];
} AgentParameter;

/* Refuses with the near names, and what there is with its ranges. */
bool agent_parameter_find(const AgentSpec *spec, const char *name, size_t length,
                          AgentParameter *parameter, Error *error);

double agent_parameter_get(const AgentSpec *spec, const AgentParameter *parameter);

/* The value lies within the parameter's range. */
void agent_parameter_set(AgentSpec *spec, const AgentParameter *parameter, double value);
