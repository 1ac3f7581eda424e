/* order.h: in which order agents are shown. */
#pragma once

#include "report/standing.h"

/* Numbers of all agents, the highest rated first; of equals the earlier. */
void order_by_rating(const Standing *standing, int order[TOURNAMENT_AGENTS_MAX]);

/* Numbers of all agents: those under test, the best win rate first, then the others as they were
 * given. */
void order_by_win_rate(const Standing *standing, int order[TOURNAMENT_AGENTS_MAX]);
