#define _GNU_SOURCE // madvise, MAP_ANONYMOUS, MAP_NORESERVE
#include "util/memory.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* The number after `label` in a file of "label number" lines, or the file's only number for an
 * empty label; SIZE_MAX where there is none ("max" in control groups). */
static size_t number_in_file(const char *path, const char *label)
{
    char line[256];
    size_t found = SIZE_MAX, length = strlen(label);
    FILE *file = fopen(path, "r");
    if (!file)
        return SIZE_MAX;
    while (found == SIZE_MAX && fgets(line, sizeof line, file)) {
        unsigned long long number;
        if (!strncmp(line, label, length) && sscanf(line + length, "%llu", &number) == 1)
            found = (size_t)number;
    }
    fclose(file);
    return found;
}

/* How a control group tells its memory; of the two hierarchies that systems have. */
typedef struct GroupFiles {
    const char *controllers; // as /proc/self/cgroup has them between colons
    const char *root;
    const char *limit, *used;
    const char *cache; // in memory.stat: of what is used, what is given back when it is wanted
} GroupFiles;

static const GroupFiles hierarchies[] = {
    {"", "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file "},
    {"memory", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
     "total_inactive_file "},
};

static size_t number_of_group(const GroupFiles *files, const char *group, const char *name,
                              const char *label)
{
    char path[1024];
    int length = snprintf(path, sizeof path, "%s%s/%s", files->root, group, name);
    return length < (int)sizeof path ? number_in_file(path, label) : SIZE_MAX;
}

static size_t left_in_group(const GroupFiles *files, const char *group)
{
    size_t limit = number_of_group(files, group, files->limit, "");
    size_t used = number_of_group(files, group, files->used, "");
    size_t cache = number_of_group(files, group, "memory.stat", files->cache);
    if (limit == SIZE_MAX || used == SIZE_MAX)
        return SIZE_MAX;
    used -= cache < used ? cache : 0;
    return limit > used ? limit - used : 0;
}

/* The group's name in this hierarchy, "" for the root; of a line "4:memory:/name" of
 * /proc/self/cgroup. */
static void find_group(const GroupFiles *files, char *group, size_t size)
{
    char line[1024], wanted[32];
    FILE *file = fopen("/proc/self/cgroup", "r");
    group[0] = '\0';
    if (!file)
        return;
    snprintf(wanted, sizeof wanted, ":%s:/", files->controllers);
    while (!group[0] && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        line[strcspn(line, "\n")] = '\0';
        if (colon && !strncmp(colon, wanted, strlen(wanted)) && colon[strlen(wanted)])
            snprintf(group, size, "%s", colon + strlen(wanted) - 1);
    }
    fclose(file);
}

/* The least that is left in the group of this process and those around it. */
static size_t available_in_group(void)
{
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < sizeof hierarchies / sizeof *hierarchies; i++) {
        char group[1024];
        find_group(&hierarchies[i], group, sizeof group);
        for (bool root = false; !root;) {
            root = !group[0];
            size_t left = left_in_group(&hierarchies[i], group);
            least = left < least ? left : least;
            if (!root)
                *strrchr(group, '/') = '\0';
        }
    }
    return least;
}

/* What `ulimit -v` leaves: the first number of statm is what this process has, in pages. */
static size_t left_of_address_space(void)
{
    struct rlimit limit;
    size_t pages = number_in_file("/proc/self/statm", "");
    if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY || pages == SIZE_MAX)
        return SIZE_MAX;
    size_t used = pages * (size_t)sysconf(_SC_PAGESIZE);
    return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

size_t memory_available(void)
{
    size_t kilobytes = number_in_file("/proc/meminfo", "MemAvailable:");
    size_t machine = kilobytes > SIZE_MAX / 1024 ? SIZE_MAX : kilobytes * 1024;
    size_t group = available_in_group(), own = left_of_address_space();
    size_t least = machine < group ? machine : group;
    return least < own ? least : own;
}

bool memory_suffices(size_t size, Error *error)
{
    enum { SMALL = 8 << 20 }; // granted unasked
    size_t available = size > SMALL ? memory_available() : SIZE_MAX;
    if (size > available)
        return error_set(error, "%zu MB are wanted but only %zu MB are free", size >> 20,
                         available >> 20);
    return true;
}

void *memory_reserve(size_t size, Error *error)
{
    if (!memory_suffices(size, error))
        return NULL;
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) {
        error_set(error, "%zu MB cannot be had: %s", size >> 20, strerror(errno));
        return NULL;
    }
    madvise(block, size, MADV_HUGEPAGE); // only speed hangs on it
    return block;
}

void memory_release(void *block, size_t size)
{
    if (block)
        munmap(block, size);
}

/* Pages that are given back come again one by one when they are used, in the middle of somebody's
 * turn; to write zeros into a small block is no slower, and done when it is asked for. */
void memory_clear(void *block, size_t size)
{
    enum { SMALL = 64 << 20 };
    if (size <= SMALL || madvise(block, size, MADV_DONTNEED))
        memset(block, 0, size);
}
