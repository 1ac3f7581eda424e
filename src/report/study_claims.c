#include "report/study_claims.h"

#include <math.h>
#include <stdlib.h>

#include "stats/distribution.h"
#include "stats/spread.h"
#include "stats/summary.h"
#include "stats/wilcoxon.h"

#define ALPHA 0.05

static const StudyJudgement nothing = {
    .verdict = CLAIM_UNDECIDED, .p = NAN, .difference = NAN, .interval = {NAN, NAN}, .test = ""};

const char *study_verdict_name(StudyVerdict verdict)
{
    static const char *const names[] = {"held", "not held", "undecided"};
    return names[verdict];
}

StudyComparison study_compare(const double *differences, size_t count)
{
    Summary summary;
    if (!summary_of(differences, count, &summary, NULL))
        return (StudyComparison){NAN, NAN, 0};
    return (StudyComparison){summary.mean, summary.deviation / sqrt((double)count), count};
}

/* All alike has no error; then the mean is what it is, and on the value nothing is shown. */
static double t_of(const StudyComparison *comparison, double value)
{
    double off = comparison->mean - value;
    return comparison->error > 0 || off == 0 ? off / fmax(comparison->error, 1e-300)
                                             : copysign(INFINITY, off);
}

double study_above(const StudyComparison *comparison, double value)
{
    return comparison->count < 2
               ? NAN
               : student_above(t_of(comparison, value), (double)comparison->count - 1);
}

double study_below(const StudyComparison *comparison, double value)
{
    return comparison->count < 2
               ? NAN
               : student_above(-t_of(comparison, value), (double)comparison->count - 1);
}

static Interval interval_of(const StudyComparison *comparison)
{
    if (comparison->count < 2)
        return (Interval){NAN, NAN};
    double reach = comparison->error * student_reach(0.95, (double)comparison->count - 1);
    return (Interval){comparison->mean - reach, comparison->mean + reach};
}

static void decide(StudyJudgement *judgement, double held, double not_held)
{
    judgement->verdict = held < ALPHA       ? CLAIM_HELD
                         : not_held < ALPHA ? CLAIM_NOT_HELD
                                            : CLAIM_UNDECIDED;
    judgement->p = judgement->verdict == CLAIM_NOT_HELD ? not_held : held;
}

StudyJudgement study_judge_all(const StudyComparison *comparisons, int count, double by)
{
    StudyJudgement judgement = nothing;
    double held = -1, not_held = INFINITY;
    for (int i = 0; i < count; i++) {
        double above = study_above(&comparisons[i], by), below = study_below(&comparisons[i], by);
        if (isnan(above))
            return nothing;
        not_held = fmin(not_held, fmin(1, count * below));
        if (above <= held)
            continue;
        held = above; // the weakest link decides either way
        judgement.difference = comparisons[i].mean;
        judgement.interval = interval_of(&comparisons[i]);
        judgement.units = comparisons[i].count;
    }
    decide(&judgement, held, not_held);
    judgement.test = count > 1 ? "weakest of several paired t" : "paired t";
    return judgement;
}

StudyJudgement study_judge_alike(const StudyComparison *comparison, double by)
{
    StudyJudgement judgement = nothing;
    if (comparison->count < 2)
        return judgement;
    judgement.difference = comparison->mean;
    judgement.interval = interval_of(comparison);
    judgement.units = comparison->count;
    judgement.test = "two one-sided t";
    decide(&judgement, fmax(study_above(comparison, -by), study_below(comparison, by)),
           2 * fmin(study_above(comparison, by), study_below(comparison, -by)));
    return judgement;
}

/* Differences of two agents in per cent, opening by opening; `second` -1: of the first to
 * `value`. */
static bool compare(const StudyResult *result, const StudyClaim *claim, int first, int second,
                    StudyComparison *comparison, Error *error)
{
    double *differences = calloc((size_t)result->openings, sizeof *differences);
    size_t count = 0;
    if (!differences)
        return error_out_of_memory(error);
    for (int64_t opening = 0; opening < result->openings; opening++) {
        double own, other = claim->value / 100;
        if (study_score(result, first, opening, claim->opponents, &own) &&
            (second < 0 || study_score(result, second, opening, claim->opponents, &other)))
            differences[count++] = 100 * (own - other);
    }
    *comparison = study_compare(differences, count);
    free(differences);
    return true;
}

static bool judge_comparisons(const StudyResult *result, const StudyClaim *claim,
                              StudyJudgement *judgement, Error *error)
{
    StudyComparison comparisons[STUDY_COLUMNS_MAX];
    int count = claim->agent_count - 1;
    for (int i = 0; i < count; i++) {
        int first = claim->agents[claim->test == TEST_BEST ? 0 : i];
        if (!compare(result, claim, first, claim->agents[i + 1], &comparisons[i], error))
            return false;
    }
    *judgement = claim->test == TEST_ALIKE ? study_judge_alike(&comparisons[0], claim->by)
                                           : study_judge_all(comparisons, count, claim->by);
    return true;
}

static bool judge_level(const StudyResult *result, const StudyClaim *claim,
                        StudyJudgement *judgement, Error *error)
{
    StudyComparison comparison;
    if (!compare(result, claim, claim->agents[0], -1, &comparison, error))
        return false;
    *judgement = claim->test == TEST_ABOUT ? study_judge_alike(&comparison, claim->by)
                                           : study_judge_all(&comparison, 1, 0);
    if (claim->test == TEST_ABOVE)
        judgement->test = "t against the value";
    return true;
}

static bool judge_by_rank(const double *rates[2], const size_t counts[2], bool no_evidence,
                          StudyJudgement *judgement, Error *error)
{
    Wilcoxon higher, lower;
    if (!wilcoxon_rank_sum(rates[0], counts[0], rates[1], counts[1], ALTERNATIVE_GREATER,
                           WILCOXON_NORMAL, &higher, error) ||
        !wilcoxon_rank_sum(rates[0], counts[0], rates[1], counts[1], ALTERNATIVE_LESS,
                           WILCOXON_NORMAL, &lower, error))
        return false;
    judgement->test = "Wilcoxon rank sum, normal";
    decide(judgement, higher.p, lower.p);
    if (no_evidence) {
        judgement->verdict = higher.p < ALPHA ? CLAIM_NOT_HELD : CLAIM_HELD;
        judgement->p = higher.p;
    }
    return true;
}

static bool judge_rates(const StudyClaim *claim, const double *rates[2], const size_t counts[2],
                        StudyJudgement *judgement, Error *error)
{
    Summary first, second;
    *judgement = nothing;
    if (counts[0] < 2 || counts[1] < 2)
        return true;
    if (!summary_of(rates[0], counts[0], &first, error) ||
        !summary_of(rates[1], counts[1], &second, error))
        return false;
    judgement->units = counts[0];
    judgement->difference = first.median - second.median;
    if (claim->test != TEST_STEADIER)
        return judge_by_rank(rates, counts, claim->test == TEST_NO_EVIDENCE, judgement, error);
    judgement->test = "F-test of variances";
    judgement->difference = first.deviation - second.deviation;
    decide(judgement, spread_less(first.deviation, counts[0], second.deviation, counts[1]),
           spread_less(second.deviation, counts[1], first.deviation, counts[0]));
    return true;
}

static bool judge_repeats(const StudyResult *result, const StudyClaim *claim,
                          StudyJudgement *judgement, Error *error)
{
    size_t room = (size_t)result->standing->repeats;
    double *both = calloc(2 * room, sizeof *both);
    if (!both)
        return error_out_of_memory(error);
    const double *rates[2] = {both, both + room};
    const size_t counts[2] = {study_rates(result, claim->agents[0], both),
                              study_rates(result, claim->agents[1], both + room)};
    bool good = judge_rates(claim, rates, counts, judgement, error);
    free(both);
    return good;
}

bool study_judge(const StudyResult *result, const StudyClaim *claim, StudyJudgement *judgement,
                 Error *error)
{
    switch (claim->test) {
    case TEST_ABOVE:
    case TEST_ABOUT:
        return judge_level(result, claim, judgement, error);
    case TEST_WILCOXON:
    case TEST_NO_EVIDENCE:
    case TEST_STEADIER:
        return judge_repeats(result, claim, judgement, error);
    default:
        return judge_comparisons(result, claim, judgement, error);
    }
}
