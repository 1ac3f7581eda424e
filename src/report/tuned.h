/* tuned.h: what a tuning has come to, as tables, plots and a page. */
#pragma once

#include "lab/tune.h"
#include "report/plot.h"
#include "report/table.h"

/* `w1=1.25,w2=1` */
void tuned_print_values(const Tuned *tuned, const TunerPoint *point, Text *text);

/* For the terminal, its tables no wider than `width` (0: as wide as they come). */
void tuned_print(const Tuned *tuned, int width, Text *text);

/* Its parts, which the page shows too: against whom, where and how often; a parameter's range; the
 * points or the path; what the path's columns are, if there is one; the best point and its
 * confirmation, a line each. */
void tuned_print_conditions(const Tuned *tuned, Text *text);
void tuned_print_range(const Tuned *tuned, int axis, Text *text);
Table tuned_table(const Tuned *tuned);
void tuned_print_method(const Tuned *tuned, Text *text);
void tuned_print_outcome(const Tuned *tuned, Text *text);

/* Curve, heat map, or trace: whatever suits method and number of parameters. */
Plot tuned_plot(const Tuned *tuned);

/* One HTML file, or one SVG file of the plot alone. `*plots` gets why there is no plot, or "". */
bool tuned_print_page(const Tuned *tuned, Text *text, Error *plots, Error *error);
bool tuned_print_svg(const Tuned *tuned, Text *text, Error *error);
