#include "stats/multinomial.h"

#include <math.h>

/* By Lagrange the answer is shares[i] / (1 + x (scores[i] - mean)), with the x that makes the
 * mean right: a root of this, which falls from +inf to -inf between the two poles. */
static double excess(const double *scores, const double *shares, int count, double mean, double x,
                     double *slope)
{
    double sum = 0;
    *slope = 0;
    for (int i = 0; i < count; i++) {
        double off = scores[i] - mean, term = off / (1 + x * off);
        sum += shares[i] * term;
        *slope -= shares[i] * term * term;
    }
    return sum;
}

/* Newton's method inside a bracket that every step narrows; where a step leaves the bracket,
 * and every fourth time, its middle. */
static double multiplier(const double *scores, const double *shares, int count, double mean,
                         double low, double high)
{
    double x = 0, slope;
    for (int i = 0; i < 200 && high - low > 1e-15 * (fabs(low) + fabs(high)); i++) {
        double value = excess(scores, shares, count, mean, x, &slope);
        if (value > 0)
            low = x;
        else
            high = x;
        double next = x - value / slope;
        if (value == 0 || fabs(next - x) <= 1e-15 * fabs(x))
            return x;
        x = next > low && next < high && i % 4 != 3 ? next : low + (high - low) / 2;
    }
    return x;
}

bool multinomial_with_mean(const double *scores, const double *shares, int count, double mean,
                           double *fitted)
{
    double least = scores[0], most = scores[0];
    for (int i = 1; i < count; i++) {
        least = fmin(least, scores[i]);
        most = fmax(most, scores[i]);
    }
    if (!(least < mean && mean < most))
        return false;
    double x = multiplier(scores, shares, count, mean, -1 / (most - mean), 1 / (mean - least));
    for (int i = 0; i < count; i++)
        fitted[i] = shares[i] / (1 + x * (scores[i] - mean));
    return true;
}
