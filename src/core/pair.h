/* pair.h: two sets side by side in a vector, in both widths.
 *
 * A search asks the same of both sides: where each gets in so many steps. A step of two wide sets
 * at once is 49 instructions, of one alone 82. Plain vector arithmetic of the compiler: where the
 * machine has no such registers it does the same in halves.
 */
#pragma once

#include <stdbool.h>

#include "core/geometry.h"

#define TEMPLATE "core/pair.tmpl.h"
#include "core/both_widths.h"
