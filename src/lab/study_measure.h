/* study_measure.h: a study played, and its tables held against the games.
 *
 * A published number was itself measured, by the same protocol, with a known number of games;
 * its own error is therefore ours times the root of our games over its games. It is
 *
 *   inside   if it lies in our 95 % interval,
 *   near     if it does not, but within the interval widened by its own error (root of the sum
 *            of squares) and by half a unit of its last digit,
 *   outside  otherwise.
 *
 * Of twenty numbers that agree, one is expected not to be inside-or-near by chance.
 */
#pragma once

#include "lab/run.h"
#include "lab/standing.h"
#include "lab/study.h"
#include "stats/chi_square.h"

typedef struct StudyResult {
    const Study *study;
    Standing *standing; // its own
    StudyRules rules;   // that its searches chose by
    double scale;       // games measured for each published
    uint8_t *points;    // by (agent * opponents + opponent) * openings + opening: 4 * games + won
    int opponents;
    int64_t openings;
    int64_t *late;           // games lost on time, by agent under test
    struct StudyCell *cells; // of all tables, one after the other
} StudyResult;

/* Plays the study, as a run of its kind, and counts. The settings' games are the study's but for
 * their number, seed, budget and how searches choose. A run that was stopped has a result too.
 * The result points to the study; it and `run` are to be destroyed, also after a failure. */
bool study_play(const Study *study, RunSettings settings, Run *run, StudyResult *result,
                Error *error);
void study_result_destroy(StudyResult *result);

/* Win rates of the repeats in per cent; returns how many were played. */
size_t study_rates(const StudyResult *result, int agent, double *rates);

typedef enum StudyAgreement {
    AGREES_INSIDE,
    AGREES_NEAR,
    AGREES_OUTSIDE,
    AGREES_UNKNOWN, // nothing to compare
} StudyAgreement;

typedef struct StudyCell {
    int agent, opponent; // -1: all
    StudyMeasure measure;
    double published, measured; // NAN where there are too few games
    Interval interval;          // 95 %; NAN for p
    StudyAgreement agreement;   // for p: inside if both are on one side of 0.05, else outside
} StudyCell;

/* "inside", "near", "outside" or "unknown"; for p "same side", "other side". */
const char *study_agreement_name(const StudyCell *cell);

StudyCell study_cell(const StudyResult *result, const StudyTable *table, int row, int column);

/* Differences of two agents' scores in per cent, opening by opening: the unit of claims, and of an
 * advantage. `second` -1: of the first's score to `value`. */
typedef struct StudyComparison {
    double mean, error; // standard error
    size_t count;
} StudyComparison;

bool study_compare(const double *differences, size_t count, StudyComparison *comparison,
                   Error *error);
Interval study_comparison_interval(const StudyComparison *comparison); // 95 %, Student's
bool study_difference(const StudyResult *result, int first, int second, uint64_t opponents,
                      double value, StudyComparison *comparison, Error *error);

/* How well a study's win rates are met: over all opponents (medians among them), or by single
 * opponents. */
typedef struct StudyFit {
    int count;        // numbers that can be compared
    double rms;       // root mean square of measured less published, in points
    double by_chance; // what it would be if only chance set the two apart
    int agreements[AGREES_UNKNOWN];
} StudyFit;

StudyFit study_fit(const StudyResult *result, bool single_opponents);

/* Whether an agent's games won against each opponent are those published; a p of NAN where the
 * table does not tell them. */
ChiSquare study_chi_square(const StudyResult *result, const StudyTable *table, int column);

/* Where a published number stands to ours; `scale` as above. */
StudyAgreement study_agreement(double published, double rounding, double measured,
                               Interval interval, double scale);
