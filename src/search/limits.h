/* limits.h: what a search is allowed, as data and as text.
 *
 * Any limit may be absent (zero); where several are given the tightest counts.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "util/error.h"
#include "util/text.h"

typedef struct Limits {
    double seconds;          // time=: wall clock
    uint64_t nodes;          // nodes=: positions visited
    int depth;               // depth=: plies
    double virtual_seconds;  // virtual=: the studies' clock (budget.h)
    double virtual_node;     // virtual-node=: seconds a node costs on it; 0: the usual 5.5 us
    double virtual_slowness; // virtual-slowness=: times all its prices; 0: the usual 4.5
} Limits;

/* Whether any limit is given; whether one but depth is, so that any search ends. */
bool limits_are_set(const Limits *limits);
bool limits_are_finite(const Limits *limits);

/* Whether a search within them is to go the same way every time: something ends it, and not the
 * clock. */
bool limits_repeat(const Limits *limits);

/* `150ms`, `2s`, `80us`, `1m`; from a nanosecond to a day. */
bool duration_parse(const char *text, size_t length, double *seconds, Error *error);

/* Sets the limit called `key`. `*known` tells whether there is one of that name; if not, the
 * call succeeds and changes nothing. */
bool limits_set(Limits *limits, const char *key, size_t key_length, const char *value,
                size_t value_length, bool *known, Error *error);

/* Reads `nodes=5000` or `virtual=150ms,virtual-node=14us`. */
bool limits_parse(const char *text, size_t length, Limits *limits, Error *error);

/* Appends `,nodes=5000` and so on, as limits_set() reads it. */
void limits_print(const Limits *limits, Text *text);
