/* search_support.h: what the tests of searches and agents share. */
#pragma once

#include "support.h"

#include "agent/agent.h"

/* The truth by trying everything: for small endings only. */
bool slow_wins(const Board *board, const Position *position);

/* A random field that is not over, with at most `blanks` blanks. */
Given small_ending(Random *random, int blanks);

/* A random game somewhere in the middle, on any of the `sizes`. */
Given random_midgame(Random *random);

/* Minimax from the definition, over positions, scored for `player`; undefined values are 0. */
double slow_minimax(const Given *g, const Position *position, const HeuristicSpec *heuristic,
                    Side player, int depth);

/* The result is infinite for the right side, and the move keeps a won position won. */
void check_truth(const Given *g, const SearchResult *result);

/* One turn of a new agent of that spec, from a fixed random stream; the move must be legal. */
SearchResult choose(const Given *g, const char *spec);
