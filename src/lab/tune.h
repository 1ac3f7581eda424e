/* tune.h: better parameters for an agent, found by measuring points and then confirmed.
 *
 * The search (stats/tuner.h) asks for points. A point is measured by games against opponents, as a
 * run of its own in the store (run.h) whose settings are unlike any other point's: a tuning that
 * was cut off finds with `resume` what it had measured, and plays on. Or it is measured against
 * perfect play (accuracy.h), which is cheap next to games, the same every time, and not kept.
 *
 * The best of many noisy scores is less good than it looks, so at last the best point plays the
 * start on fresh openings, in a sequential test.
 */
#pragma once

#include "agent/parameters.h"
#include "lab/accuracy.h"
#include "lab/run.h"
#include "stats/tuner.h"

typedef enum TuneObjective {
    TUNE_SCORE,    // points won in games
    TUNE_ACCURACY, // wins kept in solved positions
} TuneObjective;

const char *tune_objective_name(TuneObjective objective); // "score", "accuracy"

typedef struct Tuned Tuned;

/* Large: keep it off the stack. */
typedef struct TuneSettings {
    /* Of a point. Agent 0 is what is tuned, as it is at first, the rest are its opponents; all
     * seeds follow from this one. For accuracy, too, the board, the seed and the budget. */
    TournamentSettings games;
    TunerSettings tuner;                       // but for its seed
    AgentParameter parameters[TUNER_AXES_MAX]; // by its axes
    TuneObjective objective;
    int positions;     // accuracy: how many
    int confirm_pairs; // at most; 0: no confirmation
    Sprt sprt;         // what it tests
    RunSettings run;   // of points and confirmation, but for kind, games and test
    /* Told after each point. NULL: nobody is told. */
    void (*watch)(void *context, const Tuned *tuned);
    void *context;
} TuneSettings;

typedef struct TunedPoint {
    PairCounts pairs; // over all opponents; none where the objective is not games
    Interval range;   // of the score
    /* Mean and standard error, over openings or positions, of what was won more than by the start
     * on the same one; NAN where that is not known. */
    double lead, lead_error;
} TunedPoint;

/* The best point against the start, on openings that no point was measured on. */
typedef struct TunedConfirmation {
    Sequential match;
    Estimate estimate; // once there are pairs
} TunedConfirmation;

/* Scores are from 0 to 1. Large, and not to be copied. */
struct Tuned {
    TuneSettings settings;
    Tuner tuner;
    TunedPoint *points; // by the tuner's points
    bool complete;      // every point that was wanted is measured
    bool stopped;       // before the end, confirmation included
    TunedConfirmation confirmation;
    double started;    // clock_now()
    int measured_here; // points for which something had to be played
    int threads;       // accuracy: positions at once
    int idle_ranks;    // accuracy: MPI ranks that had nothing to do
    bool untested;     // why it failed: none of the positions can be lost
    Run run;           // what is being played, or has failed

    /* Of the point being measured; and of the first, which is the start. */
    TournamentSettings point_games;
    uint16_t *start_points;   // by opening, what it won of all opponents
    Accuracy *start_accuracy; // with the positions; NULL before
};

/* Until the search is over and confirmed or the run's `stop` is set. `tuned` is to be destroyed,
 * also after a failure. */
bool tune_run(Tuned *tuned, const TuneSettings *settings, Error *error);
void tuned_destroy(Tuned *tuned);

/* The agent with a point's values. */
AgentSpec tuned_agent(const Tuned *tuned, const TunerPoint *point);

/* The measurement of a place, or NULL: spsa's answer was never measured itself. */
const TunedPoint *tuned_find(const Tuned *tuned, const TunerPoint *point);

/* Whether the search came to another point than it started from. */
bool tuned_has_moved(const Tuned *tuned);
