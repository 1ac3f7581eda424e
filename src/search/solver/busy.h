/* busy.h: who is searching what, so that threads spread out.
 *
 * A hint only: a slot holds the hash of the last position entered there, and a wrong answer
 * costs time, never truth.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { BUSY_SLOT_BITS = 12 };

typedef struct Busy {
    _Atomic(uint64_t) slots[1 << BUSY_SLOT_BITS];
} Busy;

static inline _Atomic(uint64_t) *busy_slot(Busy *busy, uint64_t key)
{
    return busy->slots + (key >> (64 - BUSY_SLOT_BITS));
}

static inline bool busy_has(Busy *busy, uint64_t key)
{
    return atomic_load_explicit(busy_slot(busy, key), memory_order_relaxed) == key;
}

static inline void busy_enter(Busy *busy, uint64_t key)
{
    atomic_store_explicit(busy_slot(busy, key), key, memory_order_relaxed);
}

static inline void busy_leave(Busy *busy, uint64_t key)
{
    if (busy_has(busy, key))
        atomic_store_explicit(busy_slot(busy, key), 0, memory_order_relaxed);
}
