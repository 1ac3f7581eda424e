/* fail_malloc.c: memory that runs out when told, loaded before the C library (LD_PRELOAD).
 *
 *   FAIL_AT=N       the N-th allocation (from 1) fails
 *   FAIL_AFTER=1    and so does every one after it
 *   FAIL_REPORT=FD  a byte is written there for each failure, so that whoever tries every N
 *                   knows when N is past the last allocation
 *
 * Counting starts when the program does; what the loader needed before is not its business.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static long fail_at, allocations;
static bool fail_after;
static int report = -1;

__attribute__((constructor)) static void read_settings(void)
{
    const char *after = getenv("FAIL_AFTER"), *descriptor = getenv("FAIL_REPORT");
    const char *at = getenv("FAIL_AT");
    fail_after = after && *after == '1';
    report = descriptor ? atoi(descriptor) : -1;
    fail_at = at ? atol(at) : 0;
}

static bool fails(void)
{
    if (fail_at == 0)
        return false;
    long number = __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
    if (number != fail_at && !(fail_after && number > fail_at))
        return false;
    if (report >= 0 && write(report, "x", 1) < 0)
        _exit(99);
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return fails() ? NULL : __libc_realloc(memory, size);
}
