/* interval.h: a share and how sure of it we are.
 *
 * The interval of a win rate is Wilson's: the rates p for which the observed one is no further
 * than z standard deviations off, the deviation being p's own. It stays within 0 and 1 and has
 * a width at 0 and at all wins, where "estimate plus or minus error" has none.
 */
#pragma once

#include <stdint.h>

typedef struct Interval {
    double low, high;
} Interval;

/* What every interval that is shown holds, and is called. */
#define CONFIDENCE      0.95
#define CONFIDENCE_NAME "95 %"

/* Games won of those played, 0 to 1. NAN without games: nobody knows; a dash for people, null for
 * programs. */
double share_won(int64_t wins, int64_t games);

/* The same in per cent, rounded once: 49 of 80 are 61.25, but 100 times their share is more. */
double percent_won(int64_t wins, int64_t games);

/* For `wins` of `games` that are independent of each other. Games of one opening pair are not:
 * see pairs.h. No games: [0, 1]. wins > games: NAN. */
Interval interval_wilson(uint64_t wins, uint64_t games, double confidence);

/* The same for the mean of `games` marks between 0 and 1. Such a mean varies at most as much as
 * a share of wins, so the interval is never too narrow. A share outside 0 and 1: NAN. */
Interval interval_share(double share, uint64_t games, double confidence);
