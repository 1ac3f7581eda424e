/* spread.h: how sure a median and a standard deviation are, and whether one sample spreads less
 * than another.
 */
#pragma once

#include <stddef.h>

#include "stats/interval.h"

/* From the k-th least to the k-th greatest value, k the largest for which that holds the median
 * with at least `confidence`, whatever the distribution. Fewer than six values cannot do it at
 * 95 %: then from the least to the greatest. NAN without values. */
Interval spread_median_interval(const double *values, size_t count, double confidence);

/* Of a normal distribution, from the sample's chi-square. NAN for fewer than two values, and for a
 * deviation of 0: values that are all alike say nothing of how far others would lie apart. */
Interval spread_deviation_interval(double deviation, size_t count, double confidence);

/* One-sided F-test: the p of the first deviation being less by chance. 1 if both are 0. */
double spread_less(double first, size_t first_count, double second, size_t second_count);

/* One-sided chi-square test: the p of a sample's deviation being below `limit` by chance where the
 * true one is `limit`. NAN for fewer than two values. */
double spread_below(double deviation, size_t count, double limit);
