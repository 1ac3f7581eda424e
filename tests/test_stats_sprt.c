/* The sequential test against SciPy (tests/data/stats/make.py), against the value that fastchess
 * printed, and in simulation. */
#include "numbers.h"

#include <math.h>

#include "stats/elo.h"
#include "stats/multinomial.h"
#include "stats/pairs.h"
#include "stats/sequential.h"
#include "stats/sprt.h"

static void check_ratio(const json_t *line, const char *place)
{
    uint64_t counts[NUMBERS_LIMIT];
    int outcomes = fixture_counts(line, "counts", counts);
    bool logistic = !strcmp(fixture_text(line, "scale"), "logistic");
    Sprt sprt = {fixture_number(line, "elo0"), fixture_number(line, "elo1"), 0.05, 0.05,
                 logistic ? SPRT_LOGISTIC : SPRT_NORMALIZED};
    assert_close(sprt_judge(&sprt, counts, outcomes).ratio, fixture_number(line, "ratio"), 1e-8,
                 place);
}

static void test_ratios(void **state)
{
    (void)state;
    fixture_each("stats/sprt.jsonl", check_ratio);
}

/* ./fastchess --sprt 379 10170 21828 10640 343 elo=0 elo1=2 model=normalized alpha=0.05 beta=0.05
 * prints "LLR: 2.94598 (-2.94, 2.94)" and accepts H1 (its pull request 783). */
static void test_value_of_fastchess(void **state)
{
    (void)state;
    static const uint64_t counts[] = {379, 10170, 21828, 10640, 343};
    Sprt sprt = {0, 2, 0.05, 0.05, SPRT_NORMALIZED};
    SprtState at = sprt_judge(&sprt, counts, COUNT_OF(counts));
    if (fabs(at.ratio - 2.94598) > 5e-6)
        fail_msg("the ratio is %.6f", at.ratio);
    assert_close(at.lower, -log(19), 1e-12, "lower bound");
    assert_close(at.upper, log(19), 1e-12, "upper bound");
    assert_int_equal(at.verdict, SPRT_ACCEPT_ELO1);
}

/* The fitted distribution has the mean asked for, and no neighbour with that mean is likelier. */
static void test_fitted_distribution(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        Random random = random_stream(seed, 7, 0);
        double scores[5], shares[5], fitted[5], total = 0, sum = 0, mean = 0;
        int count = 2 + (int)random_below(&random, 4);
        for (int i = 0; i < count; i++) {
            scores[i] = (double)i / (count - 1);
            shares[i] = pow(10, -6 * random_unit(&random));
            total += shares[i];
        }
        for (int i = 0; i < count; i++)
            shares[i] /= total;
        double wanted = 0.02 + 0.96 * random_unit(&random);
        assert_true(multinomial_with_mean(scores, shares, count, wanted, fitted));
        for (int i = 0; i < count; i++) {
            sum += fitted[i];
            mean += fitted[i] * scores[i];
        }
        assert_close(sum, 1, 1e-9, "sum");
        assert_close(mean, wanted, 1e-9, "mean");
        for (int i = 1; i + 1 < count; i++) {
            /* The derivative along (1, -2, 1), which keeps sum and mean: zero at an optimum. */
            double left = shares[i - 1] / fitted[i - 1], right = shares[i + 1] / fitted[i + 1];
            double middle = 2 * shares[i] / fitted[i];
            assert_close((left + right - middle) / (left + right + middle), 0, 1e-9, "slope");
        }
    }
    double scores[] = {0, 1}, shares[] = {0.5, 0.5}, fitted[2];
    assert_false(multinomial_with_mean(scores, shares, 2, 1, fitted));
    assert_false(multinomial_with_mean(scores, shares, 2, NAN, fitted));
}

/* Every trinomial of up to 30 pairs: a number, and turned round when the sides are. */
static void test_symmetry(void **state)
{
    (void)state;
    for (SprtScale scale = SPRT_LOGISTIC; scale <= SPRT_NORMALIZED; scale++)
        for (uint64_t code = 0; code < 11 * 11 * 11; code++) {
            uint64_t counts[3] = {code % 11, code / 11 % 11, code / 121};
            uint64_t turned[3] = {counts[2], counts[1], counts[0]};
            Sprt sprt = {-10, 40, 0.05, 0.1, scale}, mirror = {-40, 10, 0.1, 0.05, scale};
            SprtState at = sprt_judge(&sprt, counts, 3), back = sprt_judge(&mirror, turned, 3);
            assert_true(isfinite(at.ratio));
            assert_close(at.ratio, -back.ratio, 1e-9, "ratio");
            assert_close(at.lower, -back.upper, 1e-12, "bounds");
        }
}

/* One-sided matches and huge ones. */
static void test_extremes(void **state)
{
    (void)state;
    static const uint64_t counts[][3] = {{0, 0, 1},       {0, 1, 0},          {0, 0, 1000000},
                                         {0, 1000000, 0}, {1000000000, 1, 0}, {1, 2000000000, 0},
                                         {0, 0, 0}};
    for (int i = 0; i < COUNT_OF(counts); i++)
        for (SprtScale scale = SPRT_LOGISTIC; scale <= SPRT_NORMALIZED; scale++)
            for (double elo = 1; elo <= SPRT_ELO_LIMIT; elo *= 10) {
                Sprt sprt = {-elo, elo, 0.05, 0.05, scale};
                double ratio = sprt_judge(&sprt, counts[i], 3).ratio;
                assert_true(isfinite(ratio));
                assert_true((counts[i][2] > counts[i][0]) == (ratio > 1e-9));
            }
}

static void test_check(void **state)
{
    (void)state;
    static const struct {
        Sprt sprt;
        const char *error;
    } refused[] = {
        {{5, 5, 0.05, 0.05}, "the first Elo bound, 5, must be below the second, 5"},
        {{0, 2000, 0.05, 0.05}, "the Elo bounds are 0 and 2000, both must be from -1000 to 1000"},
        {{NAN, 5, 0.05, 0.05}, "the Elo bounds are nan and 5, both must be from -1000 to 1000"},
        {{0, 5, 0, 0.05},
         "alpha 0 and beta 0.05 must be above 0 and together below 1, say 0.05 each"},
        {{0, 5, 0.5, 0.5},
         "alpha 0.5 and beta 0.5 must be above 0 and together below 1, say 0.05 each"},
    };
    for (int i = 0; i < COUNT_OF(refused); i++) {
        Error error;
        assert_false(sprt_check(&refused[i].sprt, &error));
        assert_string_equal(error.text, refused[i].error);
    }
    assert_true(sprt_check(&(Sprt){0, 5, 0.05, 0.05, SPRT_LOGISTIC}, NULL));
    uint64_t counts[3] = {0};
    assert_true(isnan(sprt_judge(&(Sprt){0, 5, 0.05, 0.05}, counts, 1).ratio));
}

static void test_as_text(void **state)
{
    (void)state;
    char text[SPRT_TEXT_SIZE];
    Sprt sprt = sprt_standard(-2.5, 10), found;
    assert_string_equal(sprt_print(&sprt, text), "sprt -2.5,10");
    assert_true(sprt_find("match sprt -2.5,10", &found));
    assert_true(found.elo0 == -2.5 && found.elo1 == 10 && found.alpha == 0.05);
    static const char *const none[] = {"match", "sprt", "match sprt 0", "sprt 0,10x", "sprt 5,5"};
    for (int i = 0; i < COUNT_OF(none); i++)
        assert_false(sprt_find(none[i], &found));
}

/* --- simulation --- */

typedef struct Outcomes {
    double accepted; // share of the matches that accepted elo1
    double pairs;    // mean length
} Outcomes;

/* Matches between players of this mean score, a share `split` of whose pairs is split. */
static Outcomes simulate(const Sprt *sprt, double mean, double split, int matches, uint64_t seed)
{
    double won = mean - split / 2;
    Outcomes outcomes = {0, 0};
    for (int match = 0; match < matches; match++) {
        Random random = random_stream(seed, (uint64_t)match, 0);
        PairCounts pairs = {{0, 0, 0}};
        SprtVerdict verdict = SPRT_CONTINUE;
        while (verdict == SPRT_CONTINUE) {
            double drawn = random_unit(&random);
            pairs.points[drawn < won ? 2 : drawn < won + split ? 1 : 0]++;
            verdict = sprt_judge(sprt, pairs.points, 3).verdict;
        }
        outcomes.accepted += verdict == SPRT_ACCEPT_ELO1;
        outcomes.pairs += (double)pairs_count(&pairs);
    }
    return (Outcomes){outcomes.accepted / matches, outcomes.pairs / matches};
}

static void check_error_rates(const Sprt *sprt, double mean0, double mean1, double split)
{
    enum { MATCHES = 800 };
    Outcomes null = simulate(sprt, mean0, split, MATCHES, 21);
    Outcomes other = simulate(sprt, mean1, split, MATCHES, 22);
    double alpha = null.accepted, beta = 1 - other.accepted;
    /* The deviation of a rate of 0.05 over these matches is 0.008. */
    if (alpha < 0.3 * sprt->alpha || alpha > 1.5 * sprt->alpha || beta < 0.3 * sprt->beta ||
        beta > 1.5 * sprt->beta)
        fail_msg("split %g: alpha %.4f, beta %.4f, %.0f and %.0f pairs", split, alpha, beta,
                 null.pairs, other.pairs);
}

static void test_error_rates(void **state)
{
    (void)state;
    Sprt sprt = {0, 40, 0.05, 0.1, SPRT_LOGISTIC};
    check_error_rates(&sprt, 0.5, elo_to_score(40), 0.8);
    check_error_rates(&sprt, 0.5, elo_to_score(40), 0.4);
    sprt = (Sprt){-20, 20, 0.1, 0.1, SPRT_LOGISTIC};
    check_error_rates(&sprt, elo_to_score(-20), elo_to_score(20), 0.6);
}

/* The mean that is `elo` of normalized Elo: mean - 1/2 = t sqrt((1 - split)/4 - (mean - 1/2)^2). */
static double normalized_mean(double elo, double split)
{
    double t = elo / (2 * ELO_PER_LOGIT) * sqrt(2);
    return 0.5 + t * sqrt((1 - split) / 4 / (1 + t * t));
}

static void test_normalized_error_rates(void **state)
{
    (void)state;
    Sprt sprt = {0, 50, 0.05, 0.1, SPRT_NORMALIZED};
    check_error_rates(&sprt, 0.5, normalized_mean(50, 0.8), 0.8);
    check_error_rates(&sprt, 0.5, normalized_mean(50, 0.3), 0.3);
}

/* --- what a stopped match says --- */

typedef struct Told {
    int matches;
    int held, too_high;             // what allows for the stop
    int held_naive, too_high_naive; // what is counted
} Told;

/* Matches of at most 1000 pairs between players of this mean score. */
static Told tell(const Sprt *sprt, double mean, double split, uint64_t seed)
{
    Told told = {.matches = 600};
    double won = mean - split / 2;
    for (int i = 0; i < told.matches; i++) {
        Random random = random_stream(seed, (uint64_t)i, 1);
        Sequential match = sequential_start(sprt);
        Estimate estimate;
        while (!sequential_is_decided(&match) && pairs_count(&match.pairs) < 1000) {
            double drawn = random_unit(&random);
            sequential_add(&match, drawn < won ? 2 : drawn < won + split ? 1 : 0);
        }
        Interval naive = pairs_interval(&match.pairs, 0.95);
        assert_true(sequential_estimate(&match, 0.95, &estimate, NULL));
        told.held += estimate.interval.low <= mean && mean <= estimate.interval.high;
        told.too_high += estimate.score > mean;
        told.held_naive += naive.low <= mean && mean <= naive.high;
        told.too_high_naive += pairs_score(&match.pairs) > mean;
    }
    return told;
}

/* The interval holds the truth 95 times in 100 and the estimate errs to both sides alike,
 * whatever the strength; what is counted does neither. The deviation of a rate of 0.95 over
 * these matches is 0.009, that of one of 0.5 is 0.02. */
static void test_estimate_in_simulation(void **state)
{
    (void)state;
    static const double elos[] = {-40, 0, 20, 40, 80};
    Sprt sprt = {0, 40, 0.05, 0.05, SPRT_LOGISTIC};
    double least_held = 1, furthest = 0;
    for (int i = 0; i < COUNT_OF(elos); i++) {
        Told told = tell(&sprt, elo_to_score(elos[i]), 0.5, (uint64_t)i);
        double held = (double)told.held / told.matches;
        double high = (double)told.too_high / told.matches;
        if (fabs(held - 0.95) > 0.03 || fabs(high - 0.5) > 0.065)
            fail_msg("%+g Elo: held %.3f, too high %.3f", elos[i], held, high);
        least_held = fmin(least_held, (double)told.held_naive / told.matches);
        furthest = fmax(furthest, fabs((double)told.too_high_naive / told.matches - 0.5));
    }
    assert_true(least_held < 0.92);
    assert_true(furthest > 0.1);
}

/* The chance of a better end, and half that of this one, by walking all ways one by one. */
static double better_by_all_ways(const Sprt *sprt, const PairCounts *seen, const double chances[3],
                                 double chance, int pairs, int lead)
{
    int last = (int)pairs_count(seen), end = (int)seen->points[2] - (int)seen->points[0];
    if (pairs == last)
        return lead > end ? chance : lead == end ? chance / 2 : 0;
    if (pairs > 0) {
        double share = (double)(seen->points[0] + seen->points[2]) / last;
        double decided = fmax(share * pairs, abs(lead));
        double counts[3] = {(decided - lead) / 2, pairs - decided, (decided + lead) / 2};
        double ratio = sprt_ratio(sprt, counts, 3);
        if (ratio >= log((1 - sprt->beta) / sprt->alpha))
            return chance;
        if (ratio <= log(sprt->beta / (1 - sprt->alpha)))
            return 0;
    }
    double sum = 0;
    for (int points = 0; points < 3; points++)
        sum += better_by_all_ways(sprt, seen, chances, chance * chances[points], pairs + 1,
                                  lead + points - 1);
    return sum;
}

static void test_estimate_by_all_ways(void **state)
{
    (void)state;
    static const double scores[3] = {0, 0.5, 1}, wanted[3] = {0.5, 0.025, 0.975};
    static const PairCounts seen[] = {{{1, 2, 7}}, {{3, 3, 3}}, {{6, 2, 1}}, {{2, 6, 3}}};
    Sprt sprt = {-60, 90, 0.2, 0.25, SPRT_LOGISTIC};
    for (int i = 0; i < COUNT_OF(seen); i++) {
        double shares[3], chances[3], n = (double)pairs_count(&seen[i]);
        Estimate estimate;
        assert_true(sequential_estimate(&(Sequential){sprt, seen[i]}, 0.95, &estimate, NULL));
        double found[3] = {estimate.score, estimate.interval.low, estimate.interval.high};
        for (int k = 0; k < 3; k++)
            shares[k] = (double)seen[i].points[k] / n;
        for (int k = 0; k < 3; k++) {
            assert_true(multinomial_with_mean(scores, shares, 3, found[k], chances));
            assert_close(better_by_all_ways(&sprt, &seen[i], chances, 1, 0, 0), wanted[k], 1e-5,
                         "chance of a better end");
        }
    }
}

static void assert_mirrored(const Sprt *sprt, PairCounts pairs)
{
    Estimate one, other;
    Sprt mirror = {-sprt->elo1, -sprt->elo0, sprt->beta, sprt->alpha, sprt->scale};
    PairCounts turned = {{pairs.points[2], pairs.points[1], pairs.points[0]}};
    assert_true(sequential_estimate(&(Sequential){*sprt, pairs}, 0.95, &one, NULL));
    assert_true(sequential_estimate(&(Sequential){mirror, turned}, 0.95, &other, NULL));
    assert_close(one.score, 1 - other.score, 1e-6, "score");
    assert_close(one.interval.low, 1 - other.interval.high, 1e-6, "low end");
    assert_close(one.interval.high, 1 - other.interval.low, 1e-6, "high end");
    assert_true(one.interval.low <= one.score && one.score <= one.interval.high);
    assert_true(one.interval.low >= 0 && one.interval.high <= 1);
}

static void test_estimate_extremes(void **state)
{
    (void)state;
    static const PairCounts seen[] = {{{0, 0, 1}},  {{0, 1, 0}},  {{1, 0, 0}},   {{0, 0, 12}},
                                      {{0, 40, 0}}, {{7, 20, 8}}, {{20, 71, 3}}, {{1, 300, 1}}};
    Estimate estimate;
    Sequential match = {.sprt = {0, 10, 0.05, 0.05, SPRT_LOGISTIC}};
    for (int i = 0; i < COUNT_OF(seen); i++)
        for (SprtScale scale = SPRT_LOGISTIC; scale <= SPRT_NORMALIZED; scale++)
            assert_mirrored(&(Sprt){0, 20, 0.05, 0.1, scale}, seen[i]);
    assert_true(sequential_estimate(&match, 0.95, &estimate, NULL));
    assert_true(isnan(estimate.score) && estimate.interval.low == 0 && estimate.interval.high == 1);
    match.pairs = (PairCounts){{0, 0, 12}};
    assert_true(sequential_estimate(&match, 0.95, &estimate, NULL));
    assert_true(estimate.score == 1 && estimate.interval.high == 1);
    assert_true(sequential_estimate(&match, NAN, &estimate, NULL));
    assert_true(isnan(estimate.interval.low));
    /* Bounds that nothing reaches leave what is counted. */
    match = (Sequential){{0, 1e-6, 0.05, 0.05, SPRT_LOGISTIC}, {{70, 230, 100}}};
    assert_true(sequential_estimate(&match, 0.95, &estimate, NULL));
    assert_close(estimate.score, pairs_score(&match.pairs), 1e-3, "score");
    assert_close(estimate.interval.low, pairs_interval(&match.pairs, 0.95).low, 1e-3, "low end");
    assert_close(estimate.interval.high, pairs_interval(&match.pairs, 0.95).high, 1e-3, "high end");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ratios),
        cmocka_unit_test(test_value_of_fastchess),
        cmocka_unit_test(test_fitted_distribution),
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_as_text),
        cmocka_unit_test(test_error_rates),
        cmocka_unit_test(test_normalized_error_rates),
        cmocka_unit_test(test_estimate_in_simulation),
        cmocka_unit_test(test_estimate_by_all_ways),
        cmocka_unit_test(test_estimate_extremes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
