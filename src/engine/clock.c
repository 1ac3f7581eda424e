#include "engine/clock.h"

enum { MOVES_LEAST = 4 };

static double share_of_clock(const EngineGo *go, const Board *board, const Position *position)
{
    const double overhead = 0.010; // the way of a move through pipes and a busy referee
    Side side = position->to_move;
    double left = (double)go->clock[side] * 1e-3;
    double increment = (double)go->increment[side] * 1e-3;
    int moves = (board->area - position_move_count(board, position)) / 3;
    if (moves < MOVES_LEAST)
        moves = MOVES_LEAST;
    if (go->moves_to_go && go->moves_to_go < moves)
        moves = (int)go->moves_to_go;
    double share = left / moves + 0.75 * increment;
    if (share > left - overhead)
        share = left - overhead;
    return share > 0.001 ? share : 0.001;
}

Limits engine_limits(const EngineGo *go, const AgentSpec *spec, const Board *board,
                     const Position *position)
{
    Limits limits = {.seconds = (double)go->movetime * 1e-3,
                     .nodes = (uint64_t)go->nodes,
                     .depth = (int)go->depth,
                     .virtual_seconds = (double)go->virtual * 1e-3,
                     .virtual_node = spec->limits.virtual_node,
                     .virtual_slowness = spec->limits.virtual_slowness};
    if (go->infinite)
        return (Limits){.depth = spec->limits.depth};
    if (!go->movetime && go->timed[position->to_move])
        limits.seconds = share_of_clock(go, board, position);
    if (!limits_are_set(&limits))
        limits = spec->limits;
    if (!limits.depth)
        limits.depth = spec->limits.depth;
    agent_ensure_limits(spec->kind, &limits);
    return limits;
}
