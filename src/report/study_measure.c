#include "report/study_measure.h"

#include <math.h>
#include <stdlib.h>

#include "stats/spread.h"
#include "stats/summary.h"
#include "stats/wilcoxon.h"

#define CONFIDENCE 0.95
#define ALPHA      0.05

static uint8_t *points_at(const StudyResult *result, int agent, int opponent, int64_t opening)
{
    return &result->points[((int64_t)agent * result->opponents + opponent) * result->openings +
                           opening];
}

static bool add_game(void *context, const StoredGame *stored)
{
    const StudyResult *result = context;
    const Tournament *tournament = &result->standing->tournament;
    GameKey key = stored->key;
    if (key.pairing < tournament->pairing_count && key.opening < result->openings) {
        const Pairing *pairing = &tournament->pairings[key.pairing];
        bool won = game_winner_of_pairing(key, stored->game.winner) == 0;
        *points_at(result, pairing->a, pairing->b - tournament->settings.tested_count,
                   key.opening) += (uint8_t)(4 + won);
    }
    return true;
}

static double games_of(const TournamentSettings *settings)
{
    int tested = settings->tested_count;
    return 2.0 * settings->pairs * settings->repeats * tested * (settings->agent_count - tested);
}

bool study_result_read(StudyResult *result, const Study *study, Store *store,
                       const Standing *standing, Error *error)
{
    const TournamentSettings *settings = &standing->tournament.settings;
    *result = (StudyResult){.study = study,
                            .standing = standing,
                            .scale = (double)standing->run.games / games_of(&study->settings),
                            .opponents = settings->agent_count - settings->tested_count,
                            .openings = (int64_t)settings->pairs * settings->repeats};
    result->points = calloc((size_t)settings->tested_count * (size_t)result->opponents,
                            (size_t)result->openings);
    if (!result->points)
        return error_out_of_memory(error);
    return store_games(store, standing->run.id, add_game, result, error);
}

void study_result_destroy(StudyResult *result)
{
    free(result->points);
    result->points = NULL;
}

bool study_score(const StudyResult *result, int agent, int64_t opening, uint64_t opponents,
                 double *score)
{
    int won = 0, games = 0;
    for (int opponent = 0; opponent < result->opponents; opponent++) {
        uint8_t points = *points_at(result, agent, opponent, opening);
        if (!(opponents >> opponent & 1))
            continue;
        if (points / 4 != 2)
            return false;
        won += points % 4;
        games += 2;
    }
    *score = games ? (double)won / games : NAN;
    return games > 0;
}

size_t study_rates(const StudyResult *result, int agent, double *rates)
{
    size_t count = 0;
    for (int i = 0; i < result->standing->repeats; i++)
        if (!isnan(result->standing->agents[agent].rates[i]))
            rates[count++] = 100 * result->standing->agents[agent].rates[i];
    return count;
}

const char *study_agreement_name(StudyAgreement agreement)
{
    static const char *const names[] = {"inside", "near", "outside", "unknown"};
    return names[agreement];
}

StudyAgreement study_agreement(double published, double rounding, double measured,
                               Interval interval, double scale)
{
    if (isnan(published) || isnan(measured) || isnan(interval.low) || isnan(interval.high))
        return AGREES_UNKNOWN;
    if (interval.low <= published && published <= interval.high)
        return AGREES_INSIDE;
    double reach = published < measured ? measured - interval.low : interval.high - measured;
    double off = fabs(published - measured) - rounding;
    return off <= reach * sqrt(1 + scale) ? AGREES_NEAR : AGREES_OUTSIDE;
}

static void measure_rate(const StudyResult *result, StudyCell *cell)
{
    const StandingAgent *agent = &result->standing->agents[cell->agent];
    const PairCounts *pairs = &agent->pairs;
    int64_t games = agent->games, wins = agent->side.wins;
    if (cell->opponent >= 0) {
        int tested = result->standing->tournament.settings.tested_count;
        bool swapped;
        const StandingPairing *pairing =
            standing_between(result->standing, cell->agent, tested + cell->opponent, &swapped);
        pairs = &pairing->pairs; // the agent under test is A
        games = pairing->games;
        wins = pairing->side[0].wins;
    }
    if (games == 0)
        return;
    Interval share = pairs_interval(pairs, CONFIDENCE);
    cell->measured = 100 * (double)wins / (double)games;
    cell->interval = (Interval){100 * share.low, 100 * share.high};
}

static void measure_repeats(StudyCell *cell, const double *rates, size_t count)
{
    Summary summary;
    if (!summary_of(rates, count, &summary, NULL))
        return;
    cell->measured = cell->measure == MEASURE_MEDIAN ? summary.median : summary.deviation;
    cell->interval = cell->measure == MEASURE_MEDIAN
                         ? spread_median_interval(rates, count, CONFIDENCE)
                         : spread_deviation_interval(summary.deviation, count, CONFIDENCE);
}

/* As the study did in R: rank sum, ties by the normal method. */
static void measure_p(const StudyResult *result, StudyCell *cell, const double *rates, size_t count)
{
    Wilcoxon test;
    double *base = calloc((size_t)result->standing->repeats + 1, sizeof *base);
    size_t base_count = base ? study_rates(result, 0, base) : 0;
    if (count > 1 && base_count > 1 &&
        wilcoxon_rank_sum(rates, count, base, base_count, ALTERNATIVE_GREATER, WILCOXON_NORMAL,
                          &test, NULL))
        cell->measured = test.p;
    free(base);
}

static void measure_over_repeats(const StudyResult *result, StudyCell *cell)
{
    double *rates = calloc((size_t)result->standing->repeats + 1, sizeof *rates);
    size_t count = rates ? study_rates(result, cell->agent, rates) : 0;
    if (count > 0 && cell->measure == MEASURE_P)
        measure_p(result, cell, rates, count);
    else if (count > 0)
        measure_repeats(cell, rates, count);
    free(rates);
}

StudyCell study_cell(const StudyResult *result, const StudyTable *table, int row, int column)
{
    const StudyRow *at = &table->rows[row];
    StudyCell cell = {.agent = table->agents_across ? table->agents[column] : at->agent,
                      .opponent = at->opponent,
                      .measure = table->agents_across ? at->measure : table->measures[column],
                      .published = at->published[column],
                      .measured = NAN,
                      .interval = {NAN, NAN}};
    if (cell.measure == MEASURE_RATE)
        measure_rate(result, &cell);
    else
        measure_over_repeats(result, &cell);
    cell.agreement = study_agreement(cell.published, table->rounding, cell.measured, cell.interval,
                                     result->scale);
    if (cell.measure == MEASURE_P && !isnan(cell.measured))
        cell.agreement =
            (cell.published < ALPHA) == (cell.measured < ALPHA) ? AGREES_INSIDE : AGREES_OUTSIDE;
    return cell;
}
