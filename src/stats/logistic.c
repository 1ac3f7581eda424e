/* logistic.c: Newton's method on a concave function, as in ratings.c.
 *
 * Features are brought to mean 0 and deviation 1 first: that is what the ridge is measured by, and
 * it keeps the matrix well conditioned whatever the features' units. The weights are brought back
 * at the end, and their covariance with them: w0 = v0 - sum v_j mean_j / deviation_j.
 */
#include "stats/logistic.h"

#include <math.h>
#include <stdlib.h>

#include "stats/cholesky.h"

enum { STEP_LIMIT = 100 };

typedef struct Fit {
    const LogisticCases *cases;
    double ridge;
    int n;                    // weights: the constant first
    double *mean, *deviation; // by weight; the constant's are unused. Deviation 0: left out
    double *matrix;           // information, then its factor
    double *weights, *step, *attempt;
    double *row;    // a case, brought to mean 0 and deviation 1, behind a 1 for the constant
    double *scores; // sandwich: the sum of a group's gradients; and what that becomes
    double *meat;   // sandwich: n x n
} Fit;

double logistic_log_chance(double score)
{
    return score > 0 ? -log1p(exp(-score)) : score - log1p(exp(score));
}

static const double *row_of(const Fit *fit, size_t i)
{
    const double *numbers = fit->cases->rows + i * (size_t)fit->cases->features;
    for (int j = 1; j < fit->n; j++)
        fit->row[j] =
            fit->deviation[j] > 0 ? (numbers[j - 1] - fit->mean[j]) / fit->deviation[j] : 0;
    return fit->row;
}

static double product(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += a[j] * b[j];
    return sum;
}

static void measure_features(Fit *fit)
{
    const LogisticCases *cases = fit->cases;
    double count = (double)cases->count;
    for (int j = 1; j < fit->n; j++) {
        double sum = 0, squares = 0, largest = 0;
        for (size_t i = 0; i < cases->count; i++)
            sum += cases->rows[i * (size_t)cases->features + (size_t)j - 1];
        fit->mean[j] = sum / count;
        for (size_t i = 0; i < cases->count; i++) {
            double number = cases->rows[i * (size_t)cases->features + (size_t)j - 1];
            squares += (number - fit->mean[j]) * (number - fit->mean[j]);
            largest = fmax(largest, fabs(number));
        }
        double deviation = sqrt(squares / count);
        fit->deviation[j] = deviation > 1e-12 * largest ? deviation : 0;
    }
}

/* --- the likelihood, less the ridge --- */

static double objective(const Fit *fit, const double *weights)
{
    double sum = 0;
    for (size_t i = 0; i < fit->cases->count; i++) {
        double score = product(row_of(fit, i), weights, fit->n);
        sum += logistic_log_chance(fit->cases->good[i] ? score : -score);
    }
    for (int j = 1; j < fit->n; j++)
        sum -= fit->ridge / 2 * weights[j] * weights[j];
    return sum;
}

/* Gradient into `step`, information into `matrix`, both at `weights`. */
static void differentiate(Fit *fit)
{
    int n = fit->n;
    for (int j = 0; j < n; j++) {
        fit->step[j] = j ? -fit->ridge * fit->weights[j] : 0;
        for (int k = 0; k < n; k++)
            fit->matrix[j * n + k] = 0;
        // A feature left out stays at 0, whatever stands here.
        fit->matrix[j * n + j] = j == 0 ? 0 : fit->deviation[j] > 0 ? fit->ridge : 1;
    }
    for (size_t i = 0; i < fit->cases->count; i++) {
        const double *row = row_of(fit, i);
        double score = product(row, fit->weights, n), chance = exp(logistic_log_chance(score));
        double information = chance * exp(logistic_log_chance(-score));
        double surplus = (fit->cases->good[i] ? 1 : 0) - chance;
        for (int j = 0; j < n; j++) {
            fit->step[j] += surplus * row[j];
            for (int k = 0; k <= j; k++)
                fit->matrix[j * n + k] += information * row[j] * row[k];
        }
    }
}

/* Takes the step, halved until the objective does not fall; returns its largest component. */
static double climb(Fit *fit)
{
    double now = objective(fit, fit->weights), part = 1, largest = 0;
    for (int halvings = 0; halvings < 60; halvings++, part /= 2) {
        for (int j = 0; j < fit->n; j++)
            fit->attempt[j] = fit->weights[j] + part * fit->step[j];
        if (objective(fit, fit->attempt) >= now - 1e-12 * fabs(now))
            break;
    }
    for (int j = 0; j < fit->n; j++) {
        largest = fmax(largest, fabs(fit->attempt[j] - fit->weights[j]));
        fit->weights[j] = fit->attempt[j];
    }
    return largest;
}

static bool maximize(Fit *fit, Error *error)
{
    for (int steps = 0; steps < STEP_LIMIT; steps++) {
        differentiate(fit);
        if (!cholesky_factor(fit->matrix, fit->n))
            break;
        cholesky_solve(fit->matrix, fit->n, fit->step);
        if (climb(fit) < 1e-10)
            return true;
    }
    return error_set(error, "these cases have no finite weights without a ridge: some features "
                            "tell good from bad without exception, or say the same");
}

/* --- errors: the inverse of the information around the gradients' own spread --- */

static void spread_of_gradients(Fit *fit)
{
    const LogisticCases *cases = fit->cases;
    int n = fit->n;
    for (int j = 0; j < n * n; j++)
        fit->meat[j] = 0;
    for (size_t i = 0; i < cases->count;) {
        int group = cases->groups[i];
        for (int j = 0; j < n; j++)
            fit->scores[j] = 0;
        for (; i < cases->count && cases->groups[i] == group; i++) {
            const double *row = row_of(fit, i);
            double chance = exp(logistic_log_chance(product(row, fit->weights, n)));
            for (int j = 0; j < n; j++)
                fit->scores[j] += ((cases->good[i] ? 1 : 0) - chance) * row[j];
        }
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                fit->meat[j * n + k] += fit->scores[j] * fit->scores[k];
    }
}

/* The standard error of a sum of weights, each so many times: `scores` is that, and used up. */
static double error_of(Fit *fit)
{
    int n = fit->n;
    double variance = 0;
    cholesky_solve(fit->matrix, n, fit->scores);
    for (int j = 0; j < n; j++)
        variance += fit->scores[j] * product(fit->meat + j * n, fit->scores, n);
    return sqrt(fmax(0, variance));
}

/* From units of the deviations back to the features' own. */
static void hand_over(Fit *fit, LogisticWeight *weights)
{
    int n = fit->n;
    spread_of_gradients(fit);
    weights[0].value = fit->weights[0];
    for (int j = 1; j < n; j++) {
        weights[j] = (LogisticWeight){0, 0};
        if (fit->deviation[j] == 0)
            continue;
        for (int k = 0; k < n; k++)
            fit->scores[k] = k == j ? 1 / fit->deviation[j] : 0;
        weights[j] = (LogisticWeight){fit->weights[j] / fit->deviation[j], error_of(fit)};
        weights[0].value -= weights[j].value * fit->mean[j];
    }
    for (int k = 0; k < n; k++)
        fit->scores[k] = k == 0 ? 1 : fit->deviation[k] > 0 ? -fit->mean[k] / fit->deviation[k] : 0;
    weights[0].error = error_of(fit);
}

/* --- the whole --- */

static bool come_out_alike(const LogisticCases *cases)
{
    for (size_t i = 1; i < cases->count; i++)
        if (cases->good[i] != cases->good[0])
            return false;
    return true;
}

bool logistic_fit(const LogisticCases *cases, double ridge, LogisticWeight *weights, Error *error)
{
    size_t n = (size_t)cases->features + 1;
    if (come_out_alike(cases))
        return error_set(error, "all %zu cases came out alike", cases->count);
    double *memory = calloc(2 * n * n + 7 * n, sizeof *memory), *rest = memory + 2 * n * n;
    if (!memory)
        return error_out_of_memory(error);
    Fit fit = {.cases = cases,
               .ridge = ridge,
               .n = (int)n,
               .matrix = memory,
               .meat = memory + n * n,
               .mean = rest,
               .deviation = rest + n,
               .weights = rest + 2 * n,
               .step = rest + 3 * n,
               .attempt = rest + 4 * n,
               .row = rest + 5 * n,
               .scores = rest + 6 * n};
    fit.row[0] = 1;
    measure_features(&fit);
    bool good = maximize(&fit, error);
    if (good)
        hand_over(&fit, weights);
    free(memory);
    return good;
}
