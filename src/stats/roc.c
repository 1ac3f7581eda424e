#include "stats/roc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/distribution.h"
#include "stats/midranks.h"

/* Both kinds' scores in one array, positives first, with their ranks among all and within their
 * kind. From the two follows how many cases of the other kind a case stands above, which is all
 * that DeLong's variance needs. */
typedef struct Cases {
    double *scores;
    size_t *among_all, *within_kind;
    size_t positives, negatives;
} Cases;

static void cases_free(Cases *cases)
{
    free(cases->scores);
    free(cases->among_all);
    free(cases->within_kind);
}

static bool cases_init(Cases *cases, const double *positives, const double *negatives, Error *error)
{
    size_t all = cases->positives + cases->negatives;
    cases->scores = malloc(all * sizeof *cases->scores);
    cases->among_all = malloc(all * sizeof *cases->among_all);
    cases->within_kind = malloc(all * sizeof *cases->within_kind);
    if (!cases->scores || !cases->among_all || !cases->within_kind)
        return error_out_of_memory(error);
    double *scores = cases->scores, *rest = scores + cases->positives, ties;
    memcpy(scores, positives, cases->positives * sizeof *scores);
    memcpy(rest, negatives, cases->negatives * sizeof *scores);
    double scale = midranks_scale(scores, all);
    return midranks_assign(scores, all, scale, cases->among_all, &ties, error) &&
           midranks_assign(scores, cases->positives, scale, cases->within_kind, &ties, error) &&
           midranks_assign(rest, cases->negatives, scale, cases->within_kind + cases->positives,
                           &ties, error);
}

/* The share of the `others` that case i stands above, ties half. */
static double share_above(const Cases *cases, size_t i, size_t others)
{
    return (double)(cases->among_all[i] - cases->within_kind[i]) / (2 * (double)others);
}

/* Mean of those shares over a kind's cases, and the variance of that mean. */
static double mean_share(const Cases *cases, size_t start, size_t count, size_t others,
                         double *variance)
{
    double sum = 0, squares = 0;
    for (size_t i = start; i < start + count; i++)
        sum += share_above(cases, i, others);
    double mean = sum / (double)count;
    for (size_t i = start; i < start + count; i++) {
        double off = share_above(cases, i, others) - mean;
        squares += off * off;
    }
    *variance = count > 1 ? squares / (double)(count - 1) / (double)count : NAN;
    return mean;
}

bool roc_area(const double *positives, size_t positive_count, const double *negatives,
              size_t negative_count, RocArea *result, Error *error)
{
    if (positive_count == 0 || negative_count == 0)
        return error_set(error, "an area under the ROC curve needs cases of both kinds");
    Cases cases = {.positives = positive_count, .negatives = negative_count};
    bool done = cases_init(&cases, positives, negatives, error);
    if (done) {
        double of_positives, of_negatives;
        result->area = mean_share(&cases, 0, positive_count, negative_count, &of_positives);
        mean_share(&cases, positive_count, negative_count, positive_count, &of_negatives);
        result->error = sqrt(of_positives + of_negatives);
    }
    cases_free(&cases);
    return done;
}

static double hanley_mcneil(double area, double positives, double negatives)
{
    double two_positives = area / (2 - area), two_negatives = 2 * area * area / (1 + area);
    double variance = area * (1 - area) + (positives - 1) * (two_positives - area * area) +
                      (negatives - 1) * (two_negatives - area * area);
    return fmax(0, variance) / (positives * negatives);
}

/* The area furthest from the observed one towards `end` that it does not refute. */
static double furthest(double area, double end, double positives, double negatives, double z)
{
    double near = area, far = end;
    for (int i = 0; i < 100; i++) {
        double middle = near + (far - near) / 2, off = middle - area;
        if (off * off <= z * z * hanley_mcneil(middle, positives, negatives))
            near = middle;
        else
            far = middle;
    }
    return near;
}

Interval roc_interval(double area, uint64_t positives, uint64_t negatives, double confidence)
{
    double z = normal_reach(confidence), m = (double)positives, n = (double)negatives;
    if (isnan(z) || !(area >= 0 && area <= 1))
        return (Interval){NAN, NAN};
    if (positives == 0 || negatives == 0)
        return (Interval){0, 1};
    return (Interval){furthest(area, 0, m, n, z), furthest(area, 1, m, n, z)};
}
