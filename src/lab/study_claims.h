/* study_claims.h: whether what a study claims is so.
 *
 * Agents are compared on the same openings, so the unit is the opening: for each, the difference
 * of two agents' scores over all opponents, and Student's t over these differences. A claim of
 * several comparisons holds if each does (its p is the largest), and fails if one is shown to be
 * the other way round (that p times the number of comparisons). A claim of two agents being
 * alike, or of a rate being about a value, needs the difference shown to be less than a margin,
 * in both directions. Claims about repeats use the studies' own tests: Wilcoxon's rank sum by
 * R's normal method, and for spreads the F-test; for a spread and a limit, the chi-square test.
 *
 *   held        shown at the 5 % level
 *   not held    the opposite is shown at the 5 % level
 *   undecided   neither, at this number of games
 */
#pragma once

#include "lab/study_measure.h"

typedef enum StudyVerdict { CLAIM_HELD, CLAIM_NOT_HELD, CLAIM_UNDECIDED } StudyVerdict;

const char *study_verdict_name(StudyVerdict verdict); // "held", "not held", "undecided"

typedef struct StudyJudgement {
    StudyVerdict verdict;
    double p;          // of the verdict; undecided: of the claim. NAN if nothing can be said
    double difference; // per cent: of the comparison that decided, or of the level to `value`
    Interval interval; // its 95 % interval; NAN where the test has none
    const char *test;  // what was computed, a few words
    size_t units;      // openings, or repeats of an agent
    double own_p;      // the same p of the study's own repeats; NAN where it has none
} StudyJudgement;

/* False only when out of memory. */
bool study_judge(const StudyResult *result, const StudyClaim *claim, StudyJudgement *judgement,
                 Error *error);

/* The parts, on plain numbers.
 *
 * All of `count` comparisons are above `by`. */
StudyJudgement study_judge_all(const StudyComparison *comparisons, int count, double by);

/* All of them lie within `by` of 0. */
StudyJudgement study_judge_alike(const StudyComparison *comparisons, int count, double by);

/* The claim about repeats, on `counts` rates of its first and its second agent. */
bool study_judge_rates(const StudyClaim *claim, const double *const rates[2],
                       const size_t counts[2], StudyJudgement *judgement, Error *error);
