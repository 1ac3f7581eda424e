/* tuner.h: looking for the maximum of a function that is only known by noisy measurements.
 *
 * Ask for a point, measure it however you like, tell its score; until no point is wanted. The
 * methods are pure: what they ask next follows from the settings and the scores told so far, so
 * a search that was cut off goes on as if nothing had happened once the same scores are told
 * again. No games here; tests use made-up functions.
 *
 *   line  Along one axis after the other: five points from end to end, then half the spacing
 *         to both sides of the best point so far, and so on down to the axis's step. With more
 *         axes up to `rounds` sweeps over all, from the second on without the five points and
 *         from the third on with half the spacing of the one before.
 *   grid  Every point of the lattice.
 *   spsa  Spall's simultaneous perturbation. In round k all axes are moved at once by +-c_k, at
 *         random, and the two opposite points are measured; their difference tells the slope
 *         along that one direction, and the point moves by a_k times it:
 *             a_k = a / (A + k + 1)^0.602,   c_k = c / (k + 1)^0.101,   A = rounds / 10,
 *         in units of the axes' ranges, a = gain * (A + 1)^0.602, so that `gain` is a_0. No
 *         axis moves by more than a fifth of its range at once, and the two points of an axis
 *         are at least its step apart. The answer is the mean of the second half of the path.
 *
 * Points lie on the lattice min + i * step, except for the start, which stays what it is.
 */
#pragma once

#include <stdint.h>

#include "util/error.h"

enum { TUNER_AXES_MAX = 6, TUNER_POINTS_MAX = 20000, TUNER_COARSE_POINTS = 5 };
enum { TUNER_ROUNDS_MAX = 2000 }; // every question walks through all rounds before it

typedef enum TunerMethod { TUNER_LINE, TUNER_GRID, TUNER_SPSA, TUNER_METHODS } TunerMethod;

const char *tuner_method_name(const void *unused, int method); // NULL past the last

typedef struct TunerAxis {
    double min, max, step, start;
} TunerAxis;

typedef struct TunerSettings {
    TunerMethod method;
    TunerAxis axes[TUNER_AXES_MAX];
    int axis_count;
    int rounds;         // line: sweeps; spsa: steps; grid: of no meaning
    double gain, reach; // spsa: a_0 and c
    uint64_t seed;      // spsa: of the directions
} TunerSettings;

typedef struct TunerPoint {
    double values[TUNER_AXES_MAX]; // zero past the axes
    int round; // points of one round are to be compared: measure them on the same openings
    double score;
} TunerPoint;

typedef struct Tuner {
    TunerSettings settings;
    TunerPoint *points; // told, in the order they were asked for
    int count;
} Tuner;

bool tuner_create(Tuner *tuner, const TunerSettings *settings, Error *error);
void tuner_destroy(Tuner *tuner);

/* The next point to measure; false: the search is over. The first point of line and grid is the
 * start. */
bool tuner_ask(const Tuner *tuner, TunerPoint *point);

/* The score of the point last asked for. */
void tuner_tell(Tuner *tuner, double score);

/* What the search has come to so far. Its score is known (not NAN) only where it was measured:
 * never for spsa. */
TunerPoint tuner_best(const Tuner *tuner);

/* At most so many points in all; exact for grid and spsa. */
int tuner_planned(const Tuner *tuner);

/* spsa: where the path stood before `round`, as far as it has come. Not on the lattice. */
TunerPoint tuner_path(const Tuner *tuner, int round);

/* spsa: a_k and c_k. */
double tuner_gain(const TunerSettings *settings, int round);
double tuner_reach(const TunerSettings *settings, int round);
