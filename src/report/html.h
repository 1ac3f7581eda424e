/* html.h: pieces of HTML, every text in them escaped. */
#pragma once

#include <stdint.h>

#include "report/escape.h"

/* `<tag attributes>escaped text</tag>`; `head` is "td" or "td class=\"won\"". */
void html_element(Text *text, const char *head, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for an agent's name, which may be broken after its colons and commas. */
void html_name(Text *text, const char *head, const char *name);

/* 11200 as "11,200". Returns `digits`. */
enum { HTML_COUNT_SIZE = 32 };
const char *html_count(char digits[HTML_COUNT_SIZE], int64_t count);

/* A name and its value, inside `<dl class="facts">`. */
void html_fact(Text *text, const char *name, const char *value);

/* Each line of a text as a paragraph. */
void html_lines(Text *text, const char *lines);

/* A table in a box that scrolls sideways where it is too wide, with its caption; then the rows,
 * then the end. */
void html_table_begin(Text *text, const char *class_names, const char *caption);
void html_table_end(Text *text);
