/* tournament.h: who plays whom, where, how often, as a value; and its games as numbers.
 *
 * A game is identified by (pairing, opening, side): which two agents, from which position, and
 * whether the pairing's A moves first there (side 0) or B does (side 1). The two sides of one
 * opening are an opening pair. Repeats play further openings: repeat r has the openings
 * r * pairs up to (r + 1) * pairs - 1. Everything a game needs, its randomness included,
 * follows from the settings and these numbers, so it can be played anywhere, at any time.
 */
#pragma once

#include "arena/game.h"
#include "arena/openings.h"

/* Whoever records a run keeps a byte a game. */
enum { TOURNAMENT_AGENTS_MAX = 64, TOURNAMENT_GAMES_MAX = 1000000000 };

typedef struct TournamentSettings {
    int width, height;                       // 0: what a file of openings has
    AgentSpec agents[TOURNAMENT_AGENTS_MAX]; // those under test first, then their opponents
    int agent_count;
    int tested_count; // 0: round robin of all; else each of the first plays each of the rest
    OpeningSettings openings;
    char openings_file[512]; // what openings.file points to
    int pairs;               // opening pairs a pairing and repeat
    int repeats;
    uint64_t seed;
    Limits limits; // for agents whose spec has no budget
} TournamentSettings;

typedef struct Pairing {
    int a, b; // agents
} Pairing;

typedef struct Tournament {
    TournamentSettings settings;
    Openings openings; // their board is the tournament's
    Pairing *pairings;
    int pairing_count;
    int64_t game_count;
} Tournament;

typedef struct GameKey {
    int pairing;
    int64_t opening;
    int side; // 0: A is first, 1: B is
} GameKey;

/* What holds where nothing is said: 7x7, 10 pairs of random placements, once, seed 1; nobody plays.
 */
void tournament_standard(TournamentSettings *settings);

/* Checks the settings as a whole. The tournament points into itself: do not copy it. */
bool tournament_create(Tournament *tournament, const TournamentSettings *settings, Error *error);
void tournament_destroy(Tournament *tournament);

/* Games in the order of repeats, then openings, then pairings, then sides: a run that is cut
 * off has played every pairing about equally often. */
GameKey tournament_key(const Tournament *tournament, int64_t game);
int64_t tournament_game(const Tournament *tournament, GameKey key);
int tournament_repeat(const Tournament *tournament, GameKey key);

/* The agent on `side` of the board in that game. */
int tournament_agent(const Tournament *tournament, GameKey key, Side side);

/* What a turn of that agent may take. */
Limits tournament_limits(const Tournament *tournament, int agent);

/* Which of the pairing's two (0: A, 1: B, -1: nobody) won. */
int game_winner_of_pairing(GameKey key, Side winner);

/* The agents one worker needs. Empty at first; tournament_play() makes who is missing. */
typedef struct Seats {
    Agent *agents[TOURNAMENT_AGENTS_MAX]; // nobody meets itself
} Seats;

/* Makes them all, ready to play. */
bool seats_fill(Seats *seats, const Tournament *tournament, const atomic_bool *stop, Error *error);
void seats_destroy(Seats *seats);

/* Bytes that full seats take, while somebody thinks. */
bool seats_measure(const Tournament *tournament, size_t *bytes, Error *error);

/* Plays the game from its own random streams. It has no result if an agent cannot be made. */
void tournament_play(const Tournament *tournament, Seats *seats, GameKey key,
                     const atomic_bool *stop, Game *game);
