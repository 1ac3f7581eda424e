/* terminal.h: what the terminal in front of us can show. */
#pragma once

#include <stdbool.h>

/* The locale's encoding is UTF-8. */
bool terminal_is_unicode(void);

/* Standard output is a terminal that has it, and NO_COLOR is not set. */
bool terminal_has_colour(void);

/* Standard output is a terminal that can be cleared and drawn anew. */
bool terminal_can_redraw(void);

/* Columns of the terminal that standard output goes to: what COLUMNS says, else what the terminal
 * does, else 80. 0 where it goes elsewhere, and is to be left as it comes. */
int terminal_width(void);

/* To standard error, over the line that stands there, and cut to the width: a line that the
 * terminal breaks cannot be overwritten. "" leaves nothing. */
void terminal_overwrite(const char *line);

/* To standard output, whole lines, broken where the terminal is too narrow for them. */
void terminal_print(const char *lines);
void terminal_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
