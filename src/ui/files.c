#include "ui/files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot_read(const char *name, const char *why, Error *error)
{
    char quote[QUOTE_SIZE];
    return error_set(error, "cannot read %s: %s", error_quote(quote, name, strlen(name)), why);
}

bool file_read(const char *name, Text *text, Error *error)
{
    char buffer[4096];
    size_t got, read = 0;
    FILE *file = fopen(name, "r");
    if (!file)
        return cannot_read(name, strerror(errno), error);
    while (read <= FILE_LIMIT && (got = fread(buffer, 1, sizeof buffer, file)) > 0) {
        text_append_bytes(text, buffer, got);
        read += got;
    }
    bool good = !ferror(file) || cannot_read(name, strerror(errno), error);
    fclose(file);
    if (good && read > FILE_LIMIT)
        return cannot_read(name, "it is larger than 1 MB", error);
    return good && (text_ok(text) || error_out_of_memory(error));
}

static bool is_same_file(const char *one, const char *other)
{
    struct stat a, b;
    return !strcmp(one, other) ||
           (!stat(one, &a) && !stat(other, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino);
}

static bool cannot_write(const char *name, int failure, Error *error)
{
    char quote[QUOTE_SIZE];
    return error_set(error, "cannot write %s: %s", error_quote(quote, name, strlen(name)),
                     strerror(failure));
}

bool file_can_be_written(const char *name, Error *error)
{
    bool existed = !access(name, F_OK);
    FILE *file = fopen(name, "a");
    if (!file)
        return cannot_write(name, errno, error);
    fclose(file);
    if (!existed)
        remove(name);
    return true;
}

static bool is_not_the_database(const char *name, const char *database, Error *error)
{
    return !is_same_file(name, database) || error_set(error, "--output is the database itself");
}

bool file_is_free(const char *name, const char *database, Error *error)
{
    return is_not_the_database(name, database, error) && file_can_be_written(name, error);
}

bool file_write(const char *name, const char *database, const Text *text, Error *error)
{
    if (!is_not_the_database(name, database, error))
        return false;
    FILE *file = fopen(name, "w");
    bool good = file && fwrite(text->bytes, 1, text->length, file) == text->length;
    int failure = errno;
    if (file && fclose(file) && good) {
        good = false;
        failure = errno;
    }
    return good || cannot_write(name, failure, error);
}
