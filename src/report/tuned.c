/* tuned.c: a tuning in words, as tables, as a plot, as a page, and for programs. */
#include "report/tuned.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/settings.h"
#include "arena/whole_json.h"
#include "report/frame.h"
#include "report/html.h"
#include "report/tables.h"
#include "stats/distribution.h"

enum { PATH_ROWS = 20, HEIGHT = 280, FINEST_CELLS = 24 };

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

static void print_conditions(const Tuned *tuned, Text *text)
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

static void print_range(const Tuned *tuned, int axis, Text *text)
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
        print_range(tuned, i, text);
        text_append(text, "\n");
    }
    print_conditions(tuned, text);
    text_append(text, "\n\n");
}

/* ---- The points and the path as tables */

/* A value as its row has it: a number, or one of the words. */
static json_t *value_json(const Parameter *parameter, double value)
{
    char text[PARAMETER_VALUE_SIZE];
    return parameter->choices ? json_string(parameter_print(parameter, value, text))
                              : json_real(value);
}

static json_t *values_json(const Tuned *tuned, const TunerPoint *point)
{
    json_t *json = json_object();
    for (int i = 0; i < tuned->tuner.settings.axis_count; i++)
        whole_json_set(json, tuned->settings.parameters[i].name,
                       value_json(tuned->settings.parameters[i].parameter, point->values[i]));
    return json;
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

static Row *read_points(const Tuned *tuned, bool sorted)
{
    int count = tuned->tuner.count;
    Row *rows = malloc((size_t)(count + 1) * sizeof *rows);
    for (int i = 0; rows && i < count; i++)
        rows[i] =
            (Row){tuned->tuner.points[i], &tuned->points[i], tuned->tuner.settings.axis_count == 1};
    if (rows && sorted)
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

static Table points_table(const Tuned *tuned, bool sorted)
{
    Row *rows = read_points(tuned, sorted);
    Table table = {.failed = !rows};
    const Column columns[] = {
        {"point", "point", COLUMN_NAME},
        {"values", NULL, COLUMN_WORDS},
        {"round", NULL, COLUMN_NUMBER},
        {"score", tune_objective_name(tuned->settings.objective), COLUMN_SHARE, 2, .unit = " %"},
        {"interval", CONFIDENCE_NAME, COLUMN_SHARE, 1},
        {"pair_points", NULL, COLUMN_WORDS},
        {"more", "more than the start", COLUMN_NUMBER},
        {"lead", NULL, COLUMN_NUMBER},
        {"lead_error", NULL, COLUMN_NUMBER},
    };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(&table, columns[i]);
    for (int i = 0; rows && i < tuned->tuner.count; i++) {
        const TunerPoint *point = &rows[i].point;
        const TunedPoint *measured = rows[i].measured;
        Text values = TEXT_EMPTY;
        tuned_print_values(tuned, point, &values);
        table_words(&table, "%s", text_ok(&values) ? values.bytes : "");
        table.failed = table.failed || !text_ok(&values);
        text_free(&values);
        table_json_value(&table, values_json(tuned, point));
        table_count(&table, point->round);
        table_number(&table, point->score);
        table_interval(&table, measured->range);
        table_json_value(&table, pair_points_json(&measured->pairs));
        add_lead(&table, measured);
        table_number(&table, measured->lead);
        table_number(&table, measured->lead_error);
    }
    free(rows);
    return table;
}

/* Of about so many rounds, and the last. */
static Table path_table(const Tuned *tuned, int most)
{
    const TunerSettings *settings = &tuned->tuner.settings;
    int rounds = tuned->tuner.count / 2, every = rounds / most + 1;
    Table table = TABLE_EMPTY;
    table_column(&table, (Column){"round", "round", COLUMN_NUMBER});
    table_column(&table, (Column){"a", "a_k", COLUMN_NUMBER, 4});
    table_column(&table, (Column){"c", "c_k", COLUMN_NUMBER, 4});
    table_column(&table, (Column){"values", NULL, COLUMN_WORDS});
    for (int i = 0; i < settings->axis_count; i++)
        table_column(&table, (Column){NULL, tuned->settings.parameters[i].name, COLUMN_NUMBER, 4});
    for (int round = 0; round <= rounds; round++) {
        if (round % every && round != rounds)
            continue;
        TunerPoint path = tuner_path(&tuned->tuner, round);
        table_count(&table, round);
        table_number(&table, tuner_gain(settings, round));
        table_number(&table, tuner_reach(settings, round));
        table_json_value(&table, values_json(tuned, &path));
        for (int i = 0; i < settings->axis_count; i++)
            table_number(&table, path.values[i]);
    }
    return table;
}

static bool has_path(const Tuned *tuned)
{
    return tuned->tuner.settings.method == TUNER_SPSA;
}

static Table tuned_table(const Tuned *tuned)
{
    return has_path(tuned) ? path_table(tuned, PATH_ROWS) : points_table(tuned, true);
}

static void print_method(const Tuned *tuned, Text *text)
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

static void print_outcome(const Tuned *tuned, Text *text)
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
    print_method(tuned, text);
    text_append(text, "\n");
    print_outcome(tuned, text);
}

/* ---- As a plot */

static Plot axes_create(const char *description)
{
    Plot plot = plot_create(description, HEIGHT);
    plot_add(&plot,
             "set margins 7, 2, 3.4, 1.6\nset border 3 linecolor rgb '#%06x'\n"
             "set ytics nomirror scale 0 textcolor rgb '#%06x'\n"
             "set grid y linetype 1 linecolor rgb '#%06x' linewidth 0.7\n",
             SVG_LINE, SVG_MUTED, SVG_LINE);
    return plot;
}

static void name_axes(Plot *plot, const char *x, const char *y)
{
    plot_label(plot, "at graph 1, screen 0.035 right", SVG_INK, x);
    plot_label(plot, "at screen 0.01, screen 0.97 left", SVG_INK, y);
}

/* The words of a parameter instead of numbers along the axis `x` or `y`. */
static void name_values(const Tuned *tuned, int axis, char along, Plot *plot)
{
    const Parameter *parameter = tuned->settings.parameters[axis].parameter;
    const TunerAxis *range = &tuned->tuner.settings.axes[axis];
    char word[PARAMETER_VALUE_SIZE];
    if (!parameter->choices)
        return;
    plot_add(plot, "set %ctics (", along);
    for (double value = range->min; value <= range->max; value++)
        plot_add(plot, "%s'@%d@' %.9g", value > range->min ? ", " : "",
                 plot_text(plot, parameter_print(parameter, value, word)), value);
    plot_add(plot, ")\n");
}

static void score_name(const Tuned *tuned, char name[64])
{
    snprintf(name, 64, "%s, %%", tune_objective_name(tuned->settings.objective));
}

static Plot plot_curve(const Tuned *tuned)
{
    Plot plot =
        axes_create("Score by the value of the parameter, with 95 % intervals; the large dot "
                    "is the best");
    char name[64];
    TunerPoint best = tuner_best(&tuned->tuner);
    score_name(tuned, name);
    bool words = tuned->settings.parameters[0].parameter->choices != NULL; // with nothing between
    name_axes(&plot, tuned->settings.parameters[0].name, name);
    name_values(tuned, 0, 'x', &plot);
    plot_add(&plot, "set offsets %s, graph 0.05, graph 0.05\n$points << END\n",
             words ? "0.5, 0.5" : "graph 0.03, graph 0.03");
    for (int i = 0; i < tuned->tuner.count; i++)
        plot_add(&plot, "%.9g %.9g %.9g %.9g\n", tuned->tuner.points[i].values[0],
                 100 * tuned->tuner.points[i].score, 100 * tuned->points[i].range.low,
                 100 * (tuned->points[i].range.high - tuned->points[i].range.low));
    plot_add(&plot, "END\n$best << END\n%.9g %.9g\nEND\n", best.values[0], 100 * best.score);
    plot_add(&plot,
             "plot $points using 1:3:(0):4 with vectors heads size screen 0.006,90 linewidth 1.2 "
             "linecolor rgb '#%06x', '' using 1:2 smooth unique with %s linecolor "
             "rgb '#%06x', '' using 1:2 with points pointtype 7 pointsize 0.6 linecolor rgb "
             "'#%06x', $best using 1:2 with points pointtype 7 pointsize 1 linecolor rgb '#%06x'\n",
             SVG_MUTED, words ? "points pointtype 7 pointsize 0.6" : "lines linewidth 1.5",
             SVG_PRIMARY, SVG_PRIMARY, SVG_SECOND);
    return plot;
}

static double cell_half(const TunerAxis *axis)
{
    return fmax(axis->step, (axis->max - axis->min) / FINEST_CELLS) / 2;
}

static void score_range(const Tuned *tuned, double *low, double *high)
{
    *low = 1;
    *high = 0;
    for (int i = 0; i < tuned->tuner.count; i++) {
        *low = fmin(*low, tuned->tuner.points[i].score);
        *high = fmax(*high, tuned->tuner.points[i].score);
    }
}

/* A cell the fuller of colour the better, from the worst point to the best: on a light page that is
 * darker, on a dark one brighter. */
static Plot plot_heat(const Tuned *tuned)
{
    Plot plot = axes_create("Score by the values of two parameters: the fuller the blue the "
                            "better; the dot is the best point");
    const TunerAxis *axes = tuned->tuner.settings.axes;
    double low, high, half[2] = {cell_half(&axes[0]), cell_half(&axes[1])};
    char title[160];
    TunerPoint best = tuner_best(&tuned->tuner);
    score_range(tuned, &low, &high);
    snprintf(title, sizeof title, "%s; %s from %.1f %% (pale) to %.1f %% (full)",
             tuned->settings.parameters[1].name, tune_objective_name(tuned->settings.objective),
             100 * low, 100 * high);
    name_axes(&plot, tuned->settings.parameters[0].name, title);
    name_values(tuned, 0, 'x', &plot);
    name_values(tuned, 1, 'y', &plot);
    plot_add(&plot, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n", axes[0].min - half[0],
             axes[0].max + half[0], axes[1].min - half[1], axes[1].max + half[1]);
    for (int i = 0; i < tuned->tuner.count; i++) {
        const TunerPoint *point = &tuned->tuner.points[i];
        double share = high > low ? (point->score - low) / (high - low) : 1;
        plot_add(&plot,
                 "set object %d rectangle from %.9g,%.9g to %.9g,%.9g fillcolor rgb '#%06x' "
                 "fillstyle transparent solid %.2f noborder\n",
                 i + 1, point->values[0] - half[0], point->values[1] - half[1],
                 point->values[0] + half[0], point->values[1] + half[1], SVG_PRIMARY,
                 0.08 + 0.92 * share);
    }
    plot_add(&plot,
             "$best << END\n%.9g %.9g\nEND\nplot $best using 1:2 with points pointtype 7 pointsize "
             "0.8 linecolor rgb '#%06x'\n",
             best.values[0], best.values[1], SVG_SECOND);
    return plot;
}

/* More parameters than a plane has: the points as they came, and the best so far. */
static Plot plot_points(const Tuned *tuned)
{
    Plot plot = axes_create("Score of each point in the order they were measured; the line is the "
                            "best so far");
    double best = 0;
    char name[64];
    score_name(tuned, name);
    name_axes(&plot, "point", name);
    plot_add(&plot, "set offsets graph 0.03, graph 0.03, graph 0.05, graph 0.05\n$points << END\n");
    for (int i = 0; i < tuned->tuner.count; i++) {
        best = fmax(best, tuned->tuner.points[i].score);
        plot_add(&plot, "%d %.9g %.9g\n", i + 1, 100 * tuned->tuner.points[i].score, 100 * best);
    }
    plot_add(&plot,
             "END\nplot $points using 1:3 with steps linewidth 1.5 linecolor rgb '#%06x', '' using "
             "1:2 with points pointtype 7 pointsize 0.6 linecolor rgb '#%06x'\n",
             SVG_SECOND, SVG_PRIMARY);
    return plot;
}

static const SvgColour path_colours[] = {SVG_PRIMARY, SVG_SECOND, SVG_INTERVAL,
                                         SVG_MUTED,   SVG_INK,    SVG_LINE};

static void draw_path(const Tuned *tuned, Plot *plot, int rounds)
{
    plot_add(plot, "$path << END\n");
    for (int round = 0; round <= rounds; round += rounds / 500 + 1) {
        TunerPoint point = tuner_path(&tuned->tuner, round);
        plot_add(plot, "%d", round);
        for (int i = 0; i < tuned->tuner.settings.axis_count; i++) {
            const TunerAxis *axis = &tuned->tuner.settings.axes[i];
            plot_add(plot, " %.9g", 100 * (point.values[i] - axis->min) / (axis->max - axis->min));
        }
        plot_add(plot, "\n");
    }
    plot_add(plot, "END\nplot ");
    for (int i = 0; i < tuned->tuner.settings.axis_count; i++)
        plot_add(plot, "%s using 1:%d with lines linewidth 1.8 linecolor rgb '#%06x'",
                 i ? ", ''" : "$path", i + 2, path_colours[i]);
    plot_add(plot, "\n");
}

static Plot plot_path(const Tuned *tuned)
{
    int rounds = tuned->tuner.count / 2;
    Plot plot = axes_create("The path of the parameters, in per cent of their ranges");
    TunerPoint end = tuner_path(&tuned->tuner, rounds);
    name_axes(&plot, "round", "% of the range");
    plot_add(&plot, "set yrange [0:100]\nset xrange [0:%g]\n", rounds ? 1.25 * rounds : 1.0);
    for (int i = 0; i < tuned->tuner.settings.axis_count; i++) {
        const TunerAxis *axis = &tuned->tuner.settings.axes[i];
        char place[80];
        snprintf(place, sizeof place, "at first %.9g, first %.9g left", 1.02 * rounds,
                 100 * (end.values[i] - axis->min) / (axis->max - axis->min));
        plot_label(&plot, place, path_colours[i], tuned->settings.parameters[i].name);
    }
    draw_path(tuned, &plot, rounds);
    return plot;
}

static Plot tuned_plot(const Tuned *tuned)
{
    int axes = tuned->tuner.settings.axis_count;
    if (has_path(tuned))
        return plot_path(tuned);
    return axes == 1 ? plot_curve(tuned) : axes == 2 ? plot_heat(tuned) : plot_points(tuned);
}

/* ---- As a page */

static void print_lead(const Tuned *tuned, Text *text)
{
    const TunerSettings *settings = &tuned->tuner.settings;
    Text conditions = TEXT_EMPTY;
    print_conditions(tuned, &conditions);
    html_element(text, "p class=\"lead\"", "%s", text_ok(&conditions) ? conditions.bytes : "");
    text->failed = text->failed || !text_ok(&conditions);
    text_free(&conditions);
    text_append(text, "\n<dl class=\"facts\">\n");
    html_fact(text, "Method", tuner_method_name(NULL, (int)settings->method));
    for (int i = 0; i < settings->axis_count; i++) {
        Text range = TEXT_EMPTY;
        print_range(tuned, i, &range);
        html_fact(text, tuned->settings.parameters[i].name, text_ok(&range) ? range.bytes : "");
        text->failed = text->failed || !text_ok(&range);
        text_free(&range);
    }
    text_append(text, "</dl>");
}

static void add_outcome(const Tuned *tuned, Text *text)
{
    Text lines = TEXT_EMPTY;
    print_outcome(tuned, &lines);
    text->failed = text->failed || !text_ok(&lines);
    html_lines(text, text_ok(&lines) ? lines.bytes : "");
    text_free(&lines);
}

static void add_method(const Tuned *tuned, Text *text)
{
    Text method = TEXT_EMPTY;
    print_method(tuned, &method);
    if (method.length > 0)
        html_element(text, "p", "%s", method.bytes);
    text->failed = text->failed || method.failed;
    text_free(&method);
}

bool tuned_print_page(const Tuned *tuned, Text *text, Error *plots, Error *error)
{
    bool path = has_path(tuned);
    const char *name = path ? "Path" : "Points";
    Frame frame = FRAME_EMPTY;
    Plot plot = tuned_plot(tuned);
    Table table = tuned_table(tuned);
    text_append(&frame.title, "Tuning ");
    agent_print(&tuned->settings.games.agents[0], &frame.title);
    print_lead(tuned, &frame.lead);
    frame_section(&frame, "result", "Result", "Result");
    add_outcome(tuned, &frame.main);
    text_append(&frame.main, FRAME_SECTION_END);
    frame_section(&frame, path ? "path" : "points", name, name);
    text_append(&frame.main, "<div class=\"beside\">\n");
    frame_figure(&frame, &frame.main, plot, plot.description);
    table_html(&table, NULL, path ? "" : "stack",
               path ? "The path, round by round" : "The points that were measured", &frame.main);
    table_destroy(&table);
    text_append(&frame.main, "</div>\n");
    add_method(tuned, &frame.main);
    text_append(&frame.main, FRAME_SECTION_END);
    return frame_print(&frame, text, plots, error);
}

/* Outside a page the plot needs its colours with it. */
bool tuned_print_svg(const Tuned *tuned, Text *text, Error *error)
{
    Plotter plotter = {.failed = false};
    Plot plot = tuned_plot(tuned);
    text_format(text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "font-family=\"sans-serif\">\n<style>:root { --plot-ink: #1d2430; --plot-muted: "
                "#5b6575; --plot-line: #dfe3e8; --plot-primary: #4d8ee0; --plot-second: #e59a4e; "
                "--plot-interval: #12305c; }</style>\n<rect width=\"100%%\" height=\"100%%\" "
                "fill=\"white\"/>\n",
                PLOT_WIDTH, plot.height, 2 * PLOT_WIDTH);
    bool good = plot_draw(&plot, &plotter, text, error);
    plot_destroy(&plot);
    text_append(text, "</svg>\n");
    return good && (text_ok(text) || error_out_of_memory(error));
}

/* ---- For programs; nothing depends on when or how fast it ran */

static json_t *parameters_json(const Tuned *tuned)
{
    json_t *json = json_array();
    for (int i = 0; i < tuned->tuner.settings.axis_count; i++) {
        const TunerAxis *axis = &tuned->tuner.settings.axes[i];
        const Parameter *row = tuned->settings.parameters[i].parameter;
        whole_json_append(
            json, json_pack("{s:s, s:o, s:o, s:f, s:o}", "name", tuned->settings.parameters[i].name,
                            "min", value_json(row, axis->min), "max", value_json(row, axis->max),
                            "step", axis->step, "start", value_json(row, axis->start)));
    }
    return json;
}

static json_t *confirmation_json(const TunedConfirmation *test)
{
    const PairCounts *pairs = &test->match.pairs;
    json_t *json = json_pack("{s:I, s:o}", "pairs", (json_int_t)pairs_count(pairs), "pair_points",
                             pair_points_json(pairs));
    whole_json_merge(json, estimate_json(&test->estimate, true));
    whole_json_merge(json, sequential_json(&test->match));
    return json;
}

static json_t *against_json(const TournamentSettings *games)
{
    json_t *json = json_array();
    for (int i = 1; i < games->agent_count; i++)
        whole_json_append(json, agent_json(&games->agents[i]));
    return json;
}

json_t *tuned_json(const Tuned *tuned)
{
    const TournamentSettings *games = &tuned->settings.games;
    TunerPoint best = tuner_best(&tuned->tuner);
    AgentSpec agent = tuned_agent(tuned, &best);
    const TunedConfirmation *test = &tuned->confirmation;
    Table points = points_table(tuned, false);
    json_t *json =
        json_pack("{s:o, s:s, s:s, s:o, s:o, s:i, s:I, s:b, s:o, s:{s:o, s:o, s:o}, s:o}", "agent",
                  agent_json(&games->agents[0]), "method",
                  tuner_method_name(NULL, (int)tuned->tuner.settings.method), "objective",
                  tune_objective_name(tuned->settings.objective), "parameters",
                  parameters_json(tuned), "against", against_json(games), "pairs", games->pairs,
                  "seed", (json_int_t)games->seed, "complete", tuned->complete, "points",
                  table_json(&points, "values round score interval pair_points lead lead_error"),
                  "best", "agent", agent_json(&agent), "values", values_json(tuned, &best), "score",
                  whole_json_number(best.score), "confirmation",
                  pairs_count(&test->match.pairs) > 0 ? confirmation_json(test) : json_null());
    table_destroy(&points);
    if (has_path(tuned)) {
        Table path = path_table(tuned, INT_MAX);
        whole_json_set(json, "path", table_json(&path, "a c values"));
        table_destroy(&path);
    }
    return json;
}
