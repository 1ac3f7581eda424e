#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "util/clock.h"
#include "util/terminal.h"

void progress_start(Progress *progress)
{
    *progress = (Progress){.in_place = isatty(STDERR_FILENO), .shown_at = clock_now()};
}

void progress_append_duration(Text *line, double seconds)
{
    long long whole = (long long)(seconds + 0.5);
    if (whole >= 3600)
        text_format(line, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
    else
        text_format(line, "%lld:%02lld", whole / 60, whole % 60);
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

void progress_line(bool in_place, Text *line)
{
    if (in_place && text_ok(line))
        terminal_overwrite(line->bytes);
    else if (text_ok(line))
        fprintf(stderr, "%s\n", line->bytes);
    fflush(stderr);
    text_free(line);
}

void progress_append_work(const Progress *progress, const char *what, int64_t done, int64_t fresh,
                          int64_t total, double started, Text *line)
{
    double elapsed = progress->shown_at - started;
    double rate = elapsed > 0 ? (double)fresh / elapsed : 0;
    text_format(line, "%lld of %lld %s, %.1f/s", (long long)done, (long long)total, what, rate);
    if (rate > 0) {
        text_append(line, ", ");
        progress_append_duration(line, (double)(total - done) / rate);
        text_append(line, " left");
    }
}

void progress_show_work(Progress *progress, const char *what, int64_t done, int64_t total,
                        double started)
{
    Text line = TEXT_EMPTY;
    if (!progress_is_due(progress))
        return;
    progress_append_work(progress, what, done, done, total, started, &line);
    progress_line(progress->in_place, &line);
}

void progress_end(Progress *progress)
{
    if (progress->in_place && progress->shown)
        terminal_overwrite("");
}
