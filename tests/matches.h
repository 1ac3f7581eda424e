/* matches.h: agents that play each other, and whether it went by the rules. */
#pragma once

#include "arena/game.h"
#include "support.h"

Agent *make_agent(const char *spec); // a spec that must parse

/* A match of its own: its agents, its chance. Threads may each have one. */
typedef struct Match {
    Board board;
    Agent *agent, *opponent;
    Random random[2]; // by Side
    const atomic_bool *stop;
} Match;

Match match_start(const char *board, const char *agent, const char *opponent);
void match_end(Match *match);

/* One game from the empty board, the agent as `side`. */
Game match_game(Match *match, Side side);

/* By rules that share nothing with src/: every move legal, the loser really stuck, no fault. */
void assert_played_out(const Board *board, const Game *game);
