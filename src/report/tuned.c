#include "report/tuned.h"

#include <math.h>
#include <stdlib.h>

#include "report/tables.h"
#include "stats/distribution.h"

enum { PATH_ROWS = 20 };

void tuned_print_values(const Tuned *tuned, const TunerPoint *point, Text *text)
{
    char value[PARAMETER_VALUE_SIZE];
    for (int i = 0; i < tuned->tuner.settings.axis_count; i++)
        text_format(
            text, "%s%s=%s", i ? "," : "", tuned->settings.parameters[i].name,
            parameter_print(tuned->settings.parameters[i].parameter, point->values[i], value));
}

static void print_agent(const Tuned *tuned, const TunerPoint *point, Text *text)
{
    AgentSpec spec = tuned_agent(tuned, point);
    agent_print(&spec, text);
}

void tuned_print_conditions(const Tuned *tuned, Text *text)
{
    const TournamentSettings *games = &tuned->settings.games;
    int positions = tuned->settings.positions;
    Text budget = TEXT_EMPTY;
    if (tuned->settings.objective == TUNE_ACCURACY)
        text_format(text, "wins kept in %d solved position%s", positions, plural(positions));
    else
        text_format(text, "%d pair%s%s against ", games->pairs, plural(games->pairs),
                    games->agent_count > 2 ? " each" : "");
    for (int i = 1; tuned->settings.objective == TUNE_SCORE && i < games->agent_count; i++) {
        text_append(text, i > 1 ? ", " : "");
        agent_print_name(&games->agents[i], text);
    }
    text_append(&budget, limits_are_set(&games->limits) ? "" : "each agent's own budget or 150 ms");
    limits_print(&games->limits, &budget);
    text->failed = text->failed || !text_ok(&budget);
    text_format(text, " on %dx%d, %s, seed %llu", games->width, games->height,
                text_ok(&budget) ? budget.bytes : "", (unsigned long long)games->seed);
    text_free(&budget);
}

void tuned_print_range(const Tuned *tuned, int axis, Text *text)
{
    const Parameter *parameter = tuned->settings.parameters[axis].parameter;
    const TunerAxis *range = &tuned->tuner.settings.axes[axis];
    char value[PARAMETER_VALUE_SIZE];
    text_format(text, "from %s", parameter_print(parameter, range->min, value));
    text_format(text, " to %s", parameter_print(parameter, range->max, value));
    text_format(text, " by %.9g, at first %s", range->step,
                parameter_print(parameter, range->start, value));
}

static void print_head(const Tuned *tuned, Text *text)
{
    const TunerSettings *settings = &tuned->tuner.settings;
    text_append(text, "tuning ");
    agent_print(&tuned->settings.games.agents[0], text);
    text_format(text, ", method %s\n", tuner_method_name(NULL, (int)settings->method));
    for (int i = 0; i < settings->axis_count; i++) {
        text_format(text, "%s ", tuned->settings.parameters[i].name);
        tuned_print_range(tuned, i, text);
        text_append(text, "\n");
    }
    tuned_print_conditions(tuned, text);
    text_append(text, "\n\n");
}

/* Points in the order of a table: by value along a single axis, best first otherwise. */
typedef struct Row {
    TunerPoint point;
    const TunedPoint *measured;
    bool by_value;
} Row;

static int compare_rows(const void *a, const void *b)
{
    const Row *x = a, *y = b;
    double left = x->by_value ? x->point.values[0] : -x->point.score;
    double right = y->by_value ? y->point.values[0] : -y->point.score;
    if (left != right)
        return left < right ? -1 : 1;
    return x->measured < y->measured ? -1 : x->measured > y->measured;
}

static Row *sort_points(const Tuned *tuned)
{
    int count = tuned->tuner.count;
    Row *rows = malloc((size_t)(count + 1) * sizeof *rows);
    for (int i = 0; rows && i < count; i++)
        rows[i] =
            (Row){tuned->tuner.points[i], &tuned->points[i], tuned->tuner.settings.axis_count == 1};
    if (rows)
        qsort(rows, (size_t)count, sizeof *rows, compare_rows);
    return rows;
}

/* How much more than the start, on the same openings. */
static void add_lead(Table *table, const TunedPoint *measured)
{
    double reach = 100 * normal_reach(CONFIDENCE) * measured->lead_error;
    if (isnan(reach))
        table_nothing(table);
    else if (reach >= 0.005)
        table_words(table, "%+.2f +- %.2f", 100 * measured->lead, reach);
    else if (measured->lead == 0)
        table_words(table, "the same");
    else
        table_words(table, "%+.2f", 100 * measured->lead); // by every opening; how sure, none tells
}

static Table table_of_points(const Tuned *tuned)
{
    Row *rows = sort_points(tuned);
    Table table = {.failed = !rows};
    table_column(&table, (Column){NULL, "point", COLUMN_NAME});
    table_column(&table, (Column){NULL, tune_objective_name(tuned->settings.objective),
                                  COLUMN_SHARE, 2, .unit = " %"});
    table_column(&table, (Column){NULL, CONFIDENCE_NAME, COLUMN_SHARE, 1});
    table_column(&table, (Column){NULL, "more than the start", COLUMN_NUMBER});
    for (int i = 0; rows && i < tuned->tuner.count; i++) {
        Text values = TEXT_EMPTY;
        tuned_print_values(tuned, &rows[i].point, &values);
        table_words(&table, "%s", text_ok(&values) ? values.bytes : "");
        table.failed = table.failed || !text_ok(&values);
        text_free(&values);
        table_number(&table, rows[i].point.score);
        table_interval(&table, rows[i].measured->range);
        add_lead(&table, rows[i].measured);
    }
    free(rows);
    return table;
}

static Table table_of_path(const Tuned *tuned)
{
    const TunerSettings *settings = &tuned->tuner.settings;
    int rounds = tuned->tuner.count / 2, every = rounds / PATH_ROWS + 1;
    Table table = TABLE_EMPTY;
    table_column(&table, (Column){NULL, "round", COLUMN_NUMBER});
    table_column(&table, (Column){NULL, "a_k", COLUMN_NUMBER, 4});
    table_column(&table, (Column){NULL, "c_k", COLUMN_NUMBER, 4});
    for (int i = 0; i < settings->axis_count; i++)
        table_column(&table, (Column){NULL, tuned->settings.parameters[i].name, COLUMN_NUMBER, 4});
    for (int round = 0; round <= rounds; round++) {
        if (round % every && round != rounds)
            continue;
        TunerPoint path = tuner_path(&tuned->tuner, round);
        table_count(&table, round);
        table_number(&table, tuner_gain(settings, round));
        table_number(&table, tuner_reach(settings, round));
        for (int i = 0; i < settings->axis_count; i++)
            table_number(&table, path.values[i]);
    }
    return table;
}

Table tuned_table(const Tuned *tuned)
{
    return tuned->tuner.settings.method == TUNER_SPSA ? table_of_path(tuned)
                                                      : table_of_points(tuned);
}

void tuned_print_method(const Tuned *tuned, Text *text)
{
    const TunerSettings *settings = &tuned->tuner.settings;
    if (settings->method != TUNER_SPSA)
        return;
    text_format(text,
                "a_k = %.4g / (%g + k + 1)^0.602, c_k = %g / (k + 1)^0.101, in units of\n"
                "the ranges; each round compares two points on openings of its own; the\n"
                "answer is the mean of the path's second half\n",
                settings->gain * pow(settings->rounds / 10.0 + 1, 0.602), settings->rounds / 10.0,
                settings->reach);
}

static void print_best(const Tuned *tuned, Text *text)
{
    TunerPoint best = tuner_best(&tuned->tuner);
    const TunedPoint *measured = tuned_find(tuned, &best);
    text_append(text, tuned->complete ? "best" : "best so far");
    if (measured)
        text_format(text, " of %d point%s", tuned->tuner.count, plural(tuned->tuner.count));
    text_append(text, ": ");
    print_agent(tuned, &best, text);
    if (measured)
        text_format(text, ", %.2f %% (95 %%: %.1f to %.1f)", 100 * best.score,
                    100 * measured->range.low, 100 * measured->range.high);
    text_append(text, !tuned_has_moved(tuned) ? ", the starting point itself\n"
                      : measured              ? "; the best of several looks better than it is\n"
                                              : "\n");
}

static void print_confirmation(const Tuned *tuned, Text *text)
{
    static const char *const verdicts[] = {"undecided", "not confirmed", "confirmed"};
    const TunedConfirmation *test = &tuned->confirmation;
    if (tuned->settings.confirm_pairs == 0 && tuned->complete && tuned_has_moved(tuned))
        text_append(text, "not tried on fresh openings: the same command with --resume and "
                          "--confirm 5000 does that\n");
    if (pairs_count(&test->match.pairs) == 0)
        return;
    text_format(text, "against the starting point on fresh openings: %s\n",
                verdicts[test->match.state.verdict]);
    tables_sequential(&test->match, &test->estimate, text);
}

void tuned_print_outcome(const Tuned *tuned, Text *text)
{
    print_best(tuned, text);
    print_confirmation(tuned, text);
}

void tuned_print(const Tuned *tuned, int width, Text *text)
{
    Table table = tuned_table(tuned);
    print_head(tuned, text);
    table_print(&table, NULL, width, text);
    table_destroy(&table);
    tuned_print_method(tuned, text);
    text_append(text, "\n");
    tuned_print_outcome(tuned, text);
}
