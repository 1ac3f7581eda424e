/* both_widths.h: includes TEMPLATE once per width (see width.h). No guard: it is a loop. */
#include "core/width.h"

#define BITS 64
#include TEMPLATE
#undef BITS

#define BITS 128
#include TEMPLATE
#undef BITS

#undef TEMPLATE
