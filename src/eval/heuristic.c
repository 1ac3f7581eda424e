#include "eval/heuristic.h"

double heuristic_value(const HeuristicSpec *spec, const Board *board, const Position *position,
                       Side player)
{
    assert(player != SIDE_NONE && position->to_move != SIDE_NONE);
    bool own_active = player == position->to_move;
    if (board->narrow)
        return evaluate_64(spec, &board->geometry_64, position_node_64(position), own_active);
    return evaluate_128(spec, &board->geometry_128, position_node_128(position), own_active);
}

double heuristic_usual_cost(const Heuristic *heuristic)
{
    Board board;
    HeuristicSpec spec = heuristic_standard(heuristic);
    if (!heuristic->cost_64 || !board_init(&board, 7, 7, NULL))
        return heuristic->cost;
    Position position =
        position_after(&(Position){board_all(&board), {SQUARE_NONE, SQUARE_NONE}, FIRST}, 24);
    position = position_after(&position, 38);
    return evaluation_cost_64(&spec, &board.geometry_64, position_node_64(&position), true);
}
