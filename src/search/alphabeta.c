/* alphabeta.c: minimax and alpha-beta as the studies had them.
 *
 * No table, no reordering, no extensions: what is compared in the studies is heuristics, and
 * this is the search they were compared in. Two things are particular.
 *
 *  - A leaf is scored for the player at the root, never for whoever is to move there. Half of
 *    the studies' heuristics are not zero-sum, so the usual negamax would search something
 *    else.
 *  - Equal moves are chosen among at random. Shuffling the root's moves once and taking the
 *    first best one does that exactly, and keeps pruning as it is: a later move that only
 *    equals the best is cut off all the same. `ties=first` leaves out the shuffling.
 *
 * Deepening ends when the budget does, or when a depth proves the winner: some heuristics
 * answer +-inf for positions that are not over, so a depth counts as a proof only if none did.
 */
#include "search/alphabeta.h"

#include <math.h>

#include "search/budget.h"

enum { MINIMAX_DEPTH = 3 };

#define Tree WIDE(Tree)

#define TEMPLATE "search/alphabeta.tmpl.h"
#include "core/both_widths.h"

static void sort_moves(Square *moves, int count)
{
    for (int i = 1; i < count; i++)
        for (int place = i; place > 0 && moves[place] < moves[place - 1]; place--) {
            Square later = moves[place - 1];
            moves[place - 1] = moves[place];
            moves[place] = later;
        }
}

void alphabeta_search(const SearchJob *job, const AlphabetaSettings *settings, SearchResult *result)
{
    Square moves[SQUARE_LIMIT];
    int count = search_shuffled_moves(job, moves);
    if (settings->first_of_equals)
        sort_moves(moves, count);
    search_begin(result, moves, count);
    if (count == 0)
        return;
    if (job->board->narrow)
        alphabeta_deepen_64(job, settings, moves, count, result);
    else
        alphabeta_deepen_128(job, settings, moves, count, result);
    if (settings->forfeit_lost && result->depth > 0 && result->score == -INFINITY)
        result->move = SQUARE_NONE;
}
