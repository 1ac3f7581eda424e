/* progress.h: the line that tells how a long run is coming along, on standard error: in place
 * on a terminal, now and then a new line elsewhere.
 */
#pragma once

#include "util/text.h"

typedef struct Progress {
    bool in_place;
    double shown_at;
    bool shown;
} Progress;

void progress_start(Progress *progress);

/* Whether it is time to show again; then it is taken as shown. */
bool progress_is_due(Progress *progress);

/* Shows a line and frees it: over the last one, cut to the terminal's width, or as a new line. */
void progress_line(bool in_place, Text *line);

void progress_append_duration(Text *line, double seconds); // "2:03", from an hour on "1:02:03"

/* Of any work: so many of `total` things done, `fresh` of them since `started` (clock_now()); their
 * rate and the time left. */
void progress_append_work(const Progress *progress, const char *what, int64_t done, int64_t fresh,
                          int64_t total, double started, Text *line);

/* Shows that, at most a few times a second; all were done since `started`. */
void progress_show_work(Progress *progress, const char *what, int64_t done, int64_t total,
                        double started);
void progress_end(Progress *progress);
