#include "stats/midranks.h"

#include <math.h>
#include <stdlib.h>

typedef struct Placed {
    double value;
    size_t index;
} Placed;

static int compare_placed(const void *left, const void *right)
{
    double a = ((const Placed *)left)->value, b = ((const Placed *)right)->value;
    return (a > b) - (a < b);
}

double midranks_scale(const double *values, size_t count)
{
    double scale = 0;
    for (size_t i = 0; i < count; i++)
        scale = fmax(scale, fabs(values[i]));
    return scale;
}

static Placed *place_all(const double *values, size_t count, Error *error)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i])) {
            error_set(error, "value %zu of %zu is not a finite number", i + 1, count);
            return NULL;
        }
    Placed *placed = malloc((count ? count : 1) * sizeof *placed);
    if (!placed) {
        error_out_of_memory(error);
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        placed[i] = (Placed){values[i], i};
    qsort(placed, count, sizeof *placed, compare_placed);
    return placed;
}

bool midranks_assign(const double *values, size_t count, double scale, size_t *doubled,
                     double *ties, Error *error)
{
    Placed *placed = place_all(values, count, error);
    if (!placed)
        return false;
    *ties = 0;
    for (size_t start = 0, end; start < count; start = end) {
        for (end = start + 1; end < count; end++)
            if (placed[end].value - placed[start].value > 1e-12 * scale)
                break;
        for (size_t i = start; i < end; i++)
            doubled[placed[i].index] = start + 1 + end;
        double group = (double)(end - start);
        *ties += group * (group * group - 1);
    }
    free(placed);
    return true;
}
