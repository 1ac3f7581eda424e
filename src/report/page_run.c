/* page_run.c: what was played, where, and how to play it again. */
#include <stdio.h>
#include <string.h>

#include "report/page_parts.h"
#include "report/tables.h"

#define TIMES "\xC3\x97"
#define DASH  "\xE2\x80\x93"

void page_title(Page *page, Text *text)
{
    const StoreRun *run = &page->standing->run;
    char title[128];
    snprintf(title, sizeof title, "%.80s, run %lld", run->kind, (long long)run->id);
    if (title[0] >= 'a' && title[0] <= 'z')
        title[0] = (char)(title[0] - 'a' + 'A');
    text_append(text, title);
}

static void who_played(const Standing *standing, Text *text)
{
    const TournamentSettings *settings = &standing->tournament.settings;
    int tested = settings->tested_count, all = settings->agent_count;
    if (tested > 0)
        text_format(text, "%d agent%s against %d opponent%s", tested, plural(tested), all - tested,
                    plural(all - tested));
    else
        text_format(text, all == 2 ? "%d agents head to head" : "%d agents, each against each",
                    all);
}

/* Several where they are level. */
static void who_leads(const Standing *standing, Text *text)
{
    int order[TOURNAMENT_AGENTS_MAX], tested = standing_tested(standing), leaders = 1;
    standing_by_win_rate(standing, order);
    const StandingAgent *best = &standing->agents[order[0]];
    double rate = standing_win_rate(best);
    while (leaders < tested && standing_win_rate(&standing->agents[order[leaders]]) == rate)
        leaders++;
    if (leaders > 1 && leaders == tested) {
        text_format(text, "Nobody is ahead: each won %.1f&nbsp;%%.", 100 * rate);
        return;
    }
    text_append(text, "Highest win rate: ");
    for (int i = 0; i < leaders; i++) {
        text_append(text, i == 0 ? "" : i == leaders - 1 ? " and " : ", ");
        html_element(text, "strong", "%s", standing->agents[order[i]].name);
    }
    text_format(text, ", %.1f&nbsp;%%%s", 100 * rate, leaders > 1 ? " each." : "");
    if (leaders == 1) {
        Interval range = pairs_interval(&best->pairs, CONFIDENCE);
        text_format(text, " (95&nbsp;%%: %.1f" DASH "%.1f).", 100 * range.low, 100 * range.high);
    }
}

/* What stands on the rest of the page is counted where the match happened to stop. */
static void sequential_lead(const Page *page, Text *text)
{
    const Sequential *match = &page->survey->match;
    Text lines = TEXT_EMPTY;
    html_element(text, "p class=\"notice\"",
                 "This match stops itself, so the rates and ratings below, which are as counted, "
                 "overstate. Of %s against %s it says:",
                 page->standing->agents[0].name, page->standing->agents[1].name);
    text_append(text, "\n");
    tables_sequential(match, page->estimate, &lines);
    text->failed = text->failed || !text_ok(&lines);
    html_lines(text, text_ok(&lines) ? lines.bytes : "");
    text_free(&lines);
}

void page_lead(Page *page, Text *text)
{
    const Standing *standing = page->standing;
    bool decided = page->estimate && sequential_is_decided(&page->survey->match);
    char games[HTML_COUNT_SIZE];
    text_append(text, "<p class=\"lead\">");
    who_played(standing, text);
    text_format(text, " on %d" TIMES "%d, %s game%s.%s", standing->tournament.settings.width,
                standing->tournament.settings.height, html_count(games, standing->run.games),
                plural(standing->run.games), page->estimate ? "" : " ");
    if (!page->estimate)
        who_leads(standing, text);
    text_append(text, "</p>\n");
    if (page->estimate)
        sequential_lead(page, text);
    if (standing->run.games < standing->run.planned && !decided)
        text_format(text,
                    "<p class=\"notice\">Unfinished: %s of the games that were planned are not "
                    "here.</p>\n",
                    html_count(games, standing->run.planned - standing->run.games));
}

static void print_openings(const TournamentSettings *settings, Text *text)
{
    if (settings->openings.kind == OPENINGS_ALL)
        text_append(text, "all placements, up to symmetry");
    else if (settings->openings.kind == OPENINGS_FILE)
        text_append(text, settings->openings_file);
    else if (settings->openings.plies == 2)
        text_append(text, "random placements");
    else
        text_format(text, settings->openings.plies == 1 ? "%d random ply" : "%d random plies",
                    settings->openings.plies);
}

static void print_budget(const TournamentSettings *settings, Text *text)
{
    limits_print(&settings->limits, text);
    if (text->length == 0)
        text_append(text, "each agent's own");
}

/* "2026-11-15T11:30:47Z" for people. */
static void print_moment(const char *moment, Text *text)
{
    const char *time = strchr(moment, 'T');
    if (time && strlen(time) == strlen("T11:30:47Z"))
        text_format(text, "%.*s %.8s UTC", (int)(time - moment), moment, time + 1);
    else
        text_append(text, moment);
}

/* A fact whose value was built up; frees it. */
static void fact_built(Text *text, const char *name, Text *value)
{
    text->failed = text->failed || !text_ok(value);
    html_fact(text, name, value->bytes ? value->bytes : "");
    text_free(value);
}

void page_facts(Page *page, Text *text)
{
    const StoreRun *run = &page->standing->run;
    const TournamentSettings *settings = &page->standing->tournament.settings;
    Text value = TEXT_EMPTY;
    text_append(text, "<dl class=\"facts\">\n");
    text_format(&value, "%d" TIMES "%d", settings->width, settings->height);
    fact_built(text, "Board", &value);
    print_openings(settings, &value);
    fact_built(text, "Openings", &value);
    text_format(&value, settings->repeats > 1 ? "%d, %d times" : "%d", settings->pairs,
                settings->repeats);
    fact_built(text, "Opening pairs", &value);
    print_budget(settings, &value);
    fact_built(text, "Budget a move", &value);
    text_format(&value, "%llu", (unsigned long long)settings->seed);
    fact_built(text, "Seed", &value);
    print_moment(run->started, &value);
    fact_built(text, "Started", &value);
    print_moment(run->finished ? run->finished : "not yet", &value);
    fact_built(text, "Finished", &value);
    html_fact(text, "Machine", run->machine);
    text_format(&value, "isolab %s", run->version);
    fact_built(text, "Program", &value);
    text_append(text, "</dl>\n");
}

static void option(Text *line, const char *name, const char *value)
{
    text_format(line, " \\\n  --%s ", name);
    text_append_shell(line, value);
}

static void print_agents(const TournamentSettings *settings, bool match, Text *line)
{
    int tested = settings->tested_count ? settings->tested_count : settings->agent_count;
    for (int i = 0; i < settings->agent_count; i++) {
        Text spec = TEXT_EMPTY;
        agent_print(&settings->agents[i], &spec);
        line->failed = line->failed || !text_ok(&spec);
        if (text_ok(&spec) && match) {
            text_append(line, " ");
            text_append_shell(line, spec.bytes);
        } else if (text_ok(&spec))
            option(line, i < tested ? "agent" : "against", spec.bytes);
        text_free(&spec);
    }
}

static void number_option(Text *line, const char *name, unsigned long long number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%llu", number);
    option(line, name, digits);
}

static void opening_option(const TournamentSettings *settings, Text *line)
{
    if (settings->openings.kind == OPENINGS_ALL)
        option(line, "openings", "all");
    else if (settings->openings.kind == OPENINGS_FILE)
        option(line, "openings", settings->openings_file);
    else if (settings->openings.plies != 2)
        number_option(line, "openings", (unsigned long long)settings->openings.plies);
}

/* `virtual=150ms,depth=3` as options of the same names. */
static void budget_options(const Limits *limits, Text *line)
{
    Text text = TEXT_EMPTY;
    limits_print(limits, &text);
    char *rest = NULL, *item = text.bytes ? strtok_r(text.bytes, ",", &rest) : NULL;
    for (; item; item = strtok_r(NULL, ",", &rest)) {
        char *equals = strchr(item, '=');
        if (equals) {
            *equals = '\0';
            option(line, item, equals + 1);
        }
    }
    line->failed = line->failed || !text_ok(&text);
    text_free(&text);
}

static bool is_match(const StoreRun *run)
{
    Sprt sprt;
    return !strcmp(run->kind, "match") || sprt_find(run->kind, &sprt);
}

static void settings_options(const TournamentSettings *settings, bool match, Text *line)
{
    char board[16];
    print_agents(settings, match, line);
    snprintf(board, sizeof board, "%dx%d", settings->width, settings->height);
    option(line, "board", board);
    opening_option(settings, line);
    number_option(line, "pairs", (unsigned long long)settings->pairs);
    if (settings->repeats > 1)
        number_option(line, "repeats", (unsigned long long)settings->repeats);
    budget_options(&settings->limits, line);
    number_option(line, "seed", settings->seed);
}

/* What would play the same games again, by the settings as a file or as options. */
static void print_command(const StoreRun *run, const TournamentSettings *settings, bool by_file,
                          Text *line)
{
    Sprt sprt;
    char test[SPRT_TEXT_SIZE];
    text_format(line, "isolab %s", is_match(run) ? "match" : "tournament");
    if (by_file)
        text_append(line, " --settings settings.json");
    else
        settings_options(settings, is_match(run), line);
    if (sprt_find(run->kind, &sprt))
        text_format(line, "%s--%s", by_file ? " " : " \\\n  ", sprt_print(&sprt, test));
}

static void print_code(const StoreRun *run, const TournamentSettings *settings, bool by_file,
                       Text *text)
{
    Text line = TEXT_EMPTY;
    print_command(run, settings, by_file, &line);
    text->failed = text->failed || !text_ok(&line);
    text_append(text, "<code>");
    escape_html(text, line.bytes ? line.bytes : "");
    text_append(text, "</code>");
    text_free(&line);
}

/* The virtual clock's prices are only in settings files. */
void page_reproduce(Page *page, Text *text)
{
    const StoreRun *run = &page->standing->run;
    const TournamentSettings *settings = &page->standing->tournament.settings;
    bool priced = settings->limits.virtual_node > 0 || settings->limits.virtual_slowness > 0;
    bool by_options = (is_match(run) || !strcmp(run->kind, "tournament")) && !priced;
    text_append(text, "<pre tabindex=\"0\" aria-label=\"Command line\">");
    print_code(run, settings, !by_options, text);
    text_append(text, "</pre>\n<p>Or with the settings below as a file: ");
    print_code(run, settings, true, text);
    text_append(text, ". Under <code>nodes</code>, "
                      "<code>depth</code> or <code>virtual</code> budgets the games are the same "
                      "to the byte, on any number of threads.</p>\n"
                      "<details><summary>settings.json</summary>\n"
                      "<pre tabindex=\"0\" aria-label=\"Settings\"><code id=\"settings\">");
    escape_html(text, run->settings);
    text_append(text, "</code></pre></details>\n");
}
