/* checksum.h: CRC-32 as in zip, to tell damage from content. It finds every change of up to four
 * bytes in a row, and any other but for one in four thousand millions. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Of more bytes; begin with 0. */
uint32_t checksum_add(uint32_t checksum, const void *bytes, size_t length);
