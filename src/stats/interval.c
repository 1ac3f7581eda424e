#include "stats/interval.h"

#include <math.h>

#include "stats/distribution.h"

Interval interval_wilson(uint64_t wins, uint64_t games, double confidence)
{
    double z = normal_reach(confidence);
    if (isnan(z) || wins > games)
        return (Interval){NAN, NAN};
    if (games == 0)
        return (Interval){0, 1};
    double n = (double)games, rate = (double)wins / n;
    double scale = 1 / (1 + z * z / n);
    double centre = scale * (rate + z * z / (2 * n));
    double half = scale * z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n));
    /* The ends that are exact are said exactly. */
    return (Interval){wins == 0 ? 0 : centre - half, wins == games ? 1 : centre + half};
}
