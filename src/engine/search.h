/* search.h: the engine's thinking, in a thread of its own.
 *
 * The thread that reads commands starts a search and may stop it; the search answers when it is
 * done, with exactly one `bestmove`. All functions are for the reading thread. While a search
 * runs, the agent, its random stream and the job belong to the searching thread; they are
 * touched again only after it was joined.
 */
#pragma once

#include "engine/ending.h"
#include "engine/line.h"
#include "engine/options.h"
#include "engine/output.h"
#include "engine/position.h"

typedef struct EngineSearch {
    EngineOutput *output;
    Agent *agent;           // NULL before the first search
    uint64_t agent_version; // of the options it was made from
    uint64_t games;         // the number of the game it was made for
    Random random;

    bool running; // there is a thread to join
    pthread_t thread;
    atomic_bool stop;
    pthread_mutex_t lock; // with `stopped`: for waiting until `stop` is set
    pthread_cond_t stopped;

    EnginePosition told;
    EngineGo go;
    uint64_t nodes_told; // by the last info line

    EngineEnding ending;
    double ending_deadline; // of clock_now(); what it may still take
} EngineSearch;

void engine_search_init(EngineSearch *search, EngineOutput *output);

/* Stops and joins first, so that the last answer is out. */
void engine_search_destroy(EngineSearch *search);

/* Ends a running search first. `game` tells one game from another: a new one gets a new agent
 * and a new random stream. */
void engine_search_start(EngineSearch *search, const EngineOptions *options,
                         const EnginePosition *told, const EngineGo *go, uint64_t game);

/* Asks the search to end; its answer comes within milliseconds. */
void engine_search_stop(EngineSearch *search);
