/* study_page.c: a section a study.
 *
 * Each has, in this order: how much was played and by whose rules, who the study's agents are
 * here, its tables and how well they are met, what is left of its claims, its boards, and plots.
 * Everything in a section calls the agents by the study's names; the list of agents is where these
 * meet ours.
 */
#include "report/study_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "lab/study_boards.h"
#include "report/assets.h"
#include "report/diagram.h"
#include "report/frame.h"
#include "report/html.h"
#include "report/plots.h"
#include "report/study_tables.h"

#define DASH      "\xE2\x80\x93"
#define HERE      "<span class=\"key primary\">here</span>"
#define PUBLISHED "<span class=\"key second\">as published</span>"

/* More agents are a sweep: too many for a bar each, and for a list that stands open. */
enum { AGENTS_SHOWN = 8 };

/* ---- Plots of a sweep and of the shapes */

typedef struct CurvePoint {
    double x, published, measured;
    Interval interval;
} CurvePoint;

static int compare_points(const void *left, const void *right)
{
    double a = ((const CurvePoint *)left)->x, b = ((const CurvePoint *)right)->x;
    return (a > b) - (a < b);
}

static int collect_points(const StudyResult *result, const StudyTable *table, int label, int fixed,
                          double value, CurvePoint points[STUDY_ROWS_MAX])
{
    int count = 0;
    for (int row = 0; row < table->row_count; row++) {
        const StudyRow *at = &table->rows[row];
        StudyCell cell = study_cell(result, table, row, 0);
        if ((fixed < 0 || atof(at->labels[fixed]) == value) && !isnan(cell.measured))
            points[count++] =
                (CurvePoint){atof(at->labels[label]), cell.published, cell.measured, cell.interval};
    }
    qsort(points, (size_t)count, sizeof *points, compare_points);
    return count;
}

/* Axes for a curve; `format` is gnuplot's, of the numbers beside it. */
static void set_axes(Plot *plot, const char *format)
{
    plot_add(plot,
             "set grid y linetype 1 linecolor rgb '#%06x' linewidth 0.7\n"
             "set margins 6, 2, 2.2, 0.6\n"
             "set ytics nomirror scale 0 textcolor rgb '#%06x'\nset format y '%s'\n"
             "set offsets graph 0.03, graph 0.03, graph 0.05, graph 0.05\n",
             SVG_LINE, SVG_MUTED, format);
}

/* Win rates over the number in column `label` of the table's rows, measured with intervals, and
 * as published; only rows whose column `fixed` says `value` (-1: all rows). */
static Plot plot_curve(const StudyResult *result, const StudyTable *table, int label, int fixed,
                       double value)
{
    CurvePoint points[STUDY_ROWS_MAX];
    int count = collect_points(result, table, label, fixed, value, points);
    Plot plot = plot_create("Win rate along a line of the sweep, measured and published", 260);
    set_axes(&plot, "%g %%");
    plot_add(&plot, "$points << END\n");
    for (int i = 0; i < count; i++)
        plot_add(&plot, "%.9g %.9g %.9g %.9g %.9g\n", points[i].x, points[i].measured,
                 points[i].interval.low, points[i].interval.high, points[i].published);
    plot_add(&plot,
             "END\nplot $points using 1:5 with linespoints pointtype 7 pointsize 0.5 linecolor "
             "rgb '#%06x', '' using 1:2 with lines linewidth 1.5 linecolor rgb '#%06x', "
             "'' using 1:3:(0):($4-$3) with vectors heads size screen 0.008,90 linewidth 1.5 "
             "linecolor rgb '#%06x', "
             "'' using 1:2 with points pointtype 7 pointsize 0.7 linecolor rgb '#%06x'\n",
             SVG_SECOND, SVG_PRIMARY, SVG_PRIMARY, SVG_PRIMARY);
    return plot;
}

/* Study 001's pressure over the squares occupied. */
static Plot plot_pressure(const Board *board)
{
    Plot plot = plot_create("Pressure by number of occupied squares", 220);
    set_axes(&plot, "%g");
    plot_add(&plot, "$points << END\n");
    for (int occupied = 2; occupied < board->area; occupied++)
        plot_add(&plot, "%d %.9g\n", occupied, study_pressure(board, occupied));
    plot_add(&plot, "END\nplot $points using 1:2 with lines linewidth 2 linecolor rgb '#%06x'\n",
             SVG_PRIMARY);
    return plot;
}

/* ---- The sections */

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
    if (!isnan(cell->published))
        html_element(text, cell->agreement == AGREES_OUTSIDE ? "em" : "span", "%s",
                     study_agreement_name(cell));
    text_append(text, "</small></td>");
}

static void print_chi_squares(const StudyResult *result, const StudyTable *table, Text *text)
{
    text_append(text, "<tr><th scope=\"row\">Chi-square over the opponents</th>");
    for (int i = 0; i < table->column_count; i++) {
        char phrase[STUDY_PHRASE_SIZE];
        ChiSquare test = study_chi_square(result, table, i);
        html_element(text, "td colspan=\"2\"", "%s", study_chi_square_phrase(&test, phrase));
    }
    text_append(text, "</tr>\n");
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
    if (study_chi_square(result, table, 0).freedom > 0)
        print_chi_squares(result, table, text);
    text_append(text, "</tbody>\n");
    html_table_end(text);
    if (table->note)
        html_element(text, "p", "%s", table->note);
}

static void print_fit(const StudyResult *result, Text *text)
{
    char phrase[STUDY_PHRASE_SIZE];
    StudyFit rates = study_fit(result, false), matches = study_fit(result, true);
    if (rates.count > 0)
        html_element(text, "p", "Fit of win rates: %s.", study_fit_phrase(&rates, phrase));
    if (matches.count > 0)
        html_element(text, "p", "Fit of single matches: %s.", study_fit_phrase(&matches, phrase));
    for (int i = 0; i < result->study->settings.tested_count; i++)
        if (result->late[i] > 0)
            html_element(text, "p", "%s lost %lld of its %lld games on time.",
                         result->study->names[i], (long long)result->late[i],
                         (long long)result->standing->agents[i].games);
}

static bool print_claims(const StudyResult *result, Text *text, Error *error)
{
    Table table = TABLE_EMPTY;
    bool good = study_claims_table(result, &table, error);
    if (good)
        table_html(&table, NULL, "claims stack", "What the study claims", text);
    table_destroy(&table);
    return good;
}

static bool print_board(const StudyBoard *board, Text *text, Error *error)
{
    bool holds, marked = board->good || board->bad;
    Text answers = TEXT_EMPTY;
    char fen[FEN_SIZE];
    bool good = study_board_judge(board, &holds, &answers, error);
    if (good) {
        text_append(text, "<figure>\n");
        diagram_print(&board->board, &board->position, NULL,
                      marked ? board->good : position_moves(&board->board, &board->position, FIRST),
                      board->bad, text);
        html_element(text, "p", "%s", board->text);
        html_element(text, "p", "%s: %s", holds ? "Held" : "Not held", answers.bytes);
        html_element(text, "p class=\"text\"", "%s",
                     fen_print(&board->board, &board->position, fen));
        text_append(text, "\n</figure>\n");
    }
    text_free(&answers);
    return good;
}

static bool print_boards(const Study *study, Text *text, Error *error)
{
    if (study->board_count > 0)
        text_append(text, "<h3>What it says of positions</h3>\n<div class=\"boards\">\n");
    for (int i = 0; i < study->board_count; i++)
        if (!print_board(&study->boards[i], text, error))
            return false;
    if (study->board_count > 0)
        text_append(text, "</div>\n");
    return true;
}

/* Study 001's figures 1 and 2, from what its heuristics count. */
static void print_shapes(Frame *frame, const Study *study)
{
    Board board;
    Text *text = &frame->main;
    if (!board_init(&board, study->settings.width, study->settings.height, NULL))
        return;
    double most = study_centrality(&board, (Square)(board.area / 2));
    html_table_begin(text, "matrix", "Figure 1: centrality of every square");
    text_append(text, "<thead><tr><td></td>");
    for (int column = 0; column < board.width; column++)
        html_element(text, "th scope=\"col\"", "%d", column);
    text_append(text, "</tr></thead>\n<tbody>\n");
    for (Square square = 0; square < board.area; square++) {
        double value = study_centrality(&board, square);
        if (board_column(&board, square) == 0)
            text_format(text, "<tr><th scope=\"row\">%d</th>", board_row(&board, square));
        text_format(text, "<td class=\"heat\" style=\"--share:%.3f\">%g</td>", value / most, value);
        if (board_column(&board, square) == board.width - 1)
            text_append(text, "</tr>\n");
    }
    text_append(text, "</tbody>\n");
    html_table_end(text);
    frame_figure(frame, text, plot_pressure(&board),
                 "Figure 2: pressure by number of occupied squares");
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
        frame_figure(frame, &frame->main, plot_curve(result, table, 1, 2, 1),
                     "Win rate over w1 where w2 = 1: " HERE
                     " with 95&nbsp;% intervals, and " PUBLISHED);
        frame_figure(frame, &frame->main, plot_curve(result, table, 2, 1, 1),
                     "Win rate over w2 where w1 = 1: " HERE " and " PUBLISHED);
    } else
        frame_figure(frame, &frame->main, plot_curve(result, table, 1, -1, 0),
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
        frame_figure(frame, &frame->main,
                     plots_repeats(result->standing, study->names, study->rates, study->rate_count),
                     study->rates ? "Win rates of the repeats, %: " HERE " and below " PUBLISHED
                                    "; boxes from quartile to quartile, lines to the furthest "
                                    "value within 1.5 boxes"
                                  : "Win rates of the repeats, %: boxes from quartile to quartile, "
                                    "lines to the furthest value within 1.5 boxes");
    if (study->own_count <= AGENTS_SHOWN)
        print_bars(frame, result);
    text_append(&frame->main, "</div>\n");
}

static void print_agents(const StudyResult *result, Text *text)
{
    const TournamentSettings *settings = &result->standing->tournament.settings;
    text_format(text, "<details%s><summary>The study's agents, as isolab calls them</summary>\n",
                result->study->own_count <= AGENTS_SHOWN ? " open" : "");
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
    limits_print(&settings->limits, &budget);
    html_element(text, "p", "Published: %s. Here: run %lld, %s game%s, seed %llu, %s.%s",
                 result->study->unit, (long long)run->id, html_count(games, run->games),
                 plural(run->games), (unsigned long long)settings->seed,
                 budget.length ? budget.bytes : "",
                 run->games < run->planned ? " Unfinished." : "");
    text_append(text, "\n");
    text->failed = text->failed || !text_ok(&budget);
    text_free(&budget);
    Text rules = TEXT_EMPTY;
    study_rules_print(result, &rules);
    html_element(text, "p", "%s", text_ok(&rules) ? rules.bytes : "");
    text_append(text, "\n");
    text->failed = text->failed || !text_ok(&rules);
    text_free(&rules);
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
    print_fit(result, &frame->main);
    bool good = print_claims(result, &frame->main, error) &&
                print_boards(result->study, &frame->main, error);
    if (result->study->shapes)
        print_shapes(frame, result->study);
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
