#include "ui/resume_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/text.h"

static bool fail(const ResumeFile *file, Error *error, const char *doing)
{
    char quote[QUOTE_SIZE];
    return error_set(error, "cannot %s %s: %s", doing,
                     error_quote(quote, file->path, strlen(file->path)), strerror(errno));
}

static bool read_all(const ResumeFile *file, Text *text, Error *error)
{
    char block[4096];
    ssize_t got;
    while ((got = read(file->descriptor, block, sizeof block)) > 0)
        text_append_bytes(text, block, (size_t)got);
    if (got < 0)
        return fail(file, error, "read");
    return text_ok(text) || error_out_of_memory(error);
}

static bool take_lines(const ResumeFile *file, const ResumeKind *kind, const Text *text, size_t at,
                       Error *error)
{
    for (int number = 2; at < text->length; number++) {
        const char *line = text->bytes + at;
        size_t length = (size_t)((const char *)memchr(line, '\n', text->length - at) - line);
        if (!kind->take(kind->context, line, length))
            return error_set(error, "%s line %d is not %s", file->path, number, kind->what);
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

static bool take_over(const ResumeFile *file, const ResumeKind *kind, Text *text, Error *error)
{
    size_t length = strlen(kind->header);
    if (!read_all(file, text, error))
        return false;
    bool torn_header = text->length < length &&
                       !memcmp(text->bytes ? text->bytes : "", kind->header, text->length);
    if (!torn_header && (text->length < length || memcmp(text->bytes, kind->header, length)))
        return error_set(error, "%s does not begin with '%.*s'", file->path, (int)length - 1,
                         kind->header);
    if (!drop_torn_line(file, text, error))
        return false;
    if (torn_header)
        return write_text(file->descriptor, kind->header) || fail(file, error, "write");
    return take_lines(file, kind, text, length, error);
}

bool resume_file_open(ResumeFile *file, const char *path, const ResumeKind *kind, Error *error)
{
    *file = (ResumeFile){.path = path, .mutex = PTHREAD_MUTEX_INITIALIZER};
    file->descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file->descriptor < 0)
        return fail(file, error, "open");
    Text text = TEXT_EMPTY;
    struct stat about;
    bool opened = true;
    if (fstat(file->descriptor, &about) || !S_ISREG(about.st_mode))
        opened = error_set(error, "%s is not a file to go on from", path);
    else if (flock(file->descriptor, LOCK_EX | LOCK_NB))
        opened = errno == EWOULDBLOCK ? error_set(error, "%s is in use by another run", path)
                                      : fail(file, error, "lock");
    opened = opened && take_over(file, kind, &text, error);
    text_free(&text);
    if (!opened)
        resume_file_close(file, NULL);
    return opened;
}

bool resume_file_append(ResumeFile *file, const char *line)
{
    pthread_mutex_lock(&file->mutex);
    off_t end = lseek(file->descriptor, 0, SEEK_END);
    errno = ENOSPC; // a short write does not say why
    if (!file->failure && !write_text(file->descriptor, line)) {
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
