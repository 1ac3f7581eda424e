/* elo.h: scores as Elo differences.
 *
 * Logistic Elo: a player rated d above another scores 1 / (1 + 10^(-d/400)) against it.
 */
#pragma once

#include "stats/interval.h"

/* Elo per unit of the natural logarithm of the odds: 400 / ln 10. */
#define ELO_PER_LOGIT 173.71779276130073

double elo_from_score(double score); // -inf for 0, inf for 1, NAN outside
double elo_to_score(double elo);

/* The interval of a score, end by end. */
Interval elo_from_interval(Interval score);

/* Likelihood of superiority: the chance that the first player is the better one, given the
 * games (or opening pairs) that it won and lost and no opinion before. Split pairs say nothing
 * either way and are left out. 1/2 with nothing played; 0.9375 after 3 : 0. */
double elo_superiority(uint64_t won, uint64_t lost);
