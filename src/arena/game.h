/* game.h: one game between two agents, refereed.
 *
 * The referee trusts nobody: it checks every move against the rules and every `time` budget
 * against its own clock, and a side that fails loses with the reason recorded. What this machine
 * does not have is nobody's loss: such a game has no result. A `virtual` budget
 * is refereed by what the search says it took: the studies' programs looked at the clock between
 * evaluations, 10 ms before the end, so one evaluation that takes longer than that loses on time
 * as it did there (study 002's drilldown in the opening).
 */
#pragma once

#include "agent/agent.h"

typedef enum GameReason {
    GAME_STUCK,                  // the loser had no move: the normal end
    GAME_TIME,                   // the loser overstepped its time
    GAME_ILLEGAL,                // the loser answered something that is no legal move
    GAME_CRASH,                  // the loser's process ended or could not be talked to
    GAME_EXCEPTION,              // the loser, a course agent, raised an exception
    GAME_RESIGNED,               // or gave up
    GAME_SILENT,                 // or gave no answer, and no sign that it was thinking
    GAME_REASONS,                // that games with a result have; the others have none
    GAME_ABORTED = GAME_REASONS, // stopped from outside
    GAME_SHORT,                  // this machine did not have what an agent needs (AGENT_SHORT)
} GameReason;

/* "stuck", "time", "illegal", "crash", "exception", "resigned", "silent", "aborted", "short". */
const char *game_reason_name(GameReason reason);

typedef struct GameSide {
    uint64_t nodes;
    double seconds;      // thinking, on the referee's wall clock or the agent's own (Agent)
    double longest_move; // seconds
    int moves;
} GameSide;

typedef struct Game {
    Position start;
    MoveList moves; // from `start` on
    Side winner;    // SIDE_NONE without a result
    GameReason reason;
    char fault[ERROR_TEXT_SIZE]; // what a side that forfeited did, or who lacked what; else empty
    Side attacker;               // SIDE_NONE if the knights were never both placed
    GameSide side[2];
} Game;

typedef struct GameSettings {
    const Board *board;
    Position start;
    Agent *agents[2];        // by Side
    Random *random[2];       // each side's own stream
    double grace;            // seconds past a `time` budget before the clock forfeits; an
                             // agent whose spec asks for more gets that
    const atomic_bool *stop; // NULL: nobody will
    /* Told of each move after it was made; NULL: nobody is. */
    void (*watch)(void *context, const Game *so_far, const Position *position,
                  const SearchResult *result);
    void *context;
} GameSettings;

/* What a busy machine may add to a move without it being the agent's fault. */
#define GAME_GRACE 0.020

void game_play(const GameSettings *settings, Game *game);
