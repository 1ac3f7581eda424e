/* logistic.h: chances from features.
 *
 * Logistic regression: a case with features x comes out well with chance 1 / (1 + exp(-s)), s = w0
 * + w1 x1 + w2 x2 + ..., and the weights are those that make what was seen likeliest. The score s
 * is the logarithm of the odds.
 *
 * Where a feature tells good from bad without exception its likeliest weight is infinite, and where
 * two say the same their weights are anything. So there is a price on weights, the ridge: ridge/2
 * times the sum of their squares, each in units of its feature's standard deviation, is taken from
 * the log-likelihood. It is as if each weight were known beforehand to be 0, give or take
 * 1/sqrt(ridge). The constant w0 is free.
 *
 * Errors are of the sandwich kind (White 1982): they do not believe the model, only that groups of
 * cases are independent of each other. Cases of one group may be as alike as they please.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "util/error.h"

typedef struct LogisticCases {
    size_t count;
    int features;
    const double *rows; // `features` finite numbers for each case
    const bool *good;   // how each came out
    const int *groups;  // cases of a group stand together and have its number
} LogisticCases;

typedef struct LogisticWeight {
    double value, error; // both 0 for a feature that is the same in all cases
} LogisticWeight;

/* `weights`: the constant, then one for each feature. False with a sentence if all cases came out
 * alike, or without a ridge the weights have no finite answer. Allocates and frees. */
bool logistic_fit(const LogisticCases *cases, double ridge, LogisticWeight *weights, Error *error);

/* log(1 / (1 + exp(-score))), without overflow. */
double logistic_log_chance(double score);
