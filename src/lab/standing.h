/* standing.h: what a run's games say, counted and judged, ready to be shown.
 *
 * Terminal tables, the HTML page and JSON all show one Standing. It is read from the store's
 * totals, never from the games one by one, so a million of them take a second.
 */
#pragma once

#include "stats/pairs.h"
#include "stats/ratings.h"
#include "store/store.h"

/* What one side of a pairing did. */
typedef struct StandingSide {
    int64_t wins;
    int64_t attacker_games, attacker_wins; // where both knights were placed
    int64_t moves, nodes;
    double seconds, longest_move;
} StandingSide;

typedef struct StandingPairing {
    int a, b; // agents
    int64_t games;
    StandingSide side[2];          // A, B
    PairCounts pairs;              // by A's points
    int64_t reasons[GAME_REASONS]; // by GameReason
    int64_t plies;
} StandingPairing;

/* One agent over all its pairings. */
typedef struct StandingAgent {
    char *name;
    char *label; // the same, told apart from an equal agent on the other side of a gauntlet
    int64_t games;
    StandingSide side;
    PairCounts pairs; // by its own points
    double *rates;    // win rate by repeat; NAN where nothing was played
} StandingAgent;

typedef struct Standing {
    StoreRun run;
    Tournament tournament;
    int repeats;
    StandingPairing *pairings;
    StandingAgent *agents;
    Ratings *ratings; // NULL before a game was played
} Standing;

/* Of a run (0: the newest). NULL with a sentence if it cannot be read. */
Standing *standing_read(Store *store, int64_t run, Error *error);
void standing_destroy(Standing *standing);

/* Games that ended otherwise than with a side that cannot move. */
int64_t standing_forfeits(const StandingPairing *pairing);

/* By share_won(). */
double standing_win_rate(const StandingAgent *agent);

/* An agent's win rates in the repeats that were played, in per cent; how many. */
size_t standing_played_rates(const Standing *standing, int agent, double *rates);

/* The agents under test: those of a gauntlet's left side, or all of a round robin. */
int standing_tested(const Standing *standing);

/* Numbers of all agents, the highest rated first; of equals the earlier. */
void standing_by_rating(const Standing *standing, int agents[TOURNAMENT_AGENTS_MAX]);

/* Numbers of all agents: those under test, the best win rate first, then the others as they were
 * given. */
void standing_by_win_rate(const Standing *standing, int agents[TOURNAMENT_AGENTS_MAX]);

/* The pairing of two agents and, in `*swapped`, whether `agent` is its B; NULL if they never
 * meet. */
const StandingPairing *standing_between(const Standing *standing, int agent, int other,
                                        bool *swapped);
