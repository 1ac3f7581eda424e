/* pairs.h: the score of a match played in opening pairs.
 *
 * A pair is one opening played twice with sides swapped. There are no draws, so the first
 * player of a match makes 0, 1 or 2 points of it. Its two games are not independent: where the
 * opening decides, most pairs end 1 : 1, the score is then far surer than that of as many lone
 * games, and the variance must come from the three counts.
 *
 * pairs_interval() is the score interval of Tango (1998) for paired proportions: the means for
 * which the observed one is no further than z standard deviations off, the deviation being that
 * of the likeliest distribution over 0, 1, 2 with this mean. It is Wilson's idea with three
 * outcomes (and is Wilson's interval when no pair was split). It stays within 0 and 1 and never
 * has zero width: n pairs that were all split give 1/2 plus or minus z^2 / (2 (n + z^2)).
 *
 * How often a 95 % interval holds the truth, computed over all outcomes for scores from 0.5 to
 * 0.75 and 0 to 90 % split pairs, mean and worst: 97.7 and 93.8 % with 5 pairs, 97.1 and 95.1
 * with 10, 95.6 and 93.5 with 20, 95.0 and 94.3 with 100.
 */
#pragma once

#include "stats/interval.h"

/* points[k]: pairs of which the first player made k points. */
typedef struct PairCounts {
    uint64_t points[3];
} PairCounts;

uint64_t pairs_count(const PairCounts *pairs);

/* Mean score, from 0 to 1. NAN without pairs. */
double pairs_score(const PairCounts *pairs);

/* [0, 1] without pairs. */
Interval pairs_interval(const PairCounts *pairs, double confidence);
