#include "report/study_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/assets.h"
#include "report/page_parts.h"
#include "report/plots.h"
#include "report/study_plots.h"
#include "report/study_tables.h"

#define DASH "\xE2\x80\x93"
// a sentence, not a name: it may take several lines
#define CLAIM_HEAD "th scope=\"row\" style=\"white-space:normal;min-width:16em;max-width:32em\""

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
                  4);
    text_append(text, "</tr>\n<tr>");
    for (int i = 0; i < table->head_count; i++)
        text_append(text, "<td></td>");
    for (int i = 0; i < table->column_count; i++)
        text_append(text, "<th scope=\"col\">published</th><th scope=\"col\">here</th>"
                          "<th scope=\"col\">95&nbsp;%</th><th scope=\"col\"></th>");
    text_append(text, "</tr></thead>\n<tbody>\n");
}

static void cell_print(Text *text, const StudyCell *cell)
{
    char number[STUDY_PHRASE_SIZE];
    text_format(text, "<td>%s</td>", study_number(cell->measure, cell->published, number));
    text_format(text, "<td class=\"total\">%s</td>",
                study_number(cell->measure, cell->measured, number));
    if (isnan(cell->interval.low))
        text_append(text, "<td></td>");
    else
        text_format(text, "<td>%.1f" DASH "%.1f</td>", cell->interval.low, cell->interval.high);
    html_element(text, cell->agreement == AGREES_OUTSIDE ? "td class=\"lost\"" : "td", "%s",
                 study_agreement_name(cell->agreement));
}

static void print_table(const StudyResult *result, const StudyTable *table, Text *text)
{
    html_table_begin(text, "", table->caption);
    heads(result, table, text);
    for (int row = 0; row < table->row_count; row++) {
        text_append(text, "<tr>");
        for (int i = 0; i < table->head_count; i++)
            html_element(text, i == 0 ? "th scope=\"row\"" : "td", "%s",
                         table->rows[row].labels[i]);
        for (int i = 0; i < table->column_count; i++) {
            StudyCell cell = study_cell(result, table, row, i);
            cell_print(text, &cell);
        }
        text_append(text, "</tr>\n");
    }
    text_append(text, "</tbody>\n");
    html_table_end(text);
}

static bool print_claims(const StudyResult *result, Text *text, Error *error)
{
    html_table_begin(text, "", "What the study claims");
    text_append(text, "<thead><tr><th scope=\"col\">Claim</th><th scope=\"col\">Verdict</th>"
                      "<th scope=\"col\">p</th><th scope=\"col\">Difference, points</th>"
                      "<th scope=\"col\">Test</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < result->study->claim_count; i++) {
        StudyJudgement judgement;
        char p[STUDY_PHRASE_SIZE], difference[STUDY_PHRASE_SIZE];
        if (!study_judge(result, &result->study->claims[i], &judgement, error))
            return false;
        text_append(text, "<tr>");
        html_element(text, CLAIM_HEAD, "%s", result->study->claims[i].text);
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
}

static void print_sweep(Page *page, const StudyResult *result, const StudyTable *table, Text *text)
{
    if (!strcmp(table->plot, "weights")) {
        print_heat_map(result, table, text);
        page_figure(page, text, study_plots_curve(result, table, 1, 2, 1),
                    "Win rate over w1 where w2 = 1: here in blue with 95 % intervals, as published "
                    "in orange");
        page_figure(page, text, study_plots_curve(result, table, 2, 1, 1),
                    "Win rate over w2 where w1 = 1");
    } else
        page_figure(page, text, study_plots_curve(result, table, 1, -1, 0),
                    "Win rate over the move from which isolation is looked for: here in blue, as "
                    "published in orange");
}

static void print_plots(Page *page, const StudyResult *result, Text *text)
{
    bool swept = false;
    for (int i = 0; i < result->study->table_count; i++)
        if (result->study->tables[i].plot) {
            print_sweep(page, result, &result->study->tables[i], text);
            swept = true;
        }
    if (result->study->boxes)
        page_figure(page, text, plots_repeats(result->standing), "Win rates over the repeats");
    if (swept)
        return; // too many agents for a bar each
    page_figure(page, text, plots_win_rates(result->standing),
                "Win rates here, with 95 % intervals over opening pairs");
    page_figure(page, text, plots_sides(result->standing),
                "Win rates here as attacker and as defender");
}

static bool print_study(Page *page, const StudyResult *result, Text *text, Error *error)
{
    const StoreRun *run = &result->standing->run;
    const TournamentSettings *settings = &result->standing->tournament.settings;
    char games[HTML_COUNT_SIZE];
    Text budget = TEXT_EMPTY;
    text_append(&budget, "");
    limits_print(&settings->limits, &budget);
    page->standing = result->standing;
    text_format(text, "<section id=\"study-%s\">\n", result->study->name);
    html_element(text, "h2", "Study %s: %s", result->study->name, result->study->title);
    html_element(text, "p", "Published: %s. Here: run %lld, %s games, seed %llu, %s.%s",
                 result->study->unit, (long long)run->id, html_count(games, run->games),
                 (unsigned long long)settings->seed, budget.length ? budget.bytes + 1 : "",
                 run->games < run->planned ? " Unfinished." : "");
    text_append(text, "\n");
    for (int i = 0; i < result->study->table_count; i++)
        print_table(result, &result->study->tables[i], text);
    bool good = print_claims(result, text, error);
    print_plots(page, result, text);
    text_append(text, "</section>\n");
    text->failed = text->failed || !text_ok(&budget);
    text_free(&budget);
    return good;
}

static void print_sections(const StudyResult *results, int count, Text *text)
{
    text_append(text, "<a href=\"#how\">How to read this</a>\n");
    for (int i = 0; i < count; i++)
        text_format(text, "<a href=\"#study-%s\">Study %s</a>\n", results[i].study->name,
                    results[i].study->name);
}

static bool print_studies(Page *page, const StudyResult *results, int count, Text *text,
                          Error *error)
{
    for (int i = 0; i < count; i++)
        if (!print_study(page, &results[i], text, error))
            return false;
    return true;
}

/* Copies the frame up to a mark; returns what follows it. */
static const char *copy_to(Text *text, const char *frame, const char *mark)
{
    const char *at = strstr(frame, mark);
    if (!at)
        return frame;
    text_append_bytes(text, frame, (size_t)(at - frame));
    return at + strlen(mark);
}

bool study_page_print(const StudyResult *results, int count, Text *text, Error *plots, Error *error)
{
    Page page = {.standing = NULL};
    const char *rest = copy_to(text, asset_study_html, "{{style}}");
    text_append(text, asset_page_css);
    rest = copy_to(text, rest, "{{sections}}");
    print_sections(results, count, text);
    rest = copy_to(text, rest, "{{studies}}");
    if (!print_studies(&page, results, count, text, error))
        return false;
    text_append(text, rest);
    if (plots)
        *plots = page.plotter.failed ? page.plotter.why : (Error){""};
    return text_ok(text) || error_out_of_memory(error);
}
