#include "util/slice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool slice_is(Slice slice, const char *word)
{
    return strlen(word) == slice.length && !memcmp(slice.start, word, slice.length);
}

bool slice_is_nocase(Slice slice, const char *word)
{
    if (strlen(word) != slice.length)
        return false;
    for (size_t i = 0; i < slice.length; i++)
        if (lower(slice.start[i]) != lower(word[i]))
            return false;
    return true;
}

Slice slice_next_word(Slice *rest)
{
    size_t start = 0;
    while (start < rest->length && is_blank(rest->start[start]))
        start++;
    size_t end = start;
    while (end < rest->length && !is_blank(rest->start[end]))
        end++;
    Slice word = {rest->start + start, end - start};
    *rest = (Slice){rest->start + end, rest->length - end};
    return word;
}

bool slice_cut(Slice *rest, char byte, Slice *before)
{
    const char *found = rest->length ? memchr(rest->start, byte, rest->length) : NULL;
    *before = *rest;
    if (found) {
        before->length = (size_t)(found - rest->start);
        *rest = (Slice){found + 1, rest->length - before->length - 1};
    } else
        rest->length = 0;
    return found != NULL;
}

Slice slice_trimmed(Slice slice)
{
    while (slice.length && is_blank(slice.start[0]))
        slice = (Slice){slice.start + 1, slice.length - 1};
    while (slice.length && is_blank(slice.start[slice.length - 1]))
        slice.length--;
    return slice;
}

bool slice_number(Slice word, double *number)
{
    char copy[32];
    if (!word.length || word.length >= sizeof copy || memchr(word.start, '\0', word.length))
        return false;
    memcpy(copy, word.start, word.length);
    copy[word.length] = '\0';
    char *end;
    *number = strtod(copy, &end);
    return *end == '\0' && isfinite(*number);
}
