#include "lab/accuracy_summary.h"

#include <math.h>
#include <stdlib.h>

#include "stats/roc.h"

/* Values of won and of lost positions. */
typedef struct Values {
    double *won, *lost;
    int64_t won_count, lost_count;
    double largest; // finite, without its sign
} Values;

static void collect(const Accuracy *accuracy, int candidate, AccuracyFilter filter, Values *values,
                    int64_t *undefined)
{
    for (int i = 0; i < accuracy->settings.problem_count; i++) {
        const Problem *problem = &accuracy->problems[i];
        double value = accuracy_trial(accuracy, i, candidate)->value;
        if (!accuracy_counts(accuracy, i, filter))
            continue;
        if (isnan(value) || accuracy_is_broken(accuracy, candidate))
            ++*undefined;
        else if (problem->winner == problem->position.to_move)
            values->won[values->won_count++] = value;
        else
            values->lost[values->lost_count++] = value;
        if (isfinite(value))
            values->largest = fmax(values->largest, fabs(value));
    }
}

/* Only the order counts, but the ranks are of finite numbers, and their size sets what ties. */
static void bound(double *values, int64_t count, double largest)
{
    for (int64_t i = 0; i < count; i++)
        if (isinf(values[i]))
            values[i] = copysign(2 * largest + 1, values[i]);
}

static bool measure_area(const Values *values, AccuracyFigures *figures, Error *error)
{
    RocArea roc;
    figures->won = values->won_count;
    figures->lost = values->lost_count;
    figures->area = NAN;
    figures->area_range = (Interval){NAN, NAN};
    if (values->won_count == 0 || values->lost_count == 0)
        return true;
    if (!roc_area(values->won, (size_t)values->won_count, values->lost, (size_t)values->lost_count,
                  &roc, error))
        return false;
    figures->area = roc.area;
    figures->area_range = roc_interval(roc.area, (uint64_t)values->won_count,
                                       (uint64_t)values->lost_count, CONFIDENCE);
    return true;
}

/* NAN if the positions are all won or all lost. Infinite values stand beyond all finite ones. */
static bool find_area(const Accuracy *accuracy, int candidate, AccuracyFilter filter,
                      AccuracyFigures *figures, Error *error)
{
    size_t size = (size_t)accuracy->settings.problem_count * sizeof(double);
    Values values = {.won = malloc(size), .lost = malloc(size)};
    bool good = (values.won && values.lost) || error_out_of_memory(error);
    figures->undefined = 0;
    if (good) {
        collect(accuracy, candidate, filter, &values, &figures->undefined);
        bound(values.won, values.won_count, values.largest);
        bound(values.lost, values.lost_count, values.largest);
        good = measure_area(&values, figures, error);
    }
    free(values.won);
    free(values.lost);
    return good;
}

static bool measure(const Accuracy *accuracy, int candidate, AccuracyFilter filter,
                    AccuracyFigures *figures, Error *error)
{
    AccuracyShare share = accuracy_share(accuracy, candidate, filter);
    double rate = share.tests ? share.kept / (double)share.tests : NAN;
    *figures = (AccuracyFigures){
        .low = filter.low,
        .high = filter.high,
        .share = share,
        .rate = rate,
        .rate_range = interval_share(share.tests ? rate : 0, (uint64_t)share.tests, CONFIDENCE),
        .area = NAN};
    return candidate_is_agent(&accuracy->settings.candidates[candidate]) ||
           filter.role != ROLE_ANY || find_area(accuracy, candidate, filter, figures, error);
}

/* The g-th of groups that differ in length by one ply at most. */
static AccuracyFilter group_filter(const AccuracySummary *summary, int g)
{
    const ProblemSettings *settings = &summary->accuracy->settings.problems;
    int span = settings->high - settings->low + 1, count = summary->group_count;
    return (AccuracyFilter){settings->low + g * span / count,
                            settings->low + (g + 1) * span / count - 1, ROLE_ANY};
}

static bool measure_line(const AccuracySummary *summary, int candidate, AccuracyLine *line,
                         Error *error)
{
    const Accuracy *accuracy = summary->accuracy;
    const Candidate *who = &accuracy->settings.candidates[candidate];
    AccuracyFilter all = {accuracy->settings.problems.low, accuracy->settings.problems.high,
                          ROLE_ANY};
    AccuracyFilter attacker = all, defender = all;
    attacker.role = ROLE_ATTACKER;
    defender.role = ROLE_DEFENDER;
    line->is_agent = candidate_is_agent(who);
    candidate_print_name(who, &line->name);
    bool good = (text_ok(&line->name) || error_out_of_memory(error)) &&
                measure(accuracy, candidate, all, &line->all, error) &&
                measure(accuracy, candidate, attacker, &line->attacker, error) &&
                measure(accuracy, candidate, defender, &line->defender, error);
    for (int g = 0; good && g < summary->group_count; g++)
        good = measure(accuracy, candidate, group_filter(summary, g), &line->groups[g], error);
    return good;
}

static void count_problems(AccuracySummary *summary)
{
    const Accuracy *accuracy = summary->accuracy;
    for (int i = 0; i < accuracy->settings.problem_count; i++) {
        const Problem *problem = &accuracy->problems[i];
        summary->solved += problem->state == PROBLEM_SOLVED;
        summary->unsolved += problem->state == PROBLEM_UNSOLVED;
        summary->unreached += problem->state == PROBLEM_UNREACHED;
        summary->won += problem->state == PROBLEM_SOLVED && problem->winning != 0;
        summary->tests += problem_is_test(problem);
    }
}

static double merit(const AccuracyLine *line)
{
    double merit = line->is_agent ? 2 + line->all.rate : line->all.area;
    return isnan(merit) ? line->is_agent ? 2 : 0 : merit;
}

/* By insertion: equal ones stay in the order they were named. */
static void put_in_order(AccuracySummary *summary)
{
    for (int i = 0; i < summary->line_count; i++) {
        int place = i;
        double own = merit(&summary->lines[i]);
        for (; place > 0 && merit(&summary->lines[summary->order[place - 1]]) < own; place--)
            summary->order[place] = summary->order[place - 1];
        summary->order[place] = i;
    }
}

bool accuracy_summarize(const Accuracy *accuracy, AccuracySummary *summary, Error *error)
{
    const AccuracySettings *settings = &accuracy->settings;
    int span = settings->problems.high - settings->problems.low + 1;
    *summary = (AccuracySummary){
        .accuracy = accuracy,
        .lines = calloc((size_t)settings->candidate_count + 1, sizeof *summary->lines),
        .line_count = settings->candidate_count,
        .group_count = span < ACCURACY_GROUPS_MAX ? span : ACCURACY_GROUPS_MAX};
    bool good = summary->lines || error_out_of_memory(error);
    for (int i = 0; good && i < summary->line_count; i++)
        good = measure_line(summary, i, &summary->lines[i], error);
    if (!good) {
        accuracy_summary_free(summary);
        return false;
    }
    count_problems(summary);
    put_in_order(summary);
    return true;
}

void accuracy_summary_free(AccuracySummary *summary)
{
    for (int i = 0; summary->lines && i < summary->line_count; i++)
        text_free(&summary->lines[i].name);
    free(summary->lines);
    *summary = (AccuracySummary){0};
}
