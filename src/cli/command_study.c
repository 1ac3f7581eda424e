/* command_study.c: `isolab study`, the published studies played again and judged. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "cli/competing.h"
#include "cli/interrupt.h"
#include "cli/playing.h"
#include "cli/study_json.h"
#include "report/study_page.h"
#include "report/study_tables.h"
#include "util/output.h"
#include "util/terminal.h"

enum { STUDIES_MAX = 8 };

typedef struct Session {
    const Arguments *arguments;
    double scale;
    Limits limits;
    uint64_t seed;
    bool text; // by the rules of the studies' texts
    Study *studies[STUDIES_MAX];
    Standing *standings[STUDIES_MAX];
    StudyResult results[STUDIES_MAX];
    int planned, count; // studies asked for, and read so far
    bool interrupted;
} Session;

static bool read_scale(const Arguments *arguments, double *scale, Error *error)
{
    const char *text = arguments_value(arguments, "scale", 0);
    char *end, quote[QUOTE_SIZE];
    *scale = 1;
    if (!text)
        return true;
    *scale = strtod(text, &end);
    return (end != text && !*end && *scale >= 0.0001 && *scale <= 1000) ||
           error_set(error, "--scale is a number from 0.0001 to 1000, not %s",
                     error_quote(quote, text, strlen(text)));
}

static bool read_studies(Session *session, Error *error)
{
    const Arguments *arguments = session->arguments;
    if (arguments->word_count != 1)
        return error_set(error, "one study is wanted: 000, 001, 002, 003, 004 or all");
    bool all = !strcmp(arguments->words[0], "all");
    const char *name = all ? study_name_at(0) : arguments->words[0];
    for (int i = 0; name && i < STUDIES_MAX; name = all ? study_name_at(++i) : NULL) {
        session->studies[i] = study_create(name, error);
        if (!session->studies[i])
            return false;
        session->planned++;
    }
    return true;
}

static bool read_rules(Session *session, Error *error)
{
    const char *rules = arguments_value(session->arguments, "rules", 0);
    char quote[QUOTE_SIZE];
    session->text = rules && !strcmp(rules, "text");
    return !rules || session->text || !strcmp(rules, "author") ||
           error_set(error, "--rules is author or text, not %s",
                     error_quote(quote, rules, strlen(rules)));
}

/* Settings of a search that an option replaces in every agent that has them. */
static const char *const choices[] = {"ties", "lost", "between", "inner"};

static bool set_everywhere(TournamentSettings *settings, const char *name, const char *text,
                           Error *error)
{
    for (int i = 0; i < settings->agent_count; i++) {
        AgentSpec *spec = &settings->agents[i];
        int at = parameter_find(spec->kind->parameters, name, strlen(name));
        if (at >= 0 && !parameter_parse(&spec->kind->parameters[at], text, strlen(text),
                                        &spec->values[at], error)) {
            char option[32];
            snprintf(option, sizeof option, "--%s", name);
            error_prefix(error, option);
            return false;
        }
    }
    return true;
}

static bool set_choices(const Arguments *arguments, TournamentSettings *settings, Error *error)
{
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const char *text = arguments_value(arguments, choices[i], 0);
        if (text && !set_everywhere(settings, choices[i], text, error))
            return false;
    }
    return true;
}

static bool read_arguments(Session *session, Error *error)
{
    const Arguments *arguments = session->arguments;
    const char *output = NULL;
    return arguments_output(arguments, &output, error) && read_studies(session, error) &&
           read_scale(arguments, &session->scale, error) && read_rules(session, error) &&
           playing_limits(arguments, &session->limits, error) &&
           playing_seed(arguments, &session->seed, error);
}

/* The study's protocol with what the command line changes. Another virtual time keeps the
 * study's own prices. */
static bool adapt_settings(const Session *session, TournamentSettings *settings, Error *error)
{
    Limits own = settings->limits;
    study_scale(settings, session->scale);
    if (session->text)
        study_play_text(settings);
    if (!set_choices(session->arguments, settings, error))
        return false;
    if (arguments_has(session->arguments, "seed"))
        settings->seed = session->seed;
    if (limits_are_set(&session->limits)) {
        settings->limits = session->limits;
        if (session->limits.virtual_seconds > 0) {
            settings->limits.virtual_node = own.virtual_node;
            settings->limits.virtual_slowness = own.virtual_slowness;
        }
    }
    return true;
}

static bool read_result(Session *session, const Study *study, const Run *run, Error *error)
{
    Standing *standing = standing_read(run->store, run->number, error);
    session->standings[session->count] = standing;
    return standing && study_result_read(&session->results[session->count++], study, run->store,
                                         standing, error);
}

static bool play_study(Session *session, const Study *study, Error *error)
{
    char kind[16];
    TournamentSettings *settings = malloc(sizeof *settings);
    if (!settings)
        return error_out_of_memory(error);
    *settings = study->settings;
    snprintf(kind, sizeof kind, "study %.8s", study->name);
    Run run = {.store = NULL};
    bool good = adapt_settings(session, settings, error) &&
                competing_play(session->arguments, (RunSettings){.kind = kind, .games = settings},
                               &run, error) &&
                read_result(session, study, &run, error);
    session->interrupted = good && run.stage == RUN_STOPPED;
    if (good)
        competing_say_how_to_resume(&run);
    run_destroy(&run);
    free(settings);
    return good;
}

static bool show_text(const StudyResult *result, Error *error)
{
    Text text = TEXT_EMPTY;
    bool good = study_print(result, terminal_width(), &text, error);
    if (good)
        terminal_say("%s\n", text.bytes);
    fflush(stdout);
    text_free(&text);
    return good;
}

static bool play_studies(Session *session, Error *error)
{
    bool json = arguments_has(session->arguments, "json");
    for (int i = 0; i < session->planned && !session->interrupted; i++)
        if (!play_study(session, session->studies[i], error) ||
            (!json && !show_text(&session->results[i], error)))
            return false;
    return true;
}

/* One study is its object; all are a list of them. */
static bool show_json(const Session *session, Error *error)
{
    if (session->planned == 1)
        return answer_print(study_json(&session->results[0]), error);
    json_t *list = json_array();
    for (int i = 0; i < session->count; i++)
        whole_json_append(list, study_json(&session->results[i]));
    return answer_print(json_pack("{s:o}", "studies", list), error);
}

static bool write_report(const Session *session, Error *error)
{
    const char *name = arguments_value(session->arguments, "output", 0);
    Text text = TEXT_EMPTY;
    Error plots = {""};
    if (!name)
        return true;
    bool good = study_page_print(session->results, session->count, &text, &plots, error) &&
                output_write(name, &text, interrupt_flag(), error);
    text_free(&text);
    if (good && *plots.text)
        fprintf(stderr, "note: the report has no plots: %s\n", plots.text);
    return good;
}

static void session_finish(Session *session)
{
    for (int i = 0; i < session->count; i++)
        study_result_destroy(&session->results[i]);
    for (int i = 0; i < STUDIES_MAX; i++) {
        standing_destroy(session->standings[i]);
        study_destroy(session->studies[i]);
    }
}

static int run(const Arguments *arguments, Error *error)
{
    Session session = {.arguments = arguments};
    bool good = read_arguments(&session, error) && play_studies(&session, error) &&
                (!arguments_has(arguments, "json") || show_json(&session, error)) &&
                write_report(&session, error);
    session_finish(&session);
    return good ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {
    {"scale", "X", "times the published number of games, 1 unless told", false},
    {"rules", "author|text",
     "play as the studies' programs did, as far as known, or as their texts say; author unless "
     "told",
     false},
    {"ties", "random|first|last", "which of equal moves all searches take", false},
    {"lost", "play|forfeit|keep", "what they do where every move is seen to lose", false},
    {"between", "last|best", "which depth's move alpha-beta plays", false},
    {"inner", "plain|shuffled", "in which order it looks at moves below the root", false},
    {"output", "FILE", "also write all as one HTML file", false},
    {"resume", NULL, "go on with the newest run of these settings, or show it if all is played",
     false},
    {"threads", "N", "games at once, as many as cores unless told", false},
    OPTION_DB,
    {"quiet", NULL, "no progress line", false},
    OPTIONS_BUDGET,
    OPTION_SEED,
    OPTION_JSON,
    OPTION_END};

const Command command_study = {
    .name = "study",
    .words = "000|001|002|003|004|all",
    .summary = "a study's protocol played again, beside its published numbers and claims",
    .details =
        "Plays at virtual=150ms unless told; studies 002 and 004 at their own price of a node. "
        "Searches choose as the author's program did, or as `--rules text` has it; --ties, --lost, "
        "--between and --inner change that of all agents that have such a setting. "
        "Each published number stands beside ours with its 95 % interval, each claim is held, "
        "not held or undecided at this number of games. The protocols are the settings files "
        "studies/NNN.json; the games are in the --db file as `study NNN`.",
    .example = "isolab study 003 --scale 0.1 --quiet",
    .options = options,
    .run = run,
};
