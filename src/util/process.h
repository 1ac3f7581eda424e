/* process.h: a child process that is spoken to line by line, and cannot hurt.
 *
 * The child is somebody else's program: it may hang, flood, write any bytes, close its ends, fork
 * or die. So every wait has a deadline (clock_now() seconds), what it wrote and nobody read yet
 * is bounded, and process_stop() always ends with no child, zombie or descriptor left.
 *
 * It runs under a guard (guard.h), so that whatever it started goes with it, also when the command
 * ends by itself and when we are killed. In a program without guards it has a process group of its
 * own and takes that along; what left the group is orphaned then, but holds nothing of ours. Its
 * descriptors are close-on-exec and its signals never reach us: writing to one that is gone is a
 * status, not a SIGPIPE. A Process belongs to one thread at a time; any number of them may run at
 * once.
 */
#pragma once

#include "util/error.h"

typedef struct Process Process;

typedef enum ProcessStatus {
    PROCESS_OK,
    PROCESS_LATE,   // the deadline passed
    PROCESS_CLOSED, // it ended, or closed the end that was needed
    PROCESS_LONG,   // a line of more than PROCESS_LINE_MAX bytes
} ProcessStatus;

enum { PROCESS_LINE_MAX = 65536, PROCESS_END_SIZE = 32 };

/* Starts `command` in /bin/sh. Standard error goes where ours goes, or nowhere. Success means
 * that the shell runs; a command it cannot find ends with exit status 127. */
Process *process_start(const char *command, bool show_errors, Error *error);

ProcessStatus process_write(Process *process, const char *bytes, size_t length, double deadline);

/* The next line without its end (\n or \r\n); NUL bytes are bytes like any other. It stays until
 * the next call. An unfinished line at the end of the output is dropped. */
ProcessStatus process_read_line(Process *process, double deadline, const char **line,
                                size_t *length);

/* Whether the command itself has ended, whoever else still holds its descriptors. */
bool process_has_ended(const Process *process);

/* "exit status 3", "signal 11" (also where the shell tells of it, as status 139); "" while it
 * runs. Returns `text`. */
const char *process_end(const Process *process, char text[PROCESS_END_SIZE]);

/* Closes its input, gives it so many seconds to end, then kills it and its own, and frees
 * everything. NULL is allowed. */
void process_stop(Process *process, double patience);
