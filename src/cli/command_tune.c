/* command_tune.c: `isolab tune`, better settings by playing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/accuracy_options.h"
#include "cli/answer.h"
#include "cli/command.h"
#include "cli/competing.h"
#include "cli/interrupt.h"
#include "cli/playing.h"
#include "report/tuned.h"
#include "util/clock.h"
#include "util/output.h"
#include "util/suggest.h"
#include "util/terminal.h"

/* ---- What is to be tuned, how and against whom */

/* Two placements and two moves: 52,672 openings on 7x7. Of placements alone there are 2,352, and
 * what confirms a point would mostly be what it was chosen on. */
enum { STANDARD_PLIES = 4, STANDARD_PAIRS = 100, STANDARD_CONFIRMATION = 5000 };
enum { STANDARD_SWEEPS = 2, STANDARD_STEPS = 100 };

/* The next part of `LO:HI:STEP`; `*rest` is NULL behind the last. */
static const char *next_part(const char **rest, size_t *length)
{
    const char *part = *rest;
    *length = strcspn(part, ":");
    *rest = part[*length] ? part + *length + 1 : NULL;
    return part;
}

static bool read_step(const AgentParameter *parameter, const char *text, size_t length,
                      TunerAxis *axis, Error *error)
{
    Parameter as_step = *parameter->parameter;
    char quote[QUOTE_SIZE];
    as_step.min = 0;
    as_step.max = axis->max - axis->min;
    if (parameter_parse(&as_step, text, length, &axis->step, NULL) && axis->step > 0)
        return true;
    return error_set(error, "%s: the step is a %snumber above 0, at most %g, not %s",
                     parameter->name, as_step.step == 1 ? "whole " : "", as_step.max,
                     error_quote(quote, text, length));
}

static bool read_range(const AgentParameter *parameter, const char *text, TunerAxis *axis,
                       Error *error)
{
    const Parameter *row = parameter->parameter;
    char quote[QUOTE_SIZE], range[PARAMETER_RANGE_SIZE];
    const char *part, *rest = text;
    size_t length;
    if (row->choices)
        return error_set(error, "%s is one of %s and takes no range", parameter->name,
                         row->choices);
    part = next_part(&rest, &length);
    if (!parameter_parse(row, part, length, &axis->min, error))
        return false;
    if (!rest)
        return error_set(error, "%s: a range is LO:HI or LO:HI:STEP within %s, not %s",
                         parameter->name, parameter_range(row, range),
                         error_quote(quote, text, strlen(text)));
    part = next_part(&rest, &length);
    if (!parameter_parse(row, part, length, &axis->max, error))
        return false;
    if (axis->min >= axis->max)
        return error_set(error, "%s: the range %s is empty; it lies within %s", parameter->name,
                         error_quote(quote, text, strlen(text)), parameter_range(row, range));
    return !rest || read_step(parameter, rest, strlen(rest), axis, error);
}

static bool read_parameter(TuneSettings *tune, const char *text, Error *error)
{
    TunerSettings *settings = &tune->tuner;
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    if (settings->axis_count == TUNER_AXES_MAX)
        return error_set(error, "at most %d parameters are tuned at once", TUNER_AXES_MAX);
    AgentParameter *parameter = &tune->parameters[settings->axis_count];
    TunerAxis *axis = &settings->axes[settings->axis_count];
    if (!agent_parameter_find(&tune->games.agents[0], text, length, parameter, error))
        return false;
    for (int i = 0; i < settings->axis_count; i++)
        if (!strcmp(tune->parameters[i].name, parameter->name))
            return error_set(error, "--param %s stands twice", parameter->name);
    const Parameter *row = parameter->parameter;
    *axis = (TunerAxis){row->min, row->max, row->step,
                        agent_parameter_get(&tune->games.agents[0], parameter)};
    if (equals && !read_range(parameter, equals + 1, axis, error))
        return false;
    if (settings->method == TUNER_SPSA && row->choices)
        return error_set(error, "spsa wants numbers, and %s is one of %s", parameter->name,
                         row->choices);
    settings->axis_count++;
    return true;
}

static bool read_parameters(const Arguments *arguments, TuneSettings *tune, Error *error)
{
    const char *text;
    for (int i = 0; (text = arguments_value(arguments, "param", i)); i++)
        if (!read_parameter(tune, text, error))
            return false;
    return tune->tuner.axis_count > 0 ||
           error_set(error, "what is to be tuned? --param NAME, or NAME=LO:HI:STEP");
}

static bool read_method(const Arguments *arguments, TuneSettings *tune, Error *error)
{
    const char *name = arguments_value(arguments, "method", 0);
    TunerSettings *settings = &tune->tuner;
    for (int i = 0; i < TUNER_METHODS; i++)
        if (!name || !strcmp(name, tuner_method_name(NULL, i))) {
            settings->method = (TunerMethod)i;
            return true;
        }
    return suggest_unknown(error, "method", name, strlen(name), tuner_method_name, NULL);
}

static bool read_gains(const Arguments *arguments, TuneSettings *tune, Error *error)
{
    const char *text = arguments_value(arguments, "gain", 0);
    TunerSettings *settings = &tune->tuner;
    settings->gain = 0.2;
    settings->reach = 0.1;
    if (!text)
        return true;
    if (settings->method != TUNER_SPSA)
        return error_set(error, "--gain is for --method spsa");
    return (arguments_two_numbers(arguments, "gain", &settings->gain, &settings->reach) &&
            settings->gain > 0 && settings->gain <= 100 && settings->reach > 0 &&
            settings->reach <= 0.5) ||
           error_set(error, "--gain takes the first a_k, up to 100, and c, up to 0.5: 0.2,0.1");
}

static bool read_rounds(const Arguments *arguments, TuneSettings *tune, Error *error)
{
    TunerSettings *settings = &tune->tuner;
    bool is_spsa = settings->method == TUNER_SPSA;
    int64_t rounds = is_spsa ? STANDARD_STEPS : STANDARD_SWEEPS;
    if (settings->method == TUNER_GRID && arguments_has(arguments, "rounds"))
        return error_set(error, "--rounds is for the methods line and spsa");
    if (!arguments_integer(arguments, "rounds", 1, is_spsa ? TUNER_ROUNDS_MAX : 100, &rounds,
                           error))
        return false;
    settings->rounds = (int)rounds;
    return true;
}

static bool read_test(const Arguments *arguments, TuneSettings *tune, Error *error)
{
    int64_t pairs = STANDARD_CONFIRMATION;
    if (!arguments_integer(arguments, "confirm", 0, 100000000, &pairs, error))
        return false;
    tune->confirm_pairs = (int)pairs;
    return competing_sprt(arguments, 0, 10, &tune->sprt, error);
}

static bool read_objective(const Arguments *arguments, TuneSettings *tune, Error *error)
{
    const char *name = arguments_value(arguments, "objective", 0);
    char quote[QUOTE_SIZE];
    int64_t positions = 1000;
    bool accuracy = name && !strcmp(name, "accuracy");
    tune->objective = accuracy ? TUNE_ACCURACY : TUNE_SCORE;
    if (name && !accuracy && strcmp(name, "score"))
        return error_set(error, "the objective is score or accuracy, not %s",
                         error_quote(quote, name, strlen(name)));
    if (!accuracy && arguments_has(arguments, "positions"))
        return error_set(error, "--positions is for --objective accuracy");
    if (accuracy && (arguments_has(arguments, "against") || arguments_has(arguments, "pairs")))
        return error_set(error,
                         "--objective accuracy has no opponents, so no --against or --pairs");
    if (!arguments_integer(arguments, "positions", 1, 1000000, &positions, error))
        return false;
    tune->positions = (int)positions;
    if (accuracy)
        accuracy_standard_limits(&tune->games.limits);
    return true;
}

static bool read_agents(const Arguments *arguments, TournamentSettings *games, Error *error)
{
    const AgentSpec *start = &games->agents[0];
    const char *spec;
    if (arguments->word_count != 1)
        return error_set(error, "one agent is wanted: isolab tune SPEC --param NAME");
    games->agent_count = 0;
    games->tested_count = 1;
    if (!competing_add_agent(games, arguments->words[0], error))
        return false;
    for (int i = 0; (spec = arguments_value(arguments, "against", i)); i++)
        if (!competing_add_agent(games, spec, error))
            return false;
    if (games->agent_count > 1)
        return true;
    games->agents[games->agent_count++] = *start;
    if (!competing_add_agent(games, "AB_Improved", error))
        return false;
    bool same;
    if (!agent_compare(start, &games->agents[2], &same, error))
        return false;
    games->agent_count -= same;
    return true;
}

static bool read_games(const Arguments *arguments, TournamentSettings *games, Error *error)
{
    if (!competing_settings(arguments, games, error))
        return false;
    if (!arguments_has(arguments, "openings"))
        games->openings.plies = STANDARD_PLIES;
    if (!arguments_has(arguments, "pairs"))
        games->pairs = STANDARD_PAIRS;
    return read_agents(arguments, games, error);
}

static bool read_settings(const Arguments *arguments, TuneSettings *tune, Error *error)
{
    const char *output = NULL;
    return arguments_output(arguments, &output, error) &&
           read_games(arguments, &tune->games, error) && read_method(arguments, tune, error) &&
           read_parameters(arguments, tune, error) && read_gains(arguments, tune, error) &&
           read_rounds(arguments, tune, error) && read_test(arguments, tune, error) &&
           read_objective(arguments, tune, error) &&
           competing_run(arguments, &tune->run, NULL, error);
}

/* ---- While it goes on, on standard error */

typedef struct Trace {
    const Tuned *tuned;
    bool quiet, in_place;
} Trace;

/* One line for each point. */
static void trace_point(void *context, const Tuned *tuned)
{
    const Trace *trace = context;
    const Tuner *tuner = &tuned->tuner;
    const TunerPoint *point = &tuner->points[tuner->count - 1];
    const TunedPoint *measured = &tuned->points[tuner->count - 1];
    TunerPoint best = tuner_best(tuner);
    int left = tuner_planned(tuner) - tuner->count;
    Text line = TEXT_EMPTY;
    if (tuner->count == 1 && tuned->settings.objective == TUNE_ACCURACY) {
        playing_note_threads(tuned->threads, tuned->settings.run.threads);
        playing_note_idle_ranks(tuned->idle_ranks);
    }
    if (trace->quiet)
        return;
    text_format(&line, "%d of at most %d: ", tuner->count, tuner_planned(tuner));
    tuned_print_values(tuned, point, &line);
    text_format(&line, " %.2f %% (%.1f to %.1f); best ", 100 * point->score,
                100 * measured->range.low, 100 * measured->range.high);
    tuned_print_values(tuned, &best, &line);
    if (!isnan(best.score))
        text_format(&line, " %.2f %%", 100 * best.score);
    if (tuned->measured_here > 0 && left > 0) {
        text_append(&line, "; at most ");
        progress_append_duration(&line,
                                 (clock_now() - tuned->started) / tuned->measured_here * left);
        text_append(&line, " left");
    }
    progress_line(false, &line);
}

/* How far a point's run is, or the confirmation's, in place. */
static void trace_run(void *context, const Run *run)
{
    const Trace *trace = context;
    const Sequential *match = &run->match;
    bool in_place = trace->in_place && !trace->quiet;
    Text line = TEXT_EMPTY;
    if (run->stage == RUN_BEGUN && trace->tuned->tuner.count == 0) // it holds for all points
        competing_note_beginning(run);
    if (in_place && run->stage == RUN_PLAYING) {
        if (run->settings.sprt)
            text_format(&line,
                        "confirming: %lld of at most %d pairs, %.2f %%, log-likelihood ratio %.2f",
                        (long long)pairs_count(&match->pairs), run->tournament.settings.pairs,
                        100 * pairs_score(&match->pairs), match->state.ratio);
        else
            text_format(&line, "point %d: %lld of %lld games", trace->tuned->tuner.count + 1,
                        (long long)run->done, (long long)run->tournament.game_count);
        progress_line(true, &line);
    }
    if (run->stage < RUN_DONE)
        return;
    if (in_place)
        terminal_overwrite("");
    competing_note_end(run);
}

/* ---- What it has come to */

static bool is_svg(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && !strcmp(name + length - 4, ".svg");
}

static bool write_output(const Arguments *arguments, const Tuned *tuned, Error *error)
{
    const char *name = arguments_value(arguments, "output", 0);
    Text text = TEXT_EMPTY;
    char quote[QUOTE_SIZE];
    Error plots = {""};
    if (!name || tuned->tuner.count == 0)
        return true;
    bool good = (is_svg(name) ? tuned_print_svg(tuned, &text, error)
                              : tuned_print_page(tuned, &text, &plots, error)) &&
                output_write(name, &text, interrupt_flag(), error);
    text_free(&text);
    if (good && *plots.text)
        fprintf(stderr, "note: %s has no plot: %s\n", error_quote(quote, name, strlen(name)),
                plots.text);
    return good;
}

static bool print_text(const Arguments *arguments, const Tuned *tuned, Error *error)
{
    Text text = TEXT_EMPTY;
    tuned_print(tuned, terminal_width(), &text);
    return answer_print_text(arguments, &text, error);
}

static bool show_tuning(const Arguments *arguments, const Tuned *tuned, Error *error)
{
    if (!(arguments_has(arguments, "json") ? answer_print(tuned_json(tuned), error)
                                           : print_text(arguments, tuned, error)) ||
        !write_output(arguments, tuned, error))
        return false;
    if (tuned->stopped && tuned->settings.objective == TUNE_ACCURACY && !tuned->complete)
        fprintf(stderr,
                "stopped after %d point%s; without games nothing is kept, and the same command "
                "begins anew\n",
                tuned->tuner.count, plural(tuned->tuner.count));
    else if (tuned->stopped)
        fprintf(stderr,
                "stopped after %d point%s, all games kept in %s; the same command with --resume "
                "goes on\n",
                tuned->tuner.count, plural(tuned->tuner.count), tuned->settings.run.database);
    return true;
}

/* The way out of a failure, behind its sentence. */
static void explain_failure(const Tuned *tuned, Error *error)
{
    Error failure = *error;
    if (tuned->untested)
        error_set(error, "%s: take more --positions", failure.text);
    competing_explain(&tuned->run, error);
}

static bool tune_and_show(const Arguments *arguments, TuneSettings *settings, Tuned *tuned,
                          Error *error)
{
    Trace trace = {.tuned = tuned,
                   .quiet = arguments_has(arguments, "quiet"),
                   .in_place = isatty(STDERR_FILENO)};
    if (!read_settings(arguments, settings, error))
        return false;
    if (settings->objective == TUNE_ACCURACY)
        playing_note_sandbox(&settings->games.agents[0]);
    settings->watch = trace_point;
    settings->run.watch = trace_run;
    settings->context = settings->run.context = &trace;
    if (tune_run(tuned, settings, error))
        return show_tuning(arguments, tuned, error);
    explain_failure(tuned, error);
    return false;
}

static int run_tune(const Arguments *arguments, Error *error)
{
    TuneSettings *settings = calloc(1, sizeof *settings); // too large for the stack's taste
    Tuned *tuned = calloc(1, sizeof *tuned);
    bool good = settings && tuned ? tune_and_show(arguments, settings, tuned, error)
                                  : error_out_of_memory(error);
    if (tuned)
        tuned_destroy(tuned);
    free(tuned);
    free(settings);
    return good ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {
    {"param", "NAME[=LO:HI[:STEP]]", "what to tune; its own range and step unless told", true},
    {"against", "SPEC", "an opponent; unless told SPEC as it stands and AB_Improved", true},
    {"method", "line|grid|spsa", "how points are chosen, line unless told", false},
    {"pairs", "N", "opening pairs for each point and opponent, 100 unless told", false},
    {"rounds", "N", "line: sweeps over all parameters, 2; spsa: steps, 100 unless told", false},
    {"gain", "A,C", "spsa: the first a_k, and c; 0.2,0.1 unless told", false},
    {"confirm", "N", "at most so many pairs to confirm, 5000 unless told; 0: none", false},
    {"sprt", "ELO0,ELO1", "what the confirmation tests, 0,10 unless told", false},
    {"objective", "score|accuracy",
     "what to improve; accuracy: how often a won position is kept won, at --virtual 150ms unless "
     "told; score unless told",
     false},
    {"positions", "N", "accuracy: solved positions to judge by, 1000 unless told", false},
    {"board", "WxH", "the board, 7x7 or that of a file of openings unless told", false},
    {"openings", "random|all|N|FILE",
     "random (placements), all (placements, up to symmetry), N (random plies, 4 unless told) or a "
     "file of positions",
     false},
    {"resume", NULL, "take from the database what is measured already", false},
    {"threads", "N", "games at once, as many as cores unless told", false},
    {"db", "FILE", "where results are kept, isolab.db unless told", false},
    {"output", "FILE", "also write a page with a plot, or the plot alone if FILE ends in .svg",
     false},
    {"quiet", NULL, "no trace", false},
    OPTIONS_BUDGET,
    OPTION_SEED,
    OPTION_JSON,
    OPTION_END};

const Command command_tune = {
    .name = "tune",
    .words = "SPEC --param NAME",
    .summary = "better parameters for an agent, found by playing and then confirmed",
    .details =
        "All points of a comparison play the same openings. Methods:\n"
        "  line  five points from end to end, then half the spacing to both sides of the best, "
        "down to the step; one parameter after the other\n"
        "  grid  every point\n"
        "  spsa  all parameters at once: two opposite points a round, then a step along their "
        "difference; a_k = a/(A+k+1)^0.602, c_k = c/(k+1)^0.101 in units of the ranges, A = "
        "rounds/10; the answer is the mean of the path's second half\n"
        "The best of many noisy scores is less good than it looks. So it is played against "
        "SPEC on fresh openings in a sequential test with error rates of 5 %.\n" DEFAULT_BUDGET,
    .example = "isolab tune alphabeta:chase,w1=1 --param w1=0:4:0.5 --pairs 5 --confirm 50 "
               "--nodes 200 --quiet",
    .options = options,
    .run = run_tune,
};
