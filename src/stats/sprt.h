/* sprt.h: a match that stops as soon as it is decided.
 *
 * A sequential test of "the first player is elo1 stronger" against "it is elo0 stronger". After
 * every opening pair the log-likelihood ratio of the two is compared with two bounds, and the
 * match goes on while it lies between them. With elo0 < elo1, elo1 is accepted wrongly with a
 * chance of about alpha (when elo0 is true), elo0 wrongly with about beta (when elo1 is true).
 * In 4,000 simulated matches each, with logistic bounds from 0, 20 to 0, 100 Elo and 40 to 80 %
 * of the pairs split, these rates were 0.91 to 1.11 times the nominal ones, at 26 to 340 pairs
 * a match.
 *
 * The ratio is the generalized one (GSPRT), of hypotheses that fix only the strength, each with
 * the likeliest distribution over 0, 1 and 2 points that has it. So the test learns by itself
 * how often pairs are split, which in this game is most of the time. It takes any number of
 * equally spaced outcomes: 2 for lone games, 3 for pairs without draws, 5 for pairs with draws.
 *
 * An outcome not seen yet counts as 1/1000 of a pair, or it would be held impossible.
 *
 * All functions are pure and safe from any thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "util/error.h"

typedef enum SprtScale {
    /* Elo as in elo.h: the hypotheses are two mean scores, the likelihoods multinomial. */
    SPRT_LOGISTIC,
    /* 800 / ln 10 times the lead over 1/2 in standard deviations of a game: as easy to detect
     * for any rate of split pairs. The ratio is that of normal distributions of unknown
     * variance, in closed form as fastchess printed it: good from some tens of pairs on. */
    SPRT_NORMALIZED,
} SprtScale;

typedef struct Sprt {
    double elo0, elo1;
    double alpha, beta;
    SprtScale scale;
} Sprt;

typedef enum SprtVerdict { SPRT_CONTINUE, SPRT_ACCEPT_ELO0, SPRT_ACCEPT_ELO1 } SprtVerdict;

typedef struct SprtState {
    double ratio;        // log-likelihood ratio; positive speaks for elo1
    double lower, upper; // its bounds: ln(beta / (1 - alpha)) and ln((1 - beta) / alpha)
    SprtVerdict verdict;
} SprtState;

enum { SPRT_ELO_LIMIT = 1000, SPRT_TEXT_SIZE = 64 };

/* The test of matches: logistic, both error rates 5 %. */
Sprt sprt_standard(double elo0, double elo1);

/* Such a test as "sprt 0,10", and back from a text that ends so; false if it does not. */
const char *sprt_print(const Sprt *sprt, char text[SPRT_TEXT_SIZE]);
bool sprt_find(const char *text, Sprt *sprt);

/* elo0 < elo1, both within the limit either way; alpha and beta positive with a sum below 1. */
bool sprt_check(const Sprt *sprt, Error *error);

/* Where the test stands. counts[i] of the `outcomes` (2 to MULTINOMIAL_LIMIT) counts: how often
 * the share of the points was i / (outcomes - 1); PairCounts.points is such an array. Nothing
 * played: a ratio of zero. A ratio of NAN, from settings that sprt_check() refuses, goes on. */
SprtState sprt_judge(const Sprt *sprt, const uint64_t *counts, int outcomes);

/* What sprt_judge() is made of, for counts that need not be whole and of which one is not zero:
 * the log-likelihood ratio; and the shares of the outcomes, none of them zero, with their scores.
 * The latter returns how many pairs they stand for. */
double sprt_ratio(const Sprt *sprt, const double *counts, int outcomes);
double sprt_shares(const double *counts, int outcomes, double *scores, double *shares);
