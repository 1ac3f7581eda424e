#include "cli/competing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/ranks.h"
#include "arena/settings.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/playing.h"
#include "eval/own.h"
#include "util/input.h"

/* `-` is standard input. */
static bool read_settings_file(const char *name, TournamentSettings *settings, Error *error)
{
    Text text = TEXT_EMPTY;
    char quote[QUOTE_SIZE];
    Input typed;
    input_start(&typed, STDIN_FILENO, interrupt_flag());
    bool good = strcmp(name, "-") ? input_read(name, 1, interrupt_flag(), &text, error)
                                  : input_rest(&typed, name, 1, &text, error);
    if (good && !settings_parse(text.bytes ? text.bytes : "", text.length, settings, error)) {
        error_prefix(error, error_quote(quote, name, strlen(name)));
        good = false;
    }
    text_free(&text);
    return good;
}

static bool read_board(const Arguments *arguments, TournamentSettings *settings, Error *error)
{
    const char *text = arguments_value(arguments, "board", 0);
    Board board;
    if (!text)
        return true;
    if (!board_parse(&board, text, strlen(text), error))
        return false;
    settings->width = board.width;
    settings->height = board.height;
    return true;
}

static bool is_number(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text) && strlen(text) < 5;
}

static bool read_openings(const Arguments *arguments, TournamentSettings *settings, Error *error)
{
    const char *text = arguments_value(arguments, "openings", 0);
    OpeningSettings *openings = &settings->openings;
    char quote[QUOTE_SIZE];
    if (!text)
        return true;
    if (!strcmp(text, "random"))
        *openings = (OpeningSettings){.kind = OPENINGS_RANDOM, .plies = 2};
    else if (!strcmp(text, "all"))
        *openings = (OpeningSettings){.kind = OPENINGS_ALL};
    else if (is_number(text))
        *openings = (OpeningSettings){.kind = OPENINGS_RANDOM, .plies = atoi(text)};
    else if (strlen(text) >= sizeof settings->openings_file)
        return error_set(error, "the name of the openings' file is too long");
    else if (!text_is_utf8(text, strlen(text)))
        return error_set(error, "the name of the openings' file is written in UTF-8, not %s",
                         error_quote(quote, text, strlen(text)));
    else {
        *openings = (OpeningSettings){.kind = OPENINGS_FILE};
        strcpy(settings->openings_file, text);
    }
    return true;
}

static bool read_count(const Arguments *arguments, const char *name, int *count, Error *error)
{
    int64_t number = *count;
    if (!arguments_integer(arguments, name, 1, 100000000, &number, error))
        return false;
    *count = (int)number;
    return true;
}

bool competing_settings(const Arguments *arguments, TournamentSettings *settings, Error *error)
{
    const char *file = arguments_value(arguments, "settings", 0);
    Limits limits;
    tournament_standard(settings);
    int width = settings->width, height = settings->height;
    settings->width = settings->height = 0; // told by nobody yet
    if (file && !read_settings_file(file, settings, error))
        return false;
    if (!read_board(arguments, settings, error) || !read_openings(arguments, settings, error) ||
        !read_count(arguments, "pairs", &settings->pairs, error) ||
        !read_count(arguments, "repeats", &settings->repeats, error) ||
        !playing_limits(arguments, &limits, error))
        return false;
    if (settings->width == 0 && settings->openings.kind != OPENINGS_FILE) {
        settings->width = width;
        settings->height = height;
    }
    if (limits_are_set(&limits))
        settings->limits = limits;
    settings->openings.stop = interrupt_flag();
    return !arguments_has(arguments, "seed") || playing_seed(arguments, &settings->seed, error);
}

bool competing_add_agent(TournamentSettings *settings, const char *spec, Error *error)
{
    if (settings->agent_count == TOURNAMENT_AGENTS_MAX)
        return error_set(error, "more than %d agents", TOURNAMENT_AGENTS_MAX);
    return playing_spec(spec, &settings->agents[settings->agent_count++], error);
}

bool competing_sprt(const Arguments *arguments, double elo0, double elo1, Sprt *sprt, Error *error)
{
    *sprt = sprt_standard(elo0, elo1);
    if (!arguments_two_numbers(arguments, "sprt", &sprt->elo0, &sprt->elo1))
        return error_set(error, "--sprt takes two Elo values such as 0,10");
    return sprt_check(sprt, error);
}

bool competing_print_settings(const Arguments *arguments, const TournamentSettings *settings,
                              bool *printed, Error *error)
{
    *printed = arguments_has(arguments, "print-settings");
    if (!*printed)
        return true;
    char *text = settings_print(settings);
    if (!text)
        return error_out_of_memory(error);
    puts(text);
    free(text);
    return true;
}

static void note_price(const AgentSpec *spec, const Limits *defaults)
{
    if (agent_limits(spec, defaults).virtual_seconds > 0 &&
        own_lacks_price(spec->heuristic.heuristic))
        fprintf(stderr,
                "note: %s states no price, so the virtual clock charges it the 10 us of improved "
                "for an evaluation\n",
                spec->heuristic.heuristic->name);
}

void competing_note_beginning(const Run *run)
{
    const TournamentSettings *games = &run->tournament.settings;
    bool noted = false;
    playing_note_threads(run->threads, run->settings.threads);
    for (int i = 0; i < games->agent_count; i++)
        note_price(&games->agents[i], &games->limits);
    for (int i = 0; !noted && i < games->agent_count; i++)
        noted = playing_note_sandbox(&games->agents[i]);
}

/* Where neither the spec nor the command gives a search a budget. */
static void note_default_budget(const TournamentSettings *games)
{
    for (int i = 0; i < games->agent_count; i++) {
        const AgentSpec *spec = &games->agents[i];
        double seconds = agent_limits(spec, &games->limits).seconds;
        if (seconds > 0 && spec->limits.seconds == 0 && games->limits.seconds == 0) {
            fprintf(stderr,
                    "note: no budget is given, so searches have %.0f ms a move; --time, --nodes, "
                    "--depth and --virtual give one\n",
                    1e3 * seconds);
            return;
        }
    }
}

void competing_note_end(const Run *run)
{
    double longest = 0;
    playing_note_idle_ranks(run->idle_ranks);
    for (int i = 0; i < run->tournament.pairing_count; i++)
        if (run->scores[i].longest_overrun > longest)
            longest = run->scores[i].longest_overrun;
    if (run->stage != RUN_FAILED && longest > 0.005)
        fprintf(stderr,
                "warning: a move took %.0f ms more than its time; this machine is too busy for "
                "games by the clock\n",
                longest * 1e3);
}

/* Games done, rate, time left, and in a match the running score. */
static void show_progress(Progress *progress, const Run *run)
{
    const RunScore *score = &run->scores[0];
    Text line = TEXT_EMPTY;
    if (!progress_is_due(progress))
        return;
    progress_append_work(progress, "games", run->done, run->done - run->already_done,
                         run->tournament.game_count, run->started, &line);
    if (run->tournament.pairing_count == 1 && score->games > 0)
        text_format(&line, ", %lld:%lld (%.1f %%)", (long long)score->a_wins,
                    (long long)(score->games - score->a_wins),
                    100.0 * (double)score->a_wins / (double)score->games);
    progress_line(progress->in_place, &line);
}

/* The context is a Progress, or NULL for --quiet. */
static void watch_run(void *context, const Run *run)
{
    Progress *progress = context;
    if (run->stage == RUN_BEGUN) {
        competing_note_beginning(run);
        if (progress) {
            note_default_budget(&run->tournament.settings);
            progress_start(progress);
        }
    } else if (run->stage == RUN_PLAYING) {
        if (progress)
            show_progress(progress, run);
    } else {
        if (progress)
            progress_end(progress);
        competing_note_end(run);
    }
}

bool competing_run(const Arguments *arguments, RunSettings *settings, Progress *progress,
                   Error *error)
{
    int64_t threads = 0;
    if (ranks_count() > 0 && arguments_has(arguments, "threads"))
        return error_set(error, "--threads is not for MPI ranks: each worker rank plays one game "
                                "at a time, and mpirun says how many there are");
    if (!arguments_integer(arguments, "threads", 1, 256, &threads, error))
        return false;
    settings->threads = (int)threads;
    settings->database = arguments_database(arguments);
    settings->resume = arguments_has(arguments, "resume");
    settings->stop = interrupt_watch(); // from the start: whatever exists then is kept
    settings->watch = watch_run;
    settings->context = arguments_has(arguments, "quiet") ? NULL : progress;
    return true;
}

void competing_explain(const Run *run, Error *error)
{
    const char *database = run->settings.database;
    char quote[QUOTE_SIZE];
    Error failure = *error;
    if (run->stage != RUN_FAILED)
        return;
    if (run->other_openings)
        error_set(error, "%s without --resume", failure.text);
    else if (run->kept && run->done > 0)
        error_set(error, "%s; %lld of %lld games are kept in %s, and --resume plays the rest",
                  failure.text, (long long)run->done, (long long)run->tournament.game_count,
                  error_quote(quote, database, strlen(database)));
}

bool competing_play(const Arguments *arguments, RunSettings settings, Run *run, Error *error)
{
    Progress progress;
    memset(run, 0, sizeof *run);
    if (!competing_run(arguments, &settings, &progress, error))
        return false;
    bool good = run_play(run, &settings, error);
    if (!good)
        competing_explain(run, error);
    return good;
}

void competing_say_how_to_resume(const Run *run)
{
    if (run->stage == RUN_STOPPED)
        fprintf(stderr,
                "stopped after %lld of %lld games, all kept in %s; the same command with --resume "
                "plays the rest\n",
                (long long)run->done, (long long)run->tournament.game_count,
                run->settings.database);
}
