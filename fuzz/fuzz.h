/* fuzz.h: what libFuzzer calls. */
#pragma once

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* For targets that read specs: without a cache no formula and no file is ever compiled, which would
 * be the compiler's fuzzing. */
#define FUZZ_WITHOUT_COMPILER                                                                      \
    int LLVMFuzzerInitialize(int *count, char ***words);                                           \
    int LLVMFuzzerInitialize(int *count, char ***words)                                            \
    {                                                                                              \
        (void)count;                                                                               \
        (void)words;                                                                               \
        return setenv("XDG_CACHE_HOME", "/dev/null", 1);                                           \
    }
