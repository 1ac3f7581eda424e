/* measure_store.c: `measure_store FILE` times what is done with a whole run, the newest of FILE,
 * and what adding games costs. Make a large one with make_store; see there. Not a test: times are
 * for people. */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "store/export.h"
#include "util/clock.h"

static bool count_game(void *context, const StoredGame *game)
{
    *(int64_t *)context += game->game.moves.count >= 0;
    return true;
}

static bool count_total(void *context, const StoreTotal *total)
{
    *(int64_t *)context += total->games;
    return true;
}

static bool count_pairs(void *context, const StorePairs *pairs)
{
    *(int64_t *)context += pairs->points[0] + pairs->points[1] + pairs->points[2];
    return true;
}

typedef struct Moment {
    double wall, processor; // seconds
} Moment;

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

static Moment now(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (Moment){clock_now(), seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime)};
}

static void tell(const char *what, Moment start, int64_t count)
{
    struct rusage usage;
    Moment end = now();
    getrusage(RUSAGE_SELF, &usage);
    printf("%-14s %8.3f s, %8.3f s of processor  %9lld counted  %6ld KiB at most so far\n", what,
           end.wall - start.wall, end.processor - start.processor, (long long)count,
           usage.ru_maxrss);
}

static bool measure_export(Store *store, const char *name, ExportFormat format, Error *error)
{
    FILE *nowhere = fopen("/dev/null", "w");
    Moment start = now();
    bool good = nowhere && export_games(store, 0, format, false, nowhere, error);
    tell(name, start, 0);
    if (nowhere)
        fclose(nowhere);
    return good;
}

static bool measure_reading(Store *store, Error *error)
{
    int64_t count = 0;
    StoreRun run;
    Moment start = now();
    bool good = store_run_get(store, 0, &run, error);
    if (good) {
        tell("run", start, run.games);
        store_run_free(&run);
    }
    start = now();
    good = good && store_totals(store, 0, 1000, count_total, &count, error);
    tell("totals", start, count);
    count = 0, start = now();
    good = good && store_pairs(store, 0, 1000, count_pairs, &count, error);
    tell("pairs", start, count);
    count = 0, start = now();
    good = good && store_games(store, 0, count_game, &count, error);
    tell("games", start, count);
    return good && measure_export(store, "export csv", EXPORT_CSV, error) &&
           measure_export(store, "export jsonl", EXPORT_JSONL, error) &&
           measure_export(store, "export pgn", EXPORT_PGN, error);
}

static void fill(StoredGame *games, int count, int batch)
{
    for (int i = 0; i < count; i++) {
        StoredGame *game = &games[i];
        memset(game, 0, sizeof *game);
        game->key = (GameKey){i % 10, (int64_t)batch * count / 20 + i / 20, i / 10 % 2};
        game->game.moves.count = 25;
    }
}

/* A run of batches of 100, which is deleted after. */
static bool measure_adding(Store *store, Error *error)
{
    enum { BATCHES = 500, BATCH = 100 };
    static StoredGame games[BATCH];
    int64_t run;
    bool good = store_run_create(store, "measure", "{}", NULL, BATCHES * BATCH, &run, error);
    Moment start = now();
    for (int batch = 0; good && batch < BATCHES; batch++) {
        fill(games, BATCH, batch);
        good = store_add_games(store, run, games, BATCH, error);
    }
    tell("add by 100", start, BATCHES * BATCH);
    start = now();
    good = good && store_run_delete(store, run, error);
    tell("delete", start, BATCHES * BATCH);
    return good;
}

int main(int argc, char **argv)
{
    Error error = {"usage: measure_store FILE"};
    Store *store = argc == 2 ? store_open(argv[1], STORE_READ, &error) : NULL;
    bool good = store && measure_reading(store, &error);
    store_close(store);
    store = good ? store_open(argv[1], STORE_WRITE, &error) : NULL;
    good = store && measure_adding(store, &error);
    store_close(store);
    if (!good)
        fprintf(stderr, "measure_store: %s\n", error.text);
    return good ? 0 : 1;
}
