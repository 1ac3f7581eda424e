#include "ui/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "util/clock.h"

void progress_start(Progress *progress)
{
    *progress = (Progress){.in_place = isatty(STDERR_FILENO), .shown_at = clock_now()};
}

static void print_duration(double seconds)
{
    int whole = (int)(seconds + 0.5);
    if (whole >= 3600)
        fprintf(stderr, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
    else
        fprintf(stderr, "%d:%02d", whole / 60, whole % 60);
}

static void print_score(const Record *record)
{
    if (record->tournament->pairing_count != 1 || record->scores[0].games == 0)
        return;
    const RecordScore *score = &record->scores[0];
    fprintf(stderr, ", %lld:%lld (%.1f %%)", (long long)score->a_wins,
            (long long)(score->games - score->a_wins),
            100.0 * (double)score->a_wins / (double)score->games);
}

void progress_show(Progress *progress, const Record *record)
{
    double now = clock_now(), elapsed = now - record->started;
    double pause = progress->in_place ? 0.2 : 10;
    if (now - progress->shown_at < pause)
        return;
    int64_t played = record->done - record->already_done;
    int64_t left = record->tournament->game_count - record->done;
    double rate = elapsed > 0 ? (double)played / elapsed : 0;
    progress->shown_at = now;
    progress->shown = true;
    fprintf(stderr, "%s%lld of %lld games, %.1f/s", progress->in_place ? "\r\033[K" : "",
            (long long)record->done, (long long)record->tournament->game_count, rate);
    if (rate > 0) {
        fprintf(stderr, ", ");
        print_duration((double)left / rate);
        fprintf(stderr, " left");
    }
    print_score(record);
    if (!progress->in_place)
        fprintf(stderr, "\n");
    fflush(stderr);
}

void progress_end(Progress *progress)
{
    if (progress->in_place && progress->shown)
        fprintf(stderr, "\r\033[K");
}
