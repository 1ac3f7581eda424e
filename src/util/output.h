/* output.h: files written whole or not at all.
 *
 * What is written goes into a new file beside the one that is meant, and takes its place, with its
 * owner and permissions, once all of it is on the disk. So a full disk or a kill costs nothing
 * that was there before (a kill may leave the new file, NAME.N.part). A symbolic link stays, and
 * the file that it leads to is replaced, or made. What is no file, a device or a pipe, is written
 * to as it stands; a pipe nobody reads from is waited for until `stop` is set (NULL: nothing sets
 * it).
 */
#pragma once

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>

#include "util/error.h"
#include "util/text.h"

typedef struct Output {
    FILE *stream; // to write to
    const char *name;
    const atomic_bool *stop;
    int descriptor;
    int failure;           // of a write, as errno tells
    char target[PATH_MAX]; // the file, past all links
    char part[PATH_MAX];   // the new file beside it; "" where there is none to replace
} Output;

/* Whether `name` can be written: for commands that work for hours before they do. */
bool output_check(const char *name, Error *error);

/* Whether two names are one file, or would become one. */
bool output_is_same(const char *one, const char *other);

/* The Output must not move until output_end(), which follows wherever output_begin() was true. It
 * drops what is not `whole`; then, and where it fails, the old file stays as it was. */
bool output_begin(Output *output, const char *name, const atomic_bool *stop, Error *error);
bool output_end(Output *output, bool whole, Error *error);

/* The sentence for a write to the stream that failed; output_end() gives it too. Always false. */
bool output_fail(const Output *output, Error *error);

bool output_write(const char *name, const Text *text, const atomic_bool *stop, Error *error);
