/* feature.h: what formulas are made of.
 *
 * A feature is a number about a position, for the player scored: a row with its name, what it
 * means, how it is written in C over isolab_heuristic.h, and what it cost the studies' Python.
 * Some are numbered: `reach` with 1 to 8 behind it. Every built-in heuristic is one too, by its
 * name with _ for -, or as `heuristic_NAME`, which also serves where a feature has the name.
 */
#pragma once

#include "eval/heuristic.h"

enum { FEATURE_FROM_MAX = 2 };

typedef struct Feature {
    const char *name; // NULL ends the table
    int most;         // numbered from 1 to this; 0: not numbered
    const char *meaning;
    const char *code; // of `scene`, and `k` where it is numbered
    Needs needs;
    double price;                       // microseconds, beyond what it is made from
    double price_more;                  // and for each further number
    const char *from[FEATURE_FROM_MAX]; // features that have to be found first, of the same number
} Feature;

const Feature *feature_at(int i); // NULL past the last

/* A name of a formula: a feature, its number (0: none), or a heuristic. */
typedef struct FeatureName {
    const Feature *feature;     // NULL: a heuristic
    int number;                 // of the feature
    const Heuristic *heuristic; // NULL: a feature
} FeatureName;

bool feature_find(const char *name, size_t length, FeatureName *found, Error *error);

/* What an evaluation costs beside its features: looking whether the game is over. */
#define FEATURE_BASE_PRICE 3.3
