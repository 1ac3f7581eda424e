/* lines.h: input read line by line in bounded memory, whatever its bytes. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* Reads one line without its end (a carriage return counts as part of it). What does not fit
 * is skipped but counted in `*length`, so a length above `size` tells a line that was too long.
 * False at the end of the input; ferror() tells a fault. */
bool line_read(FILE *input, char *line, size_t size, size_t *length);
