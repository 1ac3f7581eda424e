/* command_study.c: `isolab study`, the published studies played again and judged. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/study_page.h"
#include "report/study_tables.h"
#include "ui/answer.h"
#include "ui/command.h"
#include "ui/competing.h"
#include "ui/interrupt.h"
#include "ui/playing.h"
#include "ui/study_json.h"
#include "ui/terminal.h"
#include "util/output.h"

enum { STUDIES_MAX = 8 };

typedef struct Session {
    const Arguments *arguments;
    double scale;
    Limits limits;
    uint64_t seed;
    double ties, lost; // of minimax and alpha-beta; NAN: as the protocol has it
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

/* One of two words as 0 or 1; NAN where the option is absent. */
static bool read_choice(const Arguments *arguments, const char *name, const char *const words[2],
                        double *choice, Error *error)
{
    const char *text = arguments_value(arguments, name, 0);
    char quote[QUOTE_SIZE];
    *choice = !text ? NAN : !strcmp(text, words[1]);
    return !text || *choice == 1 || !strcmp(text, words[0]) ||
           error_set(error, "--%s is %s or %s, not %s", name, words[0], words[1],
                     error_quote(quote, text, strlen(text)));
}

static bool read_arguments(Session *session, Error *error)
{
    static const char *const ties[2] = {"random", "first"}, *const lost[2] = {"play", "forfeit"};
    const Arguments *arguments = session->arguments;
    const char *output = NULL;
    return arguments_output(arguments, &output, error) && read_studies(session, error) &&
           read_scale(arguments, &session->scale, error) &&
           read_choice(arguments, "ties", ties, &session->ties, error) &&
           read_choice(arguments, "lost", lost, &session->lost, error) &&
           playing_limits(arguments, &session->limits, error) &&
           playing_seed(arguments, &session->seed, error);
}

/* Sets a parameter of every agent that has it. */
static void set_everywhere(TournamentSettings *settings, const char *name, double value)
{
    for (int i = 0; i < settings->agent_count && !isnan(value); i++) {
        AgentSpec *spec = &settings->agents[i];
        for (int k = 0; k < PARAMETER_MAX && spec->kind->parameters[k].name; k++)
            if (!strcmp(spec->kind->parameters[k].name, name))
                spec->values[k] = value;
    }
}

/* The study's protocol with what the command line changes. Another virtual time keeps the
 * study's own price of a node. */
static void adapt_settings(const Session *session, TournamentSettings *settings)
{
    double node = settings->limits.virtual_node;
    study_scale(settings, session->scale);
    set_everywhere(settings, "ties", session->ties);
    set_everywhere(settings, "lost", session->lost);
    if (arguments_has(session->arguments, "seed"))
        settings->seed = session->seed;
    if (limits_are_set(&session->limits)) {
        settings->limits = session->limits;
        if (session->limits.virtual_seconds > 0)
            settings->limits.virtual_node = node;
    }
}

static bool read_result(Session *session, const Study *study, const Competed *competed,
                        Error *error)
{
    Standing *standing = standing_read(competed->store, competed->run, error);
    session->standings[session->count] = standing;
    return standing && study_result_read(&session->results[session->count++], study,
                                         competed->store, standing, error);
}

static bool play_study(Session *session, const Study *study, Error *error)
{
    char kind[16];
    TournamentSettings *settings = malloc(sizeof *settings);
    if (!settings)
        return error_out_of_memory(error);
    *settings = study->settings;
    adapt_settings(session, settings);
    snprintf(kind, sizeof kind, "study %.8s", study->name);
    Competition competition = {
        .kind = kind, .settings = settings, .quiet = arguments_has(session->arguments, "quiet")};
    Competed competed;
    bool good = compete(session->arguments, &competition, &competed, error) &&
                read_result(session, study, &competed, error);
    session->interrupted = good && competed.interrupted;
    if (good)
        competed_say_how_to_resume(&competed, session->arguments);
    competed_finish(&competed);
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
        return json_print(study_json(&session->results[0]), error);
    json_t *list = json_array();
    for (int i = 0; list && i < session->count; i++)
        json_array_append_new(list, study_json(&session->results[i]));
    return json_print(json_pack("{s:o}", "studies", list), error);
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
    {"ties", "random|first", "which of equal moves all searches take, a random one unless told",
     false},
    {"lost", "play|forfeit", "what they do where every move is seen to lose, play unless told",
     false},
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
        "Each published number stands beside ours with its 95 % interval, each claim is held, "
        "not held or undecided at this number of games. The protocols are the settings files "
        "studies/NNN.json; the games are in the --db file as `study NNN`.",
    .example = "isolab study 003 --scale 0.1 --quiet",
    .options = options,
    .run = run,
};
