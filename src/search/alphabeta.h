/* alphabeta.h: minimax and alpha-beta as the studies had them. */
#pragma once

#include "eval/heuristic.h"
#include "search/search.h"

typedef struct AlphabetaSettings {
    HeuristicSpec heuristic;
    bool prune;    // alpha-beta; else plain minimax
    bool deepen;   // depth 1, 2, 3...; else the limits' depth at once
    bool pv_first; // each depth searches the last one's principal variation first (study 003)
    bool first_of_equals; // row by row from the top left; else at random
    bool forfeit_lost;    // no move at all (SQUARE_NONE) where a whole depth finds all of them lost
} AlphabetaSettings;

/* Needs no memory but the stack. */
void alphabeta_search(const SearchJob *job, const AlphabetaSettings *settings,
                      SearchResult *result);
