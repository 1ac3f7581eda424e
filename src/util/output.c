#define _GNU_SOURCE // fopencookie
#include "util/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool fail_to_write(const char *name, const char *why, Error *error)
{
    char quote[QUOTE_SIZE];
    return error_set(error, "cannot write %s: %s", error_quote(quote, name, strlen(name)), why);
}

static bool fail_system(const char *name, int failure, Error *error)
{
    return fail_to_write(name, failure == EINTR ? "interrupted" : strerror(failure), error);
}

/* How much of a path is its directory, with the slash. */
static size_t directory_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash + 1 - path) : 0;
}

/* Copies `name` without the links it ends in, whether or not there is a file behind them. */
static bool follow_links(const char *name, char target[PATH_MAX])
{
    char link[PATH_MAX];
    size_t length = strlen(name);
    if (length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(target, name, length + 1);
    for (int links = 0; links < 40; links++) { // as many as the kernel follows
        ssize_t got = readlink(target, link, sizeof link);
        if (got < 0)
            return true; // a file, or nothing, or something that opening will tell of
        size_t directory = link[0] == '/' ? 0 : directory_length(target);
        if (directory + (size_t)got >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return false;
        }
        memcpy(target + directory, link, (size_t)got);
        target[directory + (size_t)got] = '\0';
    }
    errno = ELOOP;
    return false;
}

static bool is_one(const struct stat *one, const struct stat *other)
{
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

static bool directory_stat(const char *path, struct stat *about)
{
    char directory[PATH_MAX + 1];
    snprintf(directory, sizeof directory, "%.*s.", (int)directory_length(path), path);
    return !stat(directory, about);
}

bool output_is_same(const char *one, const char *other)
{
    struct stat a, b;
    char path[PATH_MAX], other_path[PATH_MAX];
    bool there = !stat(one, &a), other_there = !stat(other, &b);
    if (there || other_there)
        return there && other_there && is_one(&a, &b);
    return follow_links(one, path) && follow_links(other, other_path) &&
           !strcmp(path + directory_length(path), other_path + directory_length(other_path)) &&
           directory_stat(path, &a) && directory_stat(other_path, &b) && is_one(&a, &b);
}

/* What stands at a name now. */
typedef struct Place {
    bool replaced; // by a new file; otherwise written to as it stands
    bool there;
    struct stat about; // where it is there
} Place;

/* A link need not lead where it says: those of /proc name what is open, which may have no name. */
static bool find_place(const char *name, char target[PATH_MAX], Place *place, Error *error)
{
    struct stat found;
    if (!*name)
        return fail_to_write(name, "the name is empty", error);
    if (!follow_links(name, target))
        return fail_system(name, errno, error);
    place->there = !stat(name, &place->about);
    if (!place->there && errno != ENOENT)
        return fail_system(name, errno, error);
    if (place->there && S_ISDIR(place->about.st_mode))
        return fail_to_write(name, "it is a directory", error);
    if (place->there && access(name, W_OK)) // what may not be changed is not replaced either
        return fail_system(name, errno, error);
    place->replaced = !place->there || (S_ISREG(place->about.st_mode) && !stat(target, &found) &&
                                        is_one(&found, &place->about));
    return true;
}

/* Beside the target, so that it can be renamed. The target's name may be as long as names get. */
static int open_part(const char *target, char part[PATH_MAX])
{
    int directory = (int)directory_length(target);
    for (int i = 0; i < 1000; i++) {
        if (snprintf(part, PATH_MAX, "%.*s%.200s.%d.part", directory, target, target + directory,
                     i) >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return -1;
}

static bool fail_part(const char *name, const Place *place, Error *error)
{
    char why[128];
    snprintf(why, sizeof why, "%s%s", place->there ? "no file can be made beside it: " : "",
             strerror(errno));
    return fail_to_write(name, why, error);
}

bool output_check(const char *name, Error *error)
{
    char target[PATH_MAX], part[PATH_MAX];
    Place place;
    if (!find_place(name, target, &place, error))
        return false;
    if (!place.replaced)
        return true;
    int descriptor = open_part(target, part);
    if (descriptor < 0)
        return fail_part(name, &place, error);
    close(descriptor);
    remove(part);
    return true;
}

/* Until it is ready; false once stopped. Regular files always are. */
static bool wait_for_room(const Output *output)
{
    const int moment = 100; // milliseconds
    struct pollfd wanted = {.fd = output->descriptor, .events = POLLOUT};
    for (;;) {
        int ready = poll(&wanted, 1, output->stop ? moment : -1);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return true;
        if (output->stop && atomic_load(output->stop))
            return false;
    }
}

/* What `stream` writes goes through here, so that it can wait and be stopped. */
static ssize_t write_block(void *cookie, const char *bytes, size_t length)
{
    Output *output = cookie;
    size_t done = 0;
    while (done < length && !output->failure) {
        if (!wait_for_room(output)) {
            output->failure = EINTR;
            break;
        }
        ssize_t written = write(output->descriptor, bytes + done, length - done);
        if (written >= 0)
            done += (size_t)written;
        else if (errno != EAGAIN && errno != EINTR)
            output->failure = errno;
    }
    errno = output->failure;
    return output->failure ? 0 : (ssize_t)done;
}

/* A pipe that nobody has opened for reading is not there yet. */
static int open_as_it_stands(const Output *output, const struct stat *about)
{
    const struct timespec moment = {.tv_nsec = 50000000};
    for (;;) {
        int descriptor = open(output->name, O_WRONLY | O_TRUNC | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        if (descriptor >= 0 || errno != ENXIO || !S_ISFIFO(about->st_mode))
            return descriptor;
        if (output->stop && atomic_load(output->stop)) {
            errno = EINTR;
            return -1;
        }
        nanosleep(&moment, NULL);
    }
}

/* Gives a new file the owner and the permissions of the old one, as far as we may. */
static void take_after(int descriptor, const struct stat *old)
{
    if (fchown(descriptor, old->st_uid, old->st_gid))
        errno = 0; // only root can give files away
    if (fchmod(descriptor, old->st_mode & 07777))
        errno = 0; // there are file systems without permissions
}

bool output_begin(Output *output, const char *name, const atomic_bool *stop, Error *error)
{
    static const cookie_io_functions_t functions = {.write = write_block};
    Place place;
    output->name = name;
    output->stop = stop;
    output->failure = 0;
    output->part[0] = '\0';
    if (!find_place(name, output->target, &place, error))
        return false;
    output->descriptor = place.replaced ? open_part(output->target, output->part)
                                        : open_as_it_stands(output, &place.about);
    if (output->descriptor < 0)
        return place.replaced ? fail_part(name, &place, error) : fail_system(name, errno, error);
    if (place.replaced && place.there)
        take_after(output->descriptor, &place.about);
    output->stream = fopencookie(output, "w", functions);
    if (output->stream)
        return true;
    output_end(output, false, NULL);
    return error_out_of_memory(error);
}

bool output_fail(const Output *output, Error *error)
{
    return fail_system(output->name, output->failure, error);
}

bool output_end(Output *output, bool whole, Error *error)
{
    bool replaces = output->part[0] != '\0';
    if (output->stream)
        fclose(output->stream);
    if (whole && replaces && !output->failure && fsync(output->descriptor))
        output->failure = errno;
    if (close(output->descriptor) && !output->failure)
        output->failure = errno;
    if (whole && replaces && !output->failure && rename(output->part, output->target))
        output->failure = errno;
    if (replaces && (!whole || output->failure))
        remove(output->part);
    return whole && (!output->failure || output_fail(output, error));
}

bool output_write(const char *name, const Text *text, const atomic_bool *stop, Error *error)
{
    Output output;
    if (!output_begin(&output, name, stop, error))
        return false;
    fwrite(text->bytes, 1, text->length, output.stream);
    return output_end(&output, true, error);
}
