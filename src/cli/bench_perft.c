/* bench_perft.c: move sequences counted per second. */
#include <string.h>

#include "cli/bench.h"
#include "core/notation.h"
#include "core/perft.h"
#include "util/clock.h"
#include "util/terminal.h"

typedef struct PerftWork {
    const char *key;
    const char *name;
    const char *position;
    int depth;
    PerftBulk bulk;
} PerftWork;

static const PerftWork works[] = {
    {"perft_mnps", "perft, last ply bulk", "7x7 d4 c5", 13, PERFT_BULK_ONE},
    {"perft_two_mnps", "perft, last two bulk", "7x7 d4 c5", 13, PERFT_BULK_TWO},
    {"perft_wide_mnps", "perft, last ply bulk", "11x9 f5 e7", 11, PERFT_BULK_ONE},
    {"perft_wide_two_mnps", "perft, last two bulk", "11x9 f5 e7", 11, PERFT_BULK_TWO},
};

static bool run_work(const PerftWork *work, Bench *bench, Error *error)
{
    Board board;
    Position position;
    if (!position_parse(work->position, strlen(work->position), &board, &position, NULL, error))
        return false;
    double start = clock_now();
    uint64_t count = perft_bulk(&board, &position, work->depth, work->bulk);
    double seconds = clock_now() - start;
    double speed = seconds > 0 ? (double)count / seconds * 1e-6 : 0;
    bench->signature += count;
    if (bench->json)
        whole_json_set(bench->json, work->key, json_real(speed));
    else
        terminal_say("%-24s %-14s depth %2d %14llu %9.1f M/s\n", work->name, work->position,
                     work->depth, (unsigned long long)count, speed);
    return true;
}

bool bench_perft(Bench *bench, Error *error)
{
    for (size_t i = 0; i < sizeof works / sizeof *works; i++)
        if (!run_work(&works[i], bench, error))
            return false;
    return true;
}
