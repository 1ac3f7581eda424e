/* command_study.c: `isolab study`, the published studies played again and judged. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "cli/competing.h"
#include "cli/interrupt.h"
#include "cli/playing.h"
#include "report/study_page.h"
#include "report/study_tables.h"
#include "util/output.h"
#include "util/terminal.h"

enum { STUDIES_MAX = 8 };

/* Those asked for, and what those that were played have come to. */
typedef struct Studies {
    Study *list[STUDIES_MAX];
    StudyResult results[STUDIES_MAX];
    int planned, count;
} Studies;

static bool read_studies(const Arguments *arguments, Studies *studies, Error *error)
{
    if (arguments->word_count != 1)
        return error_set(error, "one study is wanted: 000, 001, 002, 003, 004 or all");
    bool all = !strcmp(arguments->words[0], "all");
    const char *name = all ? study_name_at(0) : arguments->words[0];
    for (int i = 0; name && i < STUDIES_MAX; name = all ? study_name_at(++i) : NULL) {
        studies->list[i] = study_create(name, error);
        if (!studies->list[i])
            return false;
        studies->planned++;
    }
    return true;
}

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

static bool read_rules(const Arguments *arguments, bool *by_text, Error *error)
{
    const char *rules = arguments_value(arguments, "rules", 0);
    char quote[QUOTE_SIZE];
    *by_text = rules && !strcmp(rules, "text");
    return !rules || *by_text || !strcmp(rules, "author") ||
           error_set(error, "--rules is author or text, not %s",
                     error_quote(quote, rules, strlen(rules)));
}

/* Settings of a search that an option replaces in every agent that has them. */
static const char *const choices[] = {"ties", "lost", "between", "inner"};

static bool set_everywhere(TournamentSettings *games, const char *name, const char *text,
                           Error *error)
{
    for (int i = 0; i < games->agent_count; i++) {
        AgentSpec *spec = &games->agents[i];
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

/* The study's protocol with what the command line changes. Another virtual time keeps the
 * study's own prices. */
static bool read_games(const Arguments *arguments, const Study *study, TournamentSettings *games,
                       Error *error)
{
    double scale;
    bool by_text;
    Limits limits;
    *games = study->settings;
    if (!read_scale(arguments, &scale, error) || !read_rules(arguments, &by_text, error) ||
        !playing_limits(arguments, &limits, error) ||
        (arguments_has(arguments, "seed") && !playing_seed(arguments, &games->seed, error)))
        return false;
    study_scale(games, scale);
    if (by_text)
        study_follow_text(games);
    if (limits.virtual_seconds > 0) {
        limits.virtual_node = games->limits.virtual_node;
        limits.virtual_slowness = games->limits.virtual_slowness;
    }
    if (limits_are_set(&limits))
        games->limits = limits;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        const char *text = arguments_value(arguments, choices[i], 0);
        if (text && !set_everywhere(games, choices[i], text, error))
            return false;
    }
    return true;
}

static bool play_study(const Arguments *arguments, const Study *study, StudyResult *result,
                       bool *stopped, Error *error)
{
    TournamentSettings *games = malloc(sizeof *games);
    RunSettings settings = {.games = games};
    Run run = {.store = NULL};
    Progress progress;
    bool good = games ? read_games(arguments, study, games, error) &&
                            competing_run(arguments, &settings, &progress, error) &&
                            study_play(study, settings, &run, result, error)
                      : error_out_of_memory(error);
    *stopped = run.stage == RUN_STOPPED;
    if (good)
        competing_say_how_to_resume(&run);
    else
        competing_explain(&run, error);
    run_destroy(&run);
    free(games);
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

static bool play_studies(const Arguments *arguments, Studies *studies, Error *error)
{
    bool json = arguments_has(arguments, "json"), stopped = false;
    while (studies->count < studies->planned && !stopped) {
        StudyResult *result = &studies->results[studies->count];
        if (!play_study(arguments, studies->list[studies->count++], result, &stopped, error) ||
            (!json && !show_text(result, error)))
            return false;
    }
    return true;
}

/* One study is its object; all are a list of them. */
static bool show_json(const Studies *studies, Error *error)
{
    if (studies->planned == 1)
        return answer_print(study_json(&studies->results[0]), error);
    json_t *list = json_array();
    for (int i = 0; i < studies->count; i++)
        whole_json_append(list, study_json(&studies->results[i]));
    return answer_print(json_pack("{s:o}", "studies", list), error);
}

static bool write_report(const Arguments *arguments, const Studies *studies, Error *error)
{
    const char *name = arguments_value(arguments, "output", 0);
    Text text = TEXT_EMPTY;
    Error plots = {""};
    if (!name)
        return true;
    bool good = study_page_print(studies->results, studies->count, &text, &plots, error) &&
                output_write(name, &text, interrupt_flag(), error);
    text_free(&text);
    if (good && *plots.text)
        fprintf(stderr, "note: the report has no plots: %s\n", plots.text);
    return good;
}

static int run_study(const Arguments *arguments, Error *error)
{
    Studies studies = {.planned = 0};
    const char *output = NULL;
    bool good = arguments_output(arguments, &output, error) &&
                read_studies(arguments, &studies, error) &&
                play_studies(arguments, &studies, error) &&
                (!arguments_has(arguments, "json") || show_json(&studies, error)) &&
                write_report(arguments, &studies, error);
    for (int i = 0; i < studies.count; i++)
        study_result_destroy(&studies.results[i]);
    for (int i = 0; i < STUDIES_MAX; i++)
        study_destroy(studies.list[i]);
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
    .run = run_study,
};
