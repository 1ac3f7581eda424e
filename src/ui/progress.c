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

bool progress_is_due(Progress *progress)
{
    double now = clock_now(), pause = progress->in_place ? 0.2 : 10;
    if (now - progress->shown_at < pause)
        return false;
    progress->shown_at = now;
    progress->shown = true;
    return true;
}

/* `fresh` of the `done` were done since `started`. */
static void print_work(const Progress *progress, const char *what, int64_t done, int64_t fresh,
                       int64_t total, double started)
{
    double elapsed = progress->shown_at - started;
    double rate = elapsed > 0 ? (double)fresh / elapsed : 0;
    fprintf(stderr, "%s%lld of %lld %s, %.1f/s", progress->in_place ? "\r\033[K" : "",
            (long long)done, (long long)total, what, rate);
    if (rate > 0) {
        fprintf(stderr, ", ");
        print_duration((double)(total - done) / rate);
        fprintf(stderr, " left");
    }
}

static void end_line(const Progress *progress)
{
    if (!progress->in_place)
        fprintf(stderr, "\n");
    fflush(stderr);
}

void progress_show(Progress *progress, const Record *record)
{
    if (!progress_is_due(progress))
        return;
    print_work(progress, "games", record->done, record->done - record->already_done,
               record->tournament->game_count, record->started);
    print_score(record);
    end_line(progress);
}

void progress_show_work(Progress *progress, const char *what, int64_t done, int64_t total,
                        double started)
{
    if (!progress_is_due(progress))
        return;
    print_work(progress, what, done, done, total, started);
    end_line(progress);
}

void progress_end(Progress *progress)
{
    if (progress->in_place && progress->shown)
        fprintf(stderr, "\r\033[K");
}
