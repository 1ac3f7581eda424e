/* tuned_plot.c: a tuning as a plot and as a page. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/frame.h"
#include "report/html.h"
#include "report/tuned.h"

enum { HEIGHT = 280, FINEST_CELLS = 24 };

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
    name_axes(&plot, tuned->settings.parameters[0].name, name);
    plot_add(&plot, "set offsets graph 0.03, graph 0.03, graph 0.05, graph 0.05\n$points << END\n");
    for (int i = 0; i < tuned->tuner.count; i++)
        plot_add(&plot, "%.9g %.9g %.9g %.9g\n", tuned->tuner.points[i].values[0],
                 100 * tuned->tuner.points[i].score, 100 * tuned->points[i].range.low,
                 100 * (tuned->points[i].range.high - tuned->points[i].range.low));
    plot_add(&plot, "END\n$best << END\n%.9g %.9g\nEND\n", best.values[0], 100 * best.score);
    plot_add(&plot,
             "plot $points using 1:3:(0):4 with vectors heads size screen 0.006,90 linewidth 1.2 "
             "linecolor rgb '#%06x', '' using 1:2 smooth unique with lines linewidth 1.5 linecolor "
             "rgb '#%06x', '' using 1:2 with points pointtype 7 pointsize 0.6 linecolor rgb "
             "'#%06x', $best using 1:2 with points pointtype 7 pointsize 1 linecolor rgb '#%06x'\n",
             SVG_MUTED, SVG_PRIMARY, SVG_PRIMARY, SVG_SECOND);
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

Plot tuned_plot(const Tuned *tuned)
{
    int axes = tuned->tuner.settings.axis_count;
    if (tuned->tuner.settings.method == TUNER_SPSA)
        return plot_path(tuned);
    return axes == 1 ? plot_curve(tuned) : axes == 2 ? plot_heat(tuned) : plot_points(tuned);
}

static void print_lead(const Tuned *tuned, Text *text)
{
    const TunerSettings *settings = &tuned->tuner.settings;
    Text conditions = TEXT_EMPTY;
    tuned_print_conditions(tuned, &conditions);
    html_element(text, "p class=\"lead\"", "%s", text_ok(&conditions) ? conditions.bytes : "");
    text->failed = text->failed || !text_ok(&conditions);
    text_free(&conditions);
    text_append(text, "\n<dl class=\"facts\">\n");
    html_fact(text, "Method", tuner_method_name(NULL, (int)settings->method));
    for (int i = 0; i < settings->axis_count; i++) {
        Text range = TEXT_EMPTY;
        tuned_print_range(tuned, i, &range);
        html_fact(text, tuned->settings.parameters[i].name, text_ok(&range) ? range.bytes : "");
        text->failed = text->failed || !text_ok(&range);
        text_free(&range);
    }
    text_append(text, "</dl>");
}

static void print_outcome(const Tuned *tuned, Text *text)
{
    Text lines = TEXT_EMPTY;
    tuned_print_outcome(tuned, &lines);
    text->failed = text->failed || !text_ok(&lines);
    html_lines(text, text_ok(&lines) ? lines.bytes : "");
    text_free(&lines);
}

static void print_method(const Tuned *tuned, Text *text)
{
    Text method = TEXT_EMPTY;
    tuned_print_method(tuned, &method);
    if (method.length > 0)
        html_element(text, "p", "%s", method.bytes);
    text->failed = text->failed || method.failed;
    text_free(&method);
}

bool tuned_print_page(const Tuned *tuned, Text *text, Error *plots, Error *error)
{
    bool path = tuned->tuner.settings.method == TUNER_SPSA;
    const char *name = path ? "Path" : "Points";
    Frame frame = FRAME_EMPTY;
    Plot plot = tuned_plot(tuned);
    Table table = tuned_table(tuned);
    text_append(&frame.title, "Tuning ");
    agent_print(&tuned->settings.games.agents[0], &frame.title);
    print_lead(tuned, &frame.lead);
    frame_section(&frame, "result", "Result", "Result");
    print_outcome(tuned, &frame.main);
    text_append(&frame.main, FRAME_SECTION_END);
    frame_section(&frame, path ? "path" : "points", name, name);
    text_append(&frame.main, "<div class=\"beside\">\n");
    frame_figure(&frame, &frame.main, plot, plot.description);
    table_html(&table, NULL, path ? "" : "stack",
               path ? "The path, round by round" : "The points that were measured", &frame.main);
    table_destroy(&table);
    text_append(&frame.main, "</div>\n");
    print_method(tuned, &frame.main);
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
