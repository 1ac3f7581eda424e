#include "util/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(Error *error, const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
    return false;
}

bool error_out_of_memory(Error *error)
{
    return error_set(error, "out of memory");
}

void error_prefix(Error *error, const char *prefix)
{
    if (!error)
        return;
    Error whole;
    int used = snprintf(whole.text, sizeof whole.text, "%s: ", prefix);
    if (used > 0 && (size_t)used < sizeof whole.text) {
        size_t room = sizeof whole.text - (size_t)used - 1;
        size_t length = strnlen(error->text, room);
        memcpy(whole.text + used, error->text, length);
        whole.text[(size_t)used + length] = '\0';
        *error = whole;
    }
}

const char *error_quote(char quote[QUOTE_SIZE], const char *bytes, size_t length)
{
    static const char ending[] = "...'";
    size_t used = 0;
    quote[used++] = '\'';
    for (size_t i = 0; i < length; i++) {
        char shown[5] = {bytes[i]};
        if (bytes[i] < ' ' || bytes[i] > '~')
            snprintf(shown, sizeof shown, "\\x%02x", (unsigned)(unsigned char)bytes[i]);
        size_t size = strlen(shown);
        if (used + size + sizeof ending > QUOTE_SIZE) {
            memcpy(quote + used, ending, sizeof ending);
            return quote;
        }
        memcpy(quote + used, shown, size);
        used += size;
    }
    quote[used++] = '\'';
    quote[used] = '\0';
    return quote;
}
