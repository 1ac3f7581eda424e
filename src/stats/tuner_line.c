/* tuner_line.c: the line search of tuner.h. */
#include <math.h>

#include "stats/tuner_walk.h"

/* Moves on to the place on that axis if it is better. */
static bool try_place(TunerWalk *walk, const TunerPoint *from, int axis, double value)
{
    TunerPoint point = *from;
    point.values[axis] = tuner_snap(&walk->tuner->settings.axes[axis], value);
    if (!tuner_walk_score(walk, &point))
        return false;
    if (point.score > walk->best.score)
        walk->best = point;
    return true;
}

static bool try_coarse(TunerWalk *walk, int number)
{
    const TunerAxis *axis = &walk->tuner->settings.axes[number];
    TunerPoint from = walk->best;
    for (int i = 0; i < TUNER_COARSE_POINTS; i++) {
        double share = (double)i / (TUNER_COARSE_POINTS - 1);
        if (!try_place(walk, &from, number, axis->min + share * (axis->max - axis->min)))
            return false;
    }
    return true;
}

static double first_spacing(const TunerAxis *axis, int sweep)
{
    return ldexp((axis->max - axis->min) / (TUNER_COARSE_POINTS - 1), sweep > 1 ? 1 - sweep : 0);
}

static bool search_axis(TunerWalk *walk, int number, int sweep)
{
    const TunerAxis *axis = &walk->tuner->settings.axes[number];
    if (sweep == 0 && !try_coarse(walk, number))
        return false;
    double spacing = first_spacing(axis, sweep);
    do {
        spacing = fmax(spacing / 2, axis->step);
        TunerPoint from = walk->best;
        if (!try_place(walk, &from, number, from.values[number] - spacing) ||
            !try_place(walk, &from, number, from.values[number] + spacing))
            return false;
    } while (spacing > axis->step);
    return true;
}

static bool moved(const TunerPoint *a, const TunerPoint *b)
{
    for (int i = 0; i < TUNER_AXES_MAX; i++)
        if (a->values[i] != b->values[i])
            return true;
    return false;
}

bool tuner_walk_line(TunerWalk *walk)
{
    const TunerSettings *settings = &walk->tuner->settings;
    int sweeps = settings->axis_count == 1 ? 1 : settings->rounds;
    if (!tuner_walk_score(walk, &walk->best))
        return false;
    for (int sweep = 0; sweep < sweeps; sweep++) {
        TunerPoint before = walk->best;
        for (int i = 0; i < settings->axis_count; i++)
            if (!search_axis(walk, i, sweep))
                return false;
        if (sweep > 0 && !moved(&before, &walk->best))
            break;
    }
    return true;
}

static int axis_planned(const TunerAxis *axis, int sweep)
{
    int points = sweep == 0 ? TUNER_COARSE_POINTS : 0;
    double spacing = first_spacing(axis, sweep);
    do {
        spacing = fmax(spacing / 2, axis->step);
        points += 2;
    } while (spacing > axis->step);
    double lattice = tuner_lattice(axis);
    return points < lattice ? points : (int)lattice;
}

int tuner_line_planned(const TunerSettings *settings)
{
    int sweeps = settings->axis_count == 1 ? 1 : settings->rounds, points = 1;
    for (int sweep = 0; sweep < sweeps && points < TUNER_POINTS_MAX; sweep++)
        for (int i = 0; i < settings->axis_count; i++)
            points += axis_planned(&settings->axes[i], sweep);
    return points < TUNER_POINTS_MAX ? points : TUNER_POINTS_MAX;
}
