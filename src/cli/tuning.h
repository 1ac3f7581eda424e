/* tuning.h: what `isolab tune` is made of: reading what is wanted, measuring points, showing.
 *
 * Each point is a run of its own in the database, its settings unlike any other point's, so a
 * tuning that was cut off finds with --resume what it had measured, and plays on.
 */
#pragma once

#include "arena/tournament.h"
#include "cli/arguments.h"
#include "lab/accuracy.h"
#include "lab/run.h"
#include "report/tuned.h"

typedef struct Tuning {
    const Arguments *arguments;
    Tuned tuned;
    RunSettings run;          // of a point or the confirmation, but for its kind, games and test
    TournamentSettings games; // of a point: agent 0 is the point, the rest its opponents
    int confirm_pairs;        // at most; 0: no confirmation
    /* Measures a point: fills `measured` and `*score`. `*interrupted`: Ctrl-C came first. Each
     * objective has its own. */
    bool (*measure)(struct Tuning *tuning, const TunerPoint *point, TunedPoint *measured,
                    double *score, bool *interrupted, Error *error);
    /* By opening, what the start won of all opponents: the points' lead is measured from it. */
    uint16_t *start_points;
    int positions;   // accuracy: how many
    int threads;     // accuracy: at once; 0 before the first point
    Accuracy *known; // accuracy: the first point's, with the positions; NULL before
    bool quiet, in_place;
    double started;
    int measured_here; // points for which games had to be played
    int64_t games_here;
} Tuning;

/* Reads everything; `tuning` is to be finished also where that fails. */
bool tuning_create(Tuning *tuning, const Arguments *arguments, Error *error);
void tuning_finish(Tuning *tuning);

/* Until the search is over or Ctrl-C comes; then, if it was not, the confirmation. */
bool tuning_run(Tuning *tuning, bool *interrupted, Error *error);

bool tuning_measure_games(Tuning *tuning, const TunerPoint *point, TunedPoint *measured,
                          double *score, bool *interrupted, Error *error);
bool tuning_measure_accuracy(Tuning *tuning, const TunerPoint *point, TunedPoint *measured,
                             double *score, bool *interrupted, Error *error);
bool tuning_confirm(Tuning *tuning, bool *interrupted, Error *error);

/* One line on standard error for each point. */
void tuning_trace_point(const Tuning *tuning);

bool tuning_print_json(const Tuning *tuning, Error *error);
