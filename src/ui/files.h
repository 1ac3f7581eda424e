/* files.h: whole files written, and never over the database. */
#pragma once

#include "util/error.h"
#include "util/text.h"

/* Whether `name` may be written: it is not the database, which would be the end of it. For
 * commands that play for hours before they write; file_write() asks again. */
bool file_is_free(const char *name, const char *database, Error *error);

bool file_write(const char *name, const char *database, const Text *text, Error *error);
