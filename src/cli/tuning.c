/* tuning.c: what is to be tuned, how and against whom. */
#include "cli/tuning.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/accuracy_options.h"
#include "cli/competing.h"
#include "util/clock.h"
#include "util/suggest.h"

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

static bool read_parameter(Tuned *tuned, const char *text, Error *error)
{
    TunerSettings *settings = &tuned->tuner.settings;
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    if (settings->axis_count == TUNER_AXES_MAX)
        return error_set(error, "at most %d parameters are tuned at once", TUNER_AXES_MAX);
    AgentParameter *parameter = &tuned->parameters[settings->axis_count];
    TunerAxis *axis = &settings->axes[settings->axis_count];
    if (!agent_parameter_find(&tuned->start, text, length, parameter, error))
        return false;
    for (int i = 0; i < settings->axis_count; i++)
        if (!strcmp(tuned->parameters[i].name, parameter->name))
            return error_set(error, "--param %s stands twice", parameter->name);
    const Parameter *row = parameter->parameter;
    *axis =
        (TunerAxis){row->min, row->max, row->step, agent_parameter_get(&tuned->start, parameter)};
    if (equals && !read_range(parameter, equals + 1, axis, error))
        return false;
    if (settings->method == TUNER_SPSA && row->choices)
        return error_set(error, "spsa wants numbers, and %s is one of %s", parameter->name,
                         row->choices);
    settings->axis_count++;
    return true;
}

static bool read_parameters(Tuning *tuning, Error *error)
{
    const char *text;
    for (int i = 0; (text = arguments_value(tuning->arguments, "param", i)); i++)
        if (!read_parameter(&tuning->tuned, text, error))
            return false;
    return tuning->tuned.tuner.settings.axis_count > 0 ||
           error_set(error, "what is to be tuned? --param NAME, or NAME=LO:HI:STEP");
}

static bool read_method(Tuning *tuning, Error *error)
{
    const char *name = arguments_value(tuning->arguments, "method", 0);
    TunerSettings *settings = &tuning->tuned.tuner.settings;
    for (int i = 0; i < TUNER_METHODS; i++)
        if (!name || !strcmp(name, tuner_method_name(NULL, i))) {
            settings->method = (TunerMethod)i;
            return true;
        }
    return suggest_unknown(error, "method", name, strlen(name), tuner_method_name, NULL);
}

static bool read_gains(Tuning *tuning, Error *error)
{
    const char *text = arguments_value(tuning->arguments, "gain", 0);
    TunerSettings *settings = &tuning->tuned.tuner.settings;
    settings->gain = 0.2;
    settings->reach = 0.1;
    if (!text)
        return true;
    if (settings->method != TUNER_SPSA)
        return error_set(error, "--gain is for --method spsa");
    return (arguments_two_numbers(tuning->arguments, "gain", &settings->gain, &settings->reach) &&
            settings->gain > 0 && settings->gain <= 100 && settings->reach > 0 &&
            settings->reach <= 0.5) ||
           error_set(error, "--gain takes the first a_k, up to 100, and c, up to 0.5: 0.2,0.1");
}

static bool read_rounds(Tuning *tuning, Error *error)
{
    TunerSettings *settings = &tuning->tuned.tuner.settings;
    bool is_spsa = settings->method == TUNER_SPSA;
    int64_t rounds = is_spsa ? STANDARD_STEPS : STANDARD_SWEEPS;
    if (settings->method == TUNER_GRID && arguments_has(tuning->arguments, "rounds"))
        return error_set(error, "--rounds is for the methods line and spsa");
    if (!arguments_integer(tuning->arguments, "rounds", 1, is_spsa ? TUNER_ROUNDS_MAX : 100,
                           &rounds, error))
        return false;
    settings->rounds = (int)rounds;
    return true;
}

static bool read_test(Tuning *tuning, Error *error)
{
    TunedConfirmation *test = &tuning->tuned.confirmation;
    int64_t pairs = STANDARD_CONFIRMATION;
    if (!arguments_integer(tuning->arguments, "confirm", 0, 100000000, &pairs, error))
        return false;
    tuning->confirm_pairs = (int)pairs;
    test->wanted = pairs > 0;
    Sprt sprt;
    if (!competing_sprt(tuning->arguments, 0, 10, &sprt, error))
        return false;
    test->match = sequential_start(&sprt);
    return true;
}

static bool read_objective(Tuning *tuning, Error *error)
{
    const char *name = arguments_value(tuning->arguments, "objective", 0);
    char quote[QUOTE_SIZE];
    int64_t positions = 1000;
    bool accuracy = name && !strcmp(name, "accuracy");
    tuning->tuned.objective = accuracy ? "accuracy" : "score";
    tuning->measure = accuracy ? tuning_measure_accuracy : tuning_measure_games;
    if (name && !accuracy && strcmp(name, "score"))
        return error_set(error, "the objective is score or accuracy, not %s",
                         error_quote(quote, name, strlen(name)));
    if (!accuracy && arguments_has(tuning->arguments, "positions"))
        return error_set(error, "--positions is for --objective accuracy");
    if (accuracy &&
        (arguments_has(tuning->arguments, "against") || arguments_has(tuning->arguments, "pairs")))
        return error_set(error,
                         "--objective accuracy has no opponents, so no --against or --pairs");
    if (!arguments_integer(tuning->arguments, "positions", 1, 1000000, &positions, error))
        return false;
    tuning->positions = (int)positions;
    if (accuracy)
        accuracy_standard_limits(&tuning->games.limits);
    return true;
}

static bool same_agent(const AgentSpec *a, const AgentSpec *b)
{
    Text texts[2] = {TEXT_EMPTY, TEXT_EMPTY};
    agent_print(a, &texts[0]);
    agent_print(b, &texts[1]);
    bool same = text_ok(&texts[0]) && text_ok(&texts[1]) && !strcmp(texts[0].bytes, texts[1].bytes);
    text_free(&texts[0]);
    text_free(&texts[1]);
    return same;
}

/* Agent 0 is the point; it stands for the start here. */
static bool read_agents(Tuning *tuning, Error *error)
{
    const Arguments *arguments = tuning->arguments;
    TournamentSettings *games = &tuning->games;
    const char *spec;
    if (arguments->word_count != 1)
        return error_set(error, "one agent is wanted: isolab tune SPEC --param NAME");
    games->agent_count = 0;
    games->tested_count = 1;
    if (!competing_add_agent(games, arguments->words[0], error))
        return false;
    tuning->tuned.start = games->agents[0];
    for (int i = 0; (spec = arguments_value(arguments, "against", i)); i++)
        if (!competing_add_agent(games, spec, error))
            return false;
    if (games->agent_count > 1)
        return true;
    games->agents[games->agent_count++] = tuning->tuned.start;
    if (!competing_add_agent(games, "AB_Improved", error))
        return false;
    games->agent_count -= same_agent(&tuning->tuned.start, &games->agents[2]);
    return true;
}

/* That of a file of openings is told, and positions are solved on it, before any game. */
static bool find_board(TournamentSettings *games, Error *error)
{
    OpeningSettings settings = games->openings;
    Openings openings;
    settings.file = games->openings_file;
    if (games->width > 0)
        return true;
    if (!openings_create(&openings, NULL, &settings, error))
        return false;
    games->width = openings.board.width;
    games->height = openings.board.height;
    openings_destroy(&openings);
    return true;
}

static bool read_games(Tuning *tuning, Error *error)
{
    TournamentSettings *games = &tuning->games;
    if (!competing_settings(tuning->arguments, games, error) || !find_board(games, error))
        return false;
    if (!arguments_has(tuning->arguments, "openings"))
        games->openings.plies = STANDARD_PLIES;
    if (!arguments_has(tuning->arguments, "pairs"))
        games->pairs = STANDARD_PAIRS;
    return read_agents(tuning, error);
}

/* "100 pairs each against A, B" */
static void describe_objective(const Tuning *tuning, Text *text)
{
    const TournamentSettings *games = &tuning->games;
    if (tuning->measure == tuning_measure_accuracy) {
        text_format(text, "wins kept in %d solved position%s", tuning->positions,
                    plural(tuning->positions));
        return;
    }
    text_format(text, "%d pair%s%s against ", games->pairs, plural(games->pairs),
                games->agent_count > 2 ? " each" : "");
    for (int i = 1; i < games->agent_count; i++) {
        text_append(text, i > 1 ? ", " : "");
        agent_print_name(&games->agents[i], text);
    }
}

static bool describe(Tuning *tuning, Error *error)
{
    const TournamentSettings *games = &tuning->games;
    Text text = TEXT_EMPTY, budget = TEXT_EMPTY;
    describe_objective(tuning, &text);
    text_append(&budget, limits_are_set(&games->limits) ? "" : "each agent's own budget or 150 ms");
    limits_print(&games->limits, &budget);
    bool good = text_ok(&text) && text_ok(&budget);
    if (good)
        snprintf(tuning->tuned.conditions, sizeof tuning->tuned.conditions,
                 "%.400s on %dx%d, %s, seed %llu", text.bytes, games->width, games->height,
                 budget.bytes, (unsigned long long)games->seed);
    text_free(&text);
    text_free(&budget);
    return good || error_out_of_memory(error);
}

bool tuning_create(Tuning *tuning, const Arguments *arguments, Error *error)
{
    memset(tuning, 0, sizeof *tuning);
    tuning->arguments = arguments;
    tuning->quiet = arguments_has(arguments, "quiet");
    tuning->in_place = isatty(STDERR_FILENO);
    if (!read_games(tuning, error) || !read_method(tuning, error) ||
        !read_parameters(tuning, error) || !read_gains(tuning, error) ||
        !read_rounds(tuning, error) || !read_test(tuning, error) ||
        !read_objective(tuning, error) || !describe(tuning, error))
        return false;
    TunerSettings settings = tuning->tuned.tuner.settings;
    settings.seed = tuning->games.seed;
    if (!tuner_create(&tuning->tuned.tuner, &settings, error))
        return false;
    tuning->tuned.points = calloc(TUNER_POINTS_MAX, sizeof *tuning->tuned.points);
    tuning->start_points = calloc((size_t)tuning->games.pairs, sizeof *tuning->start_points);
    if (!tuning->tuned.points || !tuning->start_points)
        return error_out_of_memory(error);
    return competing_run(arguments, &tuning->run, NULL, error);
}

void tuning_finish(Tuning *tuning)
{
    tuner_destroy(&tuning->tuned.tuner);
    free(tuning->tuned.points);
    free(tuning->start_points);
    accuracy_destroy(tuning->known);
}
