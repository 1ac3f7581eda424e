#include "report/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char rule_mark[] = "\001";

TextTable table_create(int columns)
{
    return (TextTable){.columns = columns};
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

static int characters(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static void measure(const TextTable *table, int widths[TABLE_COLUMNS_MAX])
{
    const char *cell = table->cells.bytes;
    for (int i = 0; i < table->count; i++, cell += strlen(cell) + 1) {
        int width = characters(cell);
        if (strcmp(cell, rule_mark) && width > widths[i % table->columns])
            widths[i % table->columns] = width;
    }
}

static void print_cell(Text *text, const char *cell, int width, bool left)
{
    bool is_rule = !strcmp(cell, rule_mark);
    int padding = is_rule ? 0 : width - characters(cell);
    if (left && !is_rule)
        text_append(text, cell);
    for (int i = 0; i < (is_rule ? width : padding); i++)
        text_append(text, is_rule ? "-" : " ");
    if (!left && !is_rule)
        text_append(text, cell);
}

void table_print(TextTable *table, Text *text)
{
    int widths[TABLE_COLUMNS_MAX] = {0};
    const char *cell = table->cells.bytes;
    if (!text_ok(&table->cells))
        text->failed = true;
    else if (cell) {
        measure(table, widths);
        for (int i = 0; i < table->count; i++, cell += strlen(cell) + 1) {
            int column = i % table->columns;
            text_append(text, column ? "  " : "");
            print_cell(text, cell, widths[column], column == 0);
            text_append(text, column == table->columns - 1 ? "\n" : "");
        }
    }
    text_free(&table->cells);
}
