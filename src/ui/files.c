#include "ui/files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool file_write(const char *name, const Text *text, Error *error)
{
    char quote[QUOTE_SIZE];
    FILE *file = fopen(name, "w");
    bool good = file && fwrite(text->bytes, 1, text->length, file) == text->length;
    int failure = errno;
    if (file && fclose(file) && good) {
        good = false;
        failure = errno;
    }
    return good || error_set(error, "cannot write %s: %s", error_quote(quote, name, strlen(name)),
                             strerror(failure));
}
