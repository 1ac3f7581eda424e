#define _GNU_SOURCE // vasprintf
#include "util/terminal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "util/text.h"

enum { WIDTH_UNKNOWN = 80, WIDTH_MIN = 20, WIDTH_MAX = 10000 };

bool terminal_is_unicode(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) {
            const char *encoding = strchr(value, '.');
            return encoding &&
                   (!strncasecmp(encoding, ".utf-8", 6) || !strncasecmp(encoding, ".utf8", 5));
        }
    }
    return false;
}

bool terminal_can_redraw(void)
{
    const char *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb") != 0;
}

bool terminal_has_colour(void)
{
    const char *no_colour = getenv("NO_COLOR");
    return terminal_can_redraw() && !(no_colour && *no_colour);
}

static int width_of(int descriptor)
{
    const char *told = getenv("COLUMNS");
    struct winsize size;
    if (!isatty(descriptor))
        return 0;
    long width = told ? strtol(told, NULL, 10) : 0;
    if (width <= 0 && !ioctl(descriptor, TIOCGWINSZ, &size))
        width = size.ws_col;
    if (width <= 0)
        width = WIDTH_UNKNOWN;
    return width < WIDTH_MIN ? WIDTH_MIN : width > WIDTH_MAX ? WIDTH_MAX : (int)width;
}

int terminal_width(void)
{
    return width_of(STDOUT_FILENO);
}

void terminal_overwrite(const char *line)
{
    fprintf(stderr, "\r\033[K%.*s", (int)text_fit(line, strlen(line), width_of(STDERR_FILENO) - 1),
            line);
}

/* Better too wide a line than none, where there is no memory to break it. */
void terminal_print(const char *lines)
{
    Text broken = TEXT_EMPTY;
    text_wrap(&broken, lines, terminal_width());
    fputs(text_ok(&broken) ? broken.bytes : lines, stdout);
    text_free(&broken);
}

void terminal_say(const char *format, ...)
{
    char *lines;
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    if (vasprintf(&lines, format, arguments) >= 0) {
        terminal_print(lines);
        free(lines);
    } else {
        vprintf(format, again);
    }
    va_end(again);
    va_end(arguments);
}
