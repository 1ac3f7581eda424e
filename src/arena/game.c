#include "arena/game.h"

#include <string.h>

#include "util/clock.h"

const char *game_reason_name(GameReason reason)
{
    static const char *const names[] = {"stuck", "time", "illegal", "crash", "aborted"};
    return names[reason];
}

static bool is_stopped(const GameSettings *settings)
{
    return settings->stop && atomic_load(settings->stop);
}

static void forfeit(Game *game, Side loser, GameReason reason, const char *fault)
{
    game->winner = side_other(loser);
    game->reason = reason;
    memcpy(game->fault, fault, sizeof game->fault);
}

static GameReason reason_of(AgentOutcome outcome)
{
    static const GameReason reasons[] = {GAME_STUCK, GAME_ILLEGAL, GAME_TIME, GAME_CRASH};
    return reasons[outcome];
}

static bool overstepped(const GameSettings *settings, Side side, double seconds, Error *error)
{
    double allowed = settings->agents[side]->limits.seconds;
    if (allowed <= 0 || seconds <= allowed + settings->grace)
        return false;
    error_set(error, "took %.1f ms of %.1f ms", seconds * 1e3, allowed * 1e3);
    return true;
}

static void account(GameSide *side, double seconds, uint64_t nodes)
{
    side->moves++;
    side->nodes += nodes;
    side->seconds += seconds;
    if (seconds > side->longest_move)
        side->longest_move = seconds;
}

/* One turn. False when it ended the game. */
static bool take_turn(const GameSettings *settings, Game *game, Position *position)
{
    Side side = position->to_move;
    SearchJob job = {.board = settings->board,
                     .position = *position,
                     .stop = settings->stop,
                     .random = settings->random[side]};
    SearchResult result;
    Error error = {""};
    double start = clock_now();
    AgentOutcome outcome = agent_choose(settings->agents[side], &job, &result, &error);
    double seconds = clock_now() - start;
    if (is_stopped(settings))
        return false;
    account(&game->side[side], seconds, result.nodes);
    if (outcome == AGENT_CHOSE && overstepped(settings, side, seconds, &error))
        outcome = AGENT_TIMEOUT;
    if (outcome != AGENT_CHOSE) {
        forfeit(game, side, reason_of(outcome), error.text);
        return false;
    }
    *position = position_after(position, result.move);
    game->moves.moves[game->moves.count++] = result.move;
    if (settings->watch)
        settings->watch(settings->context, game, position, &result);
    return true;
}

void game_play(const GameSettings *settings, Game *game)
{
    Position position = settings->start;
    *game = (Game){.start = settings->start, .winner = SIDE_NONE, .reason = GAME_ABORTED};
    while (!is_stopped(settings)) {
        if (position_is_over(settings->board, &position)) {
            game->winner = position_winner(settings->board, &position);
            game->reason = GAME_STUCK;
            break;
        }
        if (!take_turn(settings, game, &position))
            break;
    }
    game->attacker = position_attacker(settings->board, &position);
}
