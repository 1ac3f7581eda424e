/* html.h: pieces of HTML, and other people's text made harmless where it goes.
 *
 * Agent names, file names and messages of engines may hold any bytes. What is not UTF-8, or is a
 * control character, becomes U+FFFD; the rest stays what it was for the reader.
 */
#pragma once

#include <stdint.h>

#include "util/text.h"

void escape_html(Text *text, const char *string); // for element content and quoted attributes

/* A JSON string with its quotes, also safe inside a <script> element. */
void escape_json(Text *text, const char *string);

/* Whole JSON, made safe for there. */
void escape_script(Text *text, const char *json);

/* On one line, where a tab or a new line is a blank; and so in a cell of a Markdown table, as words
 * or between backticks. */
void escape_line(Text *text, const char *string);
void escape_markdown(Text *text, const char *string, bool is_code);

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
