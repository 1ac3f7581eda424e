/* text.h: a growing text.
 *
 * Append freely and ask once at the end whether it all fitted in memory: after a failed
 * allocation the text stays as it was, further appends do nothing, and text_ok() is false.
 * Owns its bytes; text_free() returns them and leaves an empty, usable text.
 */
#pragma once

#include <stdarg.h>
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

/* Bytes of the UTF-8 character that begins here, of so many that are left; 0 where none does:
 * overlong forms, surrogates, what is past U+10FFFF or cut off. And whether all is made of such. */
size_t text_character(const char *bytes, size_t left);
bool text_is_utf8(const char *bytes, size_t length);

/* What a piece takes on the screen: UTF-8 by characters, escape sequences of a terminal nothing, a
 * tab the eight columns it can take at most. And how many of its bytes fit into so many columns. */
int text_columns(const char *bytes, size_t length);
size_t text_fit(const char *bytes, size_t length, int columns);

void text_append(Text *text, const char *string);
void text_append_bytes(Text *text, const char *bytes, size_t length);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_format_list(Text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
void text_pad(Text *text, size_t column); // spaces up to `column` of the last line

/* One word for a POSIX shell, quoted only where it must be. */
void text_append_shell(Text *text, const char *word);

/* Lines broken at blanks, so that none is wider than `width` (0: left as they are). The rest of a
 * line goes below what a gap of two blanks sets off in it, the way the right side of a list does,
 * or else below its first word. */
void text_wrap(Text *text, const char *lines, int width);

bool text_ok(const Text *text);
void text_clear(Text *text); // keeps the memory
void text_free(Text *text);
