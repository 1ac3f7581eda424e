#include "engine/ending.h"

void engine_ending_destroy(EngineEnding *ending)
{
    distance_destroy(ending->distance);
    ending->distance = NULL;
}

static Distance *distance_for(EngineEnding *ending, const Board *board)
{
    if (ending->width != board->width || ending->height != board->height)
        engine_ending_destroy(ending);
    if (!ending->distance)
        ending->distance = distance_create(board, NULL);
    ending->width = board->width;
    ending->height = board->height;
    return ending->distance;
}

/* Whether nothing is lost by the move: it wins as soon or holds out as long as any. */
static bool keeps(Distance *distance, const Position *after, Side winner, int plies, Effort *effort)
{
    if (after->to_move != winner)
        return distance_is_within(distance, after, winner, plies - 1, effort);
    return plies < 3 || !distance_is_within(distance, after, winner, plies - 3, effort);
}

int engine_ending_find(EngineEnding *ending, const Board *board, const Position *position,
                       Budget *budget, SearchResult *result)
{
    Side winner = result->score > 0 ? position->to_move : side_other(position->to_move);
    if (clock_now() >= budget->deadline || !position_is_legal(board, position, result->move))
        return 0;
    Distance *distance = distance_for(ending, board);
    if (!distance)
        return 0;
    Effort effort = effort_start(budget);
    MoveList line = {.moves = {result->move}};
    Position after = position_after(position, result->move);
    int plies = distance_find(distance, position, winner, &effort);
    if (effort.stopped || !keeps(distance, &after, winner, plies, &effort) || effort.stopped ||
        !distance_line(distance, &after, winner, plies - 1, &effort, line.moves + 1))
        return 0;
    line.count = plies;
    result->line = line;
    return plies;
}
