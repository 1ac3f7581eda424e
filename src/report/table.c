#include "report/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report/html.h"

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

void table_print_html(TextTable *table, Text *text)
{
    const char *cell = table->cells.bytes;
    bool above_rule = true;
    text->failed = text->failed || !text_ok(&table->cells);
    text_append(text, "<thead>\n");
    for (int i = 0; text_ok(&table->cells) && i < table->count; i++, cell += strlen(cell) + 1) {
        bool first = i % table->columns == 0, last = i % table->columns == table->columns - 1;
        if (!strcmp(cell, rule_mark)) {
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
