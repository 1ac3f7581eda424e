#include "search/search.h"

#include <math.h>

#include "util/clock.h"

void score_print(double score, Text *text)
{
    if (isinf(score))
        text_append(text, score > 0 ? "won" : "lost");
    else
        text_format(text, "%+.4g", score);
}

int search_shuffled_moves(const SearchJob *job, Square moves[SQUARE_LIMIT])
{
    Squares legal = position_moves(job->board, &job->position, job->position.to_move);
    int count = 0;
    while (legal) {
        int place = (int)random_below(job->random, (uint32_t)count + 1);
        moves[count] = moves[place];
        moves[place] = bits_take_lowest(&legal);
        count++;
    }
    return count;
}

void search_begin(SearchResult *result, const Square *moves, int count)
{
    *result = (SearchResult){.move = count ? moves[0] : (Square)SQUARE_NONE};
    if (count)
        result->line = (MoveList){{moves[0]}, 1};
}

void search_account(const Budget *budget, SearchResult *result)
{
    result->nodes = budget->nodes;
    result->seconds = clock_now() - budget->started;
    result->virtual_seconds = budget_virtual_seconds(budget);
}

void search_tell_proof(const SearchJob *job, Square move, bool won, SearchResult *result)
{
    result->move = move;
    result->exact = true;
    result->score = won ? INFINITY : -INFINITY;
    if (result->line.count == 0 || result->line.moves[0] != move)
        result->line = (MoveList){{move}, 1};
    search_tell(job, result);
}
