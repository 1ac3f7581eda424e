/* files.h: whole files read, and written, but never over the database. */
#pragma once

#include "util/error.h"
#include "util/text.h"

/* Appends what is in the file; one that is larger than FILE_LIMIT is refused. */
enum { FILE_LIMIT = 1 << 20 };
bool file_read(const char *name, Text *text, Error *error);

/* Whether `name` can be written: for commands that work for hours before they do. */
bool file_can_be_written(const char *name, Error *error);

/* The same, and that it is not the database, which would be the end of it; file_write() asks for
 * that again. */
bool file_is_free(const char *name, const char *database, Error *error);

bool file_write(const char *name, const char *database, const Text *text, Error *error);
