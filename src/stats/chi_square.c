#include "stats/chi_square.h"

#include <math.h>
#include <stdbool.h>

#include "stats/distribution.h"

static bool is_count(WinCount count)
{
    return count.won >= 0 && count.won <= count.games && !isinf(count.games);
}

/* Squared distances from what both records together would expect. */
static double distance(WinCount count, double share)
{
    double expected = share * count.games, off = count.won - expected;
    return off * off / expected + off * off / (count.games - expected);
}

ChiSquare chi_square_of_wins(const WinCount *first, const WinCount *second, size_t count)
{
    ChiSquare result = {0, 0, NAN};
    for (size_t i = 0; i < count; i++) {
        if (!is_count(first[i]) || !is_count(second[i]))
            return (ChiSquare){NAN, NAN, NAN};
        double share = (first[i].won + second[i].won) / (first[i].games + second[i].games);
        if (first[i].games == 0 || second[i].games == 0 || share == 0 || share == 1)
            continue;
        result.statistic += distance(first[i], share) + distance(second[i], share);
        result.freedom++;
    }
    result.p = chi_square_above(result.statistic, result.freedom);
    return result;
}
