/* ratings.h: one number per player from everybody's games.
 *
 * The Bradley-Terry model on the Elo scale: player i beats player j with chance 1 / (1 +
 * 10^((Rj - Ri)/400)), and the ratings are those that make the games played likeliest. Only
 * differences are defined; the mean of all players is set to 0.
 *
 * Who won or lost every game has no finite likeliest rating, nor have two groups that never
 * met. So every player is also given `prior` games spread evenly over all others, each half
 * won. With a prior of 1 two players are rated as if both had won half a game more, which also
 * takes most of the bias off small samples; against hundreds of games it vanishes. The prior
 * counts in the errors like any game.
 *
 * The errors take games as independent. Games of one opening pair are not: where most pairs are
 * split they make a rating surer than its interval says, never less sure.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "stats/interval.h"
#include "util/error.h"

#define RATINGS_PRIOR 1.0

enum { RATINGS_LIMIT = 1000 };

typedef struct Ratings {
    int count;
    double *elo;        // by player
    double *covariance; // count x count, Elo squared; its rows sum to zero
} Ratings;

/* wins[i * count + j]: games that i won against j; the diagonal is ignored. 1 <= count <=
 * RATINGS_LIMIT. A prior of 0 is plain maximum likelihood, and fails where that has no finite
 * answer. The result is the caller's to destroy; NULL on failure. */
Ratings *ratings_fit(const uint64_t *wins, int count, double prior, Error *error);
void ratings_destroy(Ratings *ratings); // NULL is allowed

/* Standard error and interval of a player's rating, relative to the mean of all. */
double ratings_error(const Ratings *ratings, int player);
Interval ratings_interval(const Ratings *ratings, int player, double confidence);

/* Likelihood of superiority: the chance that `player` is stronger than `other`. 1/2 for
 * oneself. */
double ratings_superiority(const Ratings *ratings, int player, int other);
