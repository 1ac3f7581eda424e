#include "report/html.h"

#include <stdio.h>
#include <string.h>

static bool is_control(unsigned char byte)
{
    return (byte < ' ' && byte != '\n' && byte != '\t') || byte == 0x7F;
}

/* Appends `string` with each byte that `spell` knows spelled its way. */
static void escape(Text *text, const char *string, size_t left, const char *(*spell)(char c))
{
    while (left > 0) {
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
    escape(text, string, strlen(string), spell_html);
}

void escape_json(Text *text, const char *string)
{
    text_append(text, "\"");
    escape(text, string, strlen(string), spell_json);
    text_append(text, "\"");
}

/* In JSON that stands only within strings. */
static const char *spell_script(char c)
{
    return c == '<' ? "\\u003c" : NULL;
}

void escape_script(Text *text, const char *json)
{
    escape(text, json, strlen(json), spell_script);
}

static const char *spell_line(char c)
{
    return c == '\n' || c == '\t' ? " " : NULL;
}

void escape_line(Text *text, const char *string)
{
    escape(text, string, strlen(string), spell_line);
}

/* A bar would end the cell even within code. */
static const char *spell_code(char c)
{
    return c == '|' ? "\\|" : spell_line(c);
}

static const char *spell_markdown(char c)
{
    return c == '<' ? "\\<" : spell_code(c);
}

void escape_markdown(Text *text, const char *string, bool is_code)
{
    escape(text, string, strlen(string), is_code ? spell_code : spell_markdown);
}

void html_element(Text *text, const char *head, const char *format, ...)
{
    Text content = TEXT_EMPTY;
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&content, format, arguments);
    va_end(arguments);
    text_format(text, "<%s>", head);
    escape(text, content.bytes, content.length, spell_html);
    text_format(text, "</%.*s>", (int)strcspn(head, " "), head);
    text->failed = text->failed || content.failed;
    text_free(&content);
}

void html_name(Text *text, const char *head, const char *name)
{
    text_format(text, "<%s>", head);
    while (*name) {
        size_t length = strcspn(name, ":,");
        length += name[length] != '\0';
        escape(text, name, length, spell_html);
        name += length;
        text_append(text, *name ? "<wbr>" : "");
    }
    text_format(text, "</%.*s>", (int)strcspn(head, " "), head);
}

const char *html_count(char digits[HTML_COUNT_SIZE], int64_t count)
{
    char plain[24];
    int length = snprintf(plain, sizeof plain, "%lld", (long long)count), used = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0 && plain[i - 1] != '-')
            digits[used++] = ',';
        digits[used++] = plain[i];
    }
    digits[used] = '\0';
    return digits;
}

void html_fact(Text *text, const char *name, const char *value)
{
    text_append(text, "<div>");
    html_element(text, "dt", "%s", name);
    html_element(text, "dd", "%s", value);
    text_append(text, "</div>\n");
}

void html_lines(Text *text, const char *lines)
{
    while (*lines) {
        int length = (int)strcspn(lines, "\n");
        html_element(text, "p class=\"sentence\"", "%.*s", length, lines);
        text_append(text, "\n");
        lines += length + (lines[length] == '\n');
    }
}

void html_table_begin(Text *text, const char *class_names, const char *caption)
{
    text_append(text, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
    escape_html(text, caption);
    text_format(text, "\">\n<table class=\"%s\">\n", class_names);
    html_element(text, "caption", "%s", caption);
    text_append(text, "\n");
}

void html_table_end(Text *text)
{
    text_append(text, "</table>\n</div>\n");
}
