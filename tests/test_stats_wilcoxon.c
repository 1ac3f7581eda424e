/* The Wilcoxon test and the area under the ROC curve against R and SciPy
 * (tests/data/stats/make.R, make.py), and against counting every case. */
#include "numbers.h"

#include <math.h>

#include "stats/roc.h"
#include "stats/wilcoxon.h"

static Wilcoxon run(const double *first, int m, const double *second, int n,
                    Alternative alternative, WilcoxonMethod method)
{
    Wilcoxon result;
    Error error;
    if (!wilcoxon_rank_sum(first, (size_t)m, second, (size_t)n, alternative, method, &result,
                           &error))
        fail_msg("%s", error.text);
    return result;
}

/* p-values stand in the order of Alternative: two-sided, greater, less. */
static void check_method(const json_t *line, const char *key, WilcoxonMethod method,
                         const char *place)
{
    const json_t *expected = json_object_get(line, key);
    if (!json_is_array(expected))
        return;
    double first[NUMBERS_LIMIT], second[NUMBERS_LIMIT], p[NUMBERS_LIMIT];
    int m = fixture_numbers(json_object_get(line, "first"), first);
    int n = fixture_numbers(json_object_get(line, "second"), second);
    assert_int_equal(fixture_numbers(expected, p), 3);
    for (int i = 0; i < 3; i++) {
        Wilcoxon result = run(first, m, second, n, (Alternative)i, method);
        assert_close(result.statistic, fixture_number(line, "statistic"), 1e-12, place);
        assert_close(result.p, p[i], 1e-11, place);
        assert_int_equal(result.exact, method == WILCOXON_EXACT);
    }
}

static void check_both(const json_t *line, const char *place)
{
    check_method(line, "exact", WILCOXON_EXACT, place);
    check_method(line, "normal", WILCOXON_NORMAL, place);
}

static void test_against_r_and_scipy(void **state)
{
    (void)state;
    fixture_each("stats/wilcoxon.jsonl", check_both);
    fixture_each("stats/wilcoxon_scipy.jsonl", check_both);
}

/* --- every case counted --- */

static double mid_rank(const double *values, int count, double value)
{
    int below = 0, equal = 0;
    for (int i = 0; i < count; i++) {
        below += values[i] < value;
        equal += values[i] == value;
    }
    return below + (equal + 1) / 2.0;
}

/* Of all subsets of the ranks of `size` members: the shares whose sum is at most, and at least,
 * that of `chosen`. */
static void count_cases(const double *ranks, int count, int size, unsigned chosen, double *at_most,
                        double *at_least)
{
    double observed = 0, cases = 0, most = 0, least = 0;
    for (int i = 0; i < count; i++)
        observed += chosen >> i & 1 ? ranks[i] : 0;
    for (unsigned set = 0; set < 1u << count; set++) {
        if (__builtin_popcount(set) != size)
            continue;
        double sum = 0;
        for (int i = 0; i < count; i++)
            sum += set >> i & 1 ? ranks[i] : 0;
        cases++;
        most += sum <= observed;
        least += sum >= observed;
    }
    *at_most = most / cases;
    *at_least = least / cases;
}

static void check_tails(const double *first, int m, const double *second, int n, double at_most,
                        double at_least)
{
    const double p[] = {fmin(1, 2 * fmin(at_most, at_least)), at_least, at_most};
    for (int i = 0; i < 3; i++) {
        Wilcoxon result = run(first, m, second, n, (Alternative)i, WILCOXON_AUTO);
        assert_true(result.exact);
        assert_close(result.p, p[i], 1e-12, "exact p");
    }
}

/* Small whole values: many ties. */
static void draw(Random *random, double *values, int count)
{
    for (int i = 0; i < count; i++)
        values[i] = random_below(random, 6);
}

static void test_rank_sum_by_counting(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        Random random = random_stream(seed, 2, 0);
        int m = (int)random_below(&random, 7), n = (int)random_below(&random, 7);
        double both[12], ranks[12], at_most, at_least;
        draw(&random, both, m + n);
        for (int i = 0; i < m + n; i++)
            ranks[i] = mid_rank(both, m + n, both[i]);
        count_cases(ranks, m + n, m, (1u << m) - 1, &at_most, &at_least);
        check_tails(both, m, both + m, n, at_most, at_least);
    }
}

/* --- what the headers promise --- */

/* Win rates of 350 games in per cent: every one is a multiple of 1/350, however its last
 * bits came out. */
static void test_rounding_makes_no_order(void **state)
{
    (void)state;
    double first[30], second[30], whole_first[30], whole_second[30];
    Random random = random_stream(5, 0, 0);
    for (int i = 0; i < 30; i++) {
        whole_first[i] = 230 + random_below(&random, 20);
        whole_second[i] = 225 + random_below(&random, 20);
        first[i] = whole_first[i] / 350 * 100;
        second[i] = whole_second[i] / 350 * 100;
    }
    for (WilcoxonMethod method = WILCOXON_EXACT; method <= WILCOXON_NORMAL; method++) {
        Wilcoxon rates = run(first, 30, second, 30, ALTERNATIVE_GREATER, method);
        Wilcoxon whole = run(whole_first, 30, whole_second, 30, ALTERNATIVE_GREATER, method);
        assert_true(rates.ties && rates.used == whole.used);
        assert_true(rates.p == whole.p && rates.statistic == whole.statistic);
    }
}

static void test_nothing_to_rank(void **state)
{
    (void)state;
    const double same[] = {3, 3, 3, 3};
    for (Alternative alternative = 0; alternative < 3; alternative++)
        for (WilcoxonMethod method = 0; method < 3; method++) {
            for (int count = 0; count <= 4; count += 4) {
                assert_true(run(same, count, same, count, alternative, method).p == 1);
            }
            assert_true(run(NULL, 0, same, 4, alternative, method).p == 1);
            assert_true(run(NULL, 0, NULL, 0, alternative, method).used == 0);
        }
}

static void test_limits(void **state)
{
    (void)state;
    double first[NUMBERS_LIMIT], second[NUMBERS_LIMIT];
    Random random = random_stream(6, 0, 0);
    for (int i = 0; i < NUMBERS_LIMIT; i++) {
        first[i] = random_unit(&random);
        second[i] = random_unit(&random) - 0.1;
    }
    assert_true(run(first, 49, second, 49, ALTERNATIVE_LESS, WILCOXON_AUTO).exact);
    assert_false(run(first, 50, second, 50, ALTERNATIVE_LESS, WILCOXON_AUTO).exact);
    assert_false(run(first, 5, second, 50, ALTERNATIVE_LESS, WILCOXON_AUTO).exact);
    Wilcoxon exact = run(first, 100, second, 100, ALTERNATIVE_GREATER, WILCOXON_EXACT);
    Wilcoxon near = run(first, 100, second, 100, ALTERNATIVE_GREATER, WILCOXON_NORMAL);
    assert_close(exact.p, near.p, 0.002, "exact and approximate at 100");
    Wilcoxon result;
    Error error;
    assert_false(wilcoxon_rank_sum(first, 5, second, 101, ALTERNATIVE_LESS, WILCOXON_EXACT, &result,
                                   &error));
    assert_string_equal(error.text, "an exact Wilcoxon test takes at most 100 values, not 101");
    first[2] = NAN;
    assert_false(
        wilcoxon_rank_sum(first, 9, second, 9, ALTERNATIVE_LESS, WILCOXON_AUTO, &result, &error));
    assert_string_equal(error.text, "value 3 of 18 is not a finite number");
}

/* --- the area under the ROC curve --- */

static void check_roc(const json_t *line, const char *place)
{
    double positives[NUMBERS_LIMIT], negatives[NUMBERS_LIMIT], ends[NUMBERS_LIMIT];
    int m = fixture_numbers(json_object_get(line, "positives"), positives);
    int n = fixture_numbers(json_object_get(line, "negatives"), negatives);
    assert_int_equal(fixture_numbers(json_object_get(line, "interval"), ends), 2);
    RocArea roc;
    assert_true(roc_area(positives, (size_t)m, negatives, (size_t)n, &roc, NULL));
    assert_close(roc.area, fixture_number(line, "area"), 1e-13, place);
    assert_close(roc.error, fixture_number(line, "error"), 1e-12, place);
    Interval interval = roc_interval(roc.area, (uint64_t)m, (uint64_t)n, 0.95);
    assert_close(interval.low, ends[0], 1e-10, place);
    assert_close(interval.high, ends[1], 1e-10, place);
}

static void test_roc(void **state)
{
    (void)state;
    fixture_each("stats/roc.jsonl", check_roc);
    RocArea roc;
    Error error;
    assert_false(roc_area((double[]){1}, 1, NULL, 0, &roc, &error));
    assert_string_equal(error.text, "an area under the ROC curve needs cases of both kinds");
    assert_false(roc_area((double[]){NAN}, 1, (double[]){1}, 1, &roc, &error));
    assert_true(isnan(roc_interval(0.5, 3, 3, 1).low) && isnan(roc_interval(2, 3, 3, 0.9).low));
    assert_true(roc_interval(0.5, 0, 3, 0.95).high == 1);
}

/* P(x + shift > y) for x, y from the triangular distribution on [-1, 1], by integration. */
static double triangular_area(double shift)
{
    double area = 0;
    for (int i = 0; i < 2000; i++) {
        double x = -1 + (i + 0.5) / 1000, y = fmin(1, x + shift);
        double below = y < 0 ? (1 + y) * (1 + y) / 2 : 1 - (1 - y) * (1 - y) / 2;
        area += (1 - fabs(x)) * below / 1000;
    }
    return area;
}

static void test_roc_interval_covers(void **state)
{
    (void)state;
    enum { POSITIVES = 30, NEGATIVES = 20, RUNS = 1000 };
    const double shift = 0.5, truth = triangular_area(shift);
    assert_close(triangular_area(0), 0.5, 1e-6, "no shift");
    int covered = 0;
    for (int r = 0; r < RUNS; r++) {
        Random random = random_stream(8, (uint64_t)r, 0);
        double positives[POSITIVES], negatives[NEGATIVES];
        for (int i = 0; i < POSITIVES; i++)
            positives[i] = random_unit(&random) - random_unit(&random) + shift;
        for (int i = 0; i < NEGATIVES; i++)
            negatives[i] = random_unit(&random) - random_unit(&random);
        RocArea roc;
        assert_true(roc_area(positives, POSITIVES, negatives, NEGATIVES, &roc, NULL));
        Interval interval = roc_interval(roc.area, POSITIVES, NEGATIVES, 0.95);
        covered += interval.low <= truth && truth <= interval.high;
    }
    assert_close((double)covered / RUNS, 0.95, 0.025, "coverage");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_r_and_scipy),
        cmocka_unit_test(test_rank_sum_by_counting),
        cmocka_unit_test(test_rounding_makes_no_order),
        cmocka_unit_test(test_nothing_to_rank),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_roc),
        cmocka_unit_test(test_roc_interval_covers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
