/* tuner_spsa.c: simultaneous perturbation, see tuner.h. */
#include <math.h>

#include "stats/tuner_walk.h"
#include "util/random.h"

#define GAIN_EXPONENT  0.602
#define REACH_EXPONENT 0.101
#define LONGEST_STEP   0.2        // of a range
#define LABEL          0x73707361 // of the random stream

static double stability(const TunerSettings *settings)
{
    return settings->rounds / 10.0;
}

double tuner_gain(const TunerSettings *settings, int round)
{
    double a = settings->gain * pow(stability(settings) + 1, GAIN_EXPONENT);
    return a / pow(stability(settings) + round + 1, GAIN_EXPONENT);
}

double tuner_reach(const TunerSettings *settings, int round)
{
    return settings->reach / pow(round + 1, REACH_EXPONENT);
}

static double clamp(double value, double min, double max)
{
    return fmin(fmax(value, min), max);
}

/* Two lattice points, `signs` apart from `centre`; never the same one on any axis. */
static void perturb(const TunerSettings *settings, const TunerPoint *centre, int round,
                    const int *signs, TunerPoint pair[2])
{
    double reach = tuner_reach(settings, round);
    pair[0] = pair[1] = (TunerPoint){.score = NAN, .round = round};
    for (int i = 0; i < settings->axis_count; i++) {
        const TunerAxis *axis = &settings->axes[i];
        double half = fmax(reach * (axis->max - axis->min), axis->step / 2);
        half = fmin(half, (axis->max - axis->min) / 2);
        double middle = clamp(centre->values[i], axis->min + half, axis->max - half);
        double low = tuner_snap(axis, middle - half), high = tuner_snap(axis, middle + half);
        if (low == high)
            high = tuner_snap(axis, low + axis->step);
        if (low == high)
            low = tuner_snap(axis, high - axis->step);
        pair[0].values[i] = signs[i] > 0 ? high : low;
        pair[1].values[i] = signs[i] > 0 ? low : high;
    }
}

static void step(const TunerSettings *settings, int round, const TunerPoint pair[2],
                 TunerPoint *centre)
{
    double gained = tuner_gain(settings, round) * (pair[0].score - pair[1].score);
    for (int i = 0; i < settings->axis_count; i++) {
        const TunerAxis *axis = &settings->axes[i];
        double range = axis->max - axis->min;
        double apart = (pair[0].values[i] - pair[1].values[i]) / range;
        double move = apart == 0 ? 0 : gained / apart;
        centre->values[i] =
            clamp(centre->values[i] + range * clamp(move, -LONGEST_STEP, LONGEST_STEP), axis->min,
                  axis->max);
    }
}

/* The next of a round's two scores; they come in the order of the questions. */
static bool take_score(TunerWalk *walk, TunerPoint *point)
{
    if (walk->next >= walk->tuner->count) {
        walk->wanted = *point;
        return false;
    }
    point->score = walk->tuner->points[walk->next++].score;
    return true;
}

/* One round; false at a wanted point. */
static bool walk_round(TunerWalk *walk, int round, TunerPoint *centre)
{
    const TunerSettings *settings = &walk->tuner->settings;
    Random random = random_stream(settings->seed, LABEL, (uint64_t)round);
    int signs[TUNER_AXES_MAX];
    TunerPoint pair[2];
    for (int i = 0; i < settings->axis_count; i++)
        signs[i] = random_below(&random, 2) ? 1 : -1;
    perturb(settings, centre, round, signs, pair);
    if (!take_score(walk, &pair[0]) || !take_score(walk, &pair[1]))
        return false;
    step(settings, round, pair, centre);
    return true;
}

/* On the lattice. */
static TunerPoint mean_of(const TunerSettings *settings, const double *sums, int count)
{
    TunerPoint mean = {.score = NAN};
    for (int i = 0; i < settings->axis_count; i++)
        mean.values[i] = tuner_snap(&settings->axes[i], sums[i] / count);
    return mean;
}

bool tuner_walk_spsa(TunerWalk *walk)
{
    const TunerSettings *settings = &walk->tuner->settings;
    int rounds_told = walk->tuner->count / 2, counted = 0;
    double sums[TUNER_AXES_MAX] = {0};
    TunerPoint centre = walk->best;
    for (int round = 0; round < settings->rounds; round++) {
        if (!walk_round(walk, round, &centre))
            return false;
        if (round < rounds_told / 2)
            continue;
        for (int i = 0; i < settings->axis_count; i++)
            sums[i] += centre.values[i];
        walk->best = mean_of(settings, sums, ++counted);
    }
    return true;
}

TunerPoint tuner_path(const Tuner *tuner, int round)
{
    TunerWalk walk = {.tuner = tuner};
    TunerPoint centre = tuner_start(&tuner->settings);
    for (int i = 0; i < round && i < tuner->settings.rounds; i++)
        if (!walk_round(&walk, i, &centre))
            break;
    centre.round = round;
    return centre;
}
