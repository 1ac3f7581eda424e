/* page_games.c: how the games went. */
#include "report/page_parts.h"
#include "report/plots.h"

#define DASH "\xE2\x80\x93"

static void head(Text *text, const char *class_names, const char *caption, const char *const *names)
{
    html_table_begin(text, class_names, caption);
    text_append(text, "<thead><tr>");
    for (; *names; names++)
        html_element(text, "th scope=\"col\"", "%s", *names);
    text_append(text, "</tr></thead>\n<tbody>\n");
}

static void foot(Text *text)
{
    text_append(text, "</tbody>\n");
    html_table_end(text);
}

static void rate_cells(Text *text, int64_t won, int64_t games)
{
    Interval range = interval_wilson((uint64_t)won, (uint64_t)games, CONFIDENCE);
    if (games > 0)
        text_format(text, "<td class=\"total\">%.1f</td><td>%.1f" DASH "%.1f</td>",
                    100 * (double)won / (double)games, 100 * range.low, 100 * range.high);
    else
        text_append(text, "<td></td><td></td>");
}

void page_sides(Page *page, Text *text)
{
    static const char *const names[] = {"Agent", "Attacker", "95 %", "Defender", "95 %", NULL};
    const Standing *standing = page->standing;
    int order[TOURNAMENT_AGENTS_MAX];
    standing_by_win_rate(standing, order);
    text_append(text, "<div class=\"beside\">\n");
    frame_figure(page->frame, text, plots_sides(standing, NULL),
                 "Win rate as attacker and as defender");
    head(text, "stack", "Per cent won as attacker and as defender", names);
    for (int i = 0; i < standing->tournament.settings.agent_count; i++) {
        const StandingAgent *agent = &standing->agents[order[i]];
        const StandingSide *side = &agent->side;
        text_append(text, "<tr>");
        html_name(text, "th scope=\"row\"", agent->label);
        rate_cells(text, side->attacker_wins, side->attacker_games);
        rate_cells(text, side->wins - side->attacker_wins, agent->games - side->attacker_games);
        text_append(text, "</tr>\n");
    }
    foot(text);
    text_append(text, "</div>\n");
}

void page_lengths(Page *page, Text *text)
{
    const Survey *survey = page->survey;
    int64_t won[3] = {0};
    for (int i = 0; i <= SQUARE_LIMIT; i++)
        for (int winner = 0; winner < 3; winner++)
            won[winner] += survey->lengths[i][winner];
    text_append(text, "<div class=\"beside\">\n");
    frame_figure(page->frame, text, plots_lengths(survey), "Games by plies after the opening");
    text_format(text,
                "<p>The shortest game has %d plies after its opening, the median game %d, the "
                "longest %d. ",
                survey_length(survey, 0), survey_length(survey, 0.5), survey_length(survey, 1));
    if (won[0] + won[1] > 0)
        text_format(text, "The attacker won %.1f&nbsp;%% of all games.",
                    100 * (double)won[0] / (double)(won[0] + won[1]));
    text_append(text, "</p>\n</div>\n");
}

static void effort_row(const StandingAgent *agent, const SurveyAgent *survey, Text *text)
{
    const StandingSide *side = &agent->side;
    double moves = side->moves ? (double)side->moves : 1;
    char nodes[HTML_COUNT_SIZE];
    text_append(text, "<tr>");
    html_name(text, "th scope=\"row\"", agent->label);
    html_element(text, "td", "%.1f",
                 agent->games ? (double)side->moves / (double)agent->games : 0.0);
    html_element(text, "td", "%s", html_count(nodes, (int64_t)((double)side->nodes / moves + 0.5)));
    html_element(text, "td", "%s",
                 html_count(nodes, (int64_t)(survey_quantile(&survey->nodes, 0.5) + 0.5)));
    html_element(text, "td", "%.3f", 1e3 * side->seconds / moves);
    html_element(text, "td", "%.1f", 1e3 * side->longest_move);
    text_append(text, "</tr>\n");
}

void page_effort(Page *page, Text *text)
{
    static const char *const names[] = {
        "Agent", "Moves a game", "Nodes a move", "median game", "ms a move", "longest, ms", NULL};
    const Standing *standing = page->standing;
    int order[TOURNAMENT_AGENTS_MAX];
    standing_by_win_rate(standing, order);
    text_append(text, "<div class=\"beside\">\n");
    frame_figure(page->frame, text, plots_nodes(standing, page->survey), "Nodes per move");
    frame_figure(page->frame, text, plots_seconds(standing, page->survey),
                 "Time per move, on this machine's clock");
    text_append(text, "</div>\n");
    head(text, "stack", "Effort per move", names);
    for (int i = 0; i < standing->tournament.settings.agent_count; i++)
        effort_row(&standing->agents[order[i]], &page->survey->agents[order[i]], text);
    foot(text);
}

static void forfeit_rows(const Page *page, GameReason last, Text *text)
{
    char count[HTML_COUNT_SIZE];
    int order[TOURNAMENT_AGENTS_MAX];
    standing_by_win_rate(page->standing, order);
    for (int i = 0; i < page->survey->agent_count; i++) {
        const int64_t *forfeits = page->survey->agents[order[i]].forfeits;
        int64_t sum = 0;
        for (GameReason reason = GAME_TIME; reason < GAME_REASONS; reason++)
            sum += forfeits[reason];
        if (sum == 0)
            continue;
        text_append(text, "<tr>");
        html_name(text, "th scope=\"row\"", page->standing->agents[order[i]].label);
        for (GameReason reason = GAME_TIME; reason <= last; reason++)
            html_element(text, "td", "%s", html_count(count, forfeits[reason]));
        text_append(text, "</tr>\n");
    }
}

static void faults(const Page *page, Text *text)
{
    const Survey *survey = page->survey;
    text_append(text, "<p>The first of each kind:</p>\n<ul class=\"faults\">\n");
    for (int i = 0; i < survey->fault_count; i++) {
        const SurveyFault *fault = &survey->faults[i];
        text_append(text, "<li>");
        html_element(text, "strong", "%s", page->standing->agents[fault->agent].label);
        text_format(text, ", opening %lld: ", (long long)fault->key.opening + 1);
        escape_html(text, *fault->text ? fault->text : game_reason_name(fault->reason));
        text_append(text, "</li>\n");
    }
    text_append(text, "</ul>\n");
}

void page_forfeits(Page *page, Text *text)
{
    const char *names[] = {"Agent",     "time",     "illegal move", "crash",
                           "exception", "resigned", "silent",       NULL};
    char count[HTML_COUNT_SIZE];
    if (page->survey->forfeits == 0) {
        text_append(text, "<p>None: every game ended with a side that had no move.</p>\n");
        return;
    }
    text_format(text, "<p>%s of the games were lost otherwise than by having no move.</p>\n",
                html_count(count, page->survey->forfeits));
    GameReason last = GAME_CRASH; // what follows is for course agents
    for (int i = 0; i < page->survey->agent_count; i++)
        for (GameReason reason = GAME_EXCEPTION; reason < GAME_REASONS; reason++)
            if (page->survey->agents[i].forfeits[reason])
                last = GAME_REASONS - 1;
    names[last + 1] = NULL;
    head(text, "stack", "Games forfeited, by agent and reason", names);
    forfeit_rows(page, last, text);
    foot(text);
    faults(page, text);
}

void page_sampling(Page *page, Text *text)
{
    char shown[HTML_COUNT_SIZE], all[HTML_COUNT_SIZE];
    const Sample *sample = page->sample;
    html_count(shown, sample->count);
    html_count(all, page->survey->games);
    if (page->survey->games == 1)
        text_append(text, "<p>The game is here.</p>\n");
    else if (sample->everything)
        text_format(text, "<p>All %s games are here.</p>\n", all);
    else
        text_format(text,
                    "<p>%s of the %s games are here: of every pairing openings evenly spread, and "
                    "those with forfeits, openings that one agent won from both sides (the "
                    "lower-rated first), and long games. The database has all.</p>\n",
                    shown, all);
}
