/* study_page.c: a section a study.
 *
 * Each has, in this order: how much was played, who the study's agents are here, its tables, what
 * is left of its claims, and plots. Everything in a section calls the agents by the study's names;
 * the list of agents is where these meet ours.
 */
#include "report/study_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/assets.h"
#include "report/frame.h"
#include "report/html.h"
#include "report/plots.h"
#include "report/study_plots.h"
#include "report/study_tables.h"

#define DASH      "\xE2\x80\x93"
#define HERE      "<span class=\"key primary\">here</span>"
#define PUBLISHED "<span class=\"key second\">as published</span>"

/* More agents are a sweep: too many for a bar each, and for a list that stands open. */
enum { AGENTS_SHOWN = 8 };

static void head_cell(Text *text, const char *name, int columns)
{
    text_format(text, "<th scope=\"col\" colspan=\"%d\">", columns);
    escape_html(text, name);
    text_append(text, "</th>");
}

static void heads(const StudyResult *result, const StudyTable *table, Text *text)
{
    text_append(text, "<thead><tr>");
    for (int i = 0; i < table->head_count; i++)
        head_cell(text, table->heads[i], 1);
    for (int i = 0; i < table->column_count; i++)
        head_cell(text,
                  table->agents_across ? result->study->names[table->agents[i]]
                                       : study_measure_name(table->measures[i]),
                  2);
    text_append(text, "</tr>\n<tr>");
    for (int i = 0; i < table->head_count; i++)
        text_append(text, "<td></td>");
    for (int i = 0; i < table->column_count; i++)
        text_append(text, "<th scope=\"col\">published</th><th scope=\"col\">here</th>");
    text_append(text, "</tr></thead>\n<tbody>\n");
}

/* What was published; ours, and under it its interval and where the former stands to it. */
static void print_cell(Text *text, const StudyCell *cell)
{
    char number[STUDY_PHRASE_SIZE];
    text_format(text, "<td>%s</td>", study_number(cell->measure, cell->published, number));
    text_format(text, "<td><strong>%s</strong><small>",
                study_number(cell->measure, cell->measured, number));
    if (!isnan(cell->interval.low))
        text_format(text, "%.1f" DASH "%.1f ", cell->interval.low, cell->interval.high);
    html_element(text, cell->agreement == AGREES_OUTSIDE ? "em" : "span", "%s",
                 study_agreement_name(cell->agreement));
    text_append(text, "</small></td>");
}

static void print_table(const StudyResult *result, const StudyTable *table, Text *text)
{
    html_table_begin(text, "published", table->caption);
    heads(result, table, text);
    for (int row = 0; row < table->row_count; row++) {
        text_append(text, "<tr>");
        for (int i = 0; i < table->head_count; i++)
            html_element(text, i == 0 ? "th scope=\"row\"" : "td", "%s",
                         table->rows[row].labels[i]);
        for (int i = 0; i < table->column_count; i++) {
            StudyCell cell = study_cell(result, table, row, i);
            print_cell(text, &cell);
        }
        text_append(text, "</tr>\n");
    }
    text_append(text, "</tbody>\n");
    html_table_end(text);
}

static bool print_claims(const StudyResult *result, Text *text, Error *error)
{
    html_table_begin(text, "claims stack", "What the study claims");
    text_append(text, "<thead><tr><th scope=\"col\">Claim</th><th scope=\"col\">Verdict</th>"
                      "<th scope=\"col\">p</th><th scope=\"col\">Difference, points</th>"
                      "<th scope=\"col\">Test</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < result->study->claim_count; i++) {
        StudyJudgement judgement;
        char p[STUDY_PHRASE_SIZE], difference[STUDY_PHRASE_SIZE];
        if (!study_judge(result, &result->study->claims[i], &judgement, error))
            return false;
        text_append(text, "<tr>");
        html_element(text, "th scope=\"row\"", "%s", result->study->claims[i].text);
        html_element(text, "td class=\"total\"", "%s", study_verdict_name(judgement.verdict));
        html_element(text, "td", "%s", study_p_phrase(&judgement, p));
        html_element(text, "td", "%s", study_difference_phrase(&judgement, difference));
        html_element(text, "td", "%s, n = %zu", judgement.test, judgement.units);
        text_append(text, "</tr>\n");
    }
    text_append(text, "</tbody>\n");
    html_table_end(text);
    return true;
}

/* Distinct values of a column, in the order of numbers. */
static int distinct(const StudyTable *table, int column, double values[STUDY_ROWS_MAX])
{
    int count = 0;
    for (int row = 0; row < table->row_count; row++) {
        double value = atof(table->rows[row].labels[column]);
        int place = 0;
        while (place < count && values[place] < value)
            place++;
        if (place < count && values[place] == value)
            continue;
        for (int i = count++; i > place; i--)
            values[i] = values[i - 1];
        values[place] = value;
    }
    return count;
}

static double rate_at(const StudyResult *result, const StudyTable *table, double x, double y)
{
    for (int row = 0; row < table->row_count; row++)
        if (atof(table->rows[row].labels[1]) == x && atof(table->rows[row].labels[2]) == y)
            return study_cell(result, table, row, 0).measured;
    return NAN;
}

static void find_range(const StudyResult *result, const StudyTable *table, double *low,
                       double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int row = 0; row < table->row_count; row++) {
        double rate = study_cell(result, table, row, 0).measured;
        *low = fmin(*low, rate);
        *high = fmax(*high, rate);
    }
}

/* The measured rates as a map of coloured cells, the lowest to the highest. */
static void print_heat_map(const StudyResult *result, const StudyTable *table, Text *text)
{
    double across[STUDY_ROWS_MAX], down[STUDY_ROWS_MAX], low, high;
    int columns = distinct(table, 1, across), rows = distinct(table, 2, down);
    find_range(result, table, &low, &high);
    html_table_begin(text, "matrix", "Heat map: win rate here, %, w1 across and w2 down");
    text_append(text, "<thead><tr><td></td>");
    for (int x = 0; x < columns; x++)
        html_element(text, "th scope=\"col\"", "%g", across[x]);
    text_append(text, "</tr></thead>\n<tbody>\n");
    for (int y = rows - 1; y >= 0; y--) {
        text_append(text, "<tr>");
        html_element(text, "th scope=\"row\"", "%g", down[y]);
        for (int x = 0; x < columns; x++) {
            double rate = rate_at(result, table, across[x], down[y]);
            if (isnan(rate))
                text_append(text, "<td class=\"none\"></td>");
            else
                text_format(text, "<td class=\"heat\" style=\"--share:%.3f\">%.1f</td>",
                            high > low ? (rate - low) / (high - low) : 0.5, rate);
        }
        text_append(text, "</tr>\n");
    }
    text_append(text, "</tbody>\n");
    html_table_end(text);
    if (high > low)
        text_format(text,
                    "<p class=\"keys\">From the <span class=\"key second\">lowest, %.1f</span>, to "
                    "the <span class=\"key primary\">highest, %.1f</span>.</p>\n",
                    low, high);
}

static void print_sweep(Frame *frame, const StudyResult *result, const StudyTable *table)
{
    bool weights = !strcmp(table->plot, "weights");
    if (weights)
        print_heat_map(result, table, &frame->main);
    text_append(&frame->main, "<div class=\"beside\">\n");
    if (weights) {
        frame_figure(frame, &frame->main, study_plots_curve(result, table, 1, 2, 1),
                     "Win rate over w1 where w2 = 1: " HERE
                     " with 95&nbsp;% intervals, and " PUBLISHED);
        frame_figure(frame, &frame->main, study_plots_curve(result, table, 2, 1, 1),
                     "Win rate over w2 where w1 = 1: " HERE " and " PUBLISHED);
    } else
        frame_figure(frame, &frame->main, study_plots_curve(result, table, 1, -1, 0),
                     "Win rate over the move from which isolation is looked for: " HERE
                     " and " PUBLISHED);
    text_append(&frame->main, "</div>\n");
}

static void print_bars(Frame *frame, const StudyResult *result)
{
    frame_figure(frame, &frame->main, plots_win_rates(result->standing, result->study->names),
                 "Win rates here; the line is the 95&nbsp;% interval over opening pairs");
    frame_figure(frame, &frame->main, plots_sides(result->standing, result->study->names),
                 "Win rates here as <span class=\"key primary\">attacker</span> and as <span "
                 "class=\"key second\">defender</span>");
}

static void print_plots(Frame *frame, const StudyResult *result)
{
    const Study *study = result->study;
    for (int i = 0; i < study->table_count; i++)
        if (study->tables[i].plot)
            print_sweep(frame, result, &study->tables[i]);
    text_append(&frame->main, "<div class=\"beside\">\n");
    if (study->boxes)
        frame_figure(frame, &frame->main, plots_repeats(result->standing, study->names),
                     "Win rates of the repeats, %: boxes from quartile to quartile, lines to the "
                     "furthest value within 1.5 boxes");
    if (study->settings.tested_count <= AGENTS_SHOWN)
        print_bars(frame, result);
    text_append(&frame->main, "</div>\n");
}

static void print_agents(const StudyResult *result, Text *text)
{
    const TournamentSettings *settings = &result->standing->tournament.settings;
    text_format(text, "<details%s><summary>The study's agents, as isolab calls them</summary>\n",
                settings->tested_count <= AGENTS_SHOWN ? " open" : "");
    text_append(text, "<dl class=\"agents\">\n");
    for (int i = 0; i < settings->tested_count; i++) {
        Text spec = TEXT_EMPTY;
        agent_print(&settings->agents[i], &spec);
        html_element(text, "dt", "%s", result->study->names[i]);
        html_name(text, "dd", text_ok(&spec) ? spec.bytes : "");
        text_append(text, "\n");
        text->failed = text->failed || !text_ok(&spec);
        text_free(&spec);
    }
    text_append(text, "</dl>\n</details>\n");
}

static void print_protocol(const StudyResult *result, Text *text)
{
    const StoreRun *run = &result->standing->run;
    const TournamentSettings *settings = &result->standing->tournament.settings;
    char games[HTML_COUNT_SIZE];
    Text budget = TEXT_EMPTY;
    text_append(&budget, "");
    limits_print(&settings->limits, &budget);
    html_element(text, "p", "Published: %s. Here: run %lld, %s games, seed %llu, %s.%s",
                 result->study->unit, (long long)run->id, html_count(games, run->games),
                 (unsigned long long)settings->seed, budget.length ? budget.bytes + 1 : "",
                 run->games < run->planned ? " Unfinished." : "");
    text_append(text, "\n");
    text->failed = text->failed || !text_ok(&budget);
    text_free(&budget);
}

static bool print_study(Frame *frame, const StudyResult *result, Error *error)
{
    char id[32], name[32], heading[256];
    snprintf(id, sizeof id, "study-%.16s", result->study->name);
    snprintf(name, sizeof name, "Study %.16s", result->study->name);
    snprintf(heading, sizeof heading, "%s: %.200s", name, result->study->title);
    frame_section(frame, id, name, heading);
    print_protocol(result, &frame->main);
    print_agents(result, &frame->main);
    for (int i = 0; i < result->study->table_count; i++)
        print_table(result, &result->study->tables[i], &frame->main);
    bool good = print_claims(result, &frame->main, error);
    print_plots(frame, result);
    text_append(&frame->main, FRAME_SECTION_END);
    return good;
}

bool study_page_print(const StudyResult *results, int count, Text *text, Error *plots, Error *error)
{
    Frame frame = FRAME_EMPTY;
    Error why = {""};
    bool judged = true;
    text_append(&frame.title, "The studies, published and measured");
    text_append(&frame.lead, "<p class=\"lead\">What each study found, beside the same protocol "
                             "played again on the studies' clock, and what is left of its "
                             "claims.</p>");
    text_append(&frame.main, asset_study_html);
    for (int i = 0; judged && i < count; i++)
        judged = print_study(&frame, &results[i], &why);
    bool printed = frame_print(&frame, text, plots, error);
    if (!judged)
        *error = why;
    return judged && printed;
}
