/* error.h: how a failure travels.
 *
 * A function that can fail returns false (or NULL) and leaves one sentence in the caller's
 * Error: what was wrong, where, and what would have been right. Nothing below the doors prints it.
 * An Error needs no clean-up. Passing NULL for it is allowed: the sentence is dropped.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { ERROR_TEXT_SIZE = 384, QUOTE_SIZE = 80 };

typedef struct Error {
    char text[ERROR_TEXT_SIZE];
} Error;

/* Always false, so that a failing function can end in `return error_set(...)`. */
bool error_set(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The one sentence for a failed allocation. Always false. */
bool error_out_of_memory(Error *error);

/* Puts `prefix` (a place, say "line 3") and a colon before the sentence. */
void error_prefix(Error *error, const char *prefix);

/* Someone else's bytes made fit to print within one line: quoted, shortened, and with every
 * byte that is not printable ASCII written as \xNN. Returns `quote`. */
const char *error_quote(char quote[QUOTE_SIZE], const char *bytes, size_t length);
