#include "arena/game.h"

#include <string.h>

#include "util/clock.h"

const char *game_reason_name(GameReason reason)
{
    static const char *const names[] = {"stuck",    "time",   "illegal", "crash", "exception",
                                        "resigned", "silent", "aborted", "short"};
    return names[reason];
}

static bool is_stopped(const GameSettings *settings)
{
    return settings->stop && atomic_load(settings->stop);
}

/* The game ends because of what came of one side's agent. */
static void end_by(Game *game, Side side, AgentOutcome outcome, const Error *error)
{
    static const GameReason reasons[] = {
        [AGENT_CHOSE] = GAME_STUCK,         [AGENT_ILLEGAL] = GAME_ILLEGAL,
        [AGENT_TIMEOUT] = GAME_TIME,        [AGENT_CRASH] = GAME_CRASH,
        [AGENT_EXCEPTION] = GAME_EXCEPTION, [AGENT_RESIGNED] = GAME_RESIGNED,
        [AGENT_SILENT] = GAME_SILENT,       [AGENT_SHORT] = GAME_SHORT,
    };
    game->winner = outcome == AGENT_SHORT ? SIDE_NONE : side_other(side);
    game->reason = reasons[outcome];
    memcpy(game->fault, error->text, sizeof game->fault);
}

/* On the virtual clock nothing is the machine's fault: it forgives nothing. */
static bool overstepped_virtually(const Limits *limits, const SearchResult *result, Error *error)
{
    double allowed = limits->virtual_seconds, taken = result->virtual_seconds;
    if (allowed <= 0 || !(taken > allowed))
        return false;
    error_set(error, "took %.1f ms of %.1f ms on the virtual clock", taken * 1e3, allowed * 1e3);
    return true;
}

static bool overstepped(const GameSettings *settings, Side side, double seconds, Error *error)
{
    const Agent *agent = settings->agents[side];
    double allowed = agent->limits.seconds;
    double grace = agent->grace > settings->grace ? agent->grace : settings->grace;
    if (allowed <= 0 || seconds <= allowed + grace)
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
    double seconds = settings->agents[side]->own_clock ? result.seconds : clock_now() - start;
    if (is_stopped(settings))
        return false;
    account(&game->side[side], seconds, result.nodes);
    if (outcome == AGENT_CHOSE &&
        (overstepped(settings, side, seconds, &error) ||
         overstepped_virtually(&settings->agents[side]->limits, &result, &error)))
        outcome = AGENT_TIMEOUT;
    if (outcome != AGENT_CHOSE) {
        end_by(game, side, outcome, &error);
        return false;
    }
    *position = position_after(position, result.move);
    game->moves.moves[game->moves.count++] = result.move;
    if (settings->watch)
        settings->watch(settings->context, game, position, &result);
    return true;
}

/* Off the clock. False when a side cannot even start. */
static bool begin(const GameSettings *settings, Game *game)
{
    for (Side side = FIRST; side <= SECOND; side++) {
        Error error = {""};
        AgentOutcome outcome =
            agent_begin(settings->agents[side], settings->board, settings->stop, &error);
        if (is_stopped(settings))
            return false;
        if (outcome != AGENT_CHOSE) {
            end_by(game, side, outcome, &error);
            return false;
        }
    }
    return true;
}

void game_play(const GameSettings *settings, Game *game)
{
    Position position = settings->start;
    *game = (Game){.start = settings->start, .winner = SIDE_NONE, .reason = GAME_ABORTED};
    bool going = position_is_over(settings->board, &position) || begin(settings, game);
    while (going && !is_stopped(settings)) {
        if (position_is_over(settings->board, &position)) {
            game->winner = position_winner(settings->board, &position);
            game->reason = GAME_STUCK;
            break;
        }
        going = take_turn(settings, game, &position);
    }
    game->attacker = position_attacker(settings->board, &position);
}
