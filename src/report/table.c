/* table.c: a table's cells, and each way to write them down. */
#include "report/table.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/whole_json.h"
#include "report/grid.h"
#include "report/html.h"
#include "util/slice.h"

#define EN_DASH "\xE2\x80\x93"
#define MINUS   "\xE2\x88\x92"

typedef enum CellKind {
    CELL_NOTHING,
    CELL_WORDS,
    CELL_COUNT,
    CELL_NUMBER,
    CELL_WON,
    CELL_RANGE,
    CELL_JSON,
    CELL_RULE,
} CellKind;

struct Cell {
    CellKind kind;
    Column column;     // how it is shown; that of another table where it was copied from there
    int64_t count, of; // a count; wins of games
    double low, high;  // a number is `low`
    size_t words;      // where they begin
    json_t *json;
};

/* ---- Filling */

static size_t keep_words(Table *table, const char *words)
{
    size_t start = table->words.length;
    text_append_bytes(&table->words, words, strlen(words) + 1);
    return start;
}

void table_column(Table *table, Column column)
{
    assert(table->column_count < TABLE_COLUMNS_MAX && table->cell_count == 0);
    table->heads[table->column_count] = keep_words(table, column.head ? column.head : "");
    table->columns[table->column_count++] = column;
}

void table_destroy(Table *table)
{
    for (int i = 0; i < table->cell_count; i++)
        json_decref(table->cells[i].json);
    free(table->cells);
    text_free(&table->words);
    *table = TABLE_EMPTY;
}

static void add_cell(Table *table, Cell cell)
{
    if (table->cell_count == table->cell_capacity) {
        int capacity = table->cell_capacity ? 2 * table->cell_capacity : 64;
        Cell *cells = realloc(table->cells, (size_t)capacity * sizeof *cells);
        if (!cells) {
            table->failed = true;
            json_decref(cell.json);
            return;
        }
        table->cells = cells;
        table->cell_capacity = capacity;
    }
    table->cells[table->cell_count++] = cell;
}

static void add_own_cell(Table *table, Cell cell)
{
    cell.column = table->columns[table->cell_count % table->column_count];
    add_cell(table, cell);
}

void table_words(Table *table, const char *format, ...)
{
    Cell cell = {.kind = CELL_WORDS, .words = table->words.length};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&table->words, format, arguments);
    va_end(arguments);
    text_append_bytes(&table->words, "", 1);
    add_own_cell(table, cell);
}

void table_count(Table *table, int64_t count)
{
    add_own_cell(table, (Cell){.kind = CELL_COUNT, .count = count});
}

void table_number(Table *table, double number)
{
    add_own_cell(table, (Cell){.kind = CELL_NUMBER, .low = number});
}

void table_won(Table *table, int64_t wins, int64_t games)
{
    add_own_cell(
        table, (Cell){.kind = CELL_WON, .count = wins, .of = games, .low = share_won(wins, games)});
}

void table_interval(Table *table, Interval interval)
{
    add_own_cell(table, (Cell){.kind = CELL_RANGE, .low = interval.low, .high = interval.high});
}

void table_nothing(Table *table)
{
    add_own_cell(table, (Cell){.kind = CELL_NOTHING});
}

void table_json_value(Table *table, json_t *value)
{
    table->failed = table->failed || !value;
    add_own_cell(table, (Cell){.kind = CELL_JSON, .json = value});
}

void table_rule(Table *table)
{
    assert(table->cell_count % table->column_count == 0);
    for (int i = 0; i < table->column_count; i++)
        add_own_cell(table, (Cell){.kind = CELL_RULE});
}

/* ---- Reading */

static bool is_whole(const Table *table)
{
    return !table->failed && !table->words.failed;
}

static int row_count(const Table *table)
{
    return table->column_count ? table->cell_count / table->column_count : 0;
}

static const Cell *cell_at(const Table *table, int row, int column)
{
    return &table->cells[row * table->column_count + column];
}

static int label_count(const Table *table)
{
    return table->labels ? table->labels : 1;
}

static bool is_rule(const Table *table, int row)
{
    return cell_at(table, row, 0)->kind == CELL_RULE;
}

static const char *head_of(const Table *table, int column)
{
    return table->words.bytes + table->heads[column];
}

/* The columns that `keys` names; those that have a head for NULL. */
static int choose_columns(const Table *table, const char *keys, int chosen[TABLE_COLUMNS_MAX])
{
    int count = 0;
    for (int i = 0; !keys && i < table->column_count; i++)
        if (table->columns[i].head)
            chosen[count++] = i;
    while (keys && *keys) {
        size_t length = strcspn(keys, " ");
        int column = 0;
        while (column < table->column_count &&
               !(table->columns[column].key &&
                 slice_is((Slice){keys, length}, table->columns[column].key)))
            column++;
        assert(column < table->column_count && count < TABLE_COLUMNS_MAX);
        chosen[count++] = column;
        keys += length + (keys[length] == ' ');
    }
    return count;
}

/* ---- A cell for people */

typedef enum Reader {
    READS_TEXT,
    READS_PAGE,
    READS_MARKDOWN,
} Reader;

static void print_count(int64_t count, bool on_page, Text *text)
{
    char digits[HTML_COUNT_SIZE];
    if (on_page)
        text_append(text, html_count(digits, count));
    else
        text_format(text, "%lld", (long long)count);
}

static void print_number(const Column *column, double number, bool on_page, Text *text)
{
    char digits[400]; // of the largest double
    if (on_page && column->digits == 0 && !column->sign && fabs(number) < 1e15) {
        print_count((int64_t)rint(number), true, text);
        return;
    }
    snprintf(digits, sizeof digits, column->sign ? "%+.*f" : "%.*f", column->digits, number);
    if (on_page && *digits == '-')
        text_append(text, MINUS);
    text_append(text, digits + (on_page && *digits == '-'));
}

static void print_cell(const Table *table, const Cell *cell, Reader reader, Text *text)
{
    const Column *column = &cell->column;
    double scale = column->kind == COLUMN_SHARE ? 100 : 1;
    bool on_page = reader == READS_PAGE;
    const char *between = column->between ? column->between : " - ";
    if (column->kind == COLUMN_SCORE && cell->kind == CELL_WON) {
        print_count(cell->count, on_page, text);
        text_append(text, " | ");
        print_count(cell->of - cell->count, on_page, text);
        return;
    }
    switch (cell->kind) {
    case CELL_WORDS:
        text_append(text, table->words.bytes + cell->words);
        break;
    case CELL_COUNT:
        print_count(cell->count, on_page, text);
        break;
    case CELL_WON:
    case CELL_NUMBER:
        if (isnan(cell->low)) {
            text_append(text, "-");
            break;
        }
        print_number(
            column, cell->kind == CELL_WON ? percent_won(cell->count, cell->of) : scale * cell->low,
            on_page, text);
        text_append(text, column->unit ? column->unit : "");
        break;
    case CELL_RANGE:
        if (isnan(cell->low) || isnan(cell->high)) {
            text_append(text, "-");
            break;
        }
        print_number(column, scale * cell->low, on_page, text);
        text_append(text, reader != READS_TEXT && !column->sign ? EN_DASH : between);
        print_number(column, scale * cell->high, on_page, text);
        break;
    default:
        break;
    }
}

/* ---- As text */

void table_print(const Table *table, const char *keys, int width, Text *text)
{
    int chosen[TABLE_COLUMNS_MAX], count = choose_columns(table, keys, chosen);
    if (width == TABLE_MARKDOWN) {
        table_markdown(table, keys, text);
        return;
    }
    if (table->column_count == 0)
        return;
    int rows = row_count(table) + 2; // with the heads and the rule below them
    size_t *starts = calloc((size_t)(rows * count), sizeof *starts);
    const char **cells = calloc((size_t)(rows * count), sizeof *cells);
    Text words = TEXT_EMPTY;
    text->failed = text->failed || !starts || !cells || !is_whole(table);
    for (int row = 0; !text->failed && row < rows; row++)
        for (int i = 0; i < count && row != 1; i++) {
            Text cell = TEXT_EMPTY;
            if (row == 0)
                text_append(&cell, head_of(table, chosen[i]));
            else if (!is_rule(table, row - 2)) {
                if (table->columns[chosen[i]].kind == COLUMN_RANKED)
                    text_format(&cell, "%2d ", row - 1);
                print_cell(table, cell_at(table, row - 2, chosen[i]), READS_TEXT, &cell);
            }
            starts[row * count + i] = words.length;
            escape_line(&words, cell.bytes ? cell.bytes : "");
            text_append_bytes(&words, "", 1);
            words.failed = words.failed || cell.failed;
            text_free(&cell);
        }
    if (!text->failed && text_ok(&words)) {
        for (int i = 0; i < rows * count; i++) {
            int row = i / count;
            bool rule = row == 1 || (row > 1 && is_rule(table, row - 2));
            cells[i] = rule ? NULL : words.bytes + starts[i];
        }
        grid_print(&(Grid){cells, count, rows, width, label_count(table),
                           table->together ? table->together : 1},
                   text);
    }
    text->failed = text->failed || words.failed;
    text_free(&words);
    free(cells);
    free(starts);
}

/* ---- As Markdown */

/* An agent's spec may hold what Markdown would take for its own, so it is code. */
static void print_markdown(const Table *table, int at, int row, bool foot, Text *text)
{
    ColumnKind kind = foot ? COLUMN_WORDS : table->columns[at].kind;
    Text cell = TEXT_EMPTY;
    print_cell(table, cell_at(table, row, at), READS_MARKDOWN, &cell);
    text->failed = text->failed || cell.failed;
    if (cell.length == 0) {
        text_free(&cell);
        return;
    }
    if (kind == COLUMN_RANKED)
        text_format(text, "%d ", row + 1);
    if (kind == COLUMN_NAME || kind == COLUMN_RANKED) {
        const char *fence = strchr(cell.bytes, '`') ? "``" : "`";
        text_format(text, "%s%s", fence, fence[1] ? " " : "");
        escape_markdown(text, cell.bytes, true);
        text_format(text, "%s%s ", fence[1] ? " " : "", fence);
    } else {
        escape_markdown(text, cell.bytes, false);
        text_append(text, " ");
    }
    text_free(&cell);
}

void table_markdown(const Table *table, const char *keys, Text *text)
{
    int chosen[TABLE_COLUMNS_MAX], count = choose_columns(table, keys, chosen);
    bool foot = false; // sums have names of their own, which are words
    text->failed = text->failed || !is_whole(table);
    if (text->failed)
        return;
    for (int i = 0; i < count; i++) {
        text_append(text, "| ");
        escape_markdown(text, head_of(table, chosen[i]), false);
        text_append(text, " ");
    }
    text_append(text, "|\n");
    for (int i = 0; i < count; i++)
        text_append(text, table->columns[chosen[i]].kind < COLUMN_NUMBER ? "|---" : "|---:");
    text_append(text, "|\n");
    for (int row = 0; row < row_count(table); row++) {
        if (is_rule(table, row)) {
            foot = true;
            continue;
        }
        for (int i = 0; i < count; i++) {
            text_append(text, "| ");
            print_markdown(table, chosen[i], row, foot, text);
        }
        text_append(text, "|\n");
    }
}

/* ---- As HTML */

/* The opening of a cell: what it is, its class, its share for the style to draw. */
static void print_tag(const Table *table, int at, int row, bool first, Text *tag)
{
    const Cell *cell = cell_at(table, row, at);
    const Column *column = &cell->column;
    text_append(tag, first ? "th scope=\"row\"" : "td");
    if (column->kind == COLUMN_RANKED)
        text_format(tag, " data-number=\"%d\"", row + 1);
    if (!column->look)
        return;
    bool shared = (cell->kind == CELL_WON || cell->kind == CELL_NUMBER) && !isnan(cell->low) &&
                  strcmp(column->look, "total") != 0;
    text_format(tag, " class=\"%s\"", cell->kind == CELL_NOTHING ? "none" : column->look);
    if (shared)
        text_format(tag, " style=\"--share:%.3f\"", cell->low);
}

static void print_page_cell(const Table *table, int at, int row, bool first, Text *text)
{
    ColumnKind kind = table->columns[at].kind;
    Text tag = TEXT_EMPTY, words = TEXT_EMPTY;
    print_tag(table, at, row, first, &tag);
    text_append(&words, "");
    print_cell(table, cell_at(table, row, at), READS_PAGE, &words);
    text->failed = text->failed || !text_ok(&tag) || !text_ok(&words);
    if (!text->failed && (kind == COLUMN_NAME || kind == COLUMN_RANKED))
        html_name(text, tag.bytes, words.bytes);
    else if (!text->failed)
        html_element(text, tag.bytes, "%s", words.bytes);
    text_free(&tag);
    text_free(&words);
}

void table_html(const Table *table, const char *keys, const char *class_names, const char *caption,
                Text *text)
{
    int chosen[TABLE_COLUMNS_MAX], count = choose_columns(table, keys, chosen);
    const char *part = "tbody";
    text->failed = text->failed || !is_whole(table);
    if (text->failed)
        return;
    html_table_begin(text, class_names, caption);
    text_append(text, "<thead><tr>");
    for (int i = 0; i < count; i++)
        html_name(text, "th scope=\"col\"", head_of(table, chosen[i]));
    text_append(text, "</tr></thead>\n<tbody>\n");
    for (int row = 0; row < row_count(table); row++) {
        if (is_rule(table, row)) {
            text_format(text, "</%s>\n<tfoot>\n", part);
            part = "tfoot";
            continue;
        }
        text_append(text, "<tr>");
        for (int i = 0; i < count; i++)
            print_page_cell(table, chosen[i], row, i < label_count(table), text);
        text_append(text, "</tr>\n");
    }
    text_format(text, "</%s>\n", part);
    html_table_end(text);
}

/* ---- As JSON */

json_t *interval_json(Interval interval)
{
    return isnan(interval.low) || isnan(interval.high)
               ? json_null()
               : json_pack("[o, o]", whole_json_number(interval.low),
                           whole_json_number(interval.high));
}

static json_t *cell_json(const Table *table, const Cell *cell)
{
    switch (cell->kind) {
    case CELL_WORDS:
        return json_string(table->words.bytes + cell->words);
    case CELL_COUNT:
        return json_integer((json_int_t)cell->count);
    case CELL_NUMBER:
    case CELL_WON:
        return whole_json_number(cell->low);
    case CELL_RANGE:
        return interval_json((Interval){cell->low, cell->high});
    case CELL_JSON:
        return json_incref(cell->json);
    default:
        return json_null();
    }
}

json_t *table_row_json(const Table *table, const char *keys, int row)
{
    int chosen[TABLE_COLUMNS_MAX], count = choose_columns(table, keys, chosen);
    if (!is_whole(table))
        return NULL;
    json_t *object = json_object();
    for (int i = 0; i < count; i++)
        whole_json_set(object, table->columns[chosen[i]].key,
                       cell_json(table, cell_at(table, row, chosen[i])));
    return object;
}

json_t *table_json(const Table *table, const char *keys)
{
    if (!is_whole(table))
        return NULL; // also without a row that could tell
    json_t *rows = json_array();
    for (int row = 0; row < row_count(table); row++)
        if (!is_rule(table, row))
            whole_json_append(rows, table_row_json(table, keys, row));
    return rows;
}

void table_copy(Table *table, const Table *from, int row, const char *key)
{
    int chosen[TABLE_COLUMNS_MAX];
    choose_columns(from, key, chosen);
    if (!is_whole(from) || row >= row_count(from)) {
        table->failed = true;
        return;
    }
    Cell cell = *cell_at(from, row, chosen[0]);
    if (cell.kind == CELL_WORDS && from != table)
        cell.words = keep_words(table, from->words.bytes + cell.words);
    json_incref(cell.json);
    add_cell(table, cell);
}
