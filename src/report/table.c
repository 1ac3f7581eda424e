/* table.c: columns, and what to do where they are too wide.
 *
 * Nothing is left out: the reader cannot know what a missing column would have said, and which one
 * matters least depends on the question. Heads and names break over several lines first, so that
 * a column is as narrow as its numbers; only of a name that would take more than NAME_LINES lines
 * the middle is lost. Columns that do not fit even then follow below, each row with its name
 * again.
 */
#include "report/table.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report/html.h"
#include "util/slice.h"

enum {
    GAP = 2,
    NAME_MIN = 15, // columns a name gets at least, if it needs them
    HEAD_MAX = 12, // columns a head asks for, however long its words
    NAME_LINES = 4,
};

static const char rule_mark[] = "\001";

TextTable table_create(int columns, int width)
{
    return (TextTable){.columns = columns, .width = width, .labels = 1, .together = 1};
}

void table_cell(TextTable *table, const char *format, ...)
{
    char cell[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cell, sizeof cell, format, arguments);
    va_end(arguments);
    text_append_bytes(&table->cells, cell, strlen(cell) + 1);
    table->count++;
}

void table_rule(TextTable *table)
{
    for (int i = 0; i < table->columns; i++)
        table_cell(table, "%s", rule_mark);
}

static bool is_rule(const char *cell)
{
    return !strcmp(cell, rule_mark);
}

static int columns_of(const char *cell)
{
    return text_columns(cell, strlen(cell));
}

/* Whether a line may end behind the character at `i`: an agent's spec, a path or a head is divided
 * there, but no option from its dashes. */
static bool may_break(const char *cell, size_t i)
{
    return cell[i] == '-' ? i > 0 && !strchr(" -", cell[i - 1]) && cell[i + 1] != '-'
                          : strchr(" ,:;/_", cell[i]) != NULL;
}

/* Bytes of a cell that go onto a line: all, or up to a good place, or as many as fit. */
static size_t line_length(const char *cell, int width)
{
    size_t fits = text_fit(cell, strlen(cell), width);
    if (cell[fits] == '\0' || cell[fits] == ' ')
        return fits;
    for (size_t i = fits; i > 0; i--)
        if (may_break(cell, i - 1))
            return i;
    return fits;
}

static Slice take_line(const char **rest, int width)
{
    Slice line = {*rest, line_length(*rest, width)};
    *rest += line.length;
    if (**rest) { // blanks around a break are not shown
        *rest += strspn(*rest, " ");
        while (line.length && line.start[line.length - 1] == ' ')
            line.length--;
    }
    return line;
}

/* A cell broken into lines. Those after the first stand `indent` to the right of it. */
typedef struct Broken {
    const char *cell;
    int width, indent;
    int lines;
} Broken;

static Broken break_cell(const char *cell, int width, int indent)
{
    Broken broken = {cell, width, indent, 0};
    do
        take_line(&cell, broken.lines++ ? width - indent : width);
    while (*cell);
    return broken;
}

static int shown_lines(const Broken *broken)
{
    return broken->lines < NAME_LINES ? broken->lines : NAME_LINES;
}

static Slice shown_line(const Broken *broken, int k)
{
    const char *rest = broken->cell;
    Slice line = {rest, 0};
    if (broken->lines > NAME_LINES && k == NAME_LINES - 2)
        return (Slice){"...", 3};
    if (broken->lines > NAME_LINES && k == NAME_LINES - 1)
        k = broken->lines - 1;
    for (int i = 0; i <= k; i++)
        line = take_line(&rest, i ? broken->width - broken->indent : broken->width);
    return line;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int greatest(int a, int b)
{
    return a > b ? a : b;
}

/* The widest part that should not be divided. */
static int widest_word(const char *cell)
{
    int widest = 0;
    const char *word = cell;
    for (size_t i = 0; cell[i]; i++)
        if (may_break(cell, i) || cell[i + 1] == '\0') {
            const char *end = cell + i + (cell[i] != ' ');
            widest = greatest(widest, text_columns(word, (size_t)(end - word)));
            word = cell + i + 1;
        }
    return widest;
}

/* What is printed side by side: the labels and the columns from `first` to before `end`. */
typedef struct Part {
    int first, end;
    int widths[TABLE_COLUMNS_MAX];
} Part;

/* How wide each column would like to be, and how narrow it can be. */
typedef struct Measures {
    int wanted[TABLE_COLUMNS_MAX], needed[TABLE_COLUMNS_MAX];
} Measures;

static Measures measure(const TextTable *table)
{
    Measures measures = {{0}, {0}};
    int *wanted = measures.wanted, *needed = measures.needed;
    bool heads = true;
    const char *cell = table->cells.bytes;
    for (int i = 0; i < table->count; i++, cell += strlen(cell) + 1) {
        int column = i % table->columns, width = columns_of(cell);
        if (is_rule(cell)) {
            heads = false;
            continue;
        }
        wanted[column] = greatest(wanted[column], width);
        if (heads)
            width = least(widest_word(cell), HEAD_MAX);
        needed[column] = greatest(needed[column], width);
    }
    for (int i = 0; i < table->labels; i++)
        needed[i] = least(wanted[i], NAME_MIN);
    return measures;
}

static int next_column(const TextTable *table, const Part *part, int column)
{
    return column + 1 == table->labels ? part->first : column + 1;
}

/* As many columns from `first` on as there is room for, and at most `most`, but at least those that
 * stay together. */
static Part choose_part(const TextTable *table, const Measures *measures, int first, int most)
{
    Part part = {.first = first, .end = first};
    int room = table->width ? table->width + GAP : INT_MAX;
    for (int i = 0; i < table->labels; i++)
        room -= GAP + measures->needed[i];
    for (int end; part.end < table->columns; part.end = end) {
        int taken = 0;
        end = least(part.end + table->together, table->columns);
        for (int i = part.end; i < end; i++)
            taken += GAP + measures->needed[i];
        if (part.end > first && (taken > room || end - first > most))
            break;
        room -= taken;
    }
    for (int i = 0; i < part.end; i = next_column(table, &part, i)) {
        int more = measures->wanted[i] - measures->needed[i];
        if (more > room) // a name takes what there is, a head has no use for less
            more = i < table->labels ? greatest(room, 0) : 0;
        part.widths[i] = measures->needed[i] + more;
        room -= more;
    }
    return part;
}

static int count_parts(const TextTable *table, const Measures *measures, int most)
{
    int count = 0, end = table->labels;
    do {
        end = choose_part(table, measures, end, most).end;
        count++;
    } while (end < table->columns);
    return count;
}

/* So many columns a part that no more parts are needed, and the last is not much smaller than the
 * others. */
static int even_share(const TextTable *table, const Measures *measures)
{
    int parts = count_parts(table, measures, INT_MAX);
    int most = (table->columns - table->labels + parts - 1) / parts;
    while (count_parts(table, measures, most) > parts)
        most++;
    return most;
}

static void repeat(Text *text, const char *sign, int count)
{
    while (count-- > 0)
        text_append(text, sign);
}

static void print_line(Text *text, Slice line, int width, int indent, bool left)
{
    int padding = width - indent - text_columns(line.start, line.length);
    repeat(text, " ", left ? indent : indent + padding);
    text_append_bytes(text, line.start, line.length);
    repeat(text, " ", left ? padding : 0);
}

/* Heads stand on the line below them, everything else hangs from the line of its name. */
static void print_row(Text *text, const TextTable *table, const Part *part, const char *cell,
                      bool head)
{
    Broken cells[TABLE_COLUMNS_MAX];
    int height = 1;
    bool rule = is_rule(cell);
    for (int i = 0; i < table->columns; i++, cell += strlen(cell) + 1) {
        bool shown = i < table->labels || (i >= part->first && i < part->end);
        if (!shown || rule)
            continue;
        cells[i] = break_cell(cell, part->widths[i], i < table->labels && !head ? GAP : 0);
        height = greatest(height, shown_lines(&cells[i]));
    }
    for (int k = 0; k < height; k++, text_append(text, "\n"))
        for (int i = 0; i < part->end; i = next_column(table, part, i)) {
            text_append(text, i ? "  " : "");
            if (rule) {
                repeat(text, "-", part->widths[i]);
                continue;
            }
            int lines = shown_lines(&cells[i]), at = head ? k - (height - lines) : k;
            bool empty = at < 0 || at >= lines;
            print_line(text, empty ? (Slice){"", 0} : shown_line(&cells[i], at), part->widths[i],
                       at > 0 && !empty ? cells[i].indent : 0, i == 0);
        }
}

static void print_part(Text *text, const TextTable *table, const Part *part)
{
    bool head = true;
    const char *cell = table->cells.bytes;
    for (int row = 0; row < table->count / table->columns; row++) {
        head = head && !is_rule(cell);
        print_row(text, table, part, cell, head);
        for (int i = 0; i < table->columns; i++)
            cell += strlen(cell) + 1;
    }
}

void table_print(TextTable *table, Text *text)
{
    if (!text_ok(&table->cells))
        text->failed = true;
    else if (table->count > 0) {
        Measures measures = measure(table);
        int most = even_share(table, &measures);
        Part part = {.end = table->labels};
        do {
            part = choose_part(table, &measures, part.end, most);
            print_part(text, table, &part);
            text_append(text, part.end < table->columns ? "\n" : "");
        } while (part.end < table->columns);
    }
    text_free(&table->cells);
}

void table_print_html(TextTable *table, Text *text)
{
    const char *cell = table->cells.bytes;
    bool above_rule = true;
    text->failed = text->failed || !text_ok(&table->cells);
    text_append(text, "<thead>\n");
    for (int i = 0; text_ok(&table->cells) && i < table->count; i++, cell += strlen(cell) + 1) {
        bool first = i % table->columns == 0, last = i % table->columns == table->columns - 1;
        if (is_rule(cell)) {
            text_append(text, above_rule ? "</thead>\n<tbody>\n" : "");
            above_rule = false;
            continue;
        }
        text_append(text, first ? "<tr>" : "");
        if (first && !above_rule)
            html_name(text, "th scope=\"row\"", cell);
        else
            html_element(text, above_rule ? "th scope=\"col\"" : "td", "%s", cell);
        text_append(text, last ? "</tr>\n" : "");
    }
    text_append(text, above_rule ? "</thead>\n" : "</tbody>\n");
    text_free(&table->cells);
}
