/* tuning_run.c: the search itself, and its trace. */
#include <math.h>
#include <stdio.h>

#include "cli/tuning.h"
#include "util/clock.h"

static void trace_left(const Tuning *tuning)
{
    const Tuner *tuner = &tuning->tuned.tuner;
    int left = tuner_planned(tuner) - tuner->count;
    if (tuning->measured_here == 0 || left <= 0)
        return;
    int seconds = (int)((clock_now() - tuning->started) / tuning->measured_here * left + 0.5);
    fprintf(stderr, "; at most %d:%02d left", seconds / 60, seconds % 60);
}

static void trace_values(const Tuning *tuning, const TunerPoint *point)
{
    Text text = TEXT_EMPTY;
    tuned_print_values(&tuning->tuned, point, &text);
    fputs(text_ok(&text) ? text.bytes : "?", stderr);
    text_free(&text);
}

void tuning_trace_point(const Tuning *tuning)
{
    const Tuner *tuner = &tuning->tuned.tuner;
    const TunerPoint *point = &tuner->points[tuner->count - 1];
    const TunedPoint *measured = &tuning->tuned.points[tuner->count - 1];
    TunerPoint best = tuner_best(tuner);
    if (tuning->quiet)
        return;
    fprintf(stderr, "%d of at most %d: ", tuner->count, tuner_planned(tuner));
    trace_values(tuning, point);
    fprintf(stderr, " %.2f %% (%.1f to %.1f); best ", 100 * point->score, 100 * measured->range.low,
            100 * measured->range.high);
    trace_values(tuning, &best);
    if (!isnan(best.score))
        fprintf(stderr, " %.2f %%", 100 * best.score);
    trace_left(tuning);
    fprintf(stderr, "\n");
}

static bool search(Tuning *tuning, bool *interrupted, Error *error)
{
    Tuned *tuned = &tuning->tuned;
    TunerPoint point;
    while (tuner_ask(&tuned->tuner, &point)) {
        TunedPoint *measured = &tuned->points[tuned->tuner.count];
        double score;
        if (!tuning->measure(tuning, &point, measured, &score, interrupted, error))
            return false;
        if (*interrupted)
            return true;
        tuner_tell(&tuned->tuner, score);
        tuning_trace_point(tuning);
    }
    tuned->complete = true;
    return true;
}

bool tuning_run(Tuning *tuning, bool *interrupted, Error *error)
{
    tuning->started = clock_now();
    *interrupted = false;
    if (!search(tuning, interrupted, error))
        return false;
    bool confirm = tuning->tuned.complete && tuning->tuned.confirmation.wanted &&
                   tuned_has_moved(&tuning->tuned);
    return !confirm || tuning_confirm(tuning, interrupted, error);
}
