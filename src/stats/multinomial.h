/* multinomial.h: the likeliest distribution that has a given mean.
 *
 * Outcomes have scores (0, 1/2, 1 for an opening pair) and observed shares. A hypothesis about
 * strength fixes the mean score and nothing else; among all distributions with this mean, the
 * one is found under which the observed shares are likeliest (M. Van den Bergh, "Comments on
 * normalized Elo", proposition 1.1).
 */
#pragma once

#include <stdbool.h>

enum { MULTINOMIAL_LIMIT = 32 };

/* Scores differ, shares are positive and sum to 1, 2 <= count <= MULTINOMIAL_LIMIT. False, with
 * `fitted` untouched, if the mean does not lie between the least and the greatest score. */
bool multinomial_with_mean(const double *scores, const double *shares, int count, double mean,
                           double *fitted);
