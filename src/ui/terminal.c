#include "ui/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static bool locale_is_utf8(void)
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

DrawingStyle terminal_style(void)
{
    const char *no_colour = getenv("NO_COLOR");
    return (DrawingStyle){.unicode = locale_is_utf8(),
                          .colour = terminal_can_redraw() && !(no_colour && *no_colour)};
}
