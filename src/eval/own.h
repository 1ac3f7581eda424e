/* own.h: heuristics that users bring, as a formula or as a C file.
 *
 * Both become a shared object, one a width, by the system's compiler (`cc`, or what CC names), kept
 * in a cache by content ($XDG_CACHE_HOME/isolab, ~/.cache/isolab). A row is made of it, which is
 * used like any other and lasts as long as the program: code cannot be taken away from under those
 * who may be calling it. The same text twice is the same row.
 *
 * A formula is arithmetic that we wrote out ourselves: it is called like a built-in. A C file is
 * somebody's program. It is never loaded into ours, not even to ask for its parameters: agents
 * that use it think in a process of their own (agent/agent.h), and single values are asked for
 * there too.
 */
#pragma once

#include <string.h>

#include "eval/heuristic.h"
#include "util/apart.h"

/* Whether a heuristic's name is one of these: `=own - opp`, `./my.c`. */
static inline bool own_is_named(const char *name, size_t length)
{
    return length > 0 && (name[0] == '=' || memchr(name, '/', length) ||
                          (length > 2 && !memcmp(name + length - 2, ".c", 2)));
}

/* Compiled if need be. NULL with a sentence: what the formula lacks, the compiler's own words with
 * the user's own line, or that there is no compiler. Safe from any thread. */
const Heuristic *own_find(const char *name, size_t length, Error *error);

/* Whether it is a C file, which must not run in this process. */
bool own_is_foreign(const Heuristic *heuristic);

/* A row for showing what once played: named, and nothing else. Nothing is compiled or looked for,
 * so that a run can be read when the file is long gone. NULL without memory. */
const Heuristic *own_kept(const char *name, size_t length, Error *error);

/* What a C file held when it was read, as 16 digits; "" for a formula, which says itself, and for a
 * row that is only kept. */
const char *own_content(const Heuristic *heuristic);

/* Whether nobody has said what it costs on the virtual clock; then it is charged as `improved`. */
bool own_lacks_price(const Heuristic *heuristic);

/* Of a C file: for the process that is allowed to load it. Fills `*row` with
 * functions that can be called here; `steps` counts the calls. */
bool own_load(const Heuristic *heuristic, Heuristic *row, volatile uint64_t *steps, Error *error);

/* Whether a value could not be had, or was no number, since this thread last asked. Of C files only
 * the last one that failed is known. Built-in heuristics never fail. */
bool own_take_fault(const Heuristic *heuristic, Error *error);
