/* spec.h: reading `NAME,key=value,...`, the form of heuristic and agent specs. */
#pragma once

#include "util/error.h"
#include "util/slice.h"

typedef struct SpecItem {
    Slice key, value;
} SpecItem;

/* Takes the next `key=value` from `*rest`, which is at a comma or at the end, and moves on. At the
 * end: true, with an empty key, which no item has. */
bool spec_next(Slice *rest, SpecItem *item, Error *error);

/* How long the name before the first setting is, which may be a formula. */
size_t spec_head(const char *text, size_t length);
