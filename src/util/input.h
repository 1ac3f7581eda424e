/* input.h: what others have written, read without hanging.
 *
 * A name may lead to anything: a file, a directory, a device that never ends, a pipe that nobody
 * writes to. So every wait ends when the reader's `stop` is set, from whichever thread or signal
 * (NULL: nothing sets it), what is read whole has a limit, and lines are read in bounded memory.
 * An Input belongs to one thread.
 */
#pragma once

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>

#include "util/error.h"
#include "util/text.h"

enum { INPUT_BLOCK = 16384 };

typedef struct Input {
    int descriptor;
    const atomic_bool *stop;
    int failure; // why there is no more, as errno tells: 0 it ended, EINTR it was stopped
    size_t at, end;
    unsigned char bytes[INPUT_BLOCK];
} Input;

/* input_close() belongs to input_open() alone: a descriptor that was there already stays open. */
bool input_open(Input *input, const char *name, const atomic_bool *stop, Error *error);
void input_start(Input *input, int descriptor, const atomic_bool *stop);
void input_close(Input *input);

/* The sentence for a failure, on `name`. Always false. */
bool input_fail(const Input *input, const char *name, Error *error);

bool input_fill(Input *input); // for input_byte(): when all that was read is used up

static inline int input_byte(Input *input) // EOF: no more
{
    return input->at < input->end || input_fill(input) ? input->bytes[input->at++] : EOF;
}

/* Reads one line without its end (a carriage return counts as part of it). What does not fit is
 * skipped but counted in `*length`, so a length above `size` tells a line that was too long.
 * False where there is none, or not all of it because of a failure. */
bool input_line(Input *input, char *line, size_t size, size_t *length);

/* Appends all that is left, which is refused if it is more than so many MB. */
bool input_rest(Input *input, const char *name, size_t megabytes, Text *text, Error *error);

/* Appends what a file holds. */
bool input_read(const char *name, size_t megabytes, const atomic_bool *stop, Text *text,
                Error *error);

/* Where a file stands that came with this program, named from its folder on, as in a build folder.
 * False if there is none to read. */
bool input_beside_program(const char *name, char path[PATH_MAX]);
