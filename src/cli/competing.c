#include "cli/competing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/games.h"
#include "arena/ranks.h"
#include "arena/settings.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/playing.h"
#include "cli/progress.h"
#include "eval/own.h"
#include "util/input.h"

static bool read_settings_file(const char *name, TournamentSettings *settings, Error *error)
{
    Text text = TEXT_EMPTY;
    char quote[QUOTE_SIZE];
    bool good = input_read(name, 1, interrupt_flag(), &text, error);
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
    settings_standard(settings);
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

uint64_t competing_seed(uint64_t seed, uint64_t stream, int round)
{
    Random random = random_stream(seed, stream, (uint64_t)round);
    return random_next(&random) >> 1; // settings hold 63 bits
}

bool competing_sprt(const Arguments *arguments, double elo0, double elo1, Sequential *match,
                    Error *error)
{
    Sprt sprt = sprt_standard(elo0, elo1);
    if (!arguments_two_numbers(arguments, "sprt", &sprt.elo0, &sprt.elo1))
        return error_set(error, "--sprt takes two Elo values such as 0,10");
    if (!sprt_check(&sprt, error))
        return false;
    *match = sequential_start(&sprt);
    return true;
}

void competing_judge(Sequential *match, const Record *record)
{
    int points;
    while (!sequential_is_decided(match) &&
           record_pair(record, 0, (int64_t)pairs_count(&match->pairs), &points))
        sequential_add(match, points);
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

static bool refuse_openings(const Competed *competed, Error *error)
{
    const char *file = competed->tournament.settings.openings_file;
    char quote[QUOTE_SIZE];
    return error_set(error,
                     "the openings in %s are not those that run %lld began with: bring them back, "
                     "or start a new run without --resume",
                     error_quote(quote, file, strlen(file)), (long long)competed->run);
}

/* A run to play, which nobody else does, or a finished one to show. */
static bool take_run(const Arguments *arguments, const Competition *competition,
                     const char *settings, const char *openings, Competed *competed, Error *error)
{
    bool resume = arguments_has(arguments, "resume");
    StoreRun run;
    if (!(resume ? store_run_find_or_create
                 : store_run_create)(competed->store, competition->kind, settings, openings,
                                     competed->tournament.game_count, &competed->run, error) ||
        !store_run_get(competed->store, competed->run, &run, error))
        return false;
    // The settings have the name of a file of openings only, and that may have changed since.
    bool same = !run.openings || !strcmp(run.openings, openings), finished = run.finished != NULL;
    store_run_free(&run);
    if (!same)
        return refuse_openings(competed, error);
    return finished || store_run_claim(competed->store, competed->run, error);
}

static bool find_run(const Arguments *arguments, const Competition *competition, Competed *competed,
                     Error *error)
{
    char *settings = settings_print(&competed->tournament.settings);
    Text openings = TEXT_EMPTY;
    text_append(&openings, "");
    openings_print(&competed->tournament.openings, &openings);
    bool good = settings && text_ok(&openings)
                    ? take_run(arguments, competition, settings, openings.bytes, competed, error)
                    : error_out_of_memory(error);
    text_free(&openings);
    free(settings);
    return good;
}

static void warn_of_price(const AgentSpec *spec, const Limits *defaults)
{
    if (agent_limits(spec, defaults).virtual_seconds > 0 &&
        own_lacks_price(spec->heuristic.heuristic))
        fprintf(stderr,
                "note: %s states no price, so the virtual clock charges it the 10 us of improved "
                "for an evaluation\n",
                spec->heuristic.heuristic->name);
}

/* Before there is a run, so that none is left behind. Ranks look at their own machines. */
static bool check_agents(const Tournament *tournament, int threads, Error *error)
{
    const TournamentSettings *settings = &tournament->settings;
    Work work = games_work(tournament);
    for (int i = 0; i < settings->agent_count; i++) {
        if (!agent_check(&settings->agents[i], &settings->limits, error))
            return false;
        warn_of_price(&settings->agents[i], &settings->limits);
    }
    if (tournament->game_count < threads)
        threads = (int)tournament->game_count;
    return ranks_count() > 0 || pool_fits(&work, threads, error);
}

static bool choose_threads(const Arguments *arguments, const Tournament *tournament, int *threads,
                           Error *error)
{
    if (ranks_count() > 0 && arguments_has(arguments, "threads"))
        return error_set(error, "--threads is not for MPI ranks: each worker rank plays one game "
                                "at a time, and mpirun says how many there are");
    return playing_threads(arguments, games_are_by_clock(tournament), threads, error);
}

typedef struct Watcher {
    const Competition *competition;
    Progress progress;
    bool decided;
} Watcher;

static void watch(void *context, const Record *record, bool *enough)
{
    Watcher *watcher = context;
    const Competition *competition = watcher->competition;
    if (competition->decide)
        competition->decide(competition->context, record, &watcher->decided);
    *enough = watcher->decided;
    if (!competition->quiet)
        progress_show(&watcher->progress, record);
}

static void warn_of_overload(const Record *record)
{
    double longest = 0;
    for (int i = 0; i < record->tournament->pairing_count; i++)
        if (record->scores[i].longest_overrun > longest)
            longest = record->scores[i].longest_overrun;
    if (longest > 0.005)
        fprintf(stderr,
                "warning: a move took %.0f ms more than its time; this machine is too busy for "
                "games by the clock\n",
                longest * 1e3);
}

/* Where neither the spec nor the command gives a search a budget. */
static void note_default_budget(const TournamentSettings *settings)
{
    for (int i = 0; i < settings->agent_count; i++) {
        const AgentSpec *spec = &settings->agents[i];
        double seconds = agent_limits(spec, &settings->limits).seconds;
        if (seconds > 0 && spec->limits.seconds == 0 && settings->limits.seconds == 0) {
            fprintf(stderr,
                    "note: no budget is given, so searches have %.0f ms a move; --time, --nodes, "
                    "--depth and --virtual give one\n",
                    1e3 * seconds);
            return;
        }
    }
}

/* Puts behind the sentence of a failure what was not lost by it. */
static void tell_what_is_kept(const Arguments *arguments, const Record *record, Error *error)
{
    const char *database = arguments_database(arguments);
    char quote[QUOTE_SIZE];
    Error failure = *error;
    error_set(error, "%s; %lld of %lld games are kept in %s, and --resume plays the rest",
              failure.text, (long long)record->done, (long long)record->tournament->game_count,
              error_quote(quote, database, strlen(database)));
}

bool compete(const Arguments *arguments, const Competition *competition, Competed *competed,
             Error *error)
{
    Watcher watcher = {.competition = competition};
    RecordSettings settings = {.watch = watch, .context = &watcher};
    memset(competed, 0, sizeof *competed);
    settings.stop = interrupt_watch(); // from the start: whatever exists then is kept
    if (!tournament_create(&competed->tournament, competition->settings, error) ||
        !choose_threads(arguments, &competed->tournament, &settings.threads, error) ||
        !check_agents(&competed->tournament, settings.threads, error))
        return false;
    competed->store = store_open(arguments_database(arguments), STORE_WRITE, error);
    if (!competed->store || !find_run(arguments, competition, competed, error))
        return false;
    settings.store = competed->store;
    settings.run = competed->run;
    if (!competition->quiet)
        note_default_budget(competition->settings);
    progress_start(&watcher.progress);
    bool good = record_games(&competed->record, &competed->tournament, &settings, error);
    if (competed->record.idle_ranks > 0)
        fprintf(stderr,
                "note: %d of %d worker ranks had nothing to do: agents play by the clock, "
                "and their machines have no core for them\n",
                competed->record.idle_ranks, ranks_count());
    if (!competition->quiet)
        progress_end(&watcher.progress);
    competed->interrupted = good && !watcher.decided && !record_is_complete(&competed->record);
    if (good)
        warn_of_overload(&competed->record);
    else if (competed->record.kept && competed->record.done > 0)
        tell_what_is_kept(arguments, &competed->record, error);
    return good;
}

void competed_finish(Competed *competed)
{
    if (competed->record.tournament)
        record_destroy(&competed->record);
    tournament_destroy(&competed->tournament);
    store_close(competed->store);
}

void competed_say_how_to_resume(const Competed *competed, const Arguments *arguments)
{
    if (!competed->interrupted)
        return;
    fprintf(
        stderr,
        "stopped after %lld of %lld games, all kept in %s; the same command with --resume plays "
        "the rest\n",
        (long long)competed->record.done, (long long)competed->tournament.game_count,
        arguments_database(arguments));
}
