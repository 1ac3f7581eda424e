/* memory.h: large blocks, asked for before they are needed.
 *
 * A machine that overcommits grants any block and kills the program when it is used. So a large
 * block is checked against what the machine, the control group this process lives in and its own
 * limit can really give, and is refused with a sentence if it is more.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "util/error.h"

/* Bytes that can be had without pushing anything out; SIZE_MAX if the system does not say. */
size_t memory_available(void);

/* Whether that many bytes can be had; if not, with a sentence. For those who will ask for them in
 * parts: a part that is granted but not yet written to still counts as free. */
bool memory_suffices(size_t size, Error *error);

/* A zeroed block aligned to a page, in huge pages where the system has them; give it back with
 * memory_release(). NULL with a sentence. */
void *memory_reserve(size_t size, Error *error);
void memory_release(void *block, size_t size);
void memory_clear(void *block, size_t size); // zero again
