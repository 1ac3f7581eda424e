#include "lab/run.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/course.h"
#include "agent/external.h"
#include "arena/games.h"
#include "arena/ranks.h"
#include "arena/settings.h"
#include "util/clock.h"
#include "util/random.h"

enum { BATCH_MAX = 256, KIND_SIZE = SPRT_TEXT_SIZE + 32 };

/* A commit waits for the disk: a quarter second of games shares one. */
#define COMMIT_SECONDS 0.25

/* ---- Counting and judging */

/* A program of someone else's may be slow by itself; ours is only when others had the core. */
static double longest_overrun(const Tournament *tournament, const StoredGame *stored)
{
    double most = 0;
    for (Side side = FIRST; side <= SECOND; side++) {
        int agent = tournament_agent(tournament, stored->key, side);
        double allowed = tournament_limits(tournament, agent).seconds;
        double over = stored->game.side[side].longest_move - allowed;
        const AgentKind *kind = tournament->settings.agents[agent].kind;
        bool ours = kind != &agent_external && kind != &agent_course;
        if (ours && allowed > 0 && over > most)
            most = over;
    }
    return most;
}

static bool count_game(void *context, const StoredGame *stored)
{
    Run *run = context;
    const Tournament *tournament = &run->tournament;
    int64_t game = tournament_game(tournament, stored->key);
    bool a_won = game_winner_of_pairing(stored->key, stored->game.winner) == 0;
    if (stored->key.pairing >= tournament->pairing_count || game >= tournament->game_count ||
        run->outcome[game])
        return true;
    RunScore *score = &run->scores[stored->key.pairing];
    uint8_t other = run->outcome[game ^ 1];
    run->outcome[game] = a_won ? 2 : 1;
    run->done++;
    score->games++;
    score->a_wins += a_won;
    score->forfeits += stored->game.reason != GAME_STUCK;
    if (other)
        score->pairs.points[a_won + (other - 1)]++;
    double over = longest_overrun(tournament, stored);
    if (over > score->longest_overrun)
        score->longest_overrun = over;
    return true;
}

bool run_is_complete(const Run *run)
{
    return run->done == run->tournament.game_count;
}

static bool run_is_over(const Run *run)
{
    return sequential_is_decided(&run->match) || run_is_complete(run);
}

bool run_pair(const Run *run, int pairing, int64_t opening, int *points)
{
    assert(pairing >= 0 && pairing < run->tournament.pairing_count && opening >= 0);
    int64_t game = tournament_game(&run->tournament, (GameKey){pairing, opening, 0});
    if (game >= run->tournament.game_count || !run->outcome[game] || !run->outcome[game + 1])
        return false;
    *points = run->outcome[game] + run->outcome[game + 1] - 2;
    return true;
}

bool run_judge(const Run *run, RunVerdict *verdict, Error *error)
{
    assert(run->scores); // it was begun
    const RunScore *score = &run->scores[0];
    const PairCounts *pairs = run->settings.sprt ? &run->match.pairs : &score->pairs;
    *verdict = (RunVerdict){.pairs = *pairs,
                            .estimate = {pairs_score(pairs), pairs_interval(pairs, CONFIDENCE)}};
    if (!sequential_is_decided(&run->match))
        verdict->lone_games = score->games - 2 * (int64_t)pairs_count(&score->pairs);
    return !run->settings.sprt ||
           sequential_estimate(&run->match, CONFIDENCE, &verdict->estimate, error);
}

/* ---- Playing */

/* What is played and not committed yet. */
typedef struct Sitting {
    Run *run;
    atomic_bool stop; // the caller's stop, or it is decided
    StoredGame *batch;
    int batch_count;
    double batch_started;
} Sitting;

static void tell_watcher(Run *run, RunStage stage)
{
    run->stage = stage;
    if (run->settings.watch)
        run->settings.watch(run->settings.context, run);
}

/* Judges what is there, and tells. */
static void judge_and_tell(Sitting *sitting)
{
    Run *run = sitting->run;
    const RunSettings *settings = &run->settings;
    int points;
    while (settings->sprt && !sequential_is_decided(&run->match) &&
           run_pair(run, 0, (int64_t)pairs_count(&run->match.pairs), &points))
        sequential_add(&run->match, points);
    tell_watcher(run, RUN_PLAYING);
    if (sequential_is_decided(&run->match) || (settings->stop && atomic_load(settings->stop)))
        atomic_store(&sitting->stop, true);
}

static bool commit_batch(Sitting *sitting, Error *error)
{
    Run *run = sitting->run;
    if (sitting->batch_count &&
        !store_add_games(run->store, run->number, sitting->batch, sitting->batch_count, error))
        return false;
    for (int i = 0; i < sitting->batch_count; i++)
        count_game(run, &sitting->batch[i]);
    sitting->batch_count = 0;
    return true;
}

static bool game_is_missing(void *context, int64_t job)
{
    const Sitting *sitting = context;
    return !sitting->run->outcome[job];
}

static bool add_to_batch(void *context, int64_t job, const void *result, Error *error)
{
    Sitting *sitting = context;
    if (sitting->batch_count == 0)
        sitting->batch_started = clock_now();
    assert(sitting->batch_count < BATCH_MAX); // or a commit failed, which ended the run
    sitting->batch[sitting->batch_count++] =
        (StoredGame){tournament_key(&sitting->run->tournament, job), *(const Game *)result};
    return sitting->batch_count < BATCH_MAX || commit_batch(sitting, error);
}

static bool commit_when_due(void *context, Error *error)
{
    Sitting *sitting = context;
    bool due = sitting->batch_count && clock_now() - sitting->batch_started > COMMIT_SECONDS;
    if (due && !commit_batch(sitting, error))
        return false;
    judge_and_tell(sitting);
    return true;
}

static bool play_missing(Sitting *sitting, Error *error)
{
    Run *run = sitting->run;
    const Tournament *tournament = &run->tournament;
    Jobs jobs = {.work = games_work(tournament),
                 .count = tournament->game_count,
                 .context = sitting,
                 .is_wanted = game_is_missing,
                 .deliver = add_to_batch,
                 .tick = commit_when_due,
                 .task = &games_task,
                 .by_clock = games_are_by_clock(tournament),
                 .hurry = run->settings.stop};
    char *recipe = settings_print(&tournament->settings);
    if (!recipe || !games_check(tournament, &jobs.check, error)) {
        free(recipe);
        return error_out_of_memory(error);
    }
    jobs.recipe = recipe;
    bool played = ranks_run(&jobs, run->threads, &sitting->stop, &run->idle_ranks, error);
    free(recipe);
    Error late;
    // What was played before a failure, too.
    Error *said = played ? error : &late;
    bool stored = commit_batch(sitting, said) && store_is_in_place(run->store, said);
    run->kept = stored;
    judge_and_tell(sitting);
    return played && stored;
}

/* What is stored is read, the rest played. A run that is decided, or has all its games, is marked
 * finished. */
static bool play_sitting(Run *run, Error *error)
{
    Sitting sitting = {.run = run};
    if (!store_games(run->store, run->number, count_game, run, error))
        return false;
    run->already_done = run->done;
    sitting.batch = malloc(BATCH_MAX * sizeof *sitting.batch);
    if (!sitting.batch)
        return error_out_of_memory(error);
    judge_and_tell(&sitting);
    bool good = atomic_load(&sitting.stop) || run_is_complete(run) || play_missing(&sitting, error);
    free(sitting.batch);
    if (good && run_is_over(run))
        good = run->kept = store_run_finish(run->store, run->number, error);
    return good;
}

/* ---- Beginning */

/* Before there is a run, so that none is left behind. Ranks look at their own machines. */
static bool check_agents(const Run *run, Error *error)
{
    const Tournament *tournament = &run->tournament;
    const TournamentSettings *games = &tournament->settings;
    Work work = games_work(tournament);
    int threads = run->threads;
    for (int i = 0; i < games->agent_count; i++)
        if (!agent_check(&games->agents[i], &games->limits, &tournament->openings.board, error))
            return false;
    if (tournament->game_count < threads)
        threads = (int)tournament->game_count;
    return ranks_count() > 0 || pool_fits(&work, threads, error);
}

/* A run to play, which nobody else does, or a finished one to read. */
static bool take_run(Run *run, const char *games, const char *openings, Error *error)
{
    const RunSettings *settings = &run->settings;
    char kind[KIND_SIZE], sprt[SPRT_TEXT_SIZE], quote[QUOTE_SIZE];
    StoreRun stored;
    snprintf(kind, sizeof kind, "%s%s%s", settings->kind, settings->sprt ? " " : "",
             settings->sprt ? sprt_print(settings->sprt, sprt) : "");
    if (!(settings->resume ? store_run_find_or_create : store_run_create)(
            run->store, kind, games, openings, run->tournament.game_count, &run->number, error) ||
        !store_run_get(run->store, run->number, &stored, error))
        return false;
    // The settings have the name of a file of openings only, and that may have changed since.
    run->other_openings = stored.openings && strcmp(stored.openings, openings);
    bool finished = stored.finished != NULL;
    store_run_free(&stored);
    const char *file = run->tournament.settings.openings_file;
    if (run->other_openings)
        return error_set(error,
                         "the openings in %s are not those that run %lld began with: bring them "
                         "back, or start a new run",
                         error_quote(quote, file, strlen(file)), (long long)run->number);
    return finished || store_run_claim(run->store, run->number, error);
}

static bool find_run(Run *run, Error *error)
{
    char *games = settings_print(&run->tournament.settings);
    Text openings = TEXT_EMPTY;
    text_append(&openings, "");
    openings_print(&run->tournament.openings, &openings);
    bool good = games && text_ok(&openings) ? take_run(run, games, openings.bytes, error)
                                            : error_out_of_memory(error);
    text_free(&openings);
    free(games);
    return good;
}

static bool begin_run(Run *run, Error *error)
{
    const RunSettings *settings = &run->settings;
    if (!tournament_create(&run->tournament, settings->games, error))
        return false;
    run->threads = pool_threads(settings->threads, games_are_by_clock(&run->tournament));
    if (!check_agents(run, error))
        return false;
    run->store = store_open(settings->database, STORE_WRITE, error);
    if (!run->store || !find_run(run, error))
        return false;
    run->started = clock_now();
    run->scores = calloc((size_t)run->tournament.pairing_count, sizeof *run->scores);
    run->outcome = calloc((size_t)run->tournament.game_count, 1);
    return (run->scores && run->outcome) || error_out_of_memory(error);
}

bool run_play(Run *run, const RunSettings *settings, Error *error)
{
    assert(settings->kind && settings->games && settings->database);
    memset(run, 0, sizeof *run);
    run->settings = *settings;
    if (settings->sprt)
        run->match = sequential_start(settings->sprt);
    if (!begin_run(run, error)) {
        run->stage = RUN_FAILED;
        return false;
    }
    tell_watcher(run, RUN_BEGUN);
    bool good = play_sitting(run, error);
    tell_watcher(run, !good ? RUN_FAILED : run_is_over(run) ? RUN_DONE : RUN_STOPPED);
    return good;
}

void run_destroy(Run *run)
{
    free(run->scores);
    free(run->outcome);
    tournament_destroy(&run->tournament);
    store_close(run->store);
    memset(run, 0, sizeof *run);
}

uint64_t run_seed(uint64_t seed, uint64_t stream, int round)
{
    Random random = random_stream(seed, stream, (uint64_t)round);
    return random_next(&random) >> 1; // settings hold 63 bits
}
