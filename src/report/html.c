#include "report/html.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void html_element(Text *text, const char *head, const char *format, ...)
{
    char content[2048]; // an agent's spec, with room to spare
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(content, sizeof content, format, arguments);
    va_end(arguments);
    text_format(text, "<%s>", head);
    escape_html(text, content);
    text_format(text, "</%.*s>", (int)strcspn(head, " "), head);
}

void html_name(Text *text, const char *head, const char *name)
{
    text_format(text, "<%s>", head);
    while (*name) {
        char piece[64];
        size_t length = strcspn(name, ":,");
        length += name[length] != '\0';
        if (length >= sizeof piece)
            length = sizeof piece - 1;
        memcpy(piece, name, length);
        piece[length] = '\0';
        escape_html(text, piece);
        text_append(text, "<wbr>");
        name += length;
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
