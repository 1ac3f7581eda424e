/* help_forms.h: the rows of the command table in the forms other programs read: a manual page for
 * man, completions for shells. */
#pragma once

#include "util/error.h"
#include "util/text.h"

/* isolab(1), for man. */
void manual_print(Text *text);

/* For "bash", "zsh" or "fish"; refused for any other. */
bool completion_print(const char *shell, Text *text, Error *error);
