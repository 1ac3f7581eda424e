#include "stats/distribution.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdbool.h>

double normal_below(double z)
{
    return isnan(z) ? NAN : gsl_cdf_ugaussian_P(z);
}

double normal_above(double z)
{
    return isnan(z) ? NAN : gsl_cdf_ugaussian_Q(z);
}

static bool is_confidence(double confidence)
{
    return confidence > 0 && confidence < 1;
}

/* The normal inverse is a rational approximation: it does not iterate and cannot fail. */
double normal_reach(double confidence)
{
    return is_confidence(confidence) ? gsl_cdf_ugaussian_Qinv((1 - confidence) / 2) : NAN;
}

/* Where a function that falls or rises from 0 on comes to `level`, by bisection: GSL's own inverses
 * may fail. */
static double find_level(double (*function)(double x, double freedom), double freedom, double level)
{
    double low = 0, high = 1, sign = function(0, freedom) > level ? 1 : -1;
    while ((function(high, freedom) - level) * sign > 0 && high < 1e150)
        high *= 2;
    for (int i = 0; i < 200 && high - low > 1e-15 * high; i++) {
        double middle = low + (high - low) / 2;
        if ((function(middle, freedom) - level) * sign > 0)
            low = middle;
        else
            high = middle;
    }
    return low + (high - low) / 2;
}

double student_reach(double confidence, double freedom)
{
    if (!is_confidence(confidence) || !(freedom > 0) || isinf(freedom))
        return NAN;
    return find_level(gsl_cdf_tdist_Q, freedom, (1 - confidence) / 2);
}

static double beta_below_normally(double x, double a, double b)
{
    return normal_below((x * (a + b) - a) / sqrt(a * b / (a + b + 1)));
}

/* GSL's continued fraction answers NAN when it has not settled after 512 terms. */
double beta_below(double x, double a, double b)
{
    if (!(a > 0) || !(b > 0) || isinf(a) || isinf(b) || isnan(x))
        return NAN;
    if (x <= 0 || x >= 1)
        return x <= 0 ? 0 : 1;
    double exact = a + b < 1e6 ? gsl_cdf_beta_P(x, a, b) : NAN;
    return isnan(exact) ? beta_below_normally(x, a, b) : exact;
}

double student_above(double t, double freedom)
{
    if (isnan(t) || !(freedom > 0) || isinf(freedom))
        return NAN;
    double tail = isinf(t) ? 0 : beta_below(freedom / (freedom + t * t), freedom / 2, 0.5) / 2;
    return t > 0 ? tail : 1 - tail;
}

double chi_square_at(double share, double freedom)
{
    if (!is_confidence(share) || !(freedom > 0) || isinf(freedom))
        return NAN;
    return find_level(gsl_cdf_chisq_P, freedom, share);
}

double chi_square_above(double x, double freedom)
{
    if (isnan(x) || !(freedom > 0) || isinf(freedom))
        return NAN;
    return x <= 0 ? 1 : gsl_cdf_chisq_Q(x, freedom);
}

double fisher_below(double ratio, double first_freedom, double second_freedom)
{
    if (isnan(ratio) || !(first_freedom > 0) || !(second_freedom > 0))
        return NAN;
    double part = first_freedom * ratio;
    return isinf(part)
               ? 1
               : beta_below(part / (part + second_freedom), first_freedom / 2, second_freedom / 2);
}
