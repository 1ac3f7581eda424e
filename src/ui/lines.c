#include "ui/lines.h"

bool line_read(FILE *input, char *line, size_t size, size_t *length)
{
    int c = getc(input);
    if (c == EOF)
        return false;
    for (*length = 0; c != EOF && c != '\n'; c = getc(input)) {
        if (*length < size)
            line[*length] = (char)c;
        ++*length;
    }
    if (*length > 0 && *length <= size && line[*length - 1] == '\r')
        --*length;
    return true;
}
