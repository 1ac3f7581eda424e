#include "matches.h"

#include "slow_rules.h"

Agent *make_agent(const char *text)
{
    Error error;
    AgentSpec spec;
    if (!agent_parse(text, strlen(text), &spec, &error))
        fail_msg("%s: %s", text, error.text);
    Agent *agent = agent_create(&spec, NULL, &error);
    if (!agent)
        fail_msg("%s: %s", text, error.text);
    return agent;
}

Match match_start(const char *board, const char *agent, const char *opponent)
{
    Match match = {.agent = make_agent(agent),
                   .opponent = make_agent(opponent),
                   .random = {random_stream(1, 0, 0), random_stream(1, 0, 1)}};
    assert_true(board_parse(&match.board, board, strlen(board), NULL));
    return match;
}

void match_end(Match *match)
{
    agent_destroy(match->agent);
    agent_destroy(match->opponent);
}

Game match_game(Match *match, Side side)
{
    Game game;
    GameSettings settings = {.board = &match->board,
                             .start = position_start(&match->board),
                             .random = {&match->random[0], &match->random[1]},
                             .grace = GAME_GRACE,
                             .stop = match->stop};
    settings.agents[side] = match->agent;
    settings.agents[side_other(side)] = match->opponent;
    game_play(&settings, &game);
    return game;
}

void assert_played_out(const Board *board, const Game *game)
{
    SlowGame slow;
    if (game->reason != GAME_STUCK)
        fail_msg("%s: %s", game_reason_name(game->reason), game->fault);
    slow_start(&slow, board->width, board->height);
    for (int i = 0; i < game->moves.count; i++) {
        int row = board_row(board, game->moves.moves[i]);
        int column = board_column(board, game->moves.moves[i]);
        assert_true(slow_is_move(&slow, slow.to_move, row, column));
        slow_play(&slow, row, column);
    }
    assert_int_equal(slow_count_moves(&slow, slow.to_move), 0);
    assert_int_equal(game->winner, 1 - slow.to_move);
    assert_string_equal(game->fault, "");
}
