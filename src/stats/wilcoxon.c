/* wilcoxon.c: ranks, the distribution of their sum by chance, a tail of it.
 *
 * The exact distribution is counted by dynamic programming over doubled mid-ranks, which are
 * whole: ways[k][s] is the number of choices of k ranks that sum to s. Counts as doubles: 100 +
 * 100 values have 9e58 divisions, well within a double, and a sum of positive terms loses nothing
 * that matters.
 */
#include "stats/wilcoxon.h"

#include <math.h>
#include <stdlib.h>

#include "stats/distribution.h"
#include "stats/midranks.h"

enum { AUTO_EXACT_BELOW = 50 };

/* The sum whose chance is asked for, and what chance makes of it. */
typedef struct RankTest {
    const size_t *doubled; // doubled mid-ranks of all values
    size_t count;
    size_t chosen;      // how many of them the sum takes
    size_t doubled_sum; // the observed sum
    double mean;        // of the statistic
    double variance;    // of the statistic, ties allowed for
} RankTest;

static double two_sided(double below, double above)
{
    return fmin(1, 2 * fmin(below, above));
}

static double tail(Alternative alternative, double at_most, double at_least)
{
    if (alternative == ALTERNATIVE_GREATER)
        return fmin(1, at_least);
    return alternative == ALTERNATIVE_LESS ? fmin(1, at_most) : two_sided(at_most, at_least);
}

static double normal_p(const RankTest *test, double statistic, Alternative alternative)
{
    if (!(test->variance > 0))
        return 1;
    double off = statistic - test->mean, deviation = sqrt(test->variance);
    if (alternative == ALTERNATIVE_TWO_SIDED) {
        double z = off == 0 ? 0 : (off - copysign(0.5, off)) / deviation;
        return two_sided(normal_below(z), normal_above(z));
    }
    return alternative == ALTERNATIVE_GREATER ? normal_above((off - 0.5) / deviation)
                                              : normal_below((off + 0.5) / deviation);
}

/* Splits `total` ways by where their sum is against the observed one. */
static double tail_of_ways(const double *ways, size_t size, size_t observed,
                           Alternative alternative)
{
    double below = 0, above = 0;
    for (size_t sum = 0; sum < observed && sum < size; sum++)
        below += ways[sum];
    for (size_t sum = size; sum-- > observed + 1;)
        above += ways[sum];
    double at = ways[observed], total = below + at + above;
    return tail(alternative, (below + at) / total, (at + above) / total);
}

static size_t sum_of(const size_t *doubled, size_t count)
{
    size_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += doubled[i];
    return sum;
}

/* A row for each number of ranks taken so far; the last is the answer. */
static void count_choices(const RankTest *test, double *ways, size_t size)
{
    ways[0] = 1;
    size_t reach = 0;
    for (size_t i = 0; i < test->count; i++) {
        size_t rank = test->doubled[i], most = i < test->chosen ? i + 1 : test->chosen;
        for (size_t k = most; k > 0; k--) {
            const double *from = ways + (k - 1) * size;
            double *to = ways + k * size + rank;
            for (size_t sum = 0; sum <= reach; sum++)
                to[sum] += from[sum];
        }
        reach += rank;
    }
}

static bool exact_p(const RankTest *test, Alternative alternative, double *p, Error *error)
{
    size_t size = sum_of(test->doubled, test->count) + 1, rows = test->chosen + 1;
    double *ways = calloc(rows * size, sizeof *ways);
    if (!ways)
        return error_out_of_memory(error);
    count_choices(test, ways, size);
    *p = tail_of_ways(ways + (rows - 1) * size, size, test->doubled_sum, alternative);
    free(ways);
    return true;
}

/* Whether the larger sample's size lets the exact method run; false is a refusal only where
 * exactness was asked for. */
static bool choose_method(WilcoxonMethod method, size_t larger, bool *exact, Error *error)
{
    *exact = method == WILCOXON_EXACT || (method == WILCOXON_AUTO && larger < AUTO_EXACT_BELOW);
    if (*exact && larger > WILCOXON_EXACT_LIMIT)
        return error_set(error, "an exact Wilcoxon test takes at most %d values, not %zu",
                         WILCOXON_EXACT_LIMIT, larger);
    return true;
}

static bool find_p(const RankTest *test, Alternative alternative, Wilcoxon *result, Error *error)
{
    if (result->exact)
        return exact_p(test, alternative, &result->p, error);
    result->p = normal_p(test, result->statistic, alternative);
    return true;
}

/* An array for `count` items that is never NULL but when memory is out. */
static void *array_of(size_t count, size_t size)
{
    return calloc(count ? count : 1, size);
}

static Alternative mirrored(Alternative alternative)
{
    if (alternative == ALTERNATIVE_TWO_SIDED)
        return alternative;
    return alternative == ALTERNATIVE_LESS ? ALTERNATIVE_GREATER : ALTERNATIVE_LESS;
}

/* The exact count grows with the number of ranks taken, so it takes those of the smaller
 * sample, and the alternative turns round when that is the second. */
static bool judge_pooled(const size_t *doubled, size_t first, size_t second, double ties,
                         Alternative alternative, Wilcoxon *result, Error *error)
{
    double m = (double)first, n = (double)second, all = m + n;
    double untied = all > 1 ? all + 1 - ties / (all * (all - 1)) : 0;
    bool swap = second < first && result->exact;
    RankTest test = {
        .doubled = doubled,
        .count = first + second,
        .chosen = swap ? second : first,
        .doubled_sum = swap ? sum_of(doubled + first, second) : sum_of(doubled, first),
        .mean = m * n / 2,
        .variance = m * n / 12 * untied,
    };
    result->statistic = (double)sum_of(doubled, first) / 2 - m * (m + 1) / 2;
    result->ties = ties > 0;
    return find_p(&test, swap ? mirrored(alternative) : alternative, result, error);
}

static void pool(double *pooled, const double *first, size_t first_count, const double *second,
                 size_t second_count)
{
    for (size_t i = 0; i < first_count; i++)
        pooled[i] = first[i];
    for (size_t i = 0; i < second_count; i++)
        pooled[first_count + i] = second[i];
}

bool wilcoxon_rank_sum(const double *first, size_t first_count, const double *second,
                       size_t second_count, Alternative alternative, WilcoxonMethod method,
                       Wilcoxon *result, Error *error)
{
    size_t all = first_count + second_count;
    *result = (Wilcoxon){.used = all};
    if (!choose_method(method, first_count > second_count ? first_count : second_count,
                       &result->exact, error))
        return false;
    double *pooled = array_of(all, sizeof *pooled), ties;
    size_t *doubled = array_of(all, sizeof *doubled);
    bool done = pooled && doubled;
    if (done) {
        pool(pooled, first, first_count, second, second_count);
        done = midranks_assign(pooled, all, midranks_scale(pooled, all), doubled, &ties, error) &&
               judge_pooled(doubled, first_count, second_count, ties, alternative, result, error);
    } else {
        error_out_of_memory(error);
    }
    free(pooled);
    free(doubled);
    return done;
}
