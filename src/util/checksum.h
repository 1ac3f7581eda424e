/* checksum.h: bytes in a number. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* CRC-32 as in zip, to tell damage from content. It finds every change of up to four bytes in a
 * row, and any other but for one in four thousand millions. Of more bytes; begin with 0. */
uint32_t checksum_add(uint32_t checksum, const void *bytes, size_t length);

/* FNV-1a, 64 bits: to tell one content from another where nobody means harm. Of more bytes; begin
 * with FINGERPRINT_START. */
#define FINGERPRINT_START 0xCBF29CE484222325u
uint64_t fingerprint_add(uint64_t fingerprint, const void *bytes, size_t length);
