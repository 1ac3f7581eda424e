/* resume_file.h: results in a file that a kill cannot spoil.
 *
 * A first line that says what the file is, then a line a result, with its checksum: CRC-32, as
 * eight hexadecimal digits, of the first line and its own text up to the blank before the digits.
 * So a line that was changed, or belongs to another file, is not believed. Lines are only ever
 * appended, each by one write; a last line that was cut short is dropped when the file is opened
 * again, and at once where the disk is full: then nothing more is appended. Anything else that is
 * not as it should be is refused with its line. One run at a time: the file is locked. Any thread
 * of it may append.
 */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/error.h"

typedef struct ResumeFile {
    int descriptor; // negative: not open
    const char *path;
    pthread_mutex_t mutex;
    uint32_t checksum; // of the first line
    int failure;       // of an append, as errno tells; 0: none
} ResumeFile;

/* What a file holds. */
typedef struct ResumeKind {
    char header[64];  // its first line, with the line's end
    const char *what; // a line is, for messages: "a solved placement"
    bool (*take)(void *context, const char *line, size_t length);
    void *context;
} ResumeKind;

/* Opens or creates, and takes over what is there line by line, without ends and checksums. Fails
 * when `stop` is set (NULL: nobody will). */
bool resume_file_open(ResumeFile *file, const char *path, const ResumeKind *kind,
                      const atomic_bool *stop, Error *error);

/* Adds end and checksum. False if it, or a line before it, could not be written. */
enum { RESUME_LINE_SIZE = 512 };
bool resume_file_append(ResumeFile *file, const char *line);

/* False with a sentence if anything could not be appended. */
bool resume_file_close(ResumeFile *file, Error *error);
