#include "report/svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/html.h"

static const char *const colour_names[SVG_COLOURS] = {
    [SVG_INK] = "ink",         [SVG_MUTED] = "muted",   [SVG_LINE] = "line",
    [SVG_PRIMARY] = "primary", [SVG_SECOND] = "second", [SVG_INTERVAL] = "interval",
};

/* The colour that `line` starts with, as gnuplot writes it, and its length; 0 if none. */
static size_t read_colour(const char *line, int *colour)
{
    int red, green, length = 0;
    if (sscanf(line, "rgb(%d,%d,%d)%n", &red, &green, colour, &length) != 3 || length == 0)
        return 0;
    return red == 0 && green == 0 && *colour > 0 && *colour < SVG_COLOURS ? (size_t)length : 0;
}

/* `@12@`: the number and the length; 0 if none. */
static size_t read_number(const char *line, int *number)
{
    char end = '\0';
    int length = 0;
    if (sscanf(line, "@%6d%c%n", number, &end, &length) != 2 || end != '@')
        return 0;
    return (size_t)length;
}

/* What is always written otherwise. Discs are the one mark in use; gnuplot defines them once a
 * document, under an id. */
static size_t replace_fixed(const char *line, const char **by)
{
    static const struct {
        const char *from, *to;
    } fixed[] = {
        {"\"black\"", "\"currentColor\""},
        {"\"gray\"", "\"currentColor\""},
        {"\"white\"", "\"currentColor\""},
        {"<use xlink:href='#gpPt6'", "<circle r='1' stroke='none' fill='currentColor'"},
        {" class=\"gridline\"", ""},
        {"font-family=\"sans-serif\"", ""},
    };
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (!strncmp(line, fixed[i].from, strlen(fixed[i].from))) {
            *by = fixed[i].to;
            return strlen(fixed[i].from);
        }
    return 0;
}

static void add_translated(Svg *svg, Text *text, const char *line)
{
    while (*line) {
        int number;
        size_t length;
        const char *by = NULL;
        if ((length = read_colour(line, &number)))
            text_format(text, "var(--plot-%s)", colour_names[number]);
        else if ((length = read_number(line, &number)) && (by = svg->label(svg->context, number)))
            escape_html(text, by);
        else if ((length = replace_fixed(line, &by)))
            text_append(text, by);
        else
            text_append_bytes(text, line, length = 1);
        line += length;
    }
    text_append(text, "\n");
}

static void begin(Svg *svg)
{
    text_format(svg->text, "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
                svg->width, svg->height);
    escape_html(svg->text, svg->description);
    text_append(svg->text, "\">\n<g>\n");
    svg->started = true;
}

static bool starts_with(const char *line, const char *start)
{
    return !strncmp(line, start, strlen(start));
}

static void drop_held(Svg *svg)
{
    svg->text->failed = svg->text->failed || svg->held.failed;
    text_clear(&svg->held);
}

static void release(Svg *svg)
{
    if (svg->held.length > 0)
        text_append(svg->text, svg->held.bytes);
    drop_held(svg);
}

static void add_drawing(Svg *svg, const char *line)
{
    if (starts_with(line, "</g>") && svg->held.length > 0) {
        drop_held(svg);
        return;
    }
    release(svg);
    if (strstr(line, "<g id=")) // of a plot, with its formula as title
        text_append(svg->text, "<g>\n");
    else
        add_translated(svg, starts_with(line, "<g ") ? &svg->held : svg->text, line);
    svg->ended = starts_with(line, "</svg>");
}

void svg_add_line(Svg *svg, const char *bytes, size_t length)
{
    char *line = strndup(bytes, length);
    if (!line)
        svg->text->failed = true;
    else if (svg->started && !svg->ended)
        add_drawing(svg, line);
    else if (!svg->started && starts_with(line, "</defs>"))
        begin(svg);
    free(line);
}

void svg_finish(Svg *svg)
{
    drop_held(svg);
    text_free(&svg->held);
}
