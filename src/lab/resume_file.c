#include "lab/resume_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/checksum.h"
#include "util/input.h"

enum { FILE_MEGABYTES = 256, CHECKSUM_LENGTH = sizeof " 01234567" - 1 };

static bool fail(const ResumeFile *file, Error *error, const char *doing)
{
    char quote[QUOTE_SIZE];
    return error_set(error, "cannot %s %s: %s", doing,
                     error_quote(quote, file->path, strlen(file->path)), strerror(errno));
}

/* Names the file in a sentence about it. Always false. */
static bool refuse(const ResumeFile *file, Error *error)
{
    char quote[QUOTE_SIZE];
    error_prefix(error, error_quote(quote, file->path, strlen(file->path)));
    return false;
}

static void print_checksum(const ResumeFile *file, const char *line, size_t length,
                           char text[CHECKSUM_LENGTH + 1])
{
    snprintf(text, CHECKSUM_LENGTH + 1, " %08" PRIx32, checksum_add(file->checksum, line, length));
}

static bool has_its_checksum(const ResumeFile *file, const char *line, size_t length)
{
    char checksum[CHECKSUM_LENGTH + 1];
    if (length < CHECKSUM_LENGTH)
        return false;
    print_checksum(file, line, length - CHECKSUM_LENGTH, checksum);
    return !memcmp(line + length - CHECKSUM_LENGTH, checksum, CHECKSUM_LENGTH);
}

static bool take_lines(const ResumeFile *file, const ResumeKind *kind, const Text *text, size_t at,
                       const atomic_bool *stop, Error *error)
{
    for (int number = 2; at < text->length; number++) {
        const char *line = text->bytes + at;
        size_t length = (size_t)((const char *)memchr(line, '\n', text->length - at) - line);
        if (stop && atomic_load(stop))
            return error_set(error, "interrupted");
        if (!has_its_checksum(file, line, length))
            return error_set(error,
                             "line %d has no checksum, or one that does not fit; take the line "
                             "out, and what it says is worked out again",
                             number);
        if (!kind->take(kind->context, line, length - CHECKSUM_LENGTH))
            return error_set(error, "line %d is not %s", number, kind->what);
        at += length + 1;
    }
    return true;
}

/* What stands behind the last line's end was being written when the run was killed. */
static bool drop_torn_line(const ResumeFile *file, Text *text, Error *error)
{
    size_t length = text->length;
    while (length > 0 && text->bytes[length - 1] != '\n')
        length--;
    if (length == text->length)
        return true;
    text->length = length;
    return ftruncate(file->descriptor, (off_t)length) == 0 || fail(file, error, "shorten");
}

static bool write_text(int descriptor, const char *text)
{
    size_t length = strlen(text);
    return write(descriptor, text, length) == (ssize_t)length;
}

static bool take_over(const ResumeFile *file, const ResumeKind *kind, const atomic_bool *stop,
                      Text *text, Error *error)
{
    size_t length = strlen(kind->header);
    Input input;
    input_start(&input, file->descriptor, stop);
    if (!input_rest(&input, file->path, FILE_MEGABYTES, text, error))
        return false;
    bool torn_header = text->length < length &&
                       !memcmp(text->bytes ? text->bytes : "", kind->header, text->length);
    if (!torn_header && (text->length < length || memcmp(text->bytes, kind->header, length))) {
        error_set(error, "it does not begin with '%.*s'", (int)length - 1, kind->header);
        return refuse(file, error);
    }
    if (!drop_torn_line(file, text, error))
        return false;
    if (torn_header)
        return write_text(file->descriptor, kind->header) || fail(file, error, "write");
    return take_lines(file, kind, text, length, stop, error) || refuse(file, error);
}

static bool lock(const ResumeFile *file, Error *error)
{
    struct stat about;
    if (fstat(file->descriptor, &about) || !S_ISREG(about.st_mode)) {
        error_set(error, "it is not a file to go on from");
        return refuse(file, error);
    }
    if (!flock(file->descriptor, LOCK_EX | LOCK_NB))
        return true;
    if (errno != EWOULDBLOCK)
        return fail(file, error, "lock");
    error_set(error, "it is in use by another run");
    return refuse(file, error);
}

bool resume_file_open(ResumeFile *file, const char *path, const ResumeKind *kind,
                      const atomic_bool *stop, Error *error)
{
    *file = (ResumeFile){.path = path,
                         .mutex = PTHREAD_MUTEX_INITIALIZER,
                         .checksum = checksum_add(0, kind->header, strlen(kind->header))};
    file->descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file->descriptor < 0)
        return fail(file, error, "open");
    Text text = TEXT_EMPTY;
    bool opened = lock(file, error) && take_over(file, kind, stop, &text, error);
    text_free(&text);
    if (!opened)
        resume_file_close(file, NULL);
    return opened;
}

bool resume_file_append(ResumeFile *file, const char *line)
{
    char checksum[CHECKSUM_LENGTH + 1], whole[RESUME_LINE_SIZE + CHECKSUM_LENGTH + 1];
    print_checksum(file, line, strlen(line), checksum);
    snprintf(whole, sizeof whole, "%s%s\n", line, checksum);
    pthread_mutex_lock(&file->mutex);
    off_t end = lseek(file->descriptor, 0, SEEK_END);
    errno = ENOSPC; // a short write does not say why
    if (!file->failure && !write_text(file->descriptor, whole)) {
        file->failure = errno;
        if (ftruncate(file->descriptor, end))
            file->failure = errno;
    }
    bool written = !file->failure;
    pthread_mutex_unlock(&file->mutex);
    return written;
}

bool resume_file_close(ResumeFile *file, Error *error)
{
    close(file->descriptor);
    file->descriptor = -1;
    errno = file->failure;
    return !file->failure || fail(file, error, "write");
}
