/* table.h: a result's rows, said once and shown as text, HTML, Markdown and JSON.
 *
 * A cell is what was found: a count, a number, a share of 0 to 1, an interval, a name. How that
 * looks is the writers' matter: 11200 games are 11,200 on a page; a share of 0.539 is 53.9 % for
 * people and 0.539 for programs; a number that there is none of is a dash, and null in JSON.
 *
 * A table may have more columns than one reader wants. So a column has a key besides its head, and
 * a writer is given the keys of those it is to show, in their order, with blanks between: the
 * ratings and the effort of the same agents are two views of one table. NULL: all that have a head.
 */
#pragma once

#include <jansson.h>

#include "report/grid.h"
#include "stats/interval.h"
#include "util/text.h"

enum { TABLE_COLUMNS_MAX = GRID_COLUMNS_MAX };

typedef enum ColumnKind {
    COLUMN_WORDS,  // as they are, to the left in Markdown
    COLUMN_NAME,   // an agent's; may be broken after its colons and commas
    COLUMN_RANKED, // the same with the row's number before it
    COLUMN_NUMBER, // also counts, and whatever else stands to the right
    COLUMN_SHARE,  // of 0 to 1, in per cent for people
    COLUMN_SCORE,  // games won and lost: "12 | 3"
} ColumnKind;

typedef struct Column {
    const char *key;  // how it is chosen, and its name in JSON; may be NULL
    const char *head; // copied; NULL: only for programs
    ColumnKind kind;
    int digits;          // behind the point
    bool sign;           // also of what is positive
    const char *unit;    // " %"; NULL: none
    const char *between; // the ends of a range, in text; NULL: " - "
    const char *look;    // class of a page's cells, "heat" and "won" with the share; NULL: none
} Column;

typedef struct Cell Cell;

/* Owns its cells. Out of memory shows when it is written, as with Text. */
typedef struct Table {
    Column columns[TABLE_COLUMNS_MAX]; // `head` only tells whether there is one
    size_t heads[TABLE_COLUMNS_MAX];
    int column_count;
    Cell *cells;
    int cell_count, cell_capacity;
    Text words; // of cells and heads, each NUL-terminated
    bool failed;
    int labels;   // columns that say what a row is about; 0: one
    int together; // of the others so many stay side by side; 0: one
} Table;

#define TABLE_EMPTY ((Table){.column_count = 0})

void table_column(Table *table, Column column);
void table_destroy(Table *table);

/* The next cell, row by row. */
void table_words(Table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_count(Table *table, int64_t count);
void table_number(Table *table, double number);            // of a share 0 to 1; NAN: none
void table_won(Table *table, int64_t wins, int64_t games); // the share, rounded once
void table_interval(Table *table, Interval interval);
void table_nothing(Table *table);                   // not even a dash
void table_json_value(Table *table, json_t *value); // new; only programs can read it
void table_rule(Table *table);                      // what follows sums up: a foot

/* The next cell is that of another table, whose row has become a column, say. */
void table_copy(Table *table, const Table *from, int row, const char *key);

/* As aligned columns, the first flush left, the others flush right: no line wider than `width`, if
 * that can be (0: as wide as they come). TABLE_MARKDOWN instead of a width: as Markdown. */
enum { TABLE_MARKDOWN = -1 };
void table_print(const Table *table, const char *keys, int width, Text *text);
void table_markdown(const Table *table, const char *keys, Text *text);

/* A whole <table> in a box that scrolls, by html_table_begin(). */
void table_html(const Table *table, const char *keys, const char *class_names, const char *caption,
                Text *text);

/* A new array with an object for each row, and one of these. NULL when out of memory. */
json_t *table_json(const Table *table, const char *keys);
json_t *table_row_json(const Table *table, const char *keys, int row);
json_t *interval_json(Interval interval); // null where there is none
