/* suggest.h: what a mistyped name may have meant. */
#pragma once

#include "util/error.h"

/* Calls that list names answer the i-th name, or NULL past the last. */
typedef const char *(*NameAt)(const void *names, int i);

/* Error text "unknown KIND 'WORD'; did you mean A, B or C?", the near names first chosen by
 * edit distance; where none is near, all of them are listed. Always false. */
bool suggest_unknown(Error *error, const char *kind, const char *word, size_t length,
                     NameAt name_at, const void *names);
