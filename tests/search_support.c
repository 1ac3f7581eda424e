#include "search_support.h"

#include <math.h>

bool slow_wins(const Board *board, const Position *position)
{
    for (Squares moves = position_moves(board, position, position->to_move); moves;) {
        Position after = position_after(position, bits_take_lowest(&moves));
        if (!slow_wins(board, &after))
            return true;
    }
    return false;
}

Given small_ending(Random *random, int blanks)
{
    for (;;) {
        Given g = random_field(sizes[random_below(random, SIZE_COUNT)], random, 60);
        while (bits_count(g.position.blanks) > blanks)
            g.position.blanks &= g.position.blanks - 1;
        if (!position_is_over(&g.board, &g.position))
            return g;
    }
}

double slow_minimax(const Given *g, const Position *position, const HeuristicSpec *heuristic,
                    Side player, int depth)
{
    Squares moves = position_moves(&g->board, position, position->to_move);
    bool own = position->to_move == player;
    if (!moves)
        return own ? -INFINITY : INFINITY;
    if (depth == 0) {
        double value = heuristic_value(heuristic, &g->board, position, player);
        return isnan(value) ? 0 : value;
    }
    double best = own ? -INFINITY : INFINITY;
    while (moves) {
        Position after = position_after(position, bits_take_lowest(&moves));
        double value = slow_minimax(g, &after, heuristic, player, depth - 1);
        best = (own ? value > best : value < best) ? value : best;
    }
    return best;
}

Given random_midgame(Random *random)
{
    for (;;) {
        Size size = sizes[random_below(random, SIZE_COUNT)];
        int plies = 2 + (int)random_below(random, (uint32_t)(size.width * size.height));
        Given g = random_game(size, random, plies);
        if (!position_is_over(&g.board, &g.position))
            return g;
    }
}

void check_truth(const Given *g, const SearchResult *result)
{
    bool wins = slow_wins(&g->board, &g->position);
    Position after = position_after(&g->position, result->move);
    assert_true(result->score == (wins ? INFINITY : -INFINITY));
    assert_int_equal(!slow_wins(&g->board, &after), wins);
}

SearchResult choose(const Given *g, const char *text)
{
    AgentSpec spec;
    Error error;
    SearchResult result;
    Random random = random_stream(3, 1, 4);
    SearchJob job = {.board = &g->board, .position = g->position, .random = &random};
    if (!agent_parse(text, strlen(text), &spec, &error))
        fail_msg("%s: %s", text, error.text);
    Agent *agent = agent_create(&spec, NULL, &error);
    assert_non_null(agent);
    assert_int_equal(agent_begin(agent, job.board, NULL, &error), AGENT_CHOSE);
    assert_int_equal(agent_choose(agent, &job, &result, &error), AGENT_CHOSE);
    agent_destroy(agent);
    return result;
}
