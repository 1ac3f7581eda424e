/* prompt.h: a line asked of a person.
 *
 * Where both ends are a terminal that can be redrawn and the program was built with readline, the
 * line can be edited, the arrow keys bring back earlier ones, and Tab completes words and names of
 * files. Elsewhere it is read as it comes.
 */
#pragma once

#include "util/input.h"
#include "util/suggest.h"

/* As input_line() does from `input`, which is standard input; `words` are those a line may begin
 * with. Afterwards the terminal is as it was, also where the input's `stop` ended the waiting. */
bool prompt_read(const char *prompt, NameAt words, Input *input, char *line, size_t size,
                 size_t *length);
