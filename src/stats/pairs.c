#include "stats/pairs.h"

#include <math.h>

#include "stats/distribution.h"

uint64_t pairs_count(const PairCounts *pairs)
{
    return pairs->points[0] + pairs->points[1] + pairs->points[2];
}

double pairs_score(const PairCounts *pairs)
{
    return ((double)pairs->points[2] + 0.5 * (double)pairs->points[1]) / (double)pairs_count(pairs);
}

/* What follows counts in leads, pairs won less pairs lost, as Tango does: a mean lead of d is a
 * score of (1 + d) / 2. */

/* Variance of one pair's lead in the likeliest distribution with a mean lead of `lead`. With q
 * the chance of losing a pair, q + lead is that of winning one, and setting the derivative of
 * the likelihood to zero gives 2 n q^2 + b q - c = 0. */
static double lead_variance(const PairCounts *pairs, double lead)
{
    double n = (double)pairs_count(pairs);
    double lost = (double)pairs->points[0], won = (double)pairs->points[2];
    double b = lead * (2 * n - won + lost) - won - lost;
    double c = lost * lead * (1 - lead);
    double root = sqrt(fmax(0, b * b + 8 * n * c));
    double chance = b > 0 ? 2 * c / (b + root) : (root - b) / (4 * n);
    return fmax(0, 2 * chance + lead - lead * lead);
}

/* The largest lead of [observed, 1] that the observed one does not refute. */
static double highest_lead(const PairCounts *pairs, double observed, double z)
{
    double n = (double)pairs_count(pairs), low = observed, high = 1;
    for (int i = 0; i < 100 && high - low > 1e-16; i++) {
        double lead = low + (high - low) / 2, off = lead - observed;
        if (n * off * off <= z * z * lead_variance(pairs, lead))
            low = lead;
        else
            high = lead;
    }
    return low;
}

Interval pairs_interval(const PairCounts *pairs, double confidence)
{
    double z = normal_reach(confidence);
    if (isnan(z))
        return (Interval){NAN, NAN};
    if (pairs_count(pairs) == 0)
        return (Interval){0, 1};
    PairCounts swapped = {{pairs->points[2], pairs->points[1], pairs->points[0]}};
    double lead = 2 * pairs_score(pairs) - 1;
    return (Interval){(1 - highest_lead(&swapped, -lead, z)) / 2,
                      (1 + highest_lead(pairs, lead, z)) / 2};
}
