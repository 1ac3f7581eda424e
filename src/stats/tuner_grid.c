/* tuner_grid.c: the grid of tuner.h. */
#include <math.h>

#include "stats/tuner_walk.h"

static bool start_is_on_lattice(const TunerSettings *settings)
{
    for (int i = 0; i < settings->axis_count; i++)
        if (tuner_snap(&settings->axes[i], settings->axes[i].start) != settings->axes[i].start)
            return false;
    return true;
}

double tuner_grid_points(const TunerSettings *settings)
{
    double points = 1;
    for (int i = 0; i < settings->axis_count; i++)
        points *= tuner_lattice(&settings->axes[i]);
    return points + !start_is_on_lattice(settings);
}

/* The i-th point of the lattice, the last axis fastest. */
static TunerPoint lattice_point(const TunerSettings *settings, int64_t i)
{
    TunerPoint point = {.score = NAN};
    for (int axis = settings->axis_count - 1; axis >= 0; axis--) {
        int64_t points = (int64_t)tuner_lattice(&settings->axes[axis]);
        point.values[axis] =
            tuner_snap(&settings->axes[axis],
                       settings->axes[axis].min + (double)(i % points) * settings->axes[axis].step);
        i /= points;
    }
    return point;
}

bool tuner_walk_grid(TunerWalk *walk)
{
    const TunerSettings *settings = &walk->tuner->settings;
    int64_t points = (int64_t)tuner_grid_points(settings) - !start_is_on_lattice(settings);
    if (!tuner_walk_score(walk, &walk->best))
        return false;
    for (int64_t i = 0; i < points; i++) {
        TunerPoint point = lattice_point(settings, i);
        if (!tuner_walk_score(walk, &point))
            return false;
        if (point.score > walk->best.score)
            walk->best = point;
    }
    return true;
}
