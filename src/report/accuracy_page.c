#include "report/accuracy_page.h"

#include <math.h>
#include <stdio.h>

#include "report/assets.h"
#include "report/html.h"
#include "report/plot.h"

static void rate_cell(Text *text, const AccuracyFigures *figures, bool with_range)
{
    if (isnan(figures->rate))
        text_append(text, "<td>-</td>");
    else if (with_range)
        html_element(text, "td", "%.1f (%.1f to %.1f)", 100 * figures->rate,
                     100 * figures->rate_range.low, 100 * figures->rate_range.high);
    else
        html_element(text, "td", "%.1f", 100 * figures->rate);
}

static void area_cell(Text *text, const AccuracyFigures *figures, bool with_range)
{
    if (isnan(figures->area))
        text_append(text, "<td>-</td>");
    else if (with_range)
        html_element(text, "td", "%.3f (%.3f to %.3f)", figures->area, figures->area_range.low,
                     figures->area_range.high);
    else
        html_element(text, "td", "%.3f", figures->area);
}

static void heads(Text *text, const AccuracySummary *summary, const char *const *names, int count)
{
    text_append(text, "<thead><tr>");
    for (int i = 0; i < count; i++)
        html_element(text, "th scope=\"col\"", "%s", names[i]);
    for (int g = 0; g < summary->group_count; g++)
        html_element(text, "th scope=\"col\"", "plies %d to %d", summary->lines[0].groups[g].low,
                     summary->lines[0].groups[g].high);
    text_append(text, "</tr></thead>\n<tbody>\n");
}

static void table_end(Text *text)
{
    text_append(text, "</tbody>\n");
    html_table_end(text);
}

static void table_of_rates(Text *text, const AccuracySummary *summary, bool agents)
{
    const char *const names[] = {agents ? "Agent" : "Heuristic", "Tests", "Won", "As attacker",
                                 "As defender"};
    html_table_begin(text, "plain",
                     agents ? "Wins kept, per cent of won positions with a losing move (95 %)"
                            : "Best move by one ply wins, per cent of the same (95 %)");
    heads(text, summary, names, 5);
    for (int i = 0; i < summary->line_count; i++) {
        const AccuracyLine *line = &summary->lines[summary->order[i]];
        if (line->is_agent != agents)
            continue;
        text_append(text, "<tr>");
        html_name(text, "th scope=\"row\"", line->name.bytes);
        html_element(text, "td", "%lld", (long long)line->all.share.tests);
        rate_cell(text, &line->all, true);
        rate_cell(text, &line->attacker, false);
        rate_cell(text, &line->defender, false);
        for (int g = 0; g < summary->group_count; g++)
            rate_cell(text, &line->groups[g], false);
        text_append(text, "</tr>\n");
    }
    table_end(text);
}

static void table_of_areas(Text *text, const AccuracySummary *summary)
{
    static const char *const names[] = {"Heuristic", "Positions", "Area"};
    html_table_begin(text, "plain",
                     "Won told from lost by the value: area under the ROC curve (95 %)");
    heads(text, summary, names, 3);
    for (int i = 0; i < summary->line_count; i++) {
        const AccuracyLine *line = &summary->lines[summary->order[i]];
        if (line->is_agent)
            continue;
        text_append(text, "<tr>");
        html_name(text, "th scope=\"row\"", line->name.bytes);
        html_element(text, "td", "%lld", (long long)(line->all.won + line->all.lost));
        area_cell(text, &line->all, true);
        for (int g = 0; g < summary->group_count; g++)
            area_cell(text, &line->groups[g], false);
        text_append(text, "</tr>\n");
    }
    table_end(text);
}

static void data_row(Plot *plot, double ply, double value, Interval range)
{
    if (!isnan(value))
        plot_add(plot, "%.9g %.9g %.9g %.9g\n", ply, value, range.low, range.high);
}

static void data_block(Plot *plot, const char *name, const AccuracySummary *summary,
                       const AccuracyLine *line, bool areas)
{
    plot_add(plot, "%s << END\nNaN NaN NaN NaN\n", name);
    for (int g = 0; g < summary->group_count; g++) {
        const AccuracyFigures *group = &line->groups[g];
        double ply = (group->low + group->high) / 2.0 + (areas ? -0.15 : 0.15);
        data_row(plot, ply, areas ? group->area : group->rate,
                 areas ? group->area_range : group->rate_range);
    }
    plot_add(plot, "END\n");
}

static void draw_line(Plot *plot, const char *block, SvgColour colour)
{
    plot_add(plot,
             "%s using 1:2:3:4 with yerrorbars pointtype 0 linewidth 1.2 linecolor rgb '#%06x', "
             "%s using 1:2 with linespoints pointtype 7 pointsize 0.6 linewidth 2 linecolor rgb "
             "'#%06x'",
             block, colour, block, colour);
}

/* The share of wins kept, and for a heuristic the area, over the plies. */
static Plot plot_line(const AccuracySummary *summary, const AccuracyLine *line)
{
    const ProblemSettings *settings = &summary->accuracy->settings.problems;
    Plot plot = plot_create("Accuracy by plies played", 200);
    plot_add(&plot,
             "set margins 6, 2, 2.2, 0.6\nset xrange [%g:%g]\nset yrange [0:1.02]\n"
             "set grid y linetype 1 linecolor rgb '#%06x' linewidth 0.7\n"
             "set ytics 0.25 nomirror scale 0 textcolor rgb '#%06x'\nset format y '%%.2f'\n",
             settings->low - 0.5, settings->high + 0.5, SVG_LINE, SVG_MUTED);
    if (!line->is_agent)
        data_block(&plot, "$areas", summary, line, true);
    data_block(&plot, "$rates", summary, line, false);
    plot_add(&plot, "plot ");
    if (!line->is_agent) {
        draw_line(&plot, "$areas", SVG_PRIMARY);
        plot_add(&plot, ", ");
    }
    draw_line(&plot, "$rates", line->is_agent ? SVG_PRIMARY : SVG_SECOND);
    plot_add(&plot, "\n");
    return plot;
}

static void figure(Text *text, const AccuracySummary *summary, const AccuracyLine *line,
                   Plotter *plotter)
{
    Plot plot = plot_line(summary, line);
    Error why;
    text_append(text, "<figure>\n");
    html_name(text, "figcaption", line->name.bytes);
    text_append(text, "\n");
    if (!plot_draw(&plot, plotter, text, &why))
        html_element(text, "p class=\"missing\"", "No plot here: %s.", why.text);
    text_append(text, "</figure>\n");
    plot_destroy(&plot);
}

static void figures(Text *text, const AccuracySummary *summary, bool agents, Plotter *plotter)
{
    text_append(text, "<div class=\"beside\">\n");
    for (int i = 0; i < summary->line_count; i++)
        if (summary->lines[summary->order[i]].is_agent == agents)
            figure(text, summary, &summary->lines[summary->order[i]], plotter);
    text_append(text, "</div>\n");
}

static bool has(const AccuracySummary *summary, bool agents)
{
    bool found = false;
    for (int i = 0; i < summary->line_count; i++)
        found |= summary->lines[i].is_agent == agents;
    return found;
}

static void head(Text *text, const AccuracySummary *summary)
{
    const ProblemSettings *settings = &summary->accuracy->settings.problems;
    text_append(text, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                      "<meta name=\"color-scheme\" content=\"light dark\">\n"
                      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                      "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
                      "<title>Accuracy - isolab</title>\n<style>\n");
    text_append(text, asset_page_css);
    text_append(text, "</style>\n</head>\n<body>\n<header>\n<h1>Accuracy</h1>\n");
    html_element(text, "p class=\"lead\"",
                 "%lld positions on %dx%d, solved exactly: plies %d to %d, seed %llu. %lld are won "
                 "by the side to move, %lld of them with a losing move.",
                 (long long)summary->solved, settings->board.width, settings->board.height,
                 settings->low, settings->high, (unsigned long long)settings->seed,
                 (long long)summary->won, (long long)summary->tests);
    if (summary->unsolved + summary->unreached)
        html_element(text, "p",
                     "Left out: %lld not solved within %llu nodes, %lld because no game lasted so "
                     "long.",
                     (long long)summary->unsolved, (unsigned long long)settings->nodes,
                     (long long)summary->unreached);
    text_append(text, "\n</header>\n<main id=\"main\">\n");
}

static void section_of_agents(Text *text, const AccuracySummary *summary, Plotter *plotter)
{
    text_append(text, "<section>\n<h2>Agents</h2>\n<p>How often the move of an agent that has a "
                      "won position keeps it won, where it can go wrong.</p>\n");
    table_of_rates(text, summary, true);
    figures(text, summary, true, plotter);
    text_append(text, "</section>\n");
}

static void section_of_heuristics(Text *text, const AccuracySummary *summary, Plotter *plotter)
{
    text_append(text,
                "<section>\n<h2>Heuristics</h2>\n<p>How well the bare value "
                "<span class=\"key primary\">tells won from lost</span> (0.5 is a guess, 1 never "
                "errs), and how often the <span class=\"key second\">best move one ply "
                "ahead</span> wins where it can go wrong.</p>\n");
    table_of_areas(text, summary);
    table_of_rates(text, summary, false);
    figures(text, summary, false, plotter);
    text_append(text, "</section>\n");
}

bool accuracy_page(const AccuracySummary *summary, Text *text, Error *plots, Error *error)
{
    Plotter plotter = {.failed = false};
    head(text, summary);
    if (has(summary, true))
        section_of_agents(text, summary, &plotter);
    if (has(summary, false))
        section_of_heuristics(text, summary, &plotter);
    text_append(text, "</main>\n</body>\n</html>\n");
    if (plots)
        *plots = plotter.failed ? plotter.why : (Error){""};
    return text_ok(text) || error_out_of_memory(error);
}
