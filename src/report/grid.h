/* grid.h: aligned columns of text, as wide as they come or fitted to a width. */
#pragma once

#include "util/text.h"

enum { GRID_COLUMNS_MAX = 80 };

typedef struct Grid {
    const char **cells; // row by row, the heads first; a row of NULL is a line of dashes
    int columns, rows;
    int width;    // no line is wider, if that can be; 0: no limit
    int labels;   // columns that say what a row is about
    int together; // of the others so many stay side by side
} Grid;

/* The first column flush left, the others flush right. Widths follow from the contents, UTF-8
 * counted by characters. */
void grid_print(const Grid *grid, Text *text);
