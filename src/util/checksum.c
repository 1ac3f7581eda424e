#include "util/checksum.h"

uint32_t checksum_add(uint32_t checksum, const void *bytes, size_t length)
{
    const unsigned char *next = bytes;
    checksum = ~checksum;
    for (size_t i = 0; i < length; i++) {
        checksum ^= next[i];
        for (int bit = 0; bit < 8; bit++)
            checksum = checksum >> 1 ^ (checksum & 1 ? 0xEDB88320u : 0);
    }
    return ~checksum;
}

uint64_t fingerprint_add(uint64_t fingerprint, const void *bytes, size_t length)
{
    const unsigned char *next = bytes;
    for (size_t i = 0; i < length; i++)
        fingerprint = (fingerprint ^ next[i]) * 0x100000001B3u;
    return fingerprint;
}
