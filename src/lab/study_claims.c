#include "lab/study_claims.h"

#include <math.h>
#include <stdlib.h>

#include "stats/distribution.h"
#include "stats/spread.h"
#include "stats/summary.h"
#include "stats/wilcoxon.h"

#define ALPHA 0.05

static const StudyJudgement nothing = {.verdict = CLAIM_UNDECIDED,
                                       .p = NAN,
                                       .difference = NAN,
                                       .interval = {NAN, NAN},
                                       .test = "",
                                       .own_p = NAN};

const char *study_verdict_name(StudyVerdict verdict)
{
    static const char *const names[] = {"held", "not held", "undecided"};
    return names[verdict];
}

/* All alike has no error; then the mean is what it is, and on the value nothing is shown. */
static double t_of(const StudyComparison *comparison, double value)
{
    double off = comparison->mean - value;
    return comparison->error > 0 || off == 0 ? off / fmax(comparison->error, 1e-300)
                                             : copysign(INFINITY, off);
}

/* p of the mean being above (below) `value` by chance; NAN with fewer than two differences. */
static double p_above(const StudyComparison *comparison, double value)
{
    return comparison->count < 2
               ? NAN
               : student_above(t_of(comparison, value), (double)comparison->count - 1);
}

static double p_below(const StudyComparison *comparison, double value)
{
    return comparison->count < 2
               ? NAN
               : student_above(-t_of(comparison, value), (double)comparison->count - 1);
}

static void decide(StudyJudgement *judgement, double held, double not_held)
{
    judgement->verdict = held < ALPHA       ? CLAIM_HELD
                         : not_held < ALPHA ? CLAIM_NOT_HELD
                                            : CLAIM_UNDECIDED;
    judgement->p = judgement->verdict == CLAIM_NOT_HELD ? not_held : held;
}

/* Each comparison lies above `by`, or within it of 0. The weakest link decides either way. */
static StudyJudgement judge_each(const StudyComparison *comparisons, int count, double by,
                                 bool within)
{
    StudyJudgement judgement = nothing;
    double held = -1, not_held = INFINITY;
    for (int i = 0; i < count; i++) {
        const StudyComparison *at = &comparisons[i];
        double above = p_above(at, by), below = p_below(at, by);
        double shown = within ? fmax(p_above(at, -by), below) : above;
        double refuted = within ? 2 * fmin(above, p_below(at, -by)) : below;
        if (isnan(shown))
            return nothing;
        not_held = fmin(not_held, fmin(1, count * refuted));
        if (shown <= held)
            continue;
        held = shown;
        judgement.difference = at->mean;
        judgement.interval = study_comparison_interval(at);
        judgement.units = at->count;
    }
    decide(&judgement, held, not_held);
    return judgement;
}

StudyJudgement study_judge_all(const StudyComparison *comparisons, int count, double by)
{
    StudyJudgement judgement = judge_each(comparisons, count, by, false);
    if (judgement.units > 0)
        judgement.test = count > 1 ? "weakest of several paired t" : "paired t";
    return judgement;
}

StudyJudgement study_judge_alike(const StudyComparison *comparisons, int count, double by)
{
    StudyJudgement judgement = judge_each(comparisons, count, by, true);
    if (judgement.units > 0)
        judgement.test = count > 1 ? "weakest of several two one-sided t" : "two one-sided t";
    return judgement;
}

static bool judge_comparisons(const StudyResult *result, const StudyClaim *claim,
                              StudyJudgement *judgement, Error *error)
{
    StudyComparison comparisons[STUDY_COLUMNS_MAX];
    int count = claim->agent_count - 1;
    for (int i = 0; i < count; i++) {
        int first = claim->agents[claim->test == TEST_BEST ? 0 : i];
        if (!study_difference(result, first, claim->agents[i + 1], claim->opponents, 0,
                              &comparisons[i], error))
            return false;
    }
    *judgement = claim->test == TEST_ALIKE ? study_judge_alike(comparisons, count, claim->by)
                                           : study_judge_all(comparisons, count, claim->by);
    return true;
}

static bool judge_levels(const StudyResult *result, const StudyClaim *claim,
                         StudyJudgement *judgement, Error *error)
{
    StudyComparison comparisons[STUDY_COLUMNS_MAX];
    int count = claim->agent_count;
    for (int i = 0; i < count; i++)
        if (!study_difference(result, claim->agents[i], -1, claim->opponents, claim->value,
                              &comparisons[i], error))
            return false;
    *judgement = claim->test == TEST_ABOUT ? study_judge_alike(comparisons, count, claim->by)
                                           : study_judge_all(comparisons, count, 0);
    if (claim->test == TEST_ABOVE && judgement->units > 0)
        judgement->test =
            count > 1 ? "weakest of several t against the value" : "t against the value";
    return true;
}

static bool judge_by_rank(const double *const rates[2], const size_t counts[2], bool no_evidence,
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

/* Of a normal distribution 95 % lie within 1.96 deviations. */
static void judge_steady(double deviation, size_t count, double by, StudyJudgement *judgement)
{
    double limit = by / normal_reach(CONFIDENCE), p = spread_below(deviation, count, limit);
    judgement->test = "chi-square of the deviation";
    judgement->difference = deviation - limit;
    decide(judgement, p, 1 - p);
}

bool study_judge_rates(const StudyClaim *claim, const double *const rates[2],
                       const size_t counts[2], StudyJudgement *judgement, Error *error)
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
    if (claim->test == TEST_STEADY)
        judge_steady(first.deviation, counts[0], claim->by, judgement);
    else if (claim->test != TEST_STEADIER)
        return judge_by_rank(rates, counts, claim->test == TEST_NO_EVIDENCE, judgement, error);
    else {
        judgement->test = "F-test of variances";
        judgement->difference = first.deviation - second.deviation;
        decide(judgement, spread_less(first.deviation, counts[0], second.deviation, counts[1]),
               spread_less(second.deviation, counts[1], first.deviation, counts[0]));
    }
    return true;
}

/* The same test of the repeats that the study's author had. */
static bool judge_published(const Study *study, const StudyClaim *claim, int second, double *p,
                            Error *error)
{
    StudyJudgement own;
    const double *rates[2] = {study->rates + study->rate_count * (size_t)claim->agents[0],
                              study->rates + study->rate_count * (size_t)second};
    const size_t counts[2] = {study->rate_count, study->rate_count};
    if (!study_judge_rates(claim, rates, counts, &own, error))
        return false;
    *p = own.p;
    return true;
}

static bool judge_repeats(const StudyResult *result, const StudyClaim *claim,
                          StudyJudgement *judgement, Error *error)
{
    const Study *study = result->study;
    size_t room = (size_t)result->standing->repeats;
    int second = claim->agents[claim->agent_count > 1 ? 1 : 0];
    double *both = calloc(2 * room, sizeof *both);
    if (!both)
        return error_out_of_memory(error);
    const double *rates[2] = {both, both + room};
    const size_t counts[2] = {study_rates(result, claim->agents[0], both),
                              study_rates(result, second, both + room)};
    bool good = study_judge_rates(claim, rates, counts, judgement, error);
    free(both);
    if (!good || !study->rates)
        return good;
    return judge_published(study, claim, second, &judgement->own_p, error);
}

bool study_judge(const StudyResult *result, const StudyClaim *claim, StudyJudgement *judgement,
                 Error *error)
{
    switch (claim->test) {
    case TEST_ABOVE:
    case TEST_ABOUT:
        return judge_levels(result, claim, judgement, error);
    case TEST_WILCOXON:
    case TEST_NO_EVIDENCE:
    case TEST_STEADIER:
    case TEST_STEADY:
        return judge_repeats(result, claim, judgement, error);
    default:
        return judge_comparisons(result, claim, judgement, error);
    }
}
