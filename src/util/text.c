#include "util/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool text_reserve(Text *text, size_t more)
{
    if (text->failed)
        return false;
    size_t needed = text->length + more + 1;
    if (needed <= text->capacity)
        return true;
    size_t capacity = text->capacity ? text->capacity : 128;
    while (capacity < needed)
        capacity *= 2;
    char *bytes = realloc(text->bytes, capacity);
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void text_append_bytes(Text *text, const char *bytes, size_t length)
{
    if (!text_reserve(text, length))
        return;
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_append(Text *text, const char *string)
{
    text_append_bytes(text, string, strlen(string));
}

void text_format(Text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length >= 0 && text_reserve(text, (size_t)length)) {
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

/* UTF-8 continuation bytes take no column. */
static size_t last_line_columns(const Text *text)
{
    size_t columns = 0;
    for (size_t i = text->length; i > 0 && text->bytes[i - 1] != '\n'; i--)
        columns += ((unsigned char)text->bytes[i - 1] & 0xC0) != 0x80;
    return columns;
}

void text_pad(Text *text, size_t column)
{
    for (size_t at = last_line_columns(text); at < column; at++)
        text_append_bytes(text, " ", 1);
}

bool text_ok(const Text *text)
{
    return !text->failed;
}

void text_clear(Text *text)
{
    text->length = 0;
    text->failed = false;
    if (text->bytes)
        text->bytes[0] = '\0';
}

void text_free(Text *text)
{
    free(text->bytes);
    *text = TEXT_EMPTY;
}

/* Bytes of the character that begins here; 0 where none does. */
static size_t character_length(const unsigned char *bytes, size_t left)
{
    unsigned char first = bytes[0];
    if (first < 0x80)
        return 1;
    size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first < 0xc2 || first > 0xf4 || left < length)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (first == 0xe0 && bytes[1] < 0xa0) || (first == 0xf0 && bytes[1] < 0x90);
    bool surrogate = first == 0xed && bytes[1] > 0x9f, beyond = first == 0xf4 && bytes[1] > 0x8f;
    return overlong || surrogate || beyond ? 0 : length;
}

bool text_is_utf8(const char *bytes, size_t length)
{
    size_t used = 1;
    for (size_t i = 0; i < length && used > 0; i += used)
        used = character_length((const unsigned char *)bytes + i, length - i);
    return used > 0;
}
