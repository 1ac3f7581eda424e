/* roc.h: how well a score tells two kinds of cases apart.
 *
 * The area under the ROC curve: the chance that a positive case drawn at random scores above a
 * negative one, a tie counting half. 1/2 is a score that knows nothing, 1 one that never errs.
 */
#pragma once

#include "stats/interval.h"
#include "util/error.h"

typedef struct RocArea {
    double area;
    double error; // standard error by DeLong (1988); 0 when the two kinds do not overlap at all,
                  // NAN with fewer than two cases of a kind
} RocArea;

/* At least one case of each kind, all scores finite. O(n log n); allocates and frees. */
bool roc_area(const double *positives, size_t positive_count, const double *negatives,
              size_t negative_count, RocArea *result, Error *error);

/* The areas for which `area` is no further than z standard deviations off, the deviation being
 * Hanley and McNeil's (1982) at the area asked about, as Wilson does for shares. Within 0 and 1,
 * and of some width even at an area of 0 or 1. [0, 1] without cases of a kind. */
Interval roc_interval(double area, uint64_t positives, uint64_t negatives, double confidence);
