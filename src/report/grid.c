/* grid.c: columns, and what to do where they are too wide.
 *
 * Nothing is left out: the reader cannot know what a missing column would have said, and which one
 * matters least depends on the question. Heads and names break over several lines first, so that
 * a column is as narrow as its numbers; only of a name that would take more than NAME_LINES lines
 * the middle is lost. Columns that do not fit even then follow below, each row with its name
 * again.
 */
#include "report/grid.h"

#include <limits.h>
#include <string.h>

#include "util/slice.h"

enum {
    GAP = 2,
    NAME_MIN = 15, // columns a name gets at least, if it needs them
    HEAD_MAX = 12, // columns a head asks for, however long its words
    NAME_LINES = 4,
};

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
    int widths[GRID_COLUMNS_MAX];
} Part;

/* How wide each column would like to be, and how narrow it can be. */
typedef struct Measures {
    int wanted[GRID_COLUMNS_MAX], needed[GRID_COLUMNS_MAX];
} Measures;

static Measures measure_columns(const Grid *grid)
{
    Measures measures = {{0}, {0}};
    int *wanted = measures.wanted, *needed = measures.needed;
    for (int i = 0; i < grid->rows * grid->columns; i++) {
        int column = i % grid->columns;
        if (!grid->cells[i])
            continue;
        int width = text_columns(grid->cells[i], strlen(grid->cells[i]));
        wanted[column] = greatest(wanted[column], width);
        if (i < grid->columns)
            width = least(widest_word(grid->cells[i]), HEAD_MAX);
        needed[column] = greatest(needed[column], width);
    }
    for (int i = 0; i < grid->labels; i++)
        needed[i] = least(wanted[i], NAME_MIN);
    return measures;
}

static int next_column(const Grid *grid, const Part *part, int column)
{
    return column + 1 == grid->labels ? part->first : column + 1;
}

/* As many columns from `first` on as there is room for, and at most `most`, but at least those that
 * stay together. */
static Part choose_part(const Grid *grid, const Measures *measures, int first, int most)
{
    Part part = {.first = first, .end = first};
    int room = grid->width ? grid->width + GAP : INT_MAX;
    for (int i = 0; i < grid->labels; i++)
        room -= GAP + measures->needed[i];
    for (int end; part.end < grid->columns; part.end = end) {
        int taken = 0;
        end = least(part.end + grid->together, grid->columns);
        for (int i = part.end; i < end; i++)
            taken += GAP + measures->needed[i];
        if (part.end > first && (taken > room || end - first > most))
            break;
        room -= taken;
    }
    for (int i = 0; i < part.end; i = next_column(grid, &part, i)) {
        int more = measures->wanted[i] - measures->needed[i];
        if (more > room) // a name takes what there is, a head has no use for less
            more = i < grid->labels ? greatest(room, 0) : 0;
        part.widths[i] = measures->needed[i] + more;
        room -= more;
    }
    return part;
}

static int count_parts(const Grid *grid, const Measures *measures, int most)
{
    int count = 0, end = grid->labels;
    do {
        end = choose_part(grid, measures, end, most).end;
        count++;
    } while (end < grid->columns);
    return count;
}

/* So many columns a part that no more parts are needed, and the last is not much smaller than the
 * others. */
static int even_share(const Grid *grid, const Measures *measures)
{
    int parts = count_parts(grid, measures, INT_MAX);
    int most = (grid->columns - grid->labels + parts - 1) / parts;
    while (count_parts(grid, measures, most) > parts)
        most++;
    return most;
}

static void repeat_sign(Text *text, const char *sign, int count)
{
    while (count-- > 0)
        text_append(text, sign);
}

static void print_rule(Text *text, const Grid *grid, const Part *part)
{
    for (int i = 0; i < part->end; i = next_column(grid, part, i)) {
        text_append(text, i ? "  " : "");
        repeat_sign(text, "-", part->widths[i]);
    }
    text_append(text, "\n");
}

/* Heads stand on the line below them, everything else hangs from the line of its name. */
static void print_row(Text *text, const Grid *grid, const Part *part, int row)
{
    const char *const *cells = grid->cells + row * grid->columns;
    bool head = row == 0;
    Broken broken[GRID_COLUMNS_MAX];
    int height = 1;
    for (int i = 0; i < part->end; i = next_column(grid, part, i)) {
        broken[i] = break_cell(cells[i], part->widths[i], i < grid->labels && !head ? GAP : 0);
        height = greatest(height, shown_lines(&broken[i]));
    }
    for (int k = 0; k < height; k++, text_append(text, "\n"))
        for (int i = 0; i < part->end; i = next_column(grid, part, i)) {
            int lines = shown_lines(&broken[i]), at = head ? k - (height - lines) : k;
            bool empty = at < 0 || at >= lines;
            Slice line = empty ? (Slice){"", 0} : shown_line(&broken[i], at);
            int indent = at > 0 && !empty ? broken[i].indent : 0;
            int padding = part->widths[i] - indent - text_columns(line.start, line.length);
            text_append(text, i ? "  " : "");
            repeat_sign(text, " ", i ? indent + padding : indent);
            text_append_bytes(text, line.start, line.length);
            repeat_sign(text, " ", i ? 0 : padding);
        }
}

void grid_print(const Grid *grid, Text *text)
{
    Measures measures = measure_columns(grid);
    int most = even_share(grid, &measures);
    Part part = {.end = grid->labels};
    do {
        part = choose_part(grid, &measures, part.end, most);
        for (int row = 0; row < grid->rows; row++) {
            if (grid->cells[row * grid->columns])
                print_row(text, grid, &part, row);
            else
                print_rule(text, grid, &part);
        }
        text_append(text, part.end < grid->columns ? "\n" : "");
    } while (part.end < grid->columns);
}
