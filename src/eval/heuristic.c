#include "eval/heuristic.h"

double heuristic_value(const HeuristicSpec *spec, const Board *board, const Position *position,
                       Side player)
{
    bool own_active = player == position->to_move;
    if (board->narrow)
        return evaluate_64(spec, &board->geometry_64, position_node_64(position), own_active);
    return evaluate_128(spec, &board->geometry_128, position_node_128(position), own_active);
}
