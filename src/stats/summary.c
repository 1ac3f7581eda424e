#include "stats/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Of values that are sorted upwards. */
static double quantile(const double *sorted, size_t count, double share)
{
    double place = share * (double)(count - 1);
    size_t below = (size_t)place;
    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] + (place - (double)below) * (sorted[below + 1] - sorted[below]);
}

static double mean_of(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    double mean = sum / (double)count, rest = 0;
    for (size_t i = 0; i < count; i++)
        rest += values[i] - mean; // what rounding lost in the first pass
    return mean + rest / (double)count;
}

static double deviation_of(const double *values, size_t count, double mean)
{
    double squares = 0;
    for (size_t i = 0; i < count; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    return count > 1 ? sqrt(squares / (double)(count - 1)) : NAN;
}

static bool all_finite(const double *values, size_t count, Error *error)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return error_set(error, "value %zu of %zu is not a finite number", i + 1, count);
    return true;
}

bool summary_of(const double *values, size_t count, Summary *summary, Error *error)
{
    if (count == 0)
        return error_set(error, "a summary needs at least one value");
    if (!all_finite(values, count, error))
        return false;
    double *sorted = malloc(count * sizeof *sorted);
    if (!sorted)
        return error_out_of_memory(error);
    memcpy(sorted, values, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_doubles);
    double mean = mean_of(sorted, count);
    *summary = (Summary){
        .count = count,
        .mean = mean,
        .deviation = deviation_of(sorted, count, mean),
        .minimum = sorted[0],
        .lower_quartile = quantile(sorted, count, 0.25),
        .median = quantile(sorted, count, 0.5),
        .upper_quartile = quantile(sorted, count, 0.75),
        .maximum = sorted[count - 1],
    };
    free(sorted);
    return true;
}
