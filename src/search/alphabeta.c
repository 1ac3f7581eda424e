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
 *    equals the best is cut off all the same. `ties=first` and `last` sort instead.
 *
 * Deepening ends when the budget does, or when a depth proves the winner: some heuristics
 * answer +-inf for positions that are not over, so a depth counts as a proof only if none did.
 *
 * The authors' programs agree on the values and differ in what is played: among equals, when all
 * is lost, and which depth's move. Each of these is a setting of its own. Study 004's keeps the
 * best score of all depths: a random move of score -inf to begin with, replaced by a depth's only
 * if that is higher. Scores of odd and even depths are no measure of each other (after the last
 * ply it is another's turn), so an early optimist often has the last word. It stops at +-inf,
 * guessed or not. The course's board hands out moves shuffled wherever it is asked,
 * `inner=shuffled`: no value changes, but row by row happens to prune better.
 */
#include "search/alphabeta.h"

#include <math.h>

enum { MINIMAX_DEPTH = 3 };

/* What it costs on the virtual clock to find out that the game is over. */
#define VIRTUAL_TERMINAL 3300.0 // nanoseconds

#define Tree WIDE(Tree)

/* What is played now that another depth is known. True if no further one is to be looked at. */
static bool take_depth(const AlphabetaSettings *settings, const SearchResult *found,
                       SearchResult *result)
{
    bool best = settings->best_of_depths;
    bool lost = found->score == -INFINITY;
    bool keep = best ? found->score <= (result->depth ? result->score : -INFINITY)
                     : lost && settings->lost == LOST_KEEP;
    SearchResult kept = *result;
    *result = *found;
    if (keep) {
        result->move = kept.move;
        result->line = kept.line;
        if (!lost)
            result->score = kept.score;
    }
    return found->exact || (best && isinf(found->score)) || (lost && settings->lost == LOST_KEEP);
}

#define TEMPLATE "search/alphabeta.tmpl.h"
#include "core/both_widths.h"

static void sort_moves(Square *moves, int count, bool last_first)
{
    for (int i = 1; i < count; i++)
        for (int place = i; place > 0 && (moves[place] < moves[place - 1]) != last_first; place--) {
            Square later = moves[place - 1];
            moves[place - 1] = moves[place];
            moves[place] = later;
        }
}

void alphabeta_search(const SearchJob *job, const AlphabetaSettings *settings, SearchResult *result)
{
    assert(settings->heuristic.heuristic);
    Square moves[SQUARE_LIMIT];
    int count = search_shuffled_moves(job, moves);
    search_begin(result, moves, count);
    if (settings->ties != TIES_RANDOM)
        sort_moves(moves, count, settings->ties == TIES_LAST);
    if (!settings->best_of_depths)
        search_begin(result, moves, count);
    if (count == 0)
        return;
    if (job->board->narrow)
        alphabeta_deepen_64(job, settings, moves, count, result);
    else
        alphabeta_deepen_128(job, settings, moves, count, result);
    if (settings->lost == LOST_FORFEIT && (result->depth == 0 || result->score == -INFINITY))
        result->move = SQUARE_NONE;
}
