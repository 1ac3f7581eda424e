/* alphabeta.h: minimax and alpha-beta as the studies had them. */
#pragma once

#include "eval/heuristic.h"
#include "search/search.h"

/* Which of equal moves is played, row by row from the top left. */
typedef enum Ties { TIES_RANDOM, TIES_FIRST, TIES_LAST } Ties;

/* What is done where a whole depth finds every move lost. */
typedef enum WhenLost {
    LOST_PLAY,    // one of them is played
    LOST_FORFEIT, // no move at all, SQUARE_NONE; nor where no depth is finished
    LOST_KEEP,    // the last depth's move stays, and no deeper one is looked at
} WhenLost;

typedef struct AlphabetaSettings {
    HeuristicSpec heuristic;
    bool prune;          // alpha-beta; else plain minimax
    bool deepen;         // depth 1, 2, 3...; else the limits' depth at once
    bool pv_first;       // each depth searches the last one's principal variation first (study 003)
    bool shuffle_inside; // moves below the root in random order; else row by row from the top left
    bool best_of_depths; // plays the best score of all depths (study 004); else the last depth's
    Ties ties;
    WhenLost lost;
} AlphabetaSettings;

/* Needs no memory but the stack. */
void alphabeta_search(const SearchJob *job, const AlphabetaSettings *settings,
                      SearchResult *result);
