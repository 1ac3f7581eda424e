/* ratings.c: Newton's method on a concave function.
 *
 * The log-likelihood depends only on differences, so its information matrix is a graph
 * Laplacian: singular along (1, ..., 1) and positive elsewhere if all players are connected.
 * Adding 1/n to each of its entries makes it positive definite without touching the rest: the
 * steps then keep the mean at 0 by themselves, and the inverse less 1/n is the covariance.
 * Ratings are in logits inside, in Elo outside.
 */
#include "stats/ratings.h"

#include <math.h>
#include <stdlib.h>

#include "stats/cholesky.h"
#include "stats/distribution.h"
#include "stats/elo.h"
#include "stats/logistic.h"

enum { STEP_LIMIT = 100 };

typedef struct Fit {
    int count;
    double *wins;    // with the prior's
    double *matrix;  // information, then its factor, then its inverse
    double *logits;  // the ratings so far
    double *step;    // gradient, then Newton's step
    double *attempt; // ratings tried
} Fit;

/* --- the likelihood --- */

static double log_likelihood(const Fit *fit, const double *logits)
{
    double sum = 0;
    for (int i = 0; i < fit->count; i++)
        for (int j = 0; j < fit->count; j++)
            if (i != j)
                sum += fit->wins[i * fit->count + j] * logistic_log_chance(logits[i] - logits[j]);
    return sum;
}

/* Gradient into `step`, information into `matrix`, both at `logits`. */
static void differentiate(Fit *fit)
{
    int n = fit->count;
    for (int i = 0; i < n; i++)
        fit->step[i] = 0;
    for (int i = 0; i < n * n; i++)
        fit->matrix[i] = 1.0 / n;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double won = fit->wins[i * n + j], lost = fit->wins[j * n + i];
            double chance = exp(logistic_log_chance(fit->logits[i] - fit->logits[j]));
            double other = exp(logistic_log_chance(fit->logits[j] - fit->logits[i]));
            double surplus = won * other - lost * chance;
            double information = (won + lost) * chance * other;
            fit->step[i] += surplus;
            fit->step[j] -= surplus;
            fit->matrix[i * n + i] += information;
            fit->matrix[j * n + j] += information;
            fit->matrix[i * n + j] -= information;
            fit->matrix[j * n + i] -= information;
        }
}

/* Takes the step, halved until the likelihood does not fall; returns its largest component. */
static double climb(Fit *fit)
{
    double now = log_likelihood(fit, fit->logits), part = 1, largest = 0;
    for (int halvings = 0; halvings < 60; halvings++, part /= 2) {
        for (int i = 0; i < fit->count; i++)
            fit->attempt[i] = fit->logits[i] + part * fit->step[i];
        if (log_likelihood(fit, fit->attempt) >= now - 1e-12 * fabs(now))
            break;
    }
    for (int i = 0; i < fit->count; i++) {
        largest = fmax(largest, fabs(fit->attempt[i] - fit->logits[i]));
        fit->logits[i] = fit->attempt[i];
    }
    return largest;
}

static bool maximize(Fit *fit, Error *error)
{
    for (int steps = 0; steps < STEP_LIMIT; steps++) {
        differentiate(fit);
        if (!cholesky_factor(fit->matrix, fit->count))
            break;
        cholesky_solve(fit->matrix, fit->count, fit->step);
        if (climb(fit) < 1e-10)
            return true;
    }
    return error_set(error, "these games have no finite ratings without a prior: some players "
                            "won or lost all against the others, or never met them");
}

/* --- the whole --- */

static void fit_free(Fit *fit)
{
    free(fit->wins);
    free(fit->matrix);
    free(fit->logits);
    free(fit->step);
    free(fit->attempt);
}

static bool fit_init(Fit *fit, const uint64_t *wins, int count, double prior, Error *error)
{
    size_t n = (size_t)count;
    *fit = (Fit){count,
                 malloc(n * n * sizeof(double)),
                 malloc(n * n * sizeof(double)),
                 calloc(n, sizeof(double)),
                 malloc(n * sizeof(double)),
                 malloc(n * sizeof(double))};
    if (!fit->wins || !fit->matrix || !fit->logits || !fit->step || !fit->attempt)
        return error_out_of_memory(error);
    double each = count > 1 ? prior / 2 / (count - 1) : 0;
    for (size_t i = 0; i < n * n; i++)
        fit->wins[i] = (double)wins[i] + each;
    return true;
}

/* The inverse of the information, column by column, from the factor that maximize() left. */
static void covariance_from(const Fit *fit, double *covariance)
{
    int n = fit->count;
    for (int i = 0; i < n; i++) {
        double *row = covariance + i * n;
        for (int j = 0; j < n; j++)
            row[j] = i == j;
        cholesky_solve(fit->matrix, n, row);
        for (int j = 0; j < n; j++)
            row[j] = (row[j] - 1.0 / n) * ELO_PER_LOGIT * ELO_PER_LOGIT;
    }
}

static Ratings *ratings_create(const Fit *fit, Error *error)
{
    size_t n = (size_t)fit->count;
    Ratings *ratings = calloc(1, sizeof *ratings);
    if (ratings) {
        ratings->elo = malloc(n * sizeof(double));
        ratings->covariance = malloc(n * n * sizeof(double));
    }
    if (!ratings || !ratings->elo || !ratings->covariance) {
        error_out_of_memory(error);
        ratings_destroy(ratings);
        return NULL;
    }
    ratings->count = fit->count;
    for (size_t i = 0; i < n; i++)
        ratings->elo[i] = fit->logits[i] * ELO_PER_LOGIT;
    covariance_from(fit, ratings->covariance);
    return ratings;
}

Ratings *ratings_fit(const uint64_t *wins, int count, double prior, Error *error)
{
    if (count < 1 || count > RATINGS_LIMIT) {
        error_set(error, "ratings need 1 to %d players, not %d", RATINGS_LIMIT, count);
        return NULL;
    }
    if (!(prior >= 0 && prior <= 1e6)) {
        error_set(error, "the prior is %g games, it must be 0 to 1000000", prior);
        return NULL;
    }
    Fit fit;
    Ratings *ratings = NULL;
    if (fit_init(&fit, wins, count, prior, error) && maximize(&fit, error))
        ratings = ratings_create(&fit, error);
    fit_free(&fit);
    return ratings;
}

void ratings_destroy(Ratings *ratings)
{
    if (ratings) {
        free(ratings->elo);
        free(ratings->covariance);
        free(ratings);
    }
}

double ratings_error(const Ratings *ratings, int player)
{
    return sqrt(fmax(0, ratings->covariance[player * ratings->count + player]));
}

Interval ratings_interval(const Ratings *ratings, int player, double confidence)
{
    double half = normal_reach(confidence) * ratings_error(ratings, player);
    return (Interval){ratings->elo[player] - half, ratings->elo[player] + half};
}

double ratings_superiority(const Ratings *ratings, int player, int other)
{
    const double *covariance = ratings->covariance;
    int n = ratings->count;
    double variance = covariance[player * n + player] + covariance[other * n + other] -
                      2 * covariance[player * n + other];
    if (player == other || !(variance > 0))
        return 0.5;
    return normal_below((ratings->elo[player] - ratings->elo[other]) / sqrt(variance));
}
