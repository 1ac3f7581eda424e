/* midranks.h: places in an order, with shared places for ties. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "util/error.h"

/* For each of `count` finite values twice its mid-rank: 2 for the least, 2 * count for the
 * greatest, and for values that tie the mean of their places; doubled so that it is whole.
 *
 * Values no more than 1e-12 of `scale` apart tie: 0.3 - 0.2 and 0.2 - 0.1 are one difference of
 * win rates, though their last bits differ. `scale` is the size of the numbers that went in.
 *
 * Returns through `ties` the sum of t^3 - t over all groups of t tied values: zero if nothing
 * ties. Fails when out of memory or on a value that is not finite. */
bool midranks_assign(const double *values, size_t count, double scale, size_t *doubled,
                     double *ties, Error *error);

/* The largest absolute value: the scale of values that are ranked as they came. */
double midranks_scale(const double *values, size_t count);
