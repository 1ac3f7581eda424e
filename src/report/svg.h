/* svg.h: gnuplot's SVG, made fit to stand inside a page.
 *
 * gnuplot writes a document for itself: prolog, ids that clash when two plots share a page,
 * fixed colours that vanish in the dark. What is left here is the drawing: no ids, no external
 * names, colours as CSS variables of the page, and texts put in place of their numbers. The
 * numbers are there so that no name ever passes through gnuplot's own language.
 */
#pragma once

#include <stddef.h>

#include "util/text.h"

/* Colours of a plot. In a script they are `rgb '#00000N'`, in the page `var(--plot-name)`. */
typedef enum SvgColour {
    SVG_INK = 1,  // text
    SVG_MUTED,    // tick labels
    SVG_LINE,     // axes and grid
    SVG_PRIMARY,  // bars
    SVG_SECOND,   // bars beside them
    SVG_INTERVAL, // what lies over a bar
    SVG_COLOURS,
} SvgColour;

/* The text numbered i, or NULL. It is escaped here. */
typedef const char *(*SvgLabel)(const void *context, int i);

typedef struct Svg {
    Text *text;
    SvgLabel label;
    const void *context;
    int width, height;
    const char *description; // what the plot shows, for who cannot see it
    bool started, ended;
    Text held; // an opened group, dropped if it is closed at once
} Svg;

/* One line of gnuplot's output, without its end. `svg->ended` is true after the last. */
void svg_add_line(Svg *svg, const char *line, size_t length);
void svg_finish(Svg *svg); // frees what it held
