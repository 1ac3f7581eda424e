#include "util/memory.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

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

static size_t available_in_group(void)
{
    static const char *const files[][2] = {
        {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
        {"/sys/fs/cgroup/memory/memory.limit_in_bytes",
         "/sys/fs/cgroup/memory/memory.usage_in_bytes"},
    };
    for (int i = 0; i < 2; i++) {
        size_t limit = number_in_file(files[i][0], "");
        size_t used = number_in_file(files[i][1], "");
        if (limit != SIZE_MAX && used != SIZE_MAX)
            return limit > used ? limit - used : 0;
    }
    return SIZE_MAX;
}

size_t memory_available(void)
{
    size_t kilobytes = number_in_file("/proc/meminfo", "MemAvailable:");
    size_t machine = kilobytes > SIZE_MAX / 1024 ? SIZE_MAX : kilobytes * 1024;
    size_t group = available_in_group();
    return machine < group ? machine : group;
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

void memory_clear(void *block, size_t size)
{
    if (madvise(block, size, MADV_DONTNEED))
        memset(block, 0, size);
}
