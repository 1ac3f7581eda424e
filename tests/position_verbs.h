/* position_verbs.h: what tests/positions/ can assert.
 *
 * A line `VERB ARGUMENT = EXPECTED` is checked by letting the verb write what is the case and
 * comparing the texts, blanks between words aside. A new verb is one function and one row in
 * position_verbs.c.
 */
#pragma once

#include "support.h"
#include "util/text.h"

typedef struct PositionVerb {
    const char *name; // the line's first word
    const char *meaning;
    bool standalone; // asks nothing of the case's position
    void (*write)(const Given *given, const char *argument, Text *actual);
} PositionVerb;

const PositionVerb *position_verb_find(const char *name); // NULL: there is no such verb
