/* external_engine.h: talking to an engine that may do anything.
 *
 * Every answer that is not what was asked for ends the same way: the process is killed, the
 * outcome and a sentence say why, and the next call starts a new one. A game in which that
 * happens is lost; the run goes on. That no process can be had here is not the engine's fault:
 * AGENT_SHORT. Waiting ends within milliseconds when `stop` is set.
 */
#pragma once

#include "agent/external_settings.h"
#include "util/process.h"

typedef struct ExternalEngine {
    ExternalSettings settings;
    Process *process; // NULL: none runs
} ExternalEngine;

/* Whether the shell finds its command and may run it. What the engine then does is seen in its
 * games. */
bool external_engine_is_there(const ExternalSettings *settings, Error *error);

/* A game starts: the process is told, or started if none runs or the one that did has died or
 * hung since its last game. `board` may be NULL. */
AgentOutcome external_engine_begin(ExternalEngine *engine, const Board *board,
                                   const atomic_bool *stop, Error *error);

/* Its move, which is legal if the outcome is AGENT_CHOSE. */
AgentOutcome external_engine_ask(ExternalEngine *engine, const SearchJob *job, SearchResult *result,
                                 Error *error);

void external_engine_quit(ExternalEngine *engine);
