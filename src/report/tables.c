/* tables.c: what a standing says of its agents, and in which table that is shown. */
#include "report/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "arena/whole_json.h"
#include "stats/elo.h"
#include "stats/summary.h"

static const Column agent_columns[] = {
    {"agent", "agent", COLUMN_NAME},
    {"label", "agent", COLUMN_NAME},
    {"rank", "rank", COLUMN_RANKED},
    {"games", "games", COLUMN_NUMBER},
    {"wins", "won", COLUMN_NUMBER},
    {"losses", "lost", COLUMN_NUMBER},
    {"rate", "win rate", COLUMN_SHARE, 1, .unit = " %", .look = "total"},
    {"interval", CONFIDENCE_NAME " by games", COLUMN_SHARE, 1},
    {"pair_interval", CONFIDENCE_NAME " by pairs", COLUMN_SHARE, 1},
    {"rates", NULL, COLUMN_WORDS},
    {"elo", "Elo", COLUMN_NUMBER, .sign = true, .look = "total"},
    {"elo_interval", CONFIDENCE_NAME, COLUMN_NUMBER, .sign = true, .between = " to "},
    {"better", "better than next", COLUMN_SHARE, 1, .unit = " %"},
    {"attacker_games", NULL, COLUMN_NUMBER},
    {"attacker_wins", NULL, COLUMN_NUMBER},
    {"attacker", "as attacker", COLUMN_SHARE, 1, .unit = " %", .look = "total"},
    {"attacker_interval", CONFIDENCE_NAME, COLUMN_SHARE, 1},
    {"defender", "as defender", COLUMN_SHARE, 1, .unit = " %", .look = "total"},
    {"defender_interval", CONFIDENCE_NAME, COLUMN_SHARE, 1},
    {"moves", NULL, COLUMN_NUMBER},
    {"nodes", NULL, COLUMN_NUMBER},
    {"seconds", NULL, COLUMN_NUMBER},
    {"moves_a_game", "moves/game", COLUMN_NUMBER, 1},
    {"nodes_a_move", "nodes/move", COLUMN_NUMBER, 0},
    {"ms_a_move", "ms/move", COLUMN_NUMBER, 3},
    {"longest_ms", "longest ms", COLUMN_NUMBER, 1},
};

static json_t *rates_json(const StandingAgent *agent, int repeats)
{
    json_t *array = json_array();
    for (int i = 0; i < repeats; i++)
        whole_json_append(array, whole_json_number(agent->rates[i]));
    return array;
}

/* Won in one role, and how sure that is. */
static void add_role(Table *table, int64_t wins, int64_t games)
{
    table_won(table, wins, games);
    table_interval(table, games ? interval_wilson((uint64_t)wins, (uint64_t)games, CONFIDENCE)
                                : (Interval){NAN, NAN});
}

Table tables_agents(const Standing *standing, const int *agents, int count)
{
    const Ratings *ratings = standing->ratings;
    Table table = TABLE_EMPTY;
    for (size_t i = 0; i < sizeof agent_columns / sizeof *agent_columns; i++)
        table_column(&table, agent_columns[i]);
    for (int i = 0; i < count; i++) {
        const StandingAgent *agent = &standing->agents[agents[i]];
        const StandingSide *side = &agent->side;
        double moves = side->moves ? (double)side->moves : 1;
        table_words(&table, "%s", agent->name);
        table_words(&table, "%s", agent->label);
        table_words(&table, "%s", agent->label);
        table_count(&table, agent->games);
        table_count(&table, side->wins);
        table_count(&table, agent->games - side->wins);
        table_won(&table, side->wins, agent->games);
        table_interval(&table,
                       interval_wilson((uint64_t)side->wins, (uint64_t)agent->games, CONFIDENCE));
        table_interval(&table, pairs_interval(&agent->pairs, CONFIDENCE));
        table_json_value(&table, rates_json(agent, standing->repeats));
        table_number(&table, ratings->elo[agents[i]]);
        table_interval(&table, ratings_interval(ratings, agents[i], CONFIDENCE));
        if (i + 1 < count)
            table_number(&table, ratings_superiority(ratings, agents[i], agents[i + 1]));
        else
            table_nothing(&table);
        table_count(&table, side->attacker_games);
        table_count(&table, side->attacker_wins);
        add_role(&table, side->attacker_wins, side->attacker_games);
        add_role(&table, side->wins - side->attacker_wins, agent->games - side->attacker_games);
        table_count(&table, side->moves);
        table_count(&table, side->nodes);
        table_number(&table, side->seconds);
        table_number(&table, agent->games ? (double)side->moves / (double)agent->games : 0);
        table_number(&table, (double)side->nodes / moves);
        table_number(&table, 1e3 * side->seconds / moves);
        table_number(&table, 1e3 * side->longest_move);
    }
    return table;
}

Table tables_gauntlet(const Standing *standing, const int *agents)
{
    static const char *const sums[] = {"rate", "interval", "pair_interval"};
    static const char *const names[] = {"win rate", CONFIDENCE_NAME " by games",
                                        CONFIDENCE_NAME " by pairs"};
    int tested = standing_tested(standing), all = standing->tournament.settings.agent_count;
    Table table = TABLE_EMPTY, rows = tables_agents(standing, agents, tested);
    table_column(&table, (Column){NULL, "won | lost against", COLUMN_NAME});
    for (int i = 0; i < tested; i++)
        table_column(&table,
                     (Column){NULL, standing->agents[agents[i]].name, COLUMN_SCORE, .look = "won"});
    for (int opponent = tested; opponent < all; opponent++) {
        table_words(&table, "%s", standing->agents[opponent].name);
        for (int i = 0; i < tested; i++) {
            bool swapped;
            const StandingPairing *pairing =
                standing_between(standing, agents[i], opponent, &swapped);
            table_won(&table, pairing ? pairing->side[swapped].wins : 0,
                      pairing ? pairing->games : 0);
        }
    }
    table_rule(&table);
    for (int sum = 0; sum < 3; sum++) {
        table_words(&table, "%s", names[sum]);
        for (int i = 0; i < tested; i++)
            table_copy(&table, &rows, i, sums[sum]);
    }
    table_destroy(&rows);
    return table;
}

Table tables_cross(const Standing *standing, const int *agents)
{
    int all = standing->tournament.settings.agent_count;
    Table table = TABLE_EMPTY, rows = tables_agents(standing, agents, all);
    table_column(&table, (Column){NULL, "% won against", COLUMN_RANKED});
    for (int i = 0; i < all; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", i + 1);
        table_column(&table, (Column){NULL, number, COLUMN_SHARE, .look = "heat"});
    }
    table_column(&table, (Column){NULL, "all", COLUMN_SHARE});
    table_column(&table, (Column){NULL, CONFIDENCE_NAME, COLUMN_SHARE});
    for (int row = 0; row < all; row++) {
        table_words(&table, "%s", standing->agents[agents[row]].name);
        for (int column = 0; column < all; column++) {
            bool swapped;
            const StandingPairing *pairing =
                row == column ? NULL
                              : standing_between(standing, agents[row], agents[column], &swapped);
            if (row == column)
                table_nothing(&table);
            else
                table_won(&table, pairing ? pairing->side[swapped].wins : 0,
                          pairing ? pairing->games : 0);
        }
        table_copy(&table, &rows, row, "rate");
        table_copy(&table, &rows, row, "pair_interval");
    }
    table_destroy(&rows);
    return table;
}

Table tables_repeats(const Standing *standing, const int *agents)
{
    static const Column columns[] = {
        {NULL, "win rate, %", COLUMN_NAME},
        {NULL, "repeats", COLUMN_NUMBER},
        {NULL, "median", COLUMN_NUMBER, 2, .look = "total"},
        {NULL, "mean", COLUMN_NUMBER, 2},
        {NULL, "sd", COLUMN_NUMBER, 2},
        {NULL, "range", COLUMN_NUMBER, 1},
    };
    Table table = TABLE_EMPTY;
    double *rates = malloc((size_t)standing->repeats * sizeof *rates);
    table.failed = !rates;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(&table, columns[i]);
    for (int i = 0; rates && i < standing_tested(standing); i++) {
        Summary summary;
        size_t count = standing_played_rates(standing, agents[i], rates);
        if (!summary_of(rates, count, &summary, NULL)) {
            table.failed = table.failed || count > 0; // what else could fail
            continue;
        }
        table_words(&table, "%s", standing->agents[agents[i]].name);
        table_count(&table, (int64_t)count);
        table_number(&table, summary.median);
        table_number(&table, summary.mean);
        table_number(&table, summary.deviation);
        table_interval(&table, (Interval){summary.minimum, summary.maximum});
    }
    free(rates);
    return table;
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

static int as_they_were_given(const Standing *standing, int agents[TOURNAMENT_AGENTS_MAX])
{
    int count = standing->tournament.settings.agent_count;
    for (int i = 0; i < count; i++)
        agents[i] = i;
    return count;
}

static void print_and_free(Table table, const char *keys, int width, Text *text)
{
    table_print(&table, keys, width, text);
    table_destroy(&table);
}

void tables_details(const Standing *standing, int width, Text *text)
{
    int as_given[TOURNAMENT_AGENTS_MAX];
    print_and_free(tables_agents(standing, as_given, as_they_were_given(standing, as_given)),
                   "label attacker defender moves_a_game nodes_a_move ms_a_move longest_ms", width,
                   text);
    text_append(text, width == TABLE_MARKDOWN ? "\n" : "");
    print_reasons(standing, text);
}

void tables_print(const Standing *standing, int width, Text *text)
{
    int as_given[TOURNAMENT_AGENTS_MAX], by_rating[TOURNAMENT_AGENTS_MAX];
    int all = as_they_were_given(standing, as_given);
    bool gauntlet = standing->tournament.settings.tested_count > 0;
    standing_by_rating(standing, by_rating);
    print_and_free((gauntlet ? tables_gauntlet : tables_cross)(standing, as_given), NULL, width,
                   text);
    text_append(text, "\n");
    if (standing->repeats > 1) {
        print_and_free(tables_repeats(standing, as_given), NULL, width, text);
        text_append(text, "\n");
    }
    print_and_free(tables_agents(standing, by_rating, all), "rank elo elo_interval games better",
                   width, text);
    text_append(text, "\n");
    tables_details(standing, width, text);
}

json_t *pair_points_json(const PairCounts *pairs)
{
    return json_pack("[I, I, I]", (json_int_t)pairs->points[0], (json_int_t)pairs->points[1],
                     (json_int_t)pairs->points[2]);
}

static json_t *pairing_json(const Standing *standing, int i)
{
    const StandingPairing *pairing = &standing->pairings[i];
    return json_pack("{s:s, s:s, s:I, s:I, s:o, s:o, s:I}", "a", standing->agents[pairing->a].name,
                     "b", standing->agents[pairing->b].name, "games", (json_int_t)pairing->games,
                     "a_wins", (json_int_t)pairing->side[0].wins, "pairs",
                     pair_points_json(&pairing->pairs), "pair_interval",
                     interval_json(pairs_interval(&pairing->pairs, CONFIDENCE)), "forfeits",
                     (json_int_t)standing_forfeits(pairing));
}

json_t *tables_json(const Standing *standing)
{
    int as_given[TOURNAMENT_AGENTS_MAX];
    Table table = tables_agents(standing, as_given, as_they_were_given(standing, as_given));
    json_t *agents = table_json(
        &table, "agent games wins interval pair_interval rates elo elo_interval attacker_games "
                "attacker_wins moves nodes seconds");
    json_t *pairings = json_array();
    table_destroy(&table);
    for (int i = 0; i < standing->tournament.pairing_count; i++)
        whole_json_append(pairings, pairing_json(standing, i));
    return json_pack("{s:I, s:I, s:I, s:o, s:o}", "run", (json_int_t)standing->run.id, "games",
                     (json_int_t)standing->run.games, "planned", (json_int_t)standing->run.planned,
                     "agents", agents, "pairings", pairings);
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

json_t *estimate_json(const Estimate *estimate, bool sequential)
{
    Interval elo = elo_from_interval(estimate->interval);
    return json_pack(
        "{s:s, s:o, s:o, s:o, s:[o, o]}", "estimate", sequential ? "sequential" : "counted",
        "score", whole_json_number(estimate->score), "interval", interval_json(estimate->interval),
        "elo", whole_json_number(elo_from_score(estimate->score)), "elo_interval",
        whole_json_number(elo.low), whole_json_number(elo.high));
}

json_t *sequential_json(const Sequential *match)
{
    static const char *const verdicts[] = {"undecided", "elo0", "elo1"};
    const SprtState *state = &match->state;
    return json_pack("{s:[f, f], s:f, s:[f, f], s:s, s:o, s:o}", "sprt", match->sprt.elo0,
                     match->sprt.elo1, "llr", state->ratio, "llr_bounds", state->lower,
                     state->upper, "verdict", verdicts[state->verdict], "naive_score",
                     whole_json_number(pairs_score(&match->pairs)), "naive_interval",
                     interval_json(pairs_interval(&match->pairs, CONFIDENCE)));
}
