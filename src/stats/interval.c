#include "stats/interval.h"

#include <math.h>

#include "stats/distribution.h"

double share_won(int64_t wins, int64_t games)
{
    return games > 0 ? (double)wins / (double)games : NAN;
}

double percent_won(int64_t wins, int64_t games)
{
    return games > 0 ? 100 * (double)wins / (double)games : NAN;
}

Interval interval_wilson(uint64_t wins, uint64_t games, double confidence)
{
    return interval_share(games ? (double)wins / (double)games : wins ? NAN : 0, games, confidence);
}

Interval interval_share(double share, uint64_t games, double confidence)
{
    double z = normal_reach(confidence), n = (double)games, rate = share;
    if (isnan(z) || !(share >= 0 && share <= 1))
        return (Interval){NAN, NAN};
    if (games == 0)
        return (Interval){0, 1};
    double scale = 1 / (1 + z * z / n);
    double centre = scale * (rate + z * z / (2 * n));
    double half = scale * z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n));
    /* The ends that are exact are said exactly. */
    return (Interval){rate == 0 ? 0 : centre - half, rate == 1 ? 1 : centre + half};
}
