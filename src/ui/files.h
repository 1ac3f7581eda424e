/* files.h: whole files, read and written. */
#pragma once

#include "util/error.h"
#include "util/text.h"

bool file_write(const char *name, const Text *text, Error *error);
