#include "report/escape.h"

#include <string.h>

static bool is_control(unsigned char byte)
{
    return (byte < ' ' && byte != '\n' && byte != '\t') || byte == 0x7F;
}

/* Appends `string` with each byte that `spell` knows spelled its way. */
static void escape(Text *text, const char *string, const char *(*spell)(char c))
{
    for (size_t left = strlen(string); left > 0;) {
        size_t length = text_character(string, left);
        const char *spelled = length == 1 ? spell(*string) : NULL;
        if (length == 0 || (!spelled && is_control((unsigned char)*string)))
            text_append(text, "\xEF\xBF\xBD");
        else if (spelled)
            text_append(text, spelled);
        else
            text_append_bytes(text, string, length);
        size_t used = length ? length : 1;
        string += used;
        left -= used;
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
