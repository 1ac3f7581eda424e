/* text.h: a growing text.
 *
 * Append freely and ask once at the end whether it all fitted in memory: after a failed
 * allocation the text stays as it was, further appends do nothing, and text_ok() is false.
 * Owns its bytes; text_free() returns them and leaves an empty, usable text.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Text {
    char *bytes; // NUL-terminated once anything was appended; NULL before
    size_t length;
    size_t capacity;
    bool failed;
} Text;

static inline bool is_digit(char c) // whatever the locale
{
    return c >= '0' && c <= '9';
}

/* The end of a counted word: "%d pair%s". */
static inline const char *plural(int64_t count)
{
    return count == 1 ? "" : "s";
}

#define TEXT_EMPTY ((Text){.bytes = NULL})

/* Well-formed UTF-8: no overlong forms, no surrogates, nothing past U+10FFFF. */
bool text_is_utf8(const char *bytes, size_t length);

void text_append(Text *text, const char *string);
void text_append_bytes(Text *text, const char *bytes, size_t length);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_pad(Text *text, size_t column); // spaces up to `column` of the last line
bool text_ok(const Text *text);
void text_clear(Text *text); // keeps the memory
void text_free(Text *text);
