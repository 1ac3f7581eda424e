#include "cli/accuracy_options.h"

#include <stdio.h>
#include <string.h>

#include "arena/ranks.h"
#include "cli/interrupt.h"
#include "cli/playing.h"
#include "cli/progress.h"
#include "util/clock.h"

/* Whose misses grade a puzzle when nobody is named: what the studies played with. */
static const char *const panel[] = {
    "greedy:improved",
    "MM_Improved",
    "AB_Open",
    "AB_Center",
    "AB_Improved",
    "MonteCarlo",
    "Custom",
    "alphabeta:balanced",
    "alphabeta:central",
    "alphabeta:combined",
    "alphabeta:chase-isolation",
};

static bool add(AccuracyOptions *options, const Candidate *candidate, Error *error)
{
    if (options->settings.candidate_count == ACCURACY_CANDIDATES_MAX)
        return error_set(error, "more than %d agents and heuristics", ACCURACY_CANDIDATES_MAX);
    options->candidates[options->settings.candidate_count++] = *candidate;
    return true;
}

static bool add_agent(AccuracyOptions *options, const char *text, Error *error)
{
    AgentSpec spec;
    if (!playing_spec(text, &spec, error))
        return false;
    Candidate candidate = candidate_agent(&spec);
    return add(options, &candidate, error);
}

static bool add_heuristic(AccuracyOptions *options, const char *text, Error *error)
{
    HeuristicSpec spec;
    if (!heuristic_parse(text, strlen(text), &spec, error))
        return false;
    Candidate candidate = candidate_heuristic(&spec);
    return add(options, &candidate, error);
}

static bool add_standard(AccuracyOptions *options, Error *error)
{
    bool good = true;
    if (options->puzzles > 0)
        for (size_t i = 0; good && i < sizeof panel / sizeof *panel; i++)
            good = add_agent(options, panel[i], error);
    else
        for (int i = 0; good && heuristic_at(i); i++)
            good = add_heuristic(options, heuristic_at(i)->name, error);
    return good;
}

static bool read_candidates(const Arguments *arguments, AccuracyOptions *options, Error *error)
{
    const char *text;
    for (int i = 0; (text = arguments_value(arguments, "agent", i)); i++)
        if (!add_agent(options, text, error))
            return false;
    for (int i = 0; (text = arguments_value(arguments, "heuristic", i)); i++)
        if (!add_heuristic(options, text, error))
            return false;
    return options->settings.candidate_count > 0 || add_standard(options, error);
}

static bool read_plies(const Arguments *arguments, ProblemSettings *problems, Error *error)
{
    const char *text = arguments_value(arguments, "plies", 0);
    char rest, quote[QUOTE_SIZE];
    int low, high;
    if (!text)
        return true;
    if (!is_digit(text[0]) || sscanf(text, "%4d-%4d%c", &low, &high, &rest) != 2) {
        if (!is_digit(text[0]) || sscanf(text, "%4d%c", &low, &rest) != 1)
            return error_set(error, "--plies is a range such as 2-29, not %s",
                             error_quote(quote, text, strlen(text)));
        high = low;
    }
    problems->low = low;
    problems->high = high;
    return problem_check(problems, error);
}

static bool read_sources(const Arguments *arguments, ProblemSettings *problems, Error *error)
{
    const char *text = arguments_value(arguments, "from", 0);
    if (text)
        problems->source_count = 0;
    for (int i = 0; (text = arguments_value(arguments, "from", i)); i++) {
        if (i == PROBLEM_SOURCES_MAX)
            return error_set(error, "--from stands more than %d times", PROBLEM_SOURCES_MAX);
        if (!playing_spec(text, &problems->sources[i], error))
            return false;
        problems->source_count++;
    }
    return true;
}

bool accuracy_options_problems(const Arguments *arguments, ProblemSettings *problems, Error *error)
{
    const char *text = arguments_value(arguments, "board", 0);
    Board board;
    text = text ? text : "7x7";
    if (!board_parse(&board, text, strlen(text), error))
        return false;
    problem_standard(problems, &board);
    int64_t nodes = (int64_t)problems->nodes;
    if (!arguments_integer(arguments, "limit", 1, INT64_MAX, &nodes, error))
        return false;
    problems->nodes = (uint64_t)nodes;
    return playing_seed(arguments, &problems->seed, error) &&
           read_sources(arguments, problems, error) && read_plies(arguments, problems, error);
}

void accuracy_standard_limits(Limits *limits)
{
    if (!limits_are_set(limits))
        limits->virtual_seconds = 0.150;
}

static bool read_limits(const Arguments *arguments, AccuracySettings *settings, Error *error)
{
    if (!playing_limits(arguments, &settings->limits, error))
        return false;
    accuracy_standard_limits(&settings->limits);
    settings->problems.limits = settings->limits;
    return true;
}

static bool read_numbers(const Arguments *arguments, AccuracyOptions *options, Error *error)
{
    int64_t positions = 1000, puzzles = 0, blunders = 0;
    if (!arguments_integer(arguments, "positions", 1, 1000000, &positions, error) ||
        !arguments_integer(arguments, "puzzles", 1, 1000000, &puzzles, error) ||
        !arguments_integer(arguments, "blunders", 1, 1000000, &blunders, error))
        return false;
    options->settings.problem_count = (int)positions;
    options->puzzles = (int)puzzles;
    options->blunders = (int)blunders;
    return true;
}

static bool check_together(const Arguments *arguments, const AccuracyOptions *options, Error *error)
{
    bool agents = false;
    for (int i = 0; i < options->settings.candidate_count; i++)
        agents |= candidate_is_agent(&options->candidates[i]);
    if (!agents && options->blunders)
        return error_set(error, "--blunders are an agent's: name one with --agent");
    if (!agents && options->puzzles)
        return error_set(error, "--puzzles are graded by agents: name some with --agent, or "
                                "leave --heuristic out");
    return arguments_no_words(arguments, error);
}

bool accuracy_options_threads(const Arguments *arguments, AccuracySettings *settings, Error *error)
{
    if (ranks_count() > 0 && arguments_has(arguments, "threads"))
        return error_set(error, "--threads is not for MPI ranks: each worker rank takes one "
                                "position at a time, and mpirun says how many there are");
    return playing_threads(arguments, accuracy_is_by_clock(settings), &settings->threads, error);
}

bool accuracy_options_read(const Arguments *arguments, AccuracyOptions *options, Error *error)
{
    *options = (AccuracyOptions){.settings.candidates = options->candidates};
    if (!read_numbers(arguments, options, error) ||
        !accuracy_options_problems(arguments, &options->settings.problems, error) ||
        !read_limits(arguments, &options->settings, error) ||
        !read_candidates(arguments, options, error) || !check_together(arguments, options, error))
        return false;
    return accuracy_options_threads(arguments, &options->settings, error);
}

static void watch(void *context, const Accuracy *so_far)
{
    AccuracyWatcher *watcher = context;
    progress_show_work(&watcher->progress, "positions", so_far->done,
                       so_far->settings.problem_count, watcher->started);
}

void accuracy_watcher_begin(AccuracyWatcher *watcher, const Arguments *arguments,
                            AccuracySettings *settings)
{
    const ProblemSettings *problems = &settings->problems;
    bool noted = false;
    for (int i = 0; !noted && i < settings->candidate_count; i++)
        noted = playing_note_sandbox(&settings->candidates[i].agent);
    for (int i = 0; !noted && i < problems->source_count; i++)
        noted = playing_note_sandbox(&problems->sources[i]);
    watcher->started = clock_now();
    settings->stop = interrupt_watch();
    settings->watch = arguments_has(arguments, "quiet") ? NULL : watch;
    settings->context = watcher;
    progress_start(&watcher->progress);
}

void accuracy_watcher_end(AccuracyWatcher *watcher, const Accuracy *accuracy)
{
    progress_end(&watcher->progress);
    if (!accuracy)
        return;
    playing_note_idle_ranks(accuracy->idle_ranks);
    if (accuracy->done < accuracy->settings.problem_count)
        fprintf(stderr, "stopped after %d of %d positions; what follows is about those\n",
                accuracy->done, accuracy->settings.problem_count);
}
