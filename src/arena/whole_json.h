/* whole_json.h: JSON without holes.
 *
 * A value that could not be had while JSON was being put together is easily overlooked: a list is
 * then short by one, an object by a member, and what is printed looks whole. So failures are
 * remembered where they happen, in the allocator, and what was built since is refused as text.
 */
#pragma once

#include <jansson.h>

#include "util/text.h"

/* Once, at the beginning of a program. */
void whole_json_watch(void);

/* Appends the JSON as text, by jansson's flags, and releases it. False without memory for all of
 * it, and for NULL; then what failed is forgotten. One thread at a time builds JSON. */
bool whole_json_print(json_t *json, size_t flags, Text *text);
