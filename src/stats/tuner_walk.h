/* tuner_walk.h: inside the tuner: a method as a walk.
 *
 * A method is written as if every score were at hand, and walked through from its beginning at
 * each question. Where it comes to a point that was not measured yet, the walk ends: that is the
 * next point. So no method keeps a state that could get out of step with the scores.
 */
#pragma once

#include "stats/tuner.h"

typedef struct TunerWalk {
    const Tuner *tuner;
    TunerPoint wanted; // where the walk ended
    TunerPoint best;   // where it stood then
    int next;          // told point that comes next
} TunerWalk;

/* False: `point` has to be measured first. */
bool tuner_walk_score(TunerWalk *walk, TunerPoint *point);

double tuner_lattice(const TunerAxis *axis); // the number of its points
double tuner_snap(const TunerAxis *axis, double value);
TunerPoint tuner_start(const TunerSettings *settings);

/* True at the end of the search, false at a wanted point. */
bool tuner_walk_line(TunerWalk *walk);
bool tuner_walk_grid(TunerWalk *walk);
bool tuner_walk_spsa(TunerWalk *walk);

int tuner_line_planned(const TunerSettings *settings);
double tuner_grid_points(const TunerSettings *settings); // maybe more than an int holds
