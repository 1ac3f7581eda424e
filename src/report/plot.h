/* plot.h: one plot: a gnuplot script under construction, drawn by gnuplot into inline SVG.
 *
 * The plots are made for a column 380 units wide, little more than a phone has: a name stands
 * above its bar, not beside it. All text goes in as numbers and is put into the finished
 * drawing (svg.h), so no name can be a command.
 *
 * gnuplot is a child process with a deadline. Where it is absent or fails, the sentence that
 * says so takes the plot's place.
 */
#pragma once

#include "report/svg.h"
#include "util/error.h"

enum { PLOT_WIDTH = 380 };

typedef struct Plot {
    const char *description;
    int height;
    Text script;
    Text labels; // each NUL-terminated
    int label_count;
} Plot;

/* Whether gnuplot works is found out by the first plot, and once. */
typedef struct Plotter {
    bool failed;
    Error why;
} Plotter;

Plot plot_create(const char *description, int height);
void plot_destroy(Plot *plot);

void plot_add(Plot *plot, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The number of a text, any bytes: '@N@' stands for it in the script. */
int plot_text(Plot *plot, const char *string);

/* A text at `place`, in gnuplot's words ("at graph 1, first 2.5 right"). */
void plot_label(Plot *plot, const char *place, SvgColour colour, const char *string);

/* Appends the drawing. False, with a sentence, where there is none; `text` is then as it was, or
 * failed if it was for want of memory: what is drawn by nobody is told, what is lost is not shown.
 */
bool plot_draw(const Plot *plot, Plotter *plotter, Text *text, Error *error);
