/* summary.h: what a box plot and a line of a table say of repeated measurements. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "util/error.h"

/* Quartiles and median are R's type 7 (its default, NumPy's and SciPy's too): linear between
 * the order statistics. `deviation` divides by n - 1 and is NAN for a single value. */
typedef struct Summary {
    size_t count;
    double mean, deviation;
    double minimum, lower_quartile, median, upper_quartile, maximum;
} Summary;

/* At least one value, all finite. Fails otherwise and when out of memory. */
bool summary_of(const double *values, size_t count, Summary *summary, Error *error);
