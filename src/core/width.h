/* width.h: one text for two board widths.
 *
 * Hot code is written in a file `*.tmpl.h` with the names below and compiled twice, for 64 and
 * for 128 bits, the way dav1d compiles its files per bit depth:
 *
 *     #define TEMPLATE "core/perft.tmpl.h"
 *     #include "core/both_widths.h"
 *
 * Inside, BITS is 64 or 128, Bits is that integer and WIDE(name) is name_64 or name_128.
 */
#pragma once

#define WIDE_PASTE(name, bits)  name##_##bits
#define WIDE_EXPAND(name, bits) WIDE_PASTE(name, bits)
#define WIDE(name)              WIDE_EXPAND(name, BITS)

#define Bits     WIDE(Bits)
#define Geometry WIDE(Geometry)
#define Node     WIDE(Node)
#define Pair     WIDE(Pair)
