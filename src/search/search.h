/* search.h: what every search is asked, and what it answers. */
#pragma once

#include "core/notation.h"
#include "search/limits.h"
#include "util/random.h"

#include <stdatomic.h>

typedef struct SearchResult {
    Square move;            // legal, whatever the budget; SQUARE_NONE only if the game is over
    double score;           // for the side to move, in the heuristic's units; +-inf: won, lost
    bool exact;             // the winner is proved
    int depth;              // plies completed
    uint64_t nodes;         // positions visited
    double seconds;         // of wall time
    double virtual_seconds; // on the studies' clock, 0 without it; NAN: another process knows
    MoveList line;          // principal variation, `move` first
} SearchResult;

/* "+1.25", "won", "lost" for people. */
void score_print(double score, Text *text);

/* Told after each completed depth, or now and then between playouts; called from the searching
 * thread. What is told does not depend on the clock. */
typedef struct SearchListener {
    void (*hear)(void *context, const SearchResult *so_far); // NULL: nobody listens
    void *context;
} SearchListener;

typedef struct SearchJob {
    const Board *board;
    Position position;
    Limits limits;
    const atomic_bool *stop; // NULL: nobody will
    Random *random;          // the game's own stream: breaks ties
    SearchListener listener;
} SearchJob;

/* The legal moves of the side to move, in random order; returns their number. */
int search_shuffled_moves(const SearchJob *job, Square moves[SQUARE_LIMIT]);

/* Fills in `move` as the first of `moves` and everything else as unknown. */
void search_begin(SearchResult *result, const Square *moves, int count);

static inline void search_tell(const SearchJob *job, const SearchResult *so_far)
{
    if (job->listener.hear)
        job->listener.hear(job->listener.context, so_far);
}

/* The budget of whoever has to answer by its time; and a search that begins to spend it. Both stop
 * a little before. */
Budget search_budget(const Limits *limits, const atomic_bool *stop);
Effort search_start(Budget *budget, const Limits *limits, const atomic_bool *stop);

/* What to allow a search that is a part of another and may use all of `seconds`: the other has
 * stopped early for both. */
double search_seconds_for(double seconds);

/* What has been spent so far. */
void search_account(const Effort *effort, SearchResult *result);

/* Makes `result` a proved win or loss by `move`, and tells it. */
void search_tell_proof(const SearchJob *job, Square move, bool won, SearchResult *result);
