/* clock.h: what a `go` allows the search.
 *
 * A fixed budget is passed on. Of a clock each move gets an even share of what is left, by the
 * moves still expected: those the time control tells, or a third of the blanks (a game of good
 * players ends well before the board is full), and most of the increment.
 */
#pragma once

#include "agent/agent.h"
#include "engine/line.h"

/* Where `go` says nothing, what `spec` says holds; where it does not either, 150 ms for a search
 * that would not end. `infinite` gives no limit at all, but for a depth of the spec. */
Limits engine_limits(const EngineGo *go, const AgentSpec *spec, const Board *board,
                     const Position *position);
