/* terminal.h: what the terminal in front of us can show. */
#pragma once

#include "core/drawing.h"

/* Unicode where the locale's encoding is UTF-8, colour where standard output is a terminal
 * that has it and NO_COLOR is not set. */
DrawingStyle terminal_style(void);

/* Standard output is a terminal that can be cleared and drawn anew. */
bool terminal_can_redraw(void);
