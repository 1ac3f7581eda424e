/* sequential.h: a match that stops itself, and how strong it says the first player is.
 *
 * After each opening pair a sequential test (sprt.h) says whether to go on. It stops when the
 * score has wandered far enough, and so mostly where that stands higher, or lower, than the
 * truth: what is counted then overstates. sequential_estimate() allows for the stop; how, is in
 * sequential.c.
 */
#pragma once

#include "stats/pairs.h"
#include "stats/sprt.h"

typedef struct Sequential {
    Sprt sprt;
    PairCounts pairs; // judged so far
    SprtState state;
} Sequential;

Sequential sequential_start(const Sprt *sprt);

/* Another pair, of which the first player made that many points. */
void sequential_add(Sequential *match, int points);

bool sequential_is_decided(const Sequential *match);

typedef struct Estimate {
    double score;      // as likely too high as too low
    Interval interval; // of that score
} Estimate;

/* Of a match that ended with the last of its pairs: because the test had decided, because no more
 * were planned, or for a reason that has nothing to do with the results. Without pairs as
 * pairs_score() and pairs_interval(). False only when out of memory. Takes a second for a
 * hundred thousand pairs. */
bool sequential_estimate(const Sequential *match, double confidence, Estimate *estimate,
                         Error *error);
