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

void text_append_shell(Text *text, const char *word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (*word && strspn(word, plain) == strlen(word)) {
        text_append(text, word);
        return;
    }
    text_append(text, "'");
    for (; *word; word++)
        if (*word == '\'')
            text_append(text, "'\\''");
        else
            text_append_bytes(text, word, 1);
    text_append(text, "'");
}

void text_format_list(Text *text, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length >= 0 && text_reserve(text, (size_t)length)) {
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

void text_format(Text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_format_list(text, format, arguments);
    va_end(arguments);
}

/* Bytes of what begins here, and the columns it takes. */
static size_t step_over(const char *bytes, size_t length, int *columns)
{
    size_t size = 1;
    *columns = bytes[0] == '\t' ? 8 : 1;
    if (length > 2 && bytes[0] == '\033' && bytes[1] == '[') { // ends with a letter, mostly
        for (size = 2; size < length && (bytes[size] < '@' || bytes[size] > '~'); size++) {
        }
        size += size < length;
        *columns = 0;
    }
    while (size < length && ((unsigned char)bytes[size] & 0xC0) == 0x80)
        size++;
    return size;
}

int text_columns(const char *bytes, size_t length)
{
    int total = 0, columns;
    for (size_t i = 0; i < length; total += columns)
        i += step_over(bytes + i, length - i, &columns);
    return total;
}

size_t text_fit(const char *bytes, size_t length, int columns)
{
    size_t fits = 0;
    while (fits < length) {
        int more;
        size_t size = step_over(bytes + fits, length - fits, &more);
        if ((columns -= more) < 0)
            break;
        fits += size;
    }
    return fits;
}

void text_pad(Text *text, size_t column)
{
    size_t line = text->length;
    while (line > 0 && text->bytes[line - 1] != '\n')
        line--;
    int columns = line < text->length ? text_columns(text->bytes + line, text->length - line) : 0;
    for (size_t at = (size_t)columns; at < column; at++)
        text_append_bytes(text, " ", 1);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Where the rest of a broken line goes. A gap too far to the right would leave it no room. */
static int hanging_indent(const char *line, size_t length, int width)
{
    int column = 0, hang = 0, gap = 2, columns;
    for (size_t i = 0; i < length && column <= width * 3 / 5; column += columns) {
        bool blank = is_blank(line[i]);
        if (!blank && gap >= 2)
            hang = column;
        i += step_over(line + i, length - i, &columns);
        gap = blank ? gap + columns : 0;
    }
    return hang;
}

/* Where to break a line of which so many bytes fit: at a blank behind some word, or wherever. */
static size_t find_break(const char *line, size_t fits)
{
    size_t first = 0, at = fits;
    while (first < fits && is_blank(line[first]))
        first++;
    while (at > first && !is_blank(line[at]))
        at--;
    return at > first ? at : fits;
}

static void wrap_line(Text *text, const char *line, size_t length, int width)
{
    int hang = hanging_indent(line, length, width), indent = 0;
    size_t fits;
    while ((fits = text_fit(line, length, width - indent)) < length && fits > 0) {
        size_t end = find_break(line, fits), next = end;
        while (next < length && is_blank(line[next]))
            next++;
        while (end > 0 && is_blank(line[end - 1]))
            end--;
        text_append_bytes(text, line, end);
        line += next;
        length -= next;
        if (length == 0) // only blanks were left
            return;
        text_append(text, "\n");
        text_pad(text, (size_t)hang);
        indent = hang;
    }
    text_append_bytes(text, line, length);
}

void text_wrap(Text *text, const char *lines, int width)
{
    while (width > 0 && *lines) {
        size_t length = strcspn(lines, "\n");
        wrap_line(text, lines, length, width);
        text_append_bytes(text, "\n", lines[length] == '\n');
        lines += length + (lines[length] == '\n');
    }
    text_append(text, lines);
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

size_t text_character(const char *start, size_t left)
{
    const unsigned char *bytes = (const unsigned char *)start;
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
        used = text_character(bytes + i, length - i);
    return used > 0;
}
