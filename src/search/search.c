#include "search/search.h"

#include <math.h>

/* Nodes between two looks at clock and flag: 64 of the dearest evaluations are about a millisecond,
 * and of the cheapest so many that the look costs under half a nanosecond a node. */
enum { LOOK_EVERY = 64 };

/* Who must answer by a time stops a little earlier; that pays for unwinding. */
#define TIME_RESERVE 0.010

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

Budget search_budget(const Limits *limits, const atomic_bool *stop)
{
    Budget budget = limits_start(limits, stop);
    budget.look_every = LOOK_EVERY;
    if (budget.deadline > 0) {
        budget.deadline -= fmin(limits->seconds / 10, TIME_RESERVE);
        budget.margin = limits->seconds / 2;
    }
    return budget;
}

double search_seconds_for(double seconds)
{
    return fmin(seconds / 0.9, seconds + TIME_RESERVE);
}

Effort search_start(Budget *budget, const Limits *limits, const atomic_bool *stop)
{
    *budget = search_budget(limits, stop);
    Effort effort = effort_start(budget);
    effort_check(&effort);
    return effort;
}

void search_account(const Effort *effort, SearchResult *result)
{
    const Budget *budget = effort->budget;
    result->nodes = effort->nodes;
    result->seconds = clock_now() - budget->started;
    result->virtual_seconds = 0;
    if (effort->is_virtual)
        result->virtual_seconds = (budget->virtual_total - effort->virtual_left) * 1e-9;
}

void search_tell_proof(const SearchJob *job, Square move, bool won, SearchResult *result)
{
    assert(position_is_legal(job->board, &job->position, move));
    result->move = move;
    result->exact = true;
    result->score = won ? INFINITY : -INFINITY;
    if (result->line.count == 0 || result->line.moves[0] != move)
        result->line = (MoveList){{move}, 1};
    search_tell(job, result);
}
