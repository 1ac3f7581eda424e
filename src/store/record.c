#include "store/record.h"

#include <stdlib.h>

#include "agent/external.h"
#include "arena/games.h"
#include "arena/ranks.h"
#include "arena/settings.h"
#include "util/clock.h"

enum { BATCH_MAX = 256 };

/* A commit waits for the disk: a quarter second of games shares one. */
#define COMMIT_SECONDS 0.25

typedef struct Recorder {
    Record *record;
    const RecordSettings *settings;
    atomic_bool stop; // the caller's stop, or enough is known
    StoredGame *batch;
    int batch_count;
    double batch_started;
} Recorder;

/* A program of someone else's may be slow by itself; ours is only when others had the core. */
static double overrun(const Tournament *tournament, const StoredGame *stored)
{
    double most = 0;
    for (Side side = FIRST; side <= SECOND; side++) {
        int agent = tournament_agent(tournament, stored->key, side);
        double allowed = tournament_limits(tournament, agent).seconds;
        double over = stored->game.side[side].longest_move - allowed;
        bool ours = tournament->settings.agents[agent].kind != &agent_external;
        if (ours && allowed > 0 && over > most)
            most = over;
    }
    return most;
}

static void count(Record *record, const StoredGame *stored)
{
    int64_t game = tournament_game(record->tournament, stored->key);
    bool a_won = game_winner_of_pairing(stored->key, stored->game.winner) == 0;
    if (stored->key.pairing >= record->tournament->pairing_count ||
        game >= record->tournament->game_count || record->outcome[game])
        return;
    RecordScore *score = &record->scores[stored->key.pairing];
    uint8_t other = record->outcome[game ^ 1];
    record->outcome[game] = a_won ? 2 : 1;
    record->done++;
    score->games++;
    score->a_wins += a_won;
    score->forfeits += stored->game.reason != GAME_STUCK;
    if (other)
        score->pairs[a_won + (other - 1)]++;
    double over = overrun(record->tournament, stored);
    if (over > score->longest_overrun)
        score->longest_overrun = over;
}

static bool count_stored(void *record, const StoredGame *stored)
{
    count(record, stored);
    return true;
}

static bool commit(Recorder *recorder, Error *error)
{
    if (recorder->batch_count &&
        !store_add_games(recorder->settings->store, recorder->settings->run, recorder->batch,
                         recorder->batch_count, error))
        return false;
    for (int i = 0; i < recorder->batch_count; i++)
        count(recorder->record, &recorder->batch[i]);
    recorder->batch_count = 0;
    return true;
}

static void watch(Recorder *recorder)
{
    const RecordSettings *settings = recorder->settings;
    bool enough = false;
    if (settings->watch)
        settings->watch(settings->context, recorder->record, &enough);
    if (enough || (settings->stop && atomic_load(settings->stop)))
        atomic_store(&recorder->stop, true);
}

static bool is_wanted(void *context, int64_t job)
{
    const Recorder *recorder = context;
    return !recorder->record->outcome[job];
}

static bool deliver(void *context, int64_t job, const void *result, Error *error)
{
    Recorder *recorder = context;
    if (recorder->batch_count == 0)
        recorder->batch_started = clock_now();
    recorder->batch[recorder->batch_count++] =
        (StoredGame){tournament_key(recorder->record->tournament, job), *(const Game *)result};
    return recorder->batch_count < BATCH_MAX || commit(recorder, error);
}

static bool tick(void *context, Error *error)
{
    Recorder *recorder = context;
    bool due = recorder->batch_count && clock_now() - recorder->batch_started > COMMIT_SECONDS;
    if (due && !commit(recorder, error))
        return false;
    watch(recorder);
    return true;
}

static bool play_missing(Recorder *recorder, Error *error)
{
    const Tournament *tournament = recorder->record->tournament;
    Jobs jobs = {.work = games_work(tournament),
                 .count = tournament->game_count,
                 .context = recorder,
                 .is_wanted = is_wanted,
                 .deliver = deliver,
                 .tick = tick,
                 .task = &games_task,
                 .by_clock = games_are_by_clock(tournament),
                 .hurry = recorder->settings->stop};
    char *recipe = settings_print(&tournament->settings);
    if (!recipe || !games_check(tournament, &jobs.check, error)) {
        free(recipe);
        return error_out_of_memory(error);
    }
    jobs.recipe = recipe;
    bool played = ranks_run(&jobs, recorder->settings->threads, &recorder->stop,
                            &recorder->record->idle_ranks, error);
    free(recipe);
    Error late;
    // What was played before a failure, too.
    Error *said = played ? error : &late;
    bool stored = commit(recorder, said) && store_is_in_place(recorder->settings->store, said);
    recorder->record->kept = stored;
    watch(recorder);
    return played && stored;
}

static bool record_create(Record *record, const Tournament *tournament, Error *error)
{
    *record = (Record){.tournament = tournament, .started = clock_now()};
    record->scores = calloc((size_t)tournament->pairing_count, sizeof *record->scores);
    record->outcome = calloc((size_t)tournament->game_count, 1);
    return (record->scores && record->outcome) || error_out_of_memory(error);
}

bool record_games(Record *record, const Tournament *tournament, const RecordSettings *settings,
                  Error *error)
{
    Recorder recorder = {.record = record, .settings = settings};
    if (!record_create(record, tournament, error) ||
        !store_games(settings->store, settings->run, count_stored, record, error))
        return false;
    record->already_done = record->done;
    recorder.batch = malloc(BATCH_MAX * sizeof *recorder.batch);
    if (!recorder.batch)
        return error_out_of_memory(error);
    watch(&recorder);
    bool good =
        atomic_load(&recorder.stop) || record_is_complete(record) || play_missing(&recorder, error);
    free(recorder.batch);
    if (good && record_is_complete(record))
        good = record->kept = store_run_finish(settings->store, settings->run, error);
    return good;
}

void record_destroy(Record *record)
{
    free(record->scores);
    free(record->outcome);
    *record = (Record){.tournament = NULL};
}

bool record_is_complete(const Record *record)
{
    return record->done == record->tournament->game_count;
}

bool record_pair(const Record *record, int pairing, int64_t opening, int *points)
{
    int64_t game = tournament_game(record->tournament, (GameKey){pairing, opening, 0});
    if (game >= record->tournament->game_count || !record->outcome[game] ||
        !record->outcome[game + 1])
        return false;
    *points = record->outcome[game] + record->outcome[game + 1] - 2;
    return true;
}
