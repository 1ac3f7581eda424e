#include "util/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail_to_read(const char *name, const char *why, Error *error)
{
    char quote[QUOTE_SIZE];
    return error_set(error, "cannot read %s: %s", error_quote(quote, name, strlen(name)), why);
}

bool input_fail(const Input *input, const char *name, Error *error)
{
    return fail_to_read(name, input->failure == EINTR ? "interrupted" : strerror(input->failure),
                        error);
}

void input_start(Input *input, int descriptor, const atomic_bool *stop)
{
    input->descriptor = descriptor;
    input->stop = stop;
    input->failure = 0;
    input->at = input->end = 0;
}

/* Without waiting for a pipe's other end: poll() does that, and can be stopped. */
bool input_open(Input *input, const char *name, const atomic_bool *stop, Error *error)
{
    struct stat about;
    if (!*name)
        return fail_to_read(name, "the name is empty", error);
    input_start(input, open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), stop);
    if (input->descriptor < 0)
        return fail_to_read(name, strerror(errno), error);
    if (fstat(input->descriptor, &about) || !S_ISDIR(about.st_mode))
        return true;
    input_close(input);
    return fail_to_read(name, "it is a directory", error);
}

void input_close(Input *input)
{
    close(input->descriptor);
}

/* A signal that sets the flag also ends poll(), unless it comes just before it, or to another
 * thread: hence the short waits. */
static bool wait_for_bytes(const Input *input)
{
    const int moment = 100; // milliseconds
    struct pollfd wanted = {.fd = input->descriptor, .events = POLLIN};
    while (!input->stop || !atomic_load(input->stop)) {
        int ready = poll(&wanted, 1, input->stop ? moment : -1);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return true;
    }
    return false;
}

bool input_fill(Input *input)
{
    ssize_t got = -1;
    do
        input->failure = wait_for_bytes(input) ? 0 : EINTR;
    while (!input->failure && (got = read(input->descriptor, input->bytes, INPUT_BLOCK)) < 0 &&
           (errno == EAGAIN || errno == EINTR));
    if (!input->failure && got < 0)
        input->failure = errno;
    input->at = 0;
    input->end = got > 0 ? (size_t)got : 0;
    return got > 0;
}

bool input_line(Input *input, char *line, size_t size, size_t *length)
{
    int c = input_byte(input);
    if (c == EOF)
        return false;
    for (*length = 0; c != EOF && c != '\n'; c = input_byte(input)) {
        if (*length < size)
            line[*length] = (char)c;
        ++*length;
    }
    if (*length > 0 && *length <= size && line[*length - 1] == '\r')
        --*length;
    return !input->failure;
}

bool input_rest(Input *input, const char *name, size_t megabytes, Text *text, Error *error)
{
    size_t read = 0;
    while (text_ok(text) && (input->at < input->end || input_fill(input))) {
        size_t got = input->end - input->at;
        read += got;
        if (read > megabytes << 20) {
            char why[64];
            snprintf(why, sizeof why, "it is larger than %zu MB", megabytes);
            return fail_to_read(name, why, error);
        }
        text_append_bytes(text, (const char *)input->bytes + input->at, got);
        input->at = input->end;
    }
    if (!text_ok(text))
        return error_out_of_memory(error);
    return !input->failure || input_fail(input, name, error);
}

bool input_read(const char *name, size_t megabytes, const atomic_bool *stop, Text *text,
                Error *error)
{
    Input input;
    if (!input_open(&input, name, stop, error))
        return false;
    bool good = input_rest(&input, name, megabytes, text, error);
    input_close(&input);
    return good;
}

bool input_beside_program(const char *name, char path[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash || slash + 1 + strlen(name) >= path + PATH_MAX)
        return false;
    strcpy(slash + 1, name);
    return !access(path, R_OK);
}
