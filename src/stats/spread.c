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

/* Of the values between two others, the middle one in the order they are given in, which for
 * sorted values halves them; NAN if there is none. */
static double one_between(const double *values, size_t count, double low, double high)
{
    size_t inside = 0, seen = 0;
    for (size_t i = 0; i < count; i++)
        inside += values[i] > low && values[i] < high;
    for (size_t i = 0; i < count; i++)
        if (values[i] > low && values[i] < high && seen++ == inside / 2)
            return values[i];
    return NAN;
}

/* The k-th least, from 1. */
static double order_statistic(const double *values, size_t count, size_t k)
{
    double low = -INFINITY, high = INFINITY, guess;
    while (!isnan(guess = one_between(values, count, low, high))) {
        size_t less, up_to;
        count_around(values, count, guess, &less, &up_to);
        if (less < k && k <= up_to)
            break;
        *(k <= less ? &high : &low) = guess;
    }
    return guess;
}

/* The number of heads among `count` coins is at most this with a chance of no more than `tail`;
 * -1 if not even none are so unlikely. Chances are counted in units of 2^exponent, because the
 * first is 2^-count, which no double holds from 1075 coins on. */
static long unlikely_heads(size_t count, double tail)
{
    enum { STEP = 500 };
    double chance = 1, sum = 1;
    int exponent = -(int)count;
    long heads = -1;
    while (ldexp(sum, exponent) <= tail && (size_t)heads + 1 < count) {
        heads++;
        chance *= (double)(count - (size_t)heads) / (double)(heads + 1);
        sum += chance;
        if (sum > 0x1p500) {
            chance = ldexp(chance, -STEP);
            sum = ldexp(sum, -STEP);
            exponent += STEP;
        }
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
    if (count < 2 || deviation == 0)
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

double spread_below(double deviation, size_t count, double limit)
{
    double freedom = (double)count - 1;
    return 1 - chi_square_above(freedom * deviation * deviation / (limit * limit), freedom);
}
