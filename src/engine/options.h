/* options.h: the engine's options, made from the registries.
 *
 * Agent, Heuristic, and every parameter of the agent and the heuristic chosen at the time, by
 * the name it has in an agent spec; a heuristic's parameter whose name the agent has too is
 * called HEURISTIC.NAME, as there. Hash and Threads are the parameters of those names, whatever
 * agent has them: user interfaces know them, and set them before anything else. Names are taken
 * in any case.
 */
#pragma once

#include "agent/agent.h"
#include "engine/line.h"
#include "engine/output.h"

/* Parameters that are one option for all agents. */
enum { SHARED_HASH, SHARED_THREADS, SHARED_COUNT };

typedef struct EngineOptions {
    AgentSpec agent;         // but for what follows
    HeuristicSpec heuristic; // .heuristic is NULL for none
    bool heuristic_chosen;   // by its option: then it outlives a change of agent
    double shared[SHARED_COUNT];
    bool shared_set[SHARED_COUNT];
    Board board; // the empty one of `position startpos`
    uint64_t seed;
    uint64_t version; // grows with every change that needs a new agent
} EngineOptions;

bool engine_options_init(EngineOptions *options, const char *agent, const char *board,
                         uint64_t seed, Error *error);

/* `option name ... default ...` lines; the default is the value it has now. */
void engine_options_list(const EngineOptions *options, EngineOutput *output);

/* On failure nothing changes. `*board_changed`: the option was the board. */
bool engine_options_set(EngineOptions *options, Slice name, Slice value, bool *board_changed,
                        Error *error);

/* The agent to create: the chosen one with what is shared put in. */
AgentSpec engine_options_agent(const EngineOptions *options);
