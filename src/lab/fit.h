/* fit.h: a formula whose weights come from solved positions.
 *
 * The value of a position for a player is a sum of features, each with a weight: the logarithm of
 * the odds that the player wins, fitted to who really does (stats/logistic.h). What a feature is
 * worth depends on who asks: the attacker wants to meet the defender, who wants room, and whoever
 * is to move has a move more. So each of the four who can ask, attacker or defender, to move or
 * waiting, has weights of its own; and with `by_ply` these change evenly as the board fills. Alpha-
 * beta asks for its own player whoever is to move at the leaf, so that all four are needed; where
 * the features come in pairs (own and opp) the values of both players are each other's negatives,
 * for the fit has seen every position from both sides.
 *
 * A problem's moves are solved too, and what a search asks about is rather the positions after
 * them, bad moves and good: these are fitted to as well. Those of one problem are a group that the
 * errors take as one.
 *
 * Nothing is judged by what it was fitted to. Problems whose opening, up to symmetry, falls into a
 * share drawn by chance are held back: no unseen problem shares even its first two plies with one
 * that was seen.
 *
 *     if (fit_terms_read(&settings.terms, "own,opp", &error) && fit_run(fit, &settings, &error))
 *         puts(fit->fitted.formula.bytes);
 *     fit_destroy(fit);
 */
#pragma once

#include "lab/accuracy_summary.h"
#include "stats/logistic.h"
#include "util/slice.h"

enum { FIT_FEATURES_MAX = 24, FIT_WEIGHTS_MAX = 2 * (FIT_FEATURES_MAX + 1) };

typedef enum FittedAsker {
    ATTACKER_TO_MOVE,
    ATTACKER_WAITING,
    DEFENDER_TO_MOVE,
    DEFENDER_WAITING,
    FITTED_ASKERS
} FittedAsker;

/* What is weighted. */
typedef struct FitTerms {
    bool by_ply; // the weights change
    int count;
    Slice features[FIT_FEATURES_MAX]; // pieces of the caller's text
} FitTerms;

/* `own,opp,min(reach2,5)`: each a formula, none with constants to tune. Refused, too, where the
 * answer would be too long for a formula, by ply or not. `list` has to last. */
bool fit_terms_read(FitTerms *terms, const char *list, Error *error);

typedef struct FitSettings {
    FitTerms terms;
    AccuracySettings positions; // seen and unseen, with nobody to judge
} FitSettings;

typedef struct Fitted {
    FitTerms terms;
    int64_t seen;                 // problems fitted to
    int64_t cases[FITTED_ASKERS]; // positions: those problems', and those after their moves
    /* The constant, then the features; by ply each is followed by its change with every ply. */
    LogisticWeight weights[FITTED_ASKERS][FIT_WEIGHTS_MAX];
    Text formula; // with its =
} Fitted;

const char *fitted_asker_name(FittedAsker asker);
int fitted_weight_count(const Fitted *fitted);
void fitted_print_weight_name(const Fitted *fitted, int weight, Text *text); // "own*ply"

/* Large, and points into itself: keep it off the stack, and do not copy it. */
typedef struct Fit {
    Fitted fitted;
    Accuracy *sample; // the positions
    Problem *unseen;  // of them, those held back
    int unseen_count;
    bool too_few;                                  // why it failed: none of them is held back
    Candidate candidates[ACCURACY_CANDIDATES_MAX]; // 0 is the fit, then every heuristic
    Accuracy *judged;                              // on the unseen
    AccuracySummary summary;                       // of that
} Fit;

/* Samples until all is there or the positions' `stop` is set, fits and judges. `fit` is to be
 * destroyed, also after a failure. */
bool fit_run(Fit *fit, const FitSettings *settings, Error *error);
void fit_destroy(Fit *fit);

/* Whether a problem is held back. */
bool fit_is_unseen(const ProblemSettings *settings, const Problem *problem);
