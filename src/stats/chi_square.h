/* chi_square.h: do two records of wins against the same opponents agree?
 *
 * Pearson's test of homogeneity: against each opponent a table of two by two, won and lost by
 * either record, and the sum of their statistics, with a degree of freedom for each. It takes
 * games for independent. Two games from one opening mostly end 1 : 1 and so vary less than that:
 * p is then rather too large than too small, and a small one is all the surer.
 */
#pragma once

#include <stddef.h>

typedef struct WinCount {
    double won, games;
} WinCount;

typedef struct ChiSquare {
    double statistic, freedom;
    double p; // NAN where nothing can be compared
} ChiSquare;

/* Opponents without games in either record, or who won all or none in both, say nothing and are
 * left out. NAN if a record has more wins than games. */
ChiSquare chi_square_of_wins(const WinCount *first, const WinCount *second, size_t count);
