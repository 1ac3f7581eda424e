/* terminal.h: what the terminal in front of us can show, and how to leave it. */
#pragma once

#include <stdatomic.h>

#include "core/drawing.h"

/* Unicode where the locale's encoding is UTF-8, colour where standard output is a terminal
 * that has it and NO_COLOR is not set. */
DrawingStyle terminal_style(void);

/* Standard output is a terminal that can be cleared and drawn anew. */
bool terminal_can_redraw(void);

/* From now on Ctrl-C sets the flag that is returned instead of ending the program; waiting for
 * input ends too. A second Ctrl-C ends the program as usual. */
const atomic_bool *terminal_catch_interrupt(void);

/* Ends the program as Ctrl-C would have; call it when all is tidy. */
void terminal_die_of_interrupt(void);
