/* Logistic regression against a textbook's figures, closed forms, the slope of the likelihood
 * written out anew, and weights that cases were drawn by. */
#include "numbers.h"

#include <math.h>
#include <stdlib.h>

#include "stats/logistic.h"
#include "util/random.h"

enum { FEATURES = 3, WEIGHTS = FEATURES + 1, CASES = 4000 };

static void number_groups(int *groups, int count)
{
    for (int i = 0; i < count; i++)
        groups[i] = i;
}

/* Hours of study and an examination passed: the example most often shown. */
static void test_textbook(void **state)
{
    (void)state;
    static const double hours[] = {0.5,  0.75, 1,    1.25, 1.5, 1.75, 1.75, 2,    2.25, 2.5,
                                   2.75, 3,    3.25, 3.5,  4,   4.25, 4.5,  4.75, 5,    5.5};
    static const bool passed[] = {0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1};
    int groups[20];
    LogisticWeight weights[2];
    number_groups(groups, 20);
    LogisticCases cases = {20, 1, hours, passed, groups};
    assert_true(logistic_fit(&cases, 0, weights, NULL));
    assert_close(weights[0].value, -4.0777134, 1e-6, "constant");
    assert_close(weights[1].value, 1.5046454, 1e-6, "hours");
}

/* A feature that is 0 or 1: the weights are logarithms of odds, their errors those of counts. */
static void test_two_by_two(void **state)
{
    (void)state;
    static const int counts[2][2] = {{30, 12}, {7, 25}}; // by feature, then outcome
    double rows[74];
    bool good[74];
    int groups[74], count = 0;
    LogisticWeight weights[2];
    for (int x = 0; x < 2; x++)
        for (int y = 0; y < 2; y++)
            for (int i = 0; i < counts[x][y]; i++) {
                rows[count] = x;
                good[count++] = y;
            }
    number_groups(groups, count);
    LogisticCases cases = {(size_t)count, 1, rows, good, groups};
    assert_true(logistic_fit(&cases, 0, weights, NULL));
    assert_close(weights[0].value, log(12 / 30.0), 1e-9, "constant");
    assert_close(weights[1].value, log(25 / 7.0) - log(12 / 30.0), 1e-9, "feature");
    assert_close(weights[0].error, sqrt(1 / 12.0 + 1 / 30.0), 1e-9, "constant's error");
    assert_close(weights[1].error, sqrt(1 / 12.0 + 1 / 30.0 + 1 / 25.0 + 1 / 7.0), 1e-9,
                 "feature's error");
}

typedef struct Drawn {
    double rows[CASES * FEATURES];
    bool good[CASES];
    int groups[CASES];
} Drawn;

static const double truth[WEIGHTS] = {0.5, 1.5, -0.02, 0.25};

/* Features of different size, two of them alike; outcomes by `truth`. */
static Drawn *draw(void)
{
    Drawn *drawn = malloc(sizeof *drawn);
    Random random = random_stream(7, 0, 0);
    assert_non_null(drawn);
    for (int i = 0; i < CASES; i++) {
        double *row = drawn->rows + i * FEATURES, score = truth[0];
        row[0] = random_unit(&random);
        row[1] = 100 * random_unit(&random) + 40 * row[0];
        row[2] = random_below(&random, 8);
        for (int j = 0; j < FEATURES; j++)
            score += truth[j + 1] * row[j];
        drawn->good[i] = random_unit(&random) < 1 / (1 + exp(-score));
    }
    number_groups(drawn->groups, CASES);
    return drawn;
}

static void test_recovers_what_was_drawn(void **state)
{
    (void)state;
    Drawn *drawn = draw();
    LogisticCases cases = {CASES, FEATURES, drawn->rows, drawn->good, drawn->groups};
    LogisticWeight weights[WEIGHTS];
    assert_true(logistic_fit(&cases, 0, weights, NULL));
    for (int j = 0; j < WEIGHTS; j++) {
        assert_true(fabs(weights[j].value - truth[j]) < 3 * weights[j].error);
        assert_true(weights[j].error < 0.3);
    }
    free(drawn);
}

static double mean_of(const Drawn *drawn, int count, int feature, double *deviation)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < count; i++)
        sum += drawn->rows[i * FEATURES + feature];
    for (int i = 0; i < count; i++)
        squares += pow(drawn->rows[i * FEATURES + feature] - sum / count, 2);
    *deviation = sqrt(squares / count);
    return sum / count;
}

/* The likelihood less the ridge, by its definition. */
static double penalized(const Drawn *drawn, int count, double ridge, const double *weights)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        double score = weights[0];
        for (int j = 0; j < FEATURES; j++)
            score += weights[j + 1] * drawn->rows[i * FEATURES + j];
        double chance = 1 / (1 + exp(-score));
        sum += log(drawn->good[i] ? chance : 1 - chance);
    }
    for (int j = 0; j < FEATURES; j++) {
        double deviation;
        mean_of(drawn, count, j, &deviation);
        sum -= ridge / 2 * pow(weights[j + 1] * deviation, 2);
    }
    return sum;
}

/* The function is concave: flat is highest. */
static void test_no_step_is_better(void **state)
{
    (void)state;
    Drawn *drawn = draw();
    for (double ridge = 0; ridge <= 20; ridge += 10) {
        LogisticCases cases = {300, FEATURES, drawn->rows, drawn->good, drawn->groups};
        LogisticWeight found[WEIGHTS];
        double weights[WEIGHTS];
        assert_true(logistic_fit(&cases, ridge, found, NULL));
        for (int j = 0; j < WEIGHTS; j++)
            weights[j] = found[j].value;
        for (int j = 0; j < WEIGHTS; j++) {
            double step = 1e-3 * found[j].error, kept = weights[j];
            weights[j] = kept + step;
            double above = penalized(drawn, 300, ridge, weights);
            weights[j] = kept - step;
            double below = penalized(drawn, 300, ridge, weights);
            weights[j] = kept;
            assert_close((above - below) / (2e-3), 0, 1e-5, "slope");
        }
    }
    free(drawn);
}

/* Cases told twice are no news if they are known to belong together, and half as many if not. */
static void test_groups(void **state)
{
    (void)state;
    enum { ONCE = 400 };
    Drawn *drawn = draw(), *twice = malloc(sizeof *twice);
    LogisticWeight once[WEIGHTS], together[WEIGHTS], apart[WEIGHTS];
    assert_non_null(twice);
    for (int i = 0; i < 2 * ONCE; i++) {
        for (int j = 0; j < FEATURES; j++)
            twice->rows[i * FEATURES + j] = drawn->rows[i / 2 * FEATURES + j];
        twice->good[i] = drawn->good[i / 2];
        twice->groups[i] = i / 2;
    }
    LogisticCases cases = {ONCE, FEATURES, drawn->rows, drawn->good, drawn->groups};
    assert_true(logistic_fit(&cases, 0, once, NULL));
    cases = (LogisticCases){2 * ONCE, FEATURES, twice->rows, twice->good, twice->groups};
    assert_true(logistic_fit(&cases, 0, together, NULL));
    cases.groups = drawn->groups;
    assert_true(logistic_fit(&cases, 0, apart, NULL));
    for (int j = 0; j < WEIGHTS; j++) {
        assert_close(together[j].value, once[j].value, 1e-7, "together");
        assert_close(together[j].error, once[j].error, 1e-7, "error together");
        assert_close(apart[j].error, once[j].error / sqrt(2), 1e-7, "error apart");
    }
    free(twice);
    free(drawn);
}

/* Units change the weight and nothing else; a feature that never changes weighs nothing. */
static void test_units_and_constants(void **state)
{
    (void)state;
    Drawn *drawn = draw();
    LogisticCases cases = {500, FEATURES, drawn->rows, drawn->good, drawn->groups};
    LogisticWeight plain[WEIGHTS], scaled[WEIGHTS];
    for (int i = 0; i < 500; i++)
        drawn->rows[i * FEATURES + 2] = -1;
    assert_true(logistic_fit(&cases, 0.5, plain, NULL));
    assert_true(plain[3].value == 0 && plain[3].error == 0);
    for (int i = 0; i < 500; i++)
        drawn->rows[i * FEATURES] = 1e6 * drawn->rows[i * FEATURES] + 1e6;
    assert_true(logistic_fit(&cases, 0.5, scaled, NULL));
    assert_close(1e6 * scaled[1].value, plain[1].value, 1e-8, "weight");
    assert_close(1e6 * scaled[1].error, plain[1].error, 1e-8, "error");
    assert_close(scaled[0].value, plain[0].value - plain[1].value, 1e-8, "constant");
    free(drawn);
}

static void test_no_finite_answer(void **state)
{
    (void)state;
    static const double rows[] = {1, 1, 2, 2, 3, 3, 4, 4}; // twice the same, and it separates
    static const bool good[] = {false, false, true, true}, alike[] = {true, true, true, true};
    static const int groups[] = {0, 1, 2, 3};
    LogisticWeight weights[3];
    Error error;
    LogisticCases cases = {4, 2, rows, good, groups};
    assert_false(logistic_fit(&cases, 0, weights, &error));
    assert_non_null(strstr(error.text, "no finite weights without a ridge"));
    assert_true(logistic_fit(&cases, 0.1, weights, &error));
    assert_close(weights[1].value, weights[2].value, 1e-9, "shared");
    assert_true(weights[1].value > 0 && weights[1].value < 10);
    cases.good = alike;
    assert_false(logistic_fit(&cases, 0.1, weights, &error));
    assert_string_equal(error.text, "all 4 cases came out alike");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_textbook),
        cmocka_unit_test(test_two_by_two),
        cmocka_unit_test(test_recovers_what_was_drawn),
        cmocka_unit_test(test_no_step_is_better),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_units_and_constants),
        cmocka_unit_test(test_no_finite_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
