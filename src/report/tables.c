#include "report/tables.h"

#include <math.h>
#include <stdlib.h>

#include "report/table.h"
#include "stats/elo.h"
#include "stats/summary.h"

static void share_cell(TextTable *table, int64_t part, int64_t whole)
{
    if (whole > 0)
        table_cell(table, "%.1f %%", percent_won(part, whole));
    else
        table_cell(table, "-");
}

static void gauntlet_row(const Standing *standing, TextTable *table, int opponent)
{
    table_cell(table, "%s", standing->agents[opponent].name);
    for (int agent = 0; agent < standing_tested(standing); agent++) {
        bool swapped;
        const StandingPairing *pairing = standing_between(standing, agent, opponent, &swapped);
        int64_t won = pairing ? pairing->side[swapped].wins : 0;
        table_cell(table, "%lld | %lld", (long long)won,
                   (long long)((pairing ? pairing->games : 0) - won));
    }
}

void tables_gauntlet(const Standing *standing, int width, Text *text)
{
    int tested = standing_tested(standing), all = standing->tournament.settings.agent_count;
    TextTable table = table_create(1 + tested, width);
    table_cell(&table, "won | lost against");
    for (int i = 0; i < tested; i++)
        table_cell(&table, "%s", standing->agents[i].name);
    table_rule(&table);
    for (int opponent = tested; opponent < all; opponent++)
        gauntlet_row(standing, &table, opponent);
    table_rule(&table);
    table_cell(&table, "win rate");
    for (int i = 0; i < tested; i++)
        share_cell(&table, standing->agents[i].side.wins, standing->agents[i].games);
    table_cell(&table, "95 %% by games");
    for (int i = 0; i < tested; i++) {
        const StandingAgent *agent = &standing->agents[i];
        Interval range =
            interval_wilson((uint64_t)agent->side.wins, (uint64_t)agent->games, CONFIDENCE);
        table_cell(&table, "%.1f - %.1f", 100 * range.low, 100 * range.high);
    }
    table_cell(&table, "95 %% by pairs");
    for (int i = 0; i < tested; i++) {
        Interval range = pairs_interval(&standing->agents[i].pairs, CONFIDENCE);
        table_cell(&table, "%.1f - %.1f", 100 * range.low, 100 * range.high);
    }
    table_print(&table, text);
}

void tables_cross(const Standing *standing, int width, Text *text)
{
    int all = standing->tournament.settings.agent_count;
    TextTable table = table_create(all + 3, width);
    table_cell(&table, "%% won against");
    for (int i = 0; i < all; i++)
        table_cell(&table, "%d", i + 1);
    table_cell(&table, "all");
    table_cell(&table, "95 %%");
    table_rule(&table);
    for (int row = 0; row < all; row++) {
        const StandingAgent *agent = &standing->agents[row];
        table_cell(&table, "%2d %s", row + 1, agent->name);
        for (int column = 0; column < all; column++) {
            bool swapped;
            const StandingPairing *pairing =
                row == column ? NULL : standing_between(standing, row, column, &swapped);
            if (!pairing || pairing->games == 0)
                table_cell(&table, "%s", row == column ? "" : "-");
            else
                table_cell(&table, "%.0f",
                           percent_won(pairing->side[swapped].wins, pairing->games));
        }
        Interval range = pairs_interval(&agent->pairs, CONFIDENCE);
        share_cell(&table, agent->side.wins, agent->games);
        table_cell(&table, "%.1f - %.1f", 100 * range.low, 100 * range.high);
    }
    table_print(&table, text);
}

void tables_ratings(const Standing *standing, int width, Text *text)
{
    int all = standing->tournament.settings.agent_count, order[TOURNAMENT_AGENTS_MAX];
    const Ratings *ratings = standing->ratings;
    TextTable table = table_create(5, width);
    static const char *const heads[] = {"rank", "Elo", "95 %", "games", "better than next"};
    for (int i = 0; i < 5; i++)
        table_cell(&table, "%s", heads[i]);
    table_rule(&table);
    standing_by_rating(standing, order);
    for (int i = 0; i < all; i++) {
        Interval range = ratings_interval(ratings, order[i], CONFIDENCE);
        table_cell(&table, "%2d %s", i + 1, standing->agents[order[i]].label);
        table_cell(&table, "%+.0f", ratings->elo[order[i]]);
        table_cell(&table, "%+.0f to %+.0f", range.low, range.high);
        table_cell(&table, "%lld", (long long)standing->agents[order[i]].games);
        if (i + 1 < all)
            table_cell(&table, "%.1f %%",
                       100 * ratings_superiority(ratings, order[i], order[i + 1]));
        else
            table_cell(&table, "%s", "");
    }
    table_print(&table, text);
}

static void details_row(const StandingAgent *agent, TextTable *table)
{
    const StandingSide *side = &agent->side;
    double moves = side->moves ? (double)side->moves : 1;
    table_cell(table, "%s", agent->label);
    share_cell(table, side->attacker_wins, side->attacker_games);
    share_cell(table, side->wins - side->attacker_wins, agent->games - side->attacker_games);
    table_cell(table, "%.1f", agent->games ? (double)side->moves / (double)agent->games : 0.0);
    table_cell(table, "%.0f", (double)side->nodes / moves);
    table_cell(table, "%.3f", 1e3 * side->seconds / moves);
    table_cell(table, "%.1f", 1e3 * side->longest_move);
}

static void print_reasons(const Standing *standing, Text *text)
{
    int64_t reasons[GAME_REASONS] = {0}, games = 0, plies = 0;
    for (int i = 0; i < standing->tournament.pairing_count; i++) {
        games += standing->pairings[i].games;
        plies += standing->pairings[i].plies;
        for (int reason = 0; reason < GAME_REASONS; reason++)
            reasons[reason] += standing->pairings[i].reasons[reason];
    }
    text_format(text, "%lld game%s, %.1f plies each after the opening", (long long)games,
                plural(games), games ? (double)plies / (double)games : 0);
    for (GameReason reason = GAME_TIME; reason < GAME_REASONS; reason++)
        if (reasons[reason])
            text_format(text, ", %lld lost by %s", (long long)reasons[reason],
                        game_reason_name(reason));
    text_append(text, "\n");
}

void tables_details(const Standing *standing, int width, Text *text)
{
    static const char *const heads[] = {"agent",      "as attacker", "as defender", "moves/game",
                                        "nodes/move", "ms/move",     "longest ms"};
    TextTable table = table_create(7, width);
    for (int i = 0; i < 7; i++)
        table_cell(&table, "%s", heads[i]);
    table_rule(&table);
    for (int i = 0; i < standing->tournament.settings.agent_count; i++)
        details_row(&standing->agents[i], &table);
    table_print(&table, text);
    print_reasons(standing, text);
}

/* The repeats that were played, in per cent. */
static size_t played_rates(const Standing *standing, const StandingAgent *agent, double *rates)
{
    size_t count = 0;
    for (int i = 0; i < standing->repeats; i++)
        if (!isnan(agent->rates[i]))
            rates[count++] = 100 * agent->rates[i];
    return count;
}

void tables_repeats(const Standing *standing, int width, Text *text)
{
    double *rates = malloc((size_t)standing->repeats * sizeof *rates);
    TextTable table = table_create(6, width);
    static const char *const heads[] = {"win rate, %", "repeats", "median", "mean", "sd", "range"};
    for (int i = 0; i < 6; i++)
        table_cell(&table, "%s", heads[i]);
    table_rule(&table);
    for (int i = 0; rates && i < standing_tested(standing); i++) {
        Summary summary;
        size_t count = played_rates(standing, &standing->agents[i], rates);
        if (!summary_of(rates, count, &summary, NULL))
            continue;
        table_cell(&table, "%s", standing->agents[i].name);
        table_cell(&table, "%zu", count);
        table_cell(&table, "%.2f", summary.median);
        table_cell(&table, "%.2f", summary.mean);
        table_cell(&table, "%.2f", summary.deviation);
        table_cell(&table, "%.1f - %.1f", summary.minimum, summary.maximum);
    }
    text->failed = text->failed || !rates;
    free(rates);
    table_print(&table, text);
}

void tables_all(const Standing *standing, int width, Text *text)
{
    bool gauntlet = standing->tournament.settings.tested_count > 0;
    if (gauntlet)
        tables_gauntlet(standing, width, text);
    else
        tables_cross(standing, width, text);
    text_append(text, "\n");
    if (standing->repeats > 1) {
        tables_repeats(standing, width, text);
        text_append(text, "\n");
    }
    tables_ratings(standing, width, text);
    text_append(text, "\n");
    tables_details(standing, width, text);
}

void tables_estimate(const Estimate *estimate, Text *text)
{
    Interval range = estimate->interval, elo = elo_from_interval(range);
    text_format(text, "score %.1f %% (95 %%: %.1f to %.1f), Elo %+.0f (%+.0f to %+.0f)",
                100 * estimate->score, 100 * range.low, 100 * range.high,
                elo_from_score(estimate->score), elo.low, elo.high);
}

void tables_sequential(const Sequential *match, const Estimate *estimate, Text *text)
{
    const Sprt *sprt = &match->sprt;
    const SprtState *state = &match->state;
    int64_t pairs = (int64_t)pairs_count(&match->pairs);
    if (pairs > 0) {
        tables_estimate(estimate, text);
        text_format(text, ", allowing for the sequential test\ncounted %.1f %%%s\n",
                    100 * pairs_score(&match->pairs),
                    sequential_is_decided(match)
                        ? ", but it stopped because it leaned: a number of "
                          "pairs fixed before tells how much stronger"
                        : "");
    }
    text_format(text,
                "sequential test of %g against %g Elo: log-likelihood ratio %.2f, bounds %.2f and "
                "%.2f, after %lld pair%s: ",
                sprt->elo0, sprt->elo1, state->ratio, state->lower, state->upper, (long long)pairs,
                plural(pairs));
    if (sequential_is_decided(match))
        text_format(text, "%g is accepted\n",
                    state->verdict == SPRT_ACCEPT_ELO1 ? sprt->elo1 : sprt->elo0);
    else
        text_append(text, "undecided\n");
}
