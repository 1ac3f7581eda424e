/* slice.h: a piece of someone else's text, and its words, divided by blanks, tabs and carriage
 * returns. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct Slice {
    const char *start;
    size_t length;
} Slice;

bool slice_is(Slice slice, const char *word);
bool slice_is_nocase(Slice slice, const char *word); // ASCII letters alone
Slice slice_next_word(Slice *rest);                  // empty at the end
Slice slice_trimmed(Slice slice);
bool slice_number(Slice word, double *number); // whether it is a finite number

/* Takes what stands before the first such byte, and the byte with it, from the rest: lines, items
 * of a list, a key and its value. Where there is none: all of it, and false. */
bool slice_cut(Slice *rest, char byte, Slice *before);
