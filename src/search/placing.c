/* placing.c: where the champion puts its knight.
 *
 * First takes the centre, next to which lie the only replies that lose on odd boards, or a square
 * with many moves. Second copies it on boards of even area, which wins, and elsewhere asks the
 * solver.
 */
#include "search/placing.h"

#include <math.h>

#include "eval/heuristic.h"

/* What a placement is worth to the opponent, who is to move then. */
static double placement_value(const SearchJob *job, Square move)
{
    HeuristicSpec territory, open;
    Position after = position_after(&job->position, move);
    heuristic_parse("territory", 9, &territory, NULL);
    double value = heuristic_value(&territory, job->board, &after, after.to_move);
    if (!isnan(value))
        return value;
    heuristic_parse("open", 4, &open, NULL); // nobody is there yet: the more moves, the better
    return -heuristic_value(&open, job->board, &after, job->position.to_move);
}

/* Best first; equals stay in their random order. */
static void sort_placements(const SearchJob *job, Square *moves, int count)
{
    double values[SQUARE_LIMIT];
    for (int i = 0; i < count; i++) {
        Square move = moves[i];
        double value = placement_value(job, move);
        int place = i;
        for (; place > 0 && values[place - 1] > value; place--) {
            values[place] = values[place - 1];
            moves[place] = moves[place - 1];
        }
        values[place] = value;
        moves[place] = move;
    }
}

/* The square opposite first's, if second can only win there: on boards of even area. */
static Square copying_placement(const SearchJob *job)
{
    Square opposite = board_opposite(job->board, job->position.knight[FIRST]);
    if (job->board->centre != SQUARE_NONE || !squares_has(job->position.blanks, opposite))
        return SQUARE_NONE;
    Position copied = position_after(&job->position, opposite);
    return position_is_mirror_loss(job->board, &copied) ? opposite : (Square)SQUARE_NONE;
}

/* Second's placement: the first of `moves` that is proved to win, or else that is not proved to
 * lose when the budget ends. */
static void place_second(Solver *solver, Purse *purse, const Square *moves, int count,
                         SearchResult *result)
{
    for (int i = 0; i < count; i++) {
        EffortLimits limits = purse_effort(purse, 1);
        Position placed = position_after(&purse->job->position, moves[i]);
        Solution solution = solver_solve(solver, &placed, SOLVE_WINNER, &limits, NULL);
        purse->spent += (double)solution.nodes;
        if (solution.winner == FIRST)
            continue;
        if (solution.winner == SECOND)
            search_tell_proof(purse->job, moves[i], true, result);
        else
            search_begin(result, moves + i, 1);
        return;
    }
    search_tell_proof(purse->job, moves[0], false, result);
}

bool place_knight(SolverCache *solvers, Purse *purse, Square *moves, int count,
                  SearchResult *result, Error *error)
{
    const SearchJob *job = purse->job;
    bool first = job->position.knight[FIRST] == SQUARE_NONE;
    Square centre = job->board->centre;
    sort_placements(job, moves, count);
    if (first && centre != SQUARE_NONE && squares_has(job->position.blanks, centre))
        moves[0] = centre;
    search_begin(result, moves, count);
    Square copying = first ? (Square)SQUARE_NONE : copying_placement(job);
    if (copying != SQUARE_NONE)
        search_tell_proof(job, copying, true, result);
    if (first || copying != SQUARE_NONE || job->limits.depth)
        return true;
    Solver *solver = solver_cache_get(solvers, job->board, error);
    if (solver)
        place_second(solver, purse, moves, count, result);
    return solver != NULL;
}
