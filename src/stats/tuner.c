#include "stats/tuner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "stats/tuner_walk.h"

const char *tuner_method_name(const void *unused, int method)
{
    static const char *const names[TUNER_METHODS] = {"line", "grid", "spsa"};
    (void)unused;
    return method >= 0 && method < TUNER_METHODS ? names[method] : NULL;
}

/* Without the dust of binary fractions: 3 * 0.1 is 0.3 here, as a spec has it. */
static double dusted(double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.12g", value);
    return strtod(text, NULL) + 0.0;
}

double tuner_lattice(const TunerAxis *axis)
{
    return floor((axis->max - axis->min) / axis->step + 1e-9) + 1;
}

double tuner_snap(const TunerAxis *axis, double value)
{
    double last = tuner_lattice(axis) - 1;
    double i = fmin(fmax(round((value - axis->min) / axis->step), 0), last);
    return dusted(axis->min + i * axis->step);
}

TunerPoint tuner_start(const TunerSettings *settings)
{
    TunerPoint point = {.score = NAN};
    for (int i = 0; i < settings->axis_count; i++)
        point.values[i] = settings->axes[i].start;
    return point;
}

static bool check_axis(const TunerAxis *axis, int number, Error *error)
{
    if (!(axis->min < axis->max) || !(axis->step > 0) || !isfinite(axis->max - axis->min))
        return error_set(error, "axis %d: from %g to %g by %g is no range", number + 1, axis->min,
                         axis->max, axis->step);
    return (axis->max - axis->min) / axis->step < 1e9 ||
           error_set(error, "axis %d: a step of %g is too fine", number + 1, axis->step);
}

static bool check_settings(const TunerSettings *settings, Error *error)
{
    if (settings->axis_count < 1 || settings->axis_count > TUNER_AXES_MAX)
        return error_set(error, "1 to %d parameters are tuned at once", TUNER_AXES_MAX);
    for (int i = 0; i < settings->axis_count; i++)
        if (!check_axis(&settings->axes[i], i, error))
            return false;
    if (settings->method == TUNER_GRID && tuner_grid_points(settings) >= TUNER_POINTS_MAX)
        return error_set(error, "the grid has %.0f points, more than %d; take larger steps",
                         tuner_grid_points(settings), TUNER_POINTS_MAX);
    if (settings->rounds < 1 || settings->rounds > TUNER_ROUNDS_MAX)
        return error_set(error, "rounds are 1 to %d", TUNER_ROUNDS_MAX);
    return settings->method != TUNER_SPSA || (settings->gain > 0 && settings->reach > 0) ||
           error_set(error, "the gains of spsa are positive");
}

bool tuner_create(Tuner *tuner, const TunerSettings *settings, Error *error)
{
    *tuner = (Tuner){.settings = *settings};
    if (!check_settings(settings, error))
        return false;
    tuner->points = malloc(TUNER_POINTS_MAX * sizeof *tuner->points);
    return tuner->points || error_out_of_memory(error);
}

void tuner_destroy(Tuner *tuner)
{
    free(tuner->points);
    tuner->points = NULL;
}

static bool same_place(const TunerPoint *a, const TunerPoint *b)
{
    for (int i = 0; i < TUNER_AXES_MAX; i++)
        if (a->values[i] != b->values[i])
            return false;
    return a->round == b->round;
}

/* A walk comes by in the order in which it asked, so the search starts behind the last find. */
bool tuner_walk_score(TunerWalk *walk, TunerPoint *point)
{
    int count = walk->tuner->count;
    for (int i = 0; i < count; i++) {
        int at = (walk->next + i) % count;
        if (same_place(&walk->tuner->points[at], point)) {
            point->score = walk->tuner->points[at].score;
            walk->next = at + 1;
            return true;
        }
    }
    walk->wanted = *point;
    return false;
}

static bool walk_through(const Tuner *tuner, TunerWalk *walk)
{
    static bool (*const methods[TUNER_METHODS])(TunerWalk *) = {tuner_walk_line, tuner_walk_grid,
                                                                tuner_walk_spsa};
    *walk = (TunerWalk){.tuner = tuner, .best = tuner_start(&tuner->settings)};
    return methods[tuner->settings.method](walk);
}

bool tuner_ask(const Tuner *tuner, TunerPoint *point)
{
    TunerWalk walk;
    bool over = tuner->count >= TUNER_POINTS_MAX || walk_through(tuner, &walk);
    if (!over)
        *point = walk.wanted;
    return !over;
}

void tuner_tell(Tuner *tuner, double score)
{
    TunerPoint point;
    if (!tuner_ask(tuner, &point))
        return;
    point.score = score;
    tuner->points[tuner->count++] = point;
}

TunerPoint tuner_best(const Tuner *tuner)
{
    TunerWalk walk;
    walk_through(tuner, &walk);
    return walk.best;
}

int tuner_planned(const Tuner *tuner)
{
    const TunerSettings *settings = &tuner->settings;
    if (settings->method == TUNER_SPSA)
        return 2 * settings->rounds;
    return settings->method == TUNER_LINE ? tuner_line_planned(settings)
                                          : (int)tuner_grid_points(settings);
}
