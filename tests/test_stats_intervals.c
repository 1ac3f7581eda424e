/* Intervals and summaries against R (tests/data/stats/make.R), by hand, and in simulation. */
#include "numbers.h"

#include <math.h>

#include "stats/distribution.h"
#include "stats/elo.h"
#include "stats/pairs.h"
#include "stats/summary.h"

static void check_wilson(const json_t *line, const char *place)
{
    Interval interval = interval_wilson((uint64_t)fixture_number(line, "wins"),
                                        (uint64_t)fixture_number(line, "games"),
                                        fixture_number(line, "confidence"));
    assert_close(interval.low, fixture_number(line, "low"), 1e-12, place);
    assert_close(interval.high, fixture_number(line, "high"), 1e-12, place);
}

static void test_wilson(void **state)
{
    (void)state;
    fixture_each("stats/wilson.jsonl", check_wilson);
    Interval nothing = interval_wilson(0, 0, 0.95);
    assert_true(nothing.low == 0 && nothing.high == 1);
}

/* A mean of marks has the interval of as large a share of wins, and one between its neighbours'. */
static void test_share(void **state)
{
    (void)state;
    for (uint64_t wins = 0; wins <= 20; wins++) {
        Interval whole = interval_wilson(wins, 20, 0.95);
        Interval share = interval_share((double)wins / 20, 20, 0.95);
        assert_true(share.low == whole.low && share.high == whole.high);
        if (wins == 20)
            break;
        Interval half = interval_share(((double)wins + 0.5) / 20, 20, 0.95);
        Interval next = interval_wilson(wins + 1, 20, 0.95);
        assert_true(half.low > whole.low && half.low < next.low);
        assert_true(half.high > whole.high && half.high < next.high);
    }
    assert_true(interval_share(0, 0, 0.95).high == 1);
    assert_true(isnan(interval_share(1.01, 5, 0.95).low));
    assert_true(isnan(interval_wilson(3, 2, 0.95).low) && isnan(interval_wilson(1, 0, 0.95).low));
}

static PairCounts pair_counts(const json_t *line)
{
    uint64_t counts[NUMBERS_LIMIT];
    assert_int_equal(fixture_counts(line, "points", counts), 3);
    return (PairCounts){{counts[0], counts[1], counts[2]}};
}

static void check_pairs(const json_t *line, const char *place)
{
    PairCounts pairs = pair_counts(line);
    Interval interval = pairs_interval(&pairs, fixture_number(line, "confidence"));
    assert_close(pairs_score(&pairs), fixture_number(line, "score"), 1e-13, place);
    assert_close(interval.low, fixture_number(line, "low"), 1e-7, place);
    assert_close(interval.high, fixture_number(line, "high"), 1e-7, place);
    assert_close(elo_superiority(pairs.points[2], pairs.points[0]),
                 fixture_number(line, "superiority"), 1e-10, place);
}

static void test_pairs(void **state)
{
    (void)state;
    fixture_each("stats/pairs.jsonl", check_pairs);
    Interval nothing = pairs_interval(&(PairCounts){{0, 0, 0}}, 0.95);
    assert_true(nothing.low == 0 && nothing.high == 1);
}

/* What the header says of two special cases. */
static void test_pairs_without_spread(void **state)
{
    (void)state;
    double z = normal_reach(0.95);
    for (uint64_t n = 1; n < 2000; n *= 3) {
        Interval split = pairs_interval(&(PairCounts){{0, n, 0}}, 0.95);
        double half = z * z / (2 * ((double)n + z * z));
        assert_close(split.low, 0.5 - half, 1e-12, "all split, low");
        assert_close(split.high, 0.5 + half, 1e-12, "all split, high");
        Interval decisive = pairs_interval(&(PairCounts){{n / 3, 0, n}}, 0.95);
        Interval wilson = interval_wilson(n, n + n / 3, 0.95);
        assert_close(decisive.low, wilson.low, 1e-12, "none split, low");
        assert_close(decisive.high, wilson.high, 1e-12, "none split, high");
    }
}

static void check_summary(const json_t *line, const char *place)
{
    double values[NUMBERS_LIMIT], quartiles[NUMBERS_LIMIT], ends[NUMBERS_LIMIT];
    int count = fixture_numbers(json_object_get(line, "values"), values);
    assert_int_equal(fixture_numbers(json_object_get(line, "quartiles"), quartiles), 5);
    Summary summary;
    assert_true(summary_of(values, (size_t)count, &summary, NULL));
    assert_int_equal(summary.count, count);
    assert_close(summary.mean, fixture_number(line, "mean"), 1e-14, place);
    assert_close(summary.deviation, fixture_number(line, "deviation"), 1e-9, place);
    const double ours[] = {summary.minimum, summary.lower_quartile, summary.median,
                           summary.upper_quartile, summary.maximum};
    for (int i = 0; i < 5; i++)
        assert_close(ours[i], quartiles[i], 1e-14, place);
    static const struct {
        const char *key;
        double confidence;
    } levels[] = {{"interval95", 0.95}, {"interval999", 0.999}};
    for (int i = 0; i < COUNT_OF(levels); i++) {
        if (fixture_numbers(json_object_get(line, levels[i].key), ends) == 0)
            continue;
        double half = student_reach(levels[i].confidence, count - 1) * summary.deviation /
                      sqrt((double)count);
        assert_close(summary.mean - half, ends[0], 1e-10, place);
        assert_close(summary.mean + half, ends[1], 1e-10, place);
    }
}

static void test_summary(void **state)
{
    (void)state;
    fixture_each("stats/summary.jsonl", check_summary);
    Summary summary;
    Error error;
    assert_false(summary_of(NULL, 0, &summary, &error));
    assert_string_equal(error.text, "a summary needs at least one value");
    assert_false(summary_of((double[]){1, NAN}, 2, &summary, &error));
    assert_string_equal(error.text, "value 2 of 2 is not a finite number");
}

static void test_win_rate(void **state)
{
    (void)state;
    assert_true(share_won(49, 80) == 0.6125 && percent_won(49, 80) == 61.25);
    assert_true(100 * share_won(49, 80) != 61.25); // or percent_won() would not be needed
    assert_true(isnan(share_won(0, 0)) && isnan(percent_won(0, 0)));
}

/* GSL would end the process: these must only say that they do not know. */
static void test_outside_the_domain(void **state)
{
    (void)state;
    static const double bad[] = {0, 1, -1, 2, NAN, INFINITY, -INFINITY};
    for (int i = 0; i < COUNT_OF(bad); i++) {
        assert_true(isnan(normal_reach(bad[i])));
        assert_true(isnan(student_reach(bad[i], 5)));
        assert_true(isnan(interval_wilson(1, 2, bad[i]).low));
        assert_true(isnan(pairs_interval(&(PairCounts){{1, 1, 1}}, bad[i]).high));
    }
    assert_true(isnan(student_reach(0.95, 0)) && isnan(student_reach(0.95, NAN)));
    assert_true(isnan(beta_below(0.5, 0, 1)) && isnan(beta_below(NAN, 1, 1)));
    assert_true(isnan(interval_wilson(3, 2, 0.95).low));
    assert_true(isnan(pairs_score(&(PairCounts){{0, 0, 0}})));
    assert_true(isnan(normal_below(NAN)) && isnan(elo_from_score(1.5)));
    for (double freedom = 0.5; freedom < 1e9; freedom *= 1.7)
        for (double tail = 0.4; tail > 1e-15; tail /= 7)
            assert_true(student_reach(1 - tail, freedom) > 0);
}

static void test_elo(void **state)
{
    (void)state;
    assert_close(elo_from_score(0.5), 0, 1e-12, "even");
    assert_close(elo_from_score(10.0 / 11), 400, 1e-12, "ten to one");
    assert_close(elo_to_score(-400), 1.0 / 11, 1e-12, "one to ten");
    assert_true(elo_from_score(0) == -INFINITY && elo_from_score(1) == INFINITY);
    for (double elo = -900; elo <= 900; elo += 37)
        assert_close(elo_from_score(elo_to_score(elo)), elo, 1e-10, "there and back");
    Interval interval = elo_from_interval((Interval){0, 10.0 / 11});
    assert_true(interval.low == -INFINITY);
    assert_close(interval.high, 400, 1e-12, "an interval's end");
}

static void test_superiority(void **state)
{
    (void)state;
    assert_close(elo_superiority(0, 0), 0.5, 1e-15, "nothing played");
    assert_close(elo_superiority(3, 0), 0.9375, 1e-12, "3 : 0");
    static const uint64_t games[] = {10, 1000, 40000, 300000, 600000, 4000000000};
    for (int i = 0; i < COUNT_OF(games); i++) {
        uint64_t half = games[i] / 2, lead = (uint64_t)sqrt((double)games[i]);
        double ahead = elo_superiority(half + lead, half),
               behind = elo_superiority(half, half + lead);
        assert_close(ahead + behind, 1, 1e-9, "both ways");
        assert_true(ahead > 0.78 && ahead < 0.86); // about one standard deviation ahead
    }
    assert_true(elo_superiority(1000000000, 0) == 1 && elo_superiority(0, 900000) == 0);
}

/* Matches of an agent against itself: the share whose interval covers 1/2. `split` is the chance
 * that a pair is split. Seeded, so this always gives the same. */
static double coverage(int pairs, double split, int runs, uint64_t seed)
{
    int covered = 0;
    for (int run = 0; run < runs; run++) {
        Random random = random_stream(seed, (uint64_t)run, 0);
        PairCounts counts = {{0, 0, 0}};
        for (int i = 0; i < pairs; i++) {
            double drawn = random_unit(&random);
            counts.points[drawn < split ? 1 : drawn < (1 + split) / 2 ? 0 : 2]++;
        }
        Interval interval = pairs_interval(&counts, 0.95);
        covered += interval.low <= 0.5 && 0.5 <= interval.high;
    }
    return (double)covered / runs;
}

static void test_pairs_cover(void **state)
{
    (void)state;
    static const struct {
        int pairs;
        double split;
    } matches[] = {{10, 0.5}, {25, 0.8}, {50, 0.2}, {100, 0.9}, {200, 0.5}};
    for (int i = 0; i < COUNT_OF(matches); i++) {
        double share = coverage(matches[i].pairs, matches[i].split, 2000, (uint64_t)i);
        if (share < 0.93 || share > 0.99)
            fail_msg("%d pairs, %g split: covers %.4f", matches[i].pairs, matches[i].split, share);
    }
}

static void test_wilson_covers(void **state)
{
    (void)state;
    int covered = 0, runs = 4000;
    for (int run = 0; run < runs; run++) {
        Random random = random_stream(3, (uint64_t)run, 0);
        uint64_t wins = 0;
        for (int game = 0; game < 100; game++)
            wins += random_unit(&random) < 0.5;
        Interval interval = interval_wilson(wins, 100, 0.95);
        covered += interval.low <= 0.5 && 0.5 <= interval.high;
    }
    /* 41 to 59 wins are covered, which 94.31 % of such matches have; deviation 0.37 %. */
    assert_close((double)covered / runs, 0.9431, 0.012, "coverage");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wilson),
        cmocka_unit_test(test_share),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_pairs_without_spread),
        cmocka_unit_test(test_summary),
        cmocka_unit_test(test_win_rate),
        cmocka_unit_test(test_outside_the_domain),
        cmocka_unit_test(test_elo),
        cmocka_unit_test(test_superiority),
        cmocka_unit_test(test_pairs_cover),
        cmocka_unit_test(test_wilson_covers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
