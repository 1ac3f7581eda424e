/* page.c: what fills each mark of page.html, from top to bottom. */
#include "report/page.h"

#include <stdio.h>
#include <string.h>

#include "report/assets.h"
#include "report/frame.h"
#include "report/html.h"
#include "report/plots.h"
#include "report/sample.h"
#include "report/survey.h"
#include "report/tables.h"

#define TIMES "\xC3\x97"
#define DASH  "\xE2\x80\x93"

typedef struct Page {
    const Standing *standing;
    const Survey *survey;
    const Sample *sample;
    Frame *frame;
    const Estimate *estimate;                 // of a sequential match, or NULL
    int agents[TOURNAMENT_AGENTS_MAX], count; // best win rate first
    Table rows;                               // tables_agents() in that order
} Page;

/* ---- What was played, and where */

static void print_title(Page *page, Text *text)
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
static void who_leads(const Page *page, Text *text)
{
    const StandingAgent *agents = page->standing->agents, *best = &agents[page->agents[0]];
    int tested = standing_tested(page->standing), leaders = 1;
    double percent = percent_won(best->side.wins, best->games);
    while (leaders < tested &&
           standing_win_rate(&agents[page->agents[leaders]]) == standing_win_rate(best))
        leaders++;
    if (leaders > 1 && leaders == tested) {
        text_format(text, "Nobody is ahead: each won %.1f&nbsp;%%.", percent);
        return;
    }
    text_append(text, "Highest win rate: ");
    for (int i = 0; i < leaders; i++) {
        text_append(text, i == 0 ? "" : i == leaders - 1 ? " and " : ", ");
        html_element(text, "strong", "%s", agents[page->agents[i]].name);
    }
    text_format(text, ", %.1f&nbsp;%%%s", percent, leaders > 1 ? " each." : "");
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

static bool is_decided(const Page *page)
{
    return page->estimate && sequential_is_decided(&page->survey->match);
}

static void print_lead(Page *page, Text *text)
{
    const Standing *standing = page->standing;
    char games[HTML_COUNT_SIZE];
    text_append(text, "<p class=\"lead\">");
    who_played(standing, text);
    text_format(text, " on %d" TIMES "%d, %s game%s.%s", standing->tournament.settings.width,
                standing->tournament.settings.height, html_count(games, standing->run.games),
                plural(standing->run.games), page->estimate ? "" : " ");
    if (!page->estimate)
        who_leads(page, text);
    text_append(text, "</p>\n");
    if (page->estimate)
        sequential_lead(page, text);
    if (standing->run.games < standing->run.planned && !is_decided(page))
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

static void print_facts(Page *page, Text *text)
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

/* ---- Who won how much */

static void print_results(Page *page, Text *text)
{
    const Standing *standing = page->standing;
    Table tested = tables_agents(standing, page->agents, standing_tested(standing));
    text_append(text, "<div class=\"beside\">\n");
    frame_figure(page->frame, text, plots_win_rates(standing, NULL),
                 "Win rate; the line is the 95 % interval over opening pairs");
    table_html(&tested, "agent wins losses rate pair_interval", "stack",
               "Win rates with 95 % intervals over opening pairs, best first", text);
    table_destroy(&tested);
    text_append(text, "</div>\n");
    bool gauntlet = standing->tournament.settings.tested_count > 0;
    Table table = (gauntlet ? tables_gauntlet : tables_cross)(standing, page->agents);
    table_html(&table, NULL, gauntlet ? "gauntlet" : "matrix",
               gauntlet ? "Games won and lost by each agent against each opponent"
                        : "Per cent won by the row's agent against the column's",
               text);
    table_destroy(&table);
}

static void print_repeats(Page *page, Text *text)
{
    const Standing *standing = page->standing;
    if (standing->repeats < 2)
        return;
    Table table = tables_repeats(standing, page->agents);
    text_append(text, "<section id=\"repeats\" aria-label=\"Repeats\">\n<h2>Repeats</h2>\n"
                      "<p>The whole tournament was played several times on fresh openings; this "
                      "is how far the win rates moved.</p>\n");
    text_append(text, "<div class=\"beside\">\n");
    frame_figure(page->frame, text, plots_repeats(standing, NULL, NULL, 0),
                 "Win rates of the repeats, %: boxes from quartile to quartile, lines to the "
                 "furthest value within 1.5 boxes");
    table_html(&table, NULL, "stack", "Win rates over repeats, %", text);
    table_destroy(&table);
    text_append(text, "</div>\n</section>\n");
}

static Table superiority(const Standing *standing, const int *agents, int count)
{
    const Ratings *ratings = standing->ratings;
    Table table = TABLE_EMPTY;
    table_column(&table, (Column){NULL, "agent", COLUMN_RANKED});
    for (int i = 0; i < count; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", i + 1);
        table_column(&table, (Column){NULL, number, COLUMN_SHARE, .look = "heat"});
    }
    for (int row = 0; row < count; row++) {
        table_words(&table, "%s", standing->agents[agents[row]].label);
        for (int column = 0; column < count; column++)
            if (row == column)
                table_nothing(&table);
            else
                table_number(&table, ratings_superiority(ratings, agents[row], agents[column]));
    }
    return table;
}

static void print_ratings(Page *page, Text *text)
{
    int agents[TOURNAMENT_AGENTS_MAX];
    const Standing *standing = page->standing;
    standing_by_rating(standing, agents);
    Table ratings = tables_agents(standing, agents, page->count);
    Table chances = superiority(standing, agents, page->count);
    text_append(text, "<div class=\"beside\">\n");
    frame_figure(page->frame, text, plots_ratings(standing), "Elo; the line is the 95 % interval");
    table_html(&ratings, "rank elo elo_interval games", "stack", "Ratings, best first", text);
    text_append(text, "</div>\n<h3>Likelihood of superiority</h3>\n");
    table_html(&chances, NULL, "matrix",
               "Chance, in %, that the row's agent is stronger than the column's", text);
    table_destroy(&ratings);
    table_destroy(&chances);
}

/* ---- How the games went */

static void print_sides(Page *page, Text *text)
{
    text_append(text, "<div class=\"beside\">\n");
    frame_figure(page->frame, text, plots_sides(page->standing, NULL),
                 "Win rate as attacker and as defender");
    table_html(&page->rows, "label attacker attacker_interval defender defender_interval", "stack",
               "Per cent won as attacker and as defender", text);
    text_append(text, "</div>\n");
}

static void print_lengths(Page *page, Text *text)
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
                    percent_won(won[0], won[0] + won[1]));
    text_append(text, "</p>\n</div>\n");
}

static void print_effort(Page *page, Text *text)
{
    static const char *const copied[] = {"label", "moves_a_game", "nodes_a_move", "ms_a_move",
                                         "longest_ms"};
    static const char *const heads[] = {"agent",   "moves/game", "nodes/move",
                                        "ms/move", "longest ms", "nodes, median game"};
    Table table = TABLE_EMPTY;
    text_append(text, "<div class=\"beside\">\n");
    frame_figure(page->frame, text, plots_nodes(page->standing, page->survey), "Nodes per move");
    frame_figure(page->frame, text, plots_seconds(page->standing, page->survey),
                 "Time per move, on this machine's clock");
    text_append(text, "</div>\n");
    for (int i = 0; i < 6; i++)
        table_column(&table, (Column){NULL, heads[i], i ? COLUMN_NUMBER : COLUMN_NAME});
    for (int row = 0; row < page->count; row++) {
        for (int i = 0; i < 5; i++)
            table_copy(&table, &page->rows, row, copied[i]);
        table_number(&table, survey_quantile(&page->survey->agents[page->agents[row]].nodes, 0.5));
    }
    table_html(&table, NULL, "stack", "Effort per move", text);
    table_destroy(&table);
}

static void print_forfeits(Page *page, Text *text)
{
    const Survey *survey = page->survey;
    char count[HTML_COUNT_SIZE];
    if (survey->forfeits == 0) {
        text_append(text, "<p>None: every game ended with a side that had no move.</p>\n");
        return;
    }
    bool shown[GAME_REASONS] = {[GAME_TIME] = true, [GAME_ILLEGAL] = true, [GAME_CRASH] = true};
    for (int i = 0; i < survey->agent_count; i++)
        for (GameReason reason = GAME_EXCEPTION; reason < GAME_REASONS; reason++)
            shown[reason] = shown[reason] || survey->agents[i].forfeits[reason] > 0;
    Table table = TABLE_EMPTY;
    table_column(&table, (Column){NULL, "agent", COLUMN_NAME});
    for (GameReason reason = GAME_TIME; reason < GAME_REASONS; reason++)
        if (shown[reason])
            table_column(
                &table,
                (Column){NULL, reason == GAME_ILLEGAL ? "illegal move" : game_reason_name(reason),
                         COLUMN_NUMBER});
    for (int i = 0; i < survey->agent_count; i++) {
        const int64_t *forfeits = survey->agents[page->agents[i]].forfeits;
        int64_t sum = 0;
        for (GameReason reason = GAME_TIME; reason < GAME_REASONS; reason++)
            sum += forfeits[reason];
        if (sum == 0)
            continue;
        table_words(&table, "%s", page->standing->agents[page->agents[i]].label);
        for (GameReason reason = GAME_TIME; reason < GAME_REASONS; reason++)
            if (shown[reason])
                table_count(&table, forfeits[reason]);
    }
    text_format(text, "<p>%s of the games were lost otherwise than by having no move.</p>\n",
                html_count(count, survey->forfeits));
    table_html(&table, NULL, "stack", "Games forfeited, by agent and reason", text);
    table_destroy(&table);
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

static void print_sampling(Page *page, Text *text)
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

/* ---- How to play it again */

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
static void print_reproduce(Page *page, Text *text)
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

/* ---- The page */

static const struct {
    const char *mark;
    void (*fill)(Page *page, Text *text);
} fillers[] = {
    {"results", print_results},   {"repeats", print_repeats},   {"ratings", print_ratings},
    {"sides", print_sides},       {"lengths", print_lengths},   {"effort", print_effort},
    {"forfeits", print_forfeits}, {"sampling", print_sampling}, {"reproduce", print_reproduce},
};

static bool fill_mark(void *context, Slice mark, Text *text)
{
    for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++)
        if (slice_is(mark, fillers[i].mark)) {
            fillers[i].fill(context, text);
            return true;
        }
    return false;
}

typedef struct Walk {
    const Standing *standing;
    Survey *survey;
    Sample *sample;
} Walk;

static bool add_game(void *context, const StoredGame *stored)
{
    Walk *walk = context;
    survey_add(walk->survey, walk->standing, stored);
    sample_offer(walk->sample, walk->standing, stored);
    return true;
}

static bool print_sections(const Standing *standing, const Survey *survey, const Sample *sample,
                           const char *script_address, Text *text, Error *plots, Error *error)
{
    Frame frame = {.script = asset_page_js, .script_address = script_address};
    Page page = {standing, survey, sample, &frame,
                 .count = standing->tournament.settings.agent_count};
    Estimate estimate;
    if (survey->is_sequential) {
        if (!sequential_estimate(&survey->match, CONFIDENCE, &estimate, error))
            return false;
        page.estimate = &estimate;
    }
    standing_by_win_rate(standing, page.agents);
    page.rows = tables_agents(standing, page.agents, page.count);
    print_title(&page, &frame.title);
    print_lead(&page, &frame.lead);
    print_facts(&page, &frame.lead);
    sample_print(sample, standing, &frame.data);
    bool known = frame_fill(asset_page_html, fill_mark, &page, &frame.main);
    table_destroy(&page.rows);
    return frame_print(&frame, text, plots, error) &&
           (known || error_set(error, "the page has a mark nobody fills"));
}

static bool survey_and_print(Store *store, const Standing *standing, const char *script_address,
                             Text *text, Error *plots, Error *error)
{
    Sample sample;
    if (!sample_create(&sample, standing, SAMPLE_GAMES, error))
        return false;
    Walk walk = {standing, survey_create(standing, error), &sample};
    bool good = walk.survey && store_games(store, standing->run.id, add_game, &walk, error) &&
                sample_finish(&sample, error) &&
                print_sections(standing, walk.survey, &sample, script_address, text, plots, error);
    survey_destroy(walk.survey);
    sample_destroy(&sample);
    return good;
}

bool page_print(Store *store, int64_t run, const char *script_address, Text *text, Error *plots,
                Error *error)
{
    Standing *standing = standing_read(store, run, error);
    if (!standing)
        return false;
    bool good = standing->run.games > 0
                    ? survey_and_print(store, standing, script_address, text, plots, error)
                    : error_set(error, "run %lld has no games yet", (long long)standing->run.id);
    standing_destroy(standing);
    return good;
}
