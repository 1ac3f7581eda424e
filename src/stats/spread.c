#include "stats/spread.h"

#include <math.h>

#include "stats/distribution.h"

/* How many values are less than `value`, and how many are not greater. */
static void count_around(const double *values, size_t count, double value, size_t *less,
                         size_t *up_to)
{
    *less = *up_to = 0;
    for (size_t i = 0; i < count; i++) {
        *less += values[i] < value;
        *up_to += values[i] <= value;
    }
}

/* The k-th least, from 1. */
static double order_statistic(const double *values, size_t count, size_t k)
{
    for (size_t i = 0; i < count; i++) {
        size_t less, up_to;
        count_around(values, count, values[i], &less, &up_to);
        if (less < k && k <= up_to)
            return values[i];
    }
    return NAN;
}

/* The number of heads among `count` coins is at most this with a chance of no more than `tail`;
 * -1 if not even none are so unlikely. */
static long unlikely_heads(size_t count, double tail)
{
    double chance = pow(0.5, (double)count), sum = chance;
    long heads = -1;
    while (sum <= tail && (size_t)heads + 1 < count) {
        heads++;
        chance *= (double)(count - (size_t)heads) / (double)(heads + 1);
        sum += chance;
    }
    return heads;
}

Interval spread_median_interval(const double *values, size_t count, double confidence)
{
    long heads = unlikely_heads(count, (1 - confidence) / 2);
    size_t rank = heads < 0 ? 1 : (size_t)heads + 1;
    return (Interval){order_statistic(values, count, rank),
                      order_statistic(values, count, count + 1 - rank)};
}

Interval spread_deviation_interval(double deviation, size_t count, double confidence)
{
    if (count < 2)
        return (Interval){NAN, NAN};
    double freedom = (double)(count - 1);
    return (Interval){deviation * sqrt(freedom / chi_square_at((1 + confidence) / 2, freedom)),
                      deviation * sqrt(freedom / chi_square_at((1 - confidence) / 2, freedom))};
}

double spread_less(double first, size_t first_count, double second, size_t second_count)
{
    if (first_count < 2 || second_count < 2 || (first == 0 && second == 0))
        return 1;
    double ratio = first * first / (second * second);
    return fisher_below(ratio, (double)first_count - 1, (double)second_count - 1);
}
