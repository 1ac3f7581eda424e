#include "lab/study_measure.h"

#include <math.h>
#include <stdlib.h>

#include "stats/distribution.h"
#include "stats/spread.h"
#include "stats/summary.h"
#include "stats/wilcoxon.h"

#define ALPHA 0.05

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
        result->late[pairing->a] += !won && stored->game.reason == GAME_TIME;
    }
    return true;
}

static bool measure_cells(StudyResult *result, Error *error);

static double games_of(const TournamentSettings *settings)
{
    int tested = settings->tested_count;
    return 2.0 * settings->pairs * settings->repeats * tested * (settings->agent_count - tested);
}

static bool count_games(StudyResult *result, Store *store, Error *error)
{
    const Standing *standing = result->standing;
    const TournamentSettings *settings = &standing->tournament.settings;
    result->scale = (double)standing->run.games / games_of(&result->study->settings);
    result->opponents = settings->agent_count - settings->tested_count;
    result->openings = (int64_t)settings->pairs * settings->repeats;
    result->points = calloc((size_t)settings->tested_count * (size_t)result->opponents,
                            (size_t)result->openings);
    result->late = calloc((size_t)settings->tested_count, sizeof *result->late);
    if (!result->points || !result->late)
        return error_out_of_memory(error);
    return study_rules_find(result->study, settings, &result->rules, error) &&
           store_games(store, standing->run.id, add_game, result, error) &&
           measure_cells(result, error);
}

bool study_play(const Study *study, RunSettings settings, Run *run, StudyResult *result,
                Error *error)
{
    *result = (StudyResult){.study = study};
    settings.kind = study->kind;
    if (!run_play(run, &settings, error))
        return false;
    result->standing = standing_read(run->store, run->number, error);
    return result->standing && count_games(result, run->store, error);
}

void study_result_destroy(StudyResult *result)
{
    standing_destroy(result->standing);
    free(result->points);
    free(result->late);
    free(result->cells);
    *result = (StudyResult){.study = NULL};
}

/* Score of an agent in an opening, 0 to 1, over the opponents of a set. False unless all of its
 * games there are played. */
static bool opening_score(const StudyResult *result, int agent, int64_t opening, uint64_t opponents,
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

bool study_compare(const double *differences, size_t count, StudyComparison *comparison,
                   Error *error)
{
    Summary summary;
    *comparison = (StudyComparison){NAN, NAN, 0};
    if (count == 0)
        return true;
    if (!summary_of(differences, count, &summary, error))
        return false;
    *comparison = (StudyComparison){summary.mean, summary.deviation / sqrt((double)count), count};
    return true;
}

Interval study_comparison_interval(const StudyComparison *comparison)
{
    if (comparison->count < 2)
        return (Interval){NAN, NAN};
    double reach = comparison->error * student_reach(CONFIDENCE, (double)comparison->count - 1);
    return (Interval){comparison->mean - reach, comparison->mean + reach};
}

bool study_difference(const StudyResult *result, int first, int second, uint64_t opponents,
                      double value, StudyComparison *comparison, Error *error)
{
    double *differences = calloc((size_t)result->openings, sizeof *differences);
    size_t count = 0;
    if (!differences)
        return error_out_of_memory(error);
    for (int64_t opening = 0; opening < result->openings; opening++) {
        double own, other = value / 100;
        if (opening_score(result, first, opening, opponents, &own) &&
            (second < 0 || opening_score(result, second, opening, opponents, &other)))
            differences[count++] = 100 * (own - other);
    }
    bool good = study_compare(differences, count, comparison, error);
    free(differences);
    return good;
}

const char *study_agreement_name(const StudyCell *cell)
{
    static const char *const names[] = {"inside", "near", "outside", "unknown"};
    static const char *const names_of_p[] = {"same side", "", "other side", "unknown"};
    return (cell->measure == MEASURE_P ? names_of_p : names)[cell->agreement];
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

static bool measure_repeats(StudyCell *cell, const double *rates, size_t count, Error *error)
{
    Summary summary;
    if (!summary_of(rates, count, &summary, error))
        return false;
    cell->measured = cell->measure == MEASURE_MEDIAN ? summary.median : summary.deviation;
    cell->interval = cell->measure == MEASURE_MEDIAN
                         ? spread_median_interval(rates, count, CONFIDENCE)
                         : spread_deviation_interval(summary.deviation, count, CONFIDENCE);
    return true;
}

/* As the study did in R: rank sum, ties by the normal method. */
static bool measure_p(const StudyResult *result, StudyCell *cell, const double *rates, size_t count,
                      Error *error)
{
    Wilcoxon test = {.p = NAN};
    double *base = calloc((size_t)result->standing->repeats + 1, sizeof *base);
    if (!base)
        return error_out_of_memory(error);
    size_t base_count = study_rates(result, 0, base);
    bool good = count < 2 || base_count < 2 ||
                wilcoxon_rank_sum(rates, count, base, base_count, ALTERNATIVE_GREATER,
                                  WILCOXON_NORMAL, &test, error);
    cell->measured = test.p;
    free(base);
    return good;
}

static bool measure_over_repeats(const StudyResult *result, StudyCell *cell, Error *error)
{
    double *rates = calloc((size_t)result->standing->repeats + 1, sizeof *rates);
    if (!rates)
        return error_out_of_memory(error);
    size_t count = study_rates(result, cell->agent, rates);
    bool good = true;
    if (count > 0 && cell->measure == MEASURE_P)
        good = measure_p(result, cell, rates, count, error);
    else if (count > 0)
        good = measure_repeats(cell, rates, count, error);
    free(rates);
    return good;
}

static bool measure_advantage(const StudyResult *result, StudyCell *cell, Error *error)
{
    StudyComparison comparison;
    if (!study_difference(result, cell->agent, 0, ~0ULL, 0, &comparison, error))
        return false;
    cell->measured = comparison.mean;
    cell->interval = study_comparison_interval(&comparison);
    return true;
}

static bool measure_cell(const StudyResult *result, const StudyTable *table, int row, int column,
                         StudyCell *measured, Error *error)
{
    const StudyRow *at = &table->rows[row];
    bool good = true;
    StudyCell cell = {.agent = table->agents_across ? table->agents[column] : at->agent,
                      .opponent = at->opponent,
                      .measure = table->agents_across ? at->measure : table->measures[column],
                      .published = at->published[column],
                      .measured = NAN,
                      .interval = {NAN, NAN}};
    bool advantage = cell.measure == MEASURE_ADVANTAGE;
    if (cell.measure == MEASURE_RATE)
        measure_rate(result, &cell);
    else if (advantage)
        good = measure_advantage(result, &cell, error);
    else
        good = measure_over_repeats(result, &cell, error);
    double rounding = (advantage ? 2 : 1) * table->rounding; // of two rounded numbers
    cell.agreement =
        study_agreement(cell.published, rounding, cell.measured, cell.interval, result->scale);
    if (cell.measure == MEASURE_P && !isnan(cell.measured))
        cell.agreement =
            (cell.published < ALPHA) == (cell.measured < ALPHA) ? AGREES_INSIDE : AGREES_OUTSIDE;
    *measured = cell;
    return good;
}

/* Cells of the tables up to that one, which is not counted. */
static int cells_before(const Study *study, const StudyTable *table)
{
    int count = 0;
    for (const StudyTable *each = study->tables; each != table; each++)
        count += each->row_count * each->column_count;
    return count;
}

static bool measure_cells(StudyResult *result, Error *error)
{
    const Study *study = result->study;
    const StudyTable *end = study->tables + study->table_count;
    result->cells = calloc((size_t)cells_before(study, end) + 1, sizeof *result->cells);
    if (!result->cells)
        return error_out_of_memory(error);
    StudyCell *cell = result->cells;
    for (const StudyTable *table = study->tables; table != end; table++)
        for (int row = 0; row < table->row_count; row++)
            for (int column = 0; column < table->column_count; column++)
                if (!measure_cell(result, table, row, column, cell++, error))
                    return false;
    return true;
}

StudyCell study_cell(const StudyResult *result, const StudyTable *table, int row, int column)
{
    return result->cells[cells_before(result->study, table) + row * table->column_count + column];
}

/* Variance that chance gives the difference: our error, the published number's, its rounding. */
static double chance_of(const StudyResult *result, const StudyTable *table, const StudyCell *cell)
{
    double error = (cell->interval.high - cell->interval.low) / 2 / normal_reach(CONFIDENCE);
    return error * error * (1 + result->scale) + table->rounding * table->rounding / 3;
}

static bool fits_into(const StudyCell *cell, bool single_opponents)
{
    bool rate = cell->measure == MEASURE_RATE || cell->measure == MEASURE_MEDIAN;
    return rate && (cell->opponent >= 0) == single_opponents && cell->agreement != AGREES_UNKNOWN;
}

StudyFit study_fit(const StudyResult *result, bool single_opponents)
{
    StudyFit fit = {0};
    double squares = 0, chance = 0;
    for (int i = 0; i < result->study->table_count; i++) {
        const StudyTable *table = &result->study->tables[i];
        for (int k = 0; k < table->row_count * table->column_count; k++) {
            StudyCell cell =
                study_cell(result, table, k / table->column_count, k % table->column_count);
            if (!fits_into(&cell, single_opponents))
                continue;
            fit.count++;
            fit.agreements[cell.agreement]++;
            squares += (cell.measured - cell.published) * (cell.measured - cell.published);
            chance += chance_of(result, table, &cell);
        }
    }
    fit.rms = sqrt(squares / fit.count);
    fit.by_chance = sqrt(chance / fit.count);
    return fit;
}

ChiSquare study_chi_square(const StudyResult *result, const StudyTable *table, int column)
{
    WinCount published[STUDY_ROWS_MAX], here[STUDY_ROWS_MAX];
    size_t count = 0;
    for (int row = 0; table->agents_across && row < table->row_count; row++) {
        const StudyRow *at = &table->rows[row];
        if (at->opponent < 0 || !(at->of > 0))
            continue;
        bool swapped;
        const StandingPairing *pairing = standing_between(
            result->standing, table->agents[column],
            result->standing->tournament.settings.tested_count + at->opponent, &swapped);
        published[count] = (WinCount){at->published[column] * at->of / 100, at->of};
        here[count++] = (WinCount){(double)pairing->side[0].wins, (double)pairing->games};
    }
    return chi_square_of_wins(published, here, count);
}
