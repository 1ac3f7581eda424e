/* test_tuner.c: the methods on made-up functions, without noise and with. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/tuner.h"
#include "support.h"
#include "util/random.h"

typedef double (*Function)(const double *values, Random *noise);

/* Near enough normal: the sum of twelve uniform numbers. */
static double normal(Random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += random_unit(random);
    return sum;
}

static double peak_at_1_25(const double *values, Random *noise)
{
    (void)noise;
    return 0.6 - 0.1 * (values[0] - 1.25) * (values[0] - 1.25);
}

/* Maximum at (0.7, 3), which no single line finds from (0, 0): the axes depend on each other. */
static double tilted(const double *values, Random *noise)
{
    double x = values[0] - 0.7, y = (values[1] - 3) / 4;
    return 0.6 - 0.3 * (x * x + y * y + x * y) + 0.02 * (noise ? normal(noise) : 0);
}

static Tuner run(TunerSettings settings, Function function, Random *noise)
{
    Tuner tuner;
    TunerPoint point;
    Error error;
    assert_true(tuner_create(&tuner, &settings, &error));
    while (tuner_ask(&tuner, &point))
        tuner_tell(&tuner, function(point.values, noise));
    assert_true(tuner.count <= tuner_planned(&tuner));
    return tuner;
}

static const TunerSettings weight = {.axes = {{0, 4, 0.03125, 1}}, .axis_count = 1, .rounds = 1};
static const TunerSettings two = {
    .axes = {{0, 1, 0.01, 0.1}, {0, 4, 0.05, 0.5}}, .axis_count = 2, .rounds = 4};

static void test_line_halves(void **state)
{
    (void)state;
    Tuner tuner = run(weight, peak_at_1_25, NULL);
    const double order[] = {1, 0, 2, 3, 4, 0.5, 1.5, 0.75, 1.25, 1.125, 1.375, 1.1875};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        assert_true(tuner.points[i].values[0] == order[i]);
    assert_true(tuner_best(&tuner).values[0] == 1.25);
    assert_true(tuner_best(&tuner).score == 0.6);
    tuner_destroy(&tuner);
}

static void test_line_sweeps(void **state)
{
    (void)state;
    Tuner tuner = run(two, tilted, NULL);
    TunerPoint best = tuner_best(&tuner);
    assert_true(fabs(best.values[0] - 0.7) < 0.05 && fabs(best.values[1] - 3) < 0.3);
    tuner_destroy(&tuner);
}

static void test_grid_is_complete(void **state)
{
    (void)state;
    TunerSettings settings = {.method = TUNER_GRID,
                              .axes = {{0, 1, 0.1, 0.3}, {1, 5, 1, 2}},
                              .axis_count = 2,
                              .rounds = 1};
    Tuner tuner = run(settings, tilted, NULL);
    assert_int_equal(tuner.count, 55); // the start is one of them
    for (int i = 0; i < 55; i++)
        for (int k = 0; k < i; k++)
            assert_true(memcmp(tuner.points[i].values, tuner.points[k].values,
                               sizeof tuner.points[i].values));
    TunerPoint best = tuner_best(&tuner);
    assert_true(best.values[0] == 0.7); // not 0.7000000000000001
    assert_true(best.values[1] == 3);
    tuner_destroy(&tuner);
}

static void test_start_off_the_lattice(void **state)
{
    (void)state;
    TunerSettings settings = weight;
    settings.method = TUNER_GRID;
    settings.axes[0] = (TunerAxis){0, 4, 1, 1.25};
    Tuner tuner = run(settings, peak_at_1_25, NULL);
    assert_int_equal(tuner.count, 6);
    assert_true(tuner.points[0].values[0] == 1.25);
    assert_true(tuner_best(&tuner).values[0] == 1.25);
    tuner_destroy(&tuner);
}

static TunerSettings spsa(TunerSettings settings, uint64_t seed)
{
    settings.method = TUNER_SPSA;
    settings.rounds = 200;
    settings.gain = 0.3;
    settings.reach = 0.1;
    settings.seed = seed;
    return settings;
}

/* Ten seeds; the start is 0.34 below the maximum, the noise of a score 0.02. */
static void test_spsa_through_noise(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        Random noise = random_stream(seed, 1, 2);
        Tuner tuner = run(spsa(two, seed), tilted, &noise);
        TunerPoint best = tuner_best(&tuner);
        assert_int_equal(tuner.count, 400);
        assert_true(tilted(best.values, NULL) > 0.6 - 0.01);
        assert_true(tilted((double[]){0.1, 0.5}, NULL) < 0.6 - 0.2); // where it started
        tuner_destroy(&tuner);
    }
}

static void test_line_through_noise(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        Random noise = random_stream(seed, 3, 4);
        Tuner tuner = run(two, tilted, &noise);
        assert_true(tilted(tuner_best(&tuner).values, NULL) > 0.6 - 0.06);
        tuner_destroy(&tuner);
    }
}

/* Points of a round lie on both sides of the path, apart on every axis however coarse. */
static void test_spsa_pairs(void **state)
{
    (void)state;
    TunerSettings settings = spsa(two, 5);
    settings.axes[1] = (TunerAxis){1, 4, 1, 2};
    Random noise = random_stream(1, 1, 1);
    Tuner tuner = run(settings, tilted, &noise);
    for (int k = 0; k < settings.rounds; k++) {
        const TunerPoint *a = &tuner.points[2 * k], *b = a + 1;
        assert_true(a->round == k && b->round == k);
        for (int i = 0; i < 2; i++) {
            assert_true(a->values[i] != b->values[i]);
            assert_true(fmin(a->values[i], b->values[i]) >= settings.axes[i].min);
            assert_true(fmax(a->values[i], b->values[i]) <= settings.axes[i].max);
        }
        assert_true(b->values[1] == round(b->values[1]));
    }
    tuner_destroy(&tuner);
}

/* Spall's schedule, written out once more. */
static void test_gains(void **state)
{
    (void)state;
    TunerSettings settings = spsa(weight, 1);
    assert_true(fabs(tuner_gain(&settings, 0) - 0.3) < 1e-12);
    assert_true(fabs(tuner_gain(&settings, 99) / 0.3 - pow(21.0 / 120.0, 0.602)) < 1e-12);
    assert_true(fabs(tuner_reach(&settings, 0) - 0.1) < 1e-12);
    assert_true(fabs(tuner_reach(&settings, 9) - 0.1 / pow(10, 0.101)) < 1e-12);
}

/* Told the same scores again, a search goes on where it was. */
static void test_resumes(void **state)
{
    (void)state;
    for (int method = 0; method < TUNER_METHODS; method++) {
        TunerSettings settings = spsa(two, 3);
        settings.method = (TunerMethod)method;
        settings.rounds = 3;
        settings.axes[0].step = settings.axes[1].step = 0.25;
        Random noise = random_stream(9, 9, 9);
        Tuner whole = run(settings, tilted, &noise), again;
        for (int cut = 0; cut < whole.count; cut++) {
            TunerPoint point;
            Error error;
            assert_true(tuner_create(&again, &settings, &error));
            for (int i = 0; i < cut; i++)
                tuner_tell(&again, whole.points[i].score);
            assert_true(tuner_ask(&again, &point));
            assert_memory_equal(point.values, whole.points[cut].values, sizeof point.values);
            tuner_destroy(&again);
        }
        tuner_destroy(&whole);
    }
}

static void test_refusals(void **state)
{
    (void)state;
    Tuner tuner;
    Error error;
    TunerSettings settings = weight;
    settings.axes[0].max = 0;
    assert_false(tuner_create(&tuner, &settings, &error));
    assert_string_equal(error.text, "axis 1: from 0 to 0 by 0.03125 is no range");
    settings = two;
    settings.method = TUNER_GRID;
    settings.axes[0].step = settings.axes[1].step = 1e-3;
    assert_false(tuner_create(&tuner, &settings, &error));
    assert_string_equal(error.text,
                        "the grid has 4005001 points, more than 20000; take larger steps");
    settings.axis_count = 0;
    assert_false(tuner_create(&tuner, &settings, &error));
    assert_string_equal(error.text, "1 to 6 parameters are tuned at once");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_line_halves),
        cmocka_unit_test(test_line_sweeps),
        cmocka_unit_test(test_grid_is_complete),
        cmocka_unit_test(test_start_off_the_lattice),
        cmocka_unit_test(test_spsa_through_noise),
        cmocka_unit_test(test_line_through_noise),
        cmocka_unit_test(test_spsa_pairs),
        cmocka_unit_test(test_gains),
        cmocka_unit_test(test_resumes),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
