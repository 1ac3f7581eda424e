#include "arena/whole_json.h"

#include <stdatomic.h>
#include <stdlib.h>

/* The one thing here that outlives a call: jansson's allocators take no context. */
static atomic_bool allocation_failed;

static void *allocate(size_t size)
{
    void *block = malloc(size);
    if (!block)
        atomic_store(&allocation_failed, true);
    return block;
}

void whole_json_watch(void)
{
    json_set_alloc_funcs(allocate, free);
}

static int append_dumped(const char *bytes, size_t length, void *text)
{
    text_append_bytes(text, bytes, length);
    return text_ok(text) ? 0 : -1;
}

/* Not json_dumps(): it overlooks a failed allocation within an object's key. */
bool whole_json_print(json_t *json, size_t flags, Text *text)
{
    bool good = json && !json_dump_callback(json, append_dumped, text, flags) && text_ok(text);
    json_decref(json);
    return !atomic_exchange(&allocation_failed, false) && good;
}
