/* mcts.h: Monte Carlo tree search. */
#pragma once

#include "eval/heuristic.h"
#include "search/search.h"

typedef enum MctsRule {
    MCTS_UCT,   // a sound UCT that backs up proven wins and losses
    MCTS_STUDY, // study 003's MonteCarlo
} MctsRule;

typedef struct MctsSettings {
    MctsRule rule;
    HeuristicSpec heuristic; // guides playouts; .heuristic NULL: they are random
    double exploration;      // UCT's C
    int threads;             // independent trees, their roots' counts added (MCTS_UCT)
    size_t memory;           // bytes for all trees
} MctsSettings;

/* Bytes that a search within these limits takes at most. */
size_t mcts_memory(const MctsSettings *settings, const Limits *limits, const Board *board);

/* `nodes` counts playouts. Allocates the trees for the time of the search; false when that fails
 * or, with an answer all the same, when a thread cannot be had. */
bool mcts_search(const SearchJob *job, const MctsSettings *settings, SearchResult *result,
                 Error *error);
