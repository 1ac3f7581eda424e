#include "report/escape.h"

#include <string.h>

/* The length of the UTF-8 character at `bytes`, or 0 if there is none: overlong forms,
 * surrogates, numbers past U+10FFFF, cut-off sequences. */
static size_t character_length(const unsigned char *bytes)
{
    if (bytes[0] < 0x80)
        return 1;
    size_t length = bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : 2;
    if (bytes[0] < 0xC2 || bytes[0] > 0xF4)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
    bool overlong = (bytes[0] == 0xE0 && bytes[1] < 0xA0) || (bytes[0] == 0xF0 && bytes[1] < 0x90);
    bool surrogate = bytes[0] == 0xED && bytes[1] > 0x9F;
    bool past_last = bytes[0] == 0xF4 && bytes[1] > 0x8F;
    return overlong || surrogate || past_last ? 0 : length;
}

static bool is_control(unsigned char byte)
{
    return (byte < ' ' && byte != '\n' && byte != '\t') || byte == 0x7F;
}

/* Appends `string` with each byte that `spell` knows spelled its way. */
static void escape(Text *text, const char *string, const char *(*spell)(char c))
{
    while (*string) {
        size_t length = character_length((const unsigned char *)string);
        const char *spelled = length == 1 ? spell(*string) : NULL;
        if (length == 0 || (!spelled && is_control((unsigned char)*string)))
            text_append(text, "\xEF\xBF\xBD");
        else if (spelled)
            text_append(text, spelled);
        else
            text_append_bytes(text, string, length);
        string += length ? length : 1;
    }
}

static const char *spell_html(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static const char *spell_json(char c)
{
    switch (c) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    case '\t':
        return "\\t";
    case '<': // or "</script>" would end the element
        return "\\u003c";
    case '>':
        return "\\u003e";
    case '&':
        return "\\u0026";
    default:
        return NULL;
    }
}

void escape_html(Text *text, const char *string)
{
    escape(text, string, spell_html);
}

void escape_json(Text *text, const char *string)
{
    text_append(text, "\"");
    escape(text, string, spell_json);
    text_append(text, "\"");
}

void escape_shell(Text *text, const char *string)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (*string && strspn(string, plain) == strlen(string)) {
        text_append(text, string);
        return;
    }
    text_append(text, "'");
    for (; *string; string++)
        if (*string == '\'')
            text_append(text, "'\\''");
        else
            text_append_bytes(text, string, 1);
    text_append(text, "'");
}
