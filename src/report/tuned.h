/* tuned.h: what a tuning has come to, as tables, plots and a page.
 *
 * A Tuned is filled in by whoever measures the points; here it is only read. Scores are from 0
 * to 1.
 */
#pragma once

#include "agent/parameters.h"
#include "report/plot.h"
#include "report/table.h"
#include "stats/sequential.h"
#include "stats/tuner.h"

typedef struct TunedPoint {
    PairCounts pairs; // over all opponents; none where the objective is not games
    Interval range;   // of the score, 95 %
    /* Mean and standard error, over openings, of the points won more than by the start on the
     * same opening; NAN where that is not known. */
    double lead, lead_error;
} TunedPoint;

/* The best point against the start, on openings that no point was measured on. */
typedef struct TunedConfirmation {
    bool wanted;
    Sequential match;
    Estimate estimate; // 95 %, once there are pairs
} TunedConfirmation;

typedef struct Tuned {
    AgentSpec start;
    AgentParameter parameters[TUNER_AXES_MAX]; // by axis
    Tuner tuner;
    TunedPoint *points;    // by the tuner's points
    char conditions[512];  // against whom, where, how often; a line for people
    const char *objective; // "score" or "accuracy"
    bool complete;         // every point that was wanted is measured
    TunedConfirmation confirmation;
} Tuned;

/* The agent with a point's values. */
AgentSpec tuned_agent(const Tuned *tuned, const TunerPoint *point);

/* `w1=1.25,w2=1` */
void tuned_print_values(const Tuned *tuned, const TunerPoint *point, Text *text);

/* The measurement of a place, or NULL: spsa's answer was never measured itself. */
const TunedPoint *tuned_find(const Tuned *tuned, const TunerPoint *point);

/* Whether the search came to another point than it started from. */
bool tuned_has_moved(const Tuned *tuned);

/* For the terminal, its tables no wider than `width` (0: as wide as they come). */
void tuned_print(const Tuned *tuned, int width, Text *text);

/* Its parts, which the page shows too: a parameter's range; the points or the path; what the path's
 * columns are, if there is one; the best point and its confirmation, a line each. */
void tuned_print_range(const Tuned *tuned, int axis, Text *text);
TextTable tuned_table(const Tuned *tuned);
void tuned_print_method(const Tuned *tuned, Text *text);
void tuned_print_outcome(const Tuned *tuned, Text *text);

/* Curve, heat map, or trace: whatever suits method and number of parameters. */
Plot tuned_plot(const Tuned *tuned);

/* One HTML file, or one SVG file of the plot alone. `*plots` gets why there is no plot, or "". */
bool tuned_print_page(const Tuned *tuned, Text *text, Error *plots, Error *error);
bool tuned_print_svg(const Tuned *tuned, Text *text, Error *error);
