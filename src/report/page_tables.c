/* page_tables.c: who won how much. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/page_parts.h"
#include "report/plots.h"
#include "stats/summary.h"

#define DASH  "\xE2\x80\x93"
#define MINUS "\xE2\x88\x92"

static void row_head(Text *text, const char *name)
{
    text_append(text, "<tr>");
    html_name(text, "th scope=\"row\"", name);
}

/* The same with the number by which the columns call it. */
static void numbered_row_head(Text *text, int number, const char *name)
{
    char head[48];
    snprintf(head, sizeof head, "th scope=\"row\" data-number=\"%d\"", number);
    text_append(text, "<tr>");
    html_name(text, head, name);
}

static void row_end(Text *text)
{
    text_append(text, "</tr>\n");
}

static void heads(Text *text, const char *const *names, int count)
{
    text_append(text, "<thead><tr>");
    for (int i = 0; i < count; i++)
        html_element(text, "th scope=\"col\"", "%s", names[i]);
    text_append(text, "</tr></thead>\n<tbody>\n");
}

static void wins_rows(const Standing *standing, Text *text)
{
    int order[TOURNAMENT_AGENTS_MAX];
    char won[HTML_COUNT_SIZE], lost[HTML_COUNT_SIZE];
    standing_by_win_rate(standing, order);
    for (int i = 0; i < standing_tested(standing); i++) {
        const StandingAgent *agent = &standing->agents[order[i]];
        int64_t wins = agent->side.wins;
        Interval range = pairs_interval(&agent->pairs, CONFIDENCE);
        row_head(text, agent->name);
        text_format(text, "<td>%s</td><td>%s</td>", html_count(won, wins),
                    html_count(lost, agent->games - wins));
        text_format(text, "<td class=\"total\">%.1f</td><td>%.1f" DASH "%.1f</td>",
                    100 * standing_win_rate(agent), 100 * range.low, 100 * range.high);
        row_end(text);
    }
}

static void wins(const Standing *standing, Text *text)
{
    static const char *const names[] = {"Agent", "Won", "Lost", "Rate, %", "95 %"};
    html_table_begin(text, "stack", "Win rates with 95 % intervals over opening pairs, best first");
    heads(text, names, 5);
    wins_rows(standing, text);
    text_append(text, "</tbody>\n");
    html_table_end(text);
}

static void gauntlet_heads(const Standing *standing, const int *order, Text *text)
{
    text_append(text, "<thead><tr><th scope=\"col\" rowspan=\"2\">Opponent</th>");
    for (int i = 0; i < standing_tested(standing); i++)
        html_name(text, "th scope=\"colgroup\" colspan=\"2\"", standing->agents[order[i]].name);
    text_append(text, "</tr>\n<tr>");
    for (int i = 0; i < standing_tested(standing); i++)
        text_append(text, "<th scope=\"col\" class=\"won\">won</th><th scope=\"col\">lost</th>");
    text_append(text, "</tr></thead>\n<tbody>\n");
}

static void gauntlet_row(const Standing *standing, const int *order, int opponent, Text *text)
{
    char won_text[HTML_COUNT_SIZE], lost_text[HTML_COUNT_SIZE];
    row_head(text, standing->agents[opponent].name);
    for (int i = 0; i < standing_tested(standing); i++) {
        bool swapped;
        const StandingPairing *pairing = standing_between(standing, order[i], opponent, &swapped);
        int64_t games = pairing ? pairing->games : 0;
        int64_t won = pairing ? pairing->side[swapped].wins : 0;
        text_format(text,
                    "<td class=\"won\" style=\"--share:%.3f\">%s</td><td class=\"lost\">%s</td>",
                    games ? (double)won / (double)games : 0.0, html_count(won_text, won),
                    html_count(lost_text, games - won));
    }
    row_end(text);
}

static void range_cell(Text *text, Interval range)
{
    text_format(text, "<td colspan=\"2\">%.1f" DASH "%.1f</td>", 100 * range.low, 100 * range.high);
}

static void gauntlet_foot(const Standing *standing, const int *order, Text *text)
{
    int tested = standing_tested(standing);
    text_append(text, "</tbody>\n<tfoot>\n");
    row_head(text, "Win rate, %");
    for (int i = 0; i < tested; i++)
        html_element(text, "td colspan=\"2\" class=\"total\"", "%.1f",
                     100 * standing_win_rate(&standing->agents[order[i]]));
    row_end(text);
    row_head(text, "95 % over pairs");
    for (int i = 0; i < tested; i++)
        range_cell(text, pairs_interval(&standing->agents[order[i]].pairs, CONFIDENCE));
    row_end(text);
    row_head(text, "95 % over games");
    for (int i = 0; i < tested; i++) {
        const StandingAgent *agent = &standing->agents[order[i]];
        range_cell(text,
                   interval_wilson((uint64_t)agent->side.wins, (uint64_t)agent->games, CONFIDENCE));
    }
    row_end(text);
    text_append(text, "</tfoot>\n");
}

static void gauntlet(const Standing *standing, Text *text)
{
    int order[TOURNAMENT_AGENTS_MAX];
    standing_by_win_rate(standing, order);
    html_table_begin(text, "gauntlet", "Games won and lost by each agent against each opponent");
    gauntlet_heads(standing, order, text);
    for (int i = standing_tested(standing); i < standing->tournament.settings.agent_count; i++)
        gauntlet_row(standing, order, i, text);
    gauntlet_foot(standing, order, text);
    html_table_end(text);
}

static void cross_cell(const Standing *standing, int agent, int other, Text *text)
{
    bool swapped;
    const StandingPairing *pairing =
        agent == other ? NULL : standing_between(standing, agent, other, &swapped);
    if (!pairing || pairing->games == 0) {
        text_append(text, "<td class=\"none\"></td>");
        return;
    }
    double share = (double)pairing->side[swapped].wins / (double)pairing->games;
    text_format(text, "<td class=\"heat\" style=\"--share:%.3f\">%.0f</td>", share, 100 * share);
}

static void cross(const Standing *standing, Text *text)
{
    int order[TOURNAMENT_AGENTS_MAX], all = standing->tournament.settings.agent_count;
    standing_by_win_rate(standing, order);
    html_table_begin(text, "matrix", "Per cent won by the row's agent against the column's");
    text_append(text, "<thead><tr><th scope=\"col\">Agent</th><th scope=\"col\">all</th>"
                      "<th scope=\"col\">95&nbsp;% over pairs</th>");
    for (int i = 0; i < all; i++)
        text_format(text, "<th scope=\"col\">%d</th>", i + 1);
    text_append(text, "</tr></thead>\n<tbody>\n");
    for (int row = 0; row < all; row++) {
        const StandingAgent *agent = &standing->agents[order[row]];
        Interval range = pairs_interval(&agent->pairs, CONFIDENCE);
        numbered_row_head(text, row + 1, agent->name);
        text_format(text, "<td class=\"total\">%.1f</td><td>%.1f" DASH "%.1f</td>",
                    100 * standing_win_rate(agent), 100 * range.low, 100 * range.high);
        for (int column = 0; column < all; column++)
            cross_cell(standing, order[row], order[column], text);
        row_end(text);
    }
    text_append(text, "</tbody>\n");
    html_table_end(text);
}

void page_results(Page *page, Text *text)
{
    const Standing *standing = page->standing;
    text_append(text, "<div class=\"beside\">\n");
    frame_figure(page->frame, text, plots_win_rates(standing, NULL),
                 "Win rate; the line is the 95 % interval over opening pairs");
    wins(standing, text);
    text_append(text, "</div>\n");
    if (standing->tournament.settings.tested_count > 0)
        gauntlet(standing, text);
    else
        cross(standing, text);
}

static void repeats_row(const Standing *standing, int agent, double *rates, Text *text)
{
    Summary summary;
    size_t count = 0;
    for (int i = 0; i < standing->repeats; i++)
        if (!isnan(standing->agents[agent].rates[i]))
            rates[count++] = 100 * standing->agents[agent].rates[i];
    if (!summary_of(rates, count, &summary, NULL)) {
        text->failed = text->failed || count > 0; // what else could fail
        return;
    }
    row_head(text, standing->agents[agent].name);
    text_format(text, "<td>%zu</td><td class=\"total\">%.2f</td><td>%.2f</td>", count,
                summary.median, summary.mean);
    if (isnan(summary.deviation))
        text_append(text, "<td></td>");
    else
        text_format(text, "<td>%.2f</td>", summary.deviation);
    text_format(text, "<td>%.1f" DASH "%.1f</td>", summary.minimum, summary.maximum);
    row_end(text);
}

void page_repeats(Page *page, Text *text)
{
    static const char *const names[] = {"Agent", "Repeats", "Median", "Mean", "SD", "Range"};
    const Standing *standing = page->standing;
    int order[TOURNAMENT_AGENTS_MAX];
    if (standing->repeats < 2)
        return;
    standing_by_win_rate(standing, order);
    double *rates = malloc((size_t)standing->repeats * sizeof *rates);
    text->failed = text->failed || !rates;
    text_append(text, "<section id=\"repeats\" aria-label=\"Repeats\">\n<h2>Repeats</h2>\n"
                      "<p>The whole tournament was played several times on fresh openings; this "
                      "is how far the win rates moved.</p>\n");
    text_append(text, "<div class=\"beside\">\n");
    frame_figure(page->frame, text, plots_repeats(standing, NULL, NULL, 0),
                 "Win rates of the repeats, %: boxes from quartile to quartile, lines to the "
                 "furthest value within 1.5 boxes");
    html_table_begin(text, "stack", "Win rates over repeats, %");
    heads(text, names, 6);
    for (int i = 0; rates && i < standing_tested(standing); i++)
        repeats_row(standing, order[i], rates, text);
    text_append(text, "</tbody>\n");
    html_table_end(text);
    text_append(text, "</div>\n</section>\n");
    free(rates);
}

static void print_elo(Text *text, double elo)
{
    double rounded = round(elo);
    text_format(text, "%s%.0f", rounded < 0 ? MINUS : rounded > 0 ? "+" : "", fabs(rounded));
}

static void rating_rows(const Standing *standing, const int *order, Text *text)
{
    const Ratings *ratings = standing->ratings;
    char games[HTML_COUNT_SIZE];
    for (int i = 0; i < ratings->count; i++) {
        Interval range = ratings_interval(ratings, order[i], CONFIDENCE);
        numbered_row_head(text, i + 1, standing->agents[order[i]].label);
        text_append(text, "<td class=\"total\">");
        print_elo(text, ratings->elo[order[i]]);
        text_append(text, "</td>");
        text_append(text, "<td>");
        print_elo(text, range.low);
        text_append(text, " to ");
        print_elo(text, range.high);
        text_append(text, "</td>");
        html_element(text, "td", "%s", html_count(games, standing->agents[order[i]].games));
        row_end(text);
    }
}

static void superiority(const Standing *standing, const int *order, Text *text)
{
    const Ratings *ratings = standing->ratings;
    html_table_begin(text, "matrix",
                     "Chance, in %, that the row's agent is stronger than the column's");
    text_append(text, "<thead><tr><th scope=\"col\">Agent</th>");
    for (int i = 0; i < ratings->count; i++)
        text_format(text, "<th scope=\"col\">%d</th>", i + 1);
    text_append(text, "</tr></thead>\n<tbody>\n");
    for (int row = 0; row < ratings->count; row++) {
        numbered_row_head(text, row + 1, standing->agents[order[row]].label);
        for (int column = 0; column < ratings->count; column++) {
            double chance = ratings_superiority(ratings, order[row], order[column]);
            if (row == column)
                text_append(text, "<td class=\"none\"></td>");
            else
                text_format(text, "<td class=\"heat\" style=\"--share:%.3f\">%.0f</td>", chance,
                            100 * chance);
        }
        row_end(text);
    }
    text_append(text, "</tbody>\n");
    html_table_end(text);
}

void page_ratings(Page *page, Text *text)
{
    static const char *const names[] = {"Agent", "Elo", "95 %", "Games"};
    int order[TOURNAMENT_AGENTS_MAX];
    const Standing *standing = page->standing;
    standing_by_rating(standing, order);
    text_append(text, "<div class=\"beside\">\n");
    frame_figure(page->frame, text, plots_ratings(standing), "Elo; the line is the 95 % interval");
    html_table_begin(text, "stack", "Ratings, best first");
    heads(text, names, 4);
    rating_rows(standing, order, text);
    text_append(text, "</tbody>\n");
    html_table_end(text);
    text_append(text, "</div>\n<h3>Likelihood of superiority</h3>\n");
    superiority(standing, order, text);
}
