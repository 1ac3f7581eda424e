/* tuned.h: what a tuning has come to, as text, a page, a plot, and for programs. */
#pragma once

#include <jansson.h>

#include "lab/tune.h"

/* `w1=1.25,w2=1` */
void tuned_print_values(const Tuned *tuned, const TunerPoint *point, Text *text);

/* Its tables by table_print(). */
void tuned_print(const Tuned *tuned, int width, Text *text);

/* One HTML file, or one SVG file of the plot alone: curve, heat map, or trace, whatever suits
 * method and number of parameters. `*plots` gets why there is no plot, or "". */
bool tuned_print_page(const Tuned *tuned, Text *text, Error *plots, Error *error);
bool tuned_print_svg(const Tuned *tuned, Text *text, Error *error);

/* A new object; NULL when out of memory. */
json_t *tuned_json(const Tuned *tuned);
