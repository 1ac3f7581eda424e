#include "stats/sprt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "stats/elo.h"
#include "stats/multinomial.h"

static const double UNSEEN = 1e-3;

bool sprt_check(const Sprt *sprt, Error *error)
{
    if (!(fabs(sprt->elo0) <= SPRT_ELO_LIMIT && fabs(sprt->elo1) <= SPRT_ELO_LIMIT))
        return error_set(error, "the Elo bounds are %g and %g, both must be from -%d to %d",
                         sprt->elo0, sprt->elo1, SPRT_ELO_LIMIT, SPRT_ELO_LIMIT);
    if (!(sprt->elo0 < sprt->elo1))
        return error_set(error, "the first Elo bound, %g, must be below the second, %g", sprt->elo0,
                         sprt->elo1);
    if (!(sprt->alpha > 0 && sprt->beta > 0 && sprt->alpha + sprt->beta < 1))
        return error_set(error,
                         "alpha %g and beta %g must be above 0 and together below 1, say 0.05 each",
                         sprt->alpha, sprt->beta);
    return true;
}

Sprt sprt_standard(double elo0, double elo1)
{
    return (Sprt){elo0, elo1, 0.05, 0.05, SPRT_LOGISTIC};
}

const char *sprt_print(const Sprt *sprt, char text[SPRT_TEXT_SIZE])
{
    snprintf(text, SPRT_TEXT_SIZE, "sprt %.9g,%.9g", sprt->elo0, sprt->elo1);
    return text;
}

bool sprt_find(const char *text, Sprt *sprt)
{
    const char *at = strstr(text, "sprt ");
    double elo0, elo1;
    char rest;
    if (!at || sscanf(at, "sprt %lf,%lf%c", &elo0, &elo1, &rest) != 2)
        return false;
    *sprt = sprt_standard(elo0, elo1);
    return sprt_check(sprt, NULL);
}

double sprt_shares(const double *counts, int outcomes, double *scores, double *shares)
{
    double total = 0;
    for (int i = 0; i < outcomes; i++) {
        scores[i] = (double)i / (outcomes - 1);
        shares[i] = fmax(counts[i], UNSEEN);
        total += shares[i];
    }
    for (int i = 0; i < outcomes; i++)
        shares[i] /= total;
    return total;
}

static double logistic_ratio(const Sprt *sprt, const double *scores, const double *shares,
                             int outcomes, double total)
{
    double null[MULTINOMIAL_LIMIT], other[MULTINOMIAL_LIMIT], sum = 0;
    if (!multinomial_with_mean(scores, shares, outcomes, elo_to_score(sprt->elo0), null) ||
        !multinomial_with_mean(scores, shares, outcomes, elo_to_score(sprt->elo1), other))
        return NAN;
    for (int i = 0; i < outcomes; i++)
        sum += shares[i] * log(other[i] / null[i]);
    return total * sum;
}

/* Normalized Elo is about one game. A pair's mean score has half the variance of a game, so
 * as many deviations of a game are sqrt(2) times as many of a pair; two outcomes are a game. */
static double deviations_of(double elo, int outcomes)
{
    return elo / (2 * ELO_PER_LOGIT) * (outcomes == 2 ? 1 : sqrt(2));
}

static double normalized_ratio(const Sprt *sprt, const double *scores, const double *shares,
                               int outcomes, double total)
{
    double mean = 0, variance = 0;
    for (int i = 0; i < outcomes; i++)
        mean += shares[i] * scores[i];
    for (int i = 0; i < outcomes; i++)
        variance += shares[i] * (scores[i] - mean) * (scores[i] - mean);
    double seen = (mean - 0.5) / sqrt(variance);
    double off0 = seen - deviations_of(sprt->elo0, outcomes);
    double off1 = seen - deviations_of(sprt->elo1, outcomes);
    return total / 2 * (log1p(off0 * off0) - log1p(off1 * off1));
}

double sprt_ratio(const Sprt *sprt, const double *counts, int outcomes)
{
    double scores[MULTINOMIAL_LIMIT], shares[MULTINOMIAL_LIMIT];
    double total = sprt_shares(counts, outcomes, scores, shares);
    return sprt->scale == SPRT_LOGISTIC ? logistic_ratio(sprt, scores, shares, outcomes, total)
                                        : normalized_ratio(sprt, scores, shares, outcomes, total);
}

SprtState sprt_judge(const Sprt *sprt, const uint64_t *counts, int outcomes)
{
    bool countable = outcomes >= 2 && outcomes <= MULTINOMIAL_LIMIT;
    double numbers[MULTINOMIAL_LIMIT], total = 0;
    SprtState state = {
        .ratio = NAN,
        .lower = log(sprt->beta / (1 - sprt->alpha)),
        .upper = log((1 - sprt->beta) / sprt->alpha),
    };
    for (int i = 0; countable && i < outcomes; i++)
        total += numbers[i] = (double)counts[i];
    if (countable)
        state.ratio = total > 0 ? sprt_ratio(sprt, numbers, outcomes) : 0;
    if (state.ratio >= state.upper)
        state.verdict = SPRT_ACCEPT_ELO1;
    else if (state.ratio <= state.lower)
        state.verdict = SPRT_ACCEPT_ELO0;
    return state;
}
