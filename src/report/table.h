/* table.h: aligned columns of text, as wide as they come or fitted to a width. */
#pragma once

#include "util/text.h"

enum { TABLE_COLUMNS_MAX = 80 };

/* Cells are added row by row; the table copies them. Widths follow from the contents, UTF-8
 * counted by characters. Out of memory shows at table_print(), as with Text. */
typedef struct TextTable {
    Text cells; // each NUL-terminated, row by row
    int columns;
    int count;
    int width;    // no line is wider, if that can be; 0: no limit
    int labels;   // columns that say what a row is about, 1 unless set
    int together; // of the others so many stay side by side, 1 unless set
} TextTable;

TextTable table_create(int columns, int width);
void table_cell(TextTable *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_rule(TextTable *table); // a line of dashes across all columns; heads are above the first

/* Appends the table to `text`, the first column flush left and the others flush right, and
 * frees it. */
void table_print(TextTable *table, Text *text);

/* The same as the head and the body of an HTML table: what stands above the rule, and the rest. */
void table_print_html(TextTable *table, Text *text);
