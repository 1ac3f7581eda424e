/* spec.h: reading `NAME,key=value,...`, the form of heuristic and agent specs. */
#pragma once

#include <stddef.h>

#include "util/error.h"

typedef struct SpecItem {
    const char *key;
    size_t key_length;
    const char *value;
    size_t value_length;
} SpecItem;

/* Takes the next `key=value` from `*text`, which is at a comma or at the end, and moves on.
 * At the end: true, with a NULL key. */
bool spec_next(const char **text, size_t *length, SpecItem *item, Error *error);

/* How long the name before the first setting is, which may be a formula. */
size_t spec_head(const char *text, size_t length);
