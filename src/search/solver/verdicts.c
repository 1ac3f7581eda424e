/* verdicts.c: see verdicts.h. */
#include "search/solver/verdicts.h"

#include <stdio.h>

#include "util/memory.h"

static_assert(sizeof(VerdictLine_64) == VERDICTS_LINE, "a line is a cache line");
static_assert(sizeof(VerdictLine_128) == VERDICTS_LINE, "a line is a cache line");

/* As many as leave room for the rest of a key: the other blanks, two knights and, in a narrow
 * word, the verdict. */
static int least_index_bits(const Board *board)
{
    return board->narrow ? board->area + 2 * VERDICTS_KNIGHT_BITS_64 + 1 - 64
                         : board->area + 2 * VERDICTS_KNIGHT_BITS_128 - 128;
}

bool verdicts_init_bits(Verdicts *verdicts, const Board *board, int index_bits, Error *error)
{
    if (index_bits < least_index_bits(board))
        index_bits = least_index_bits(board);
    int rest = board->area - index_bits;
    int payload = 64 - 2 * VERDICTS_KNIGHT_BITS_64 - (rest > 0 ? rest : 0);
    *verdicts = (Verdicts){.size = (size_t)VERDICTS_LINE << index_bits,
                           .index_bits = index_bits,
                           .payload_bits = payload > 7 ? 7 : payload,
                           .narrow = board->narrow};
    assert(index_bits < 48 && (!board->narrow || verdicts->payload_bits > 0));
    verdicts->lines = memory_reserve(verdicts->size, error);
    if (!verdicts->lines)
        error_prefix(error, "table");
    return verdicts->lines != NULL;
}

bool verdicts_init(Verdicts *verdicts, const Board *board, size_t megabytes, Error *error)
{
    int index_bits = 14; // 1 MB of lines
    while (index_bits < 40 && (size_t)2 << index_bits <= megabytes << 14)
        index_bits++;
    bool made = verdicts_init_bits(verdicts, board, index_bits, error);
    if (!made && verdicts->size >> 20 < megabytes) {
        char asked[80];
        snprintf(asked, sizeof asked, "%zu MB, rounded down to a power of two", megabytes);
        error_prefix(error, asked);
    }
    return made;
}

void verdicts_free(Verdicts *verdicts)
{
    memory_release(verdicts->lines, verdicts->size);
    verdicts->lines = NULL;
}

void verdicts_clear(Verdicts *verdicts)
{
    memory_clear(verdicts->lines, verdicts->size);
}

/* Doublings of the work, as many as `limit` can tell apart. */
static unsigned work_level(uint64_t work, unsigned limit)
{
    unsigned level = (unsigned)(63 - __builtin_clzll(work | 1));
    if (limit < 32)
        level /= 2;
    return level < limit ? level : limit;
}

Verdict verdicts_find_64(const Verdicts *verdicts, VerdictKey_64 key)
{
    assert(verdicts->narrow);
    VerdictLine_64 *line = verdicts_line_64(verdicts, key.index);
    for (int i = 0; i < VERDICTS_WAYS_64; i++) {
        uint64_t word = atomic_load_explicit(*line + i, memory_order_relaxed);
        if (word >> verdicts->payload_bits == key.rest)
            return word & 1 ? VERDICT_WIN : VERDICT_LOSS;
    }
    return VERDICT_UNKNOWN;
}

/* An empty word (no position: both knights on one square) is the least of all. */
static int place_64(const Verdicts *verdicts, VerdictLine_64 *line, VerdictKey_64 key)
{
    uint64_t mask = ((uint64_t)1 << verdicts->payload_bits) - 1, least = UINT64_MAX;
    int place = 0;
    for (int i = 0; i < VERDICTS_WAYS_64; i++) {
        uint64_t word = atomic_load_explicit(*line + i, memory_order_relaxed);
        uint64_t kept = word == 0 ? 0 : (word & mask) + 1;
        if (word >> verdicts->payload_bits == key.rest)
            return i;
        if (kept < least) {
            least = kept;
            place = i;
        }
    }
    return place;
}

void verdicts_keep_64(Verdicts *verdicts, VerdictKey_64 key, Verdict verdict, uint64_t work)
{
    VerdictLine_64 *line = verdicts_line_64(verdicts, key.index);
    assert(verdicts->narrow && verdict != VERDICT_UNKNOWN);
    assert(!(key.rest >> (64 - verdicts->payload_bits)));
    unsigned level = work_level(work, (1u << (verdicts->payload_bits - 1)) - 1);
    atomic_store_explicit(*line + place_64(verdicts, line, key),
                          key.rest << verdicts->payload_bits | level << 1 | (unsigned)verdict,
                          memory_order_relaxed);
}

void verdicts_keep_anywhere_64(Verdicts *verdicts, VerdictKey_64 key, Verdict verdict,
                               uint64_t chance)
{
    assert(verdicts->narrow && verdict != VERDICT_UNKNOWN);
    VerdictLine_64 *line = verdicts_line_64(verdicts, key.index);
    atomic_store_explicit(*line + chance % VERDICTS_WAYS_64,
                          key.rest << verdicts->payload_bits | (unsigned)verdict,
                          memory_order_relaxed);
}

static unsigned info_of(uint64_t info, int way)
{
    return (unsigned)(info >> way * VERDICTS_INFO_BITS) & 0xFFFF;
}

/* Words are read with acquire: whoever sees one word of a later writer also sees its counter. */
static bool rest_matches(const VerdictLine_128 *line, int way, Bits_128 rest)
{
    return atomic_load_explicit(&line->rest[way][0], memory_order_acquire) == (uint64_t)rest &&
           atomic_load_explicit(&line->rest[way][1], memory_order_acquire) ==
               (uint64_t)(rest >> 64);
}

Verdict verdicts_find_128(const Verdicts *verdicts, VerdictKey_128 key)
{
    assert(!verdicts->narrow);
    VerdictLine_128 *line = verdicts_line_128(verdicts, key.index);
    uint64_t before = atomic_load_explicit(&line->counter, memory_order_acquire);
    if (before & 1)
        return VERDICT_UNKNOWN;
    uint64_t info = atomic_load_explicit(&line->info, memory_order_acquire);
    Verdict found = VERDICT_UNKNOWN;
    for (int i = 0; i < VERDICTS_WAYS_128 && found == VERDICT_UNKNOWN; i++)
        if (info_of(info, i) & VERDICTS_INFO_TAKEN && rest_matches(line, i, key.rest))
            found = info_of(info, i) & 1 ? VERDICT_WIN : VERDICT_LOSS;
    uint64_t after = atomic_load_explicit(&line->counter, memory_order_relaxed);
    return before == after ? found : VERDICT_UNKNOWN;
}

static int place_128(const VerdictLine_128 *line, uint64_t info, Bits_128 rest)
{
    int place = 0;
    for (int i = 0; i < VERDICTS_WAYS_128; i++) {
        if (info_of(info, i) & VERDICTS_INFO_TAKEN && rest_matches(line, i, rest))
            return i;
        if (info_of(info, i) < info_of(info, place))
            place = i;
    }
    return place;
}

/* `place` may be negative: where the work decides. */
static void write_128(Verdicts *verdicts, VerdictKey_128 key, Verdict verdict, unsigned level,
                      int place)
{
    assert(!verdicts->narrow && verdict != VERDICT_UNKNOWN && place < VERDICTS_WAYS_128);
    VerdictLine_128 *line = verdicts_line_128(verdicts, key.index);
    uint64_t counter = atomic_load_explicit(&line->counter, memory_order_relaxed);
    if (counter & 1 ||
        !atomic_compare_exchange_strong_explicit(&line->counter, &counter, counter + 1,
                                                 memory_order_acquire, memory_order_relaxed))
        return;
    uint64_t info = atomic_load_explicit(&line->info, memory_order_relaxed);
    if (place < 0)
        place = place_128(line, info, key.rest);
    uint64_t entry = VERDICTS_INFO_TAKEN | level << 1 | (unsigned)verdict;
    int shift = place * VERDICTS_INFO_BITS;
    info = (info & ~((uint64_t)0xFFFF << shift)) | entry << shift;
    atomic_store_explicit(&line->info, info, memory_order_release);
    atomic_store_explicit(&line->rest[place][0], (uint64_t)key.rest, memory_order_release);
    atomic_store_explicit(&line->rest[place][1], (uint64_t)(key.rest >> 64), memory_order_release);
    atomic_store_explicit(&line->counter, counter + 2, memory_order_release);
}

void verdicts_keep_128(Verdicts *verdicts, VerdictKey_128 key, Verdict verdict, uint64_t work)
{
    write_128(verdicts, key, verdict, work_level(work, 63), -1);
}

void verdicts_keep_anywhere_128(Verdicts *verdicts, VerdictKey_128 key, Verdict verdict,
                                uint64_t chance)
{
    write_128(verdicts, key, verdict, 0, (int)(chance % VERDICTS_WAYS_128));
}

static int taken_in_line(const Verdicts *verdicts, size_t index)
{
    int taken = 0;
    if (verdicts->narrow) {
        VerdictLine_64 *line = verdicts_line_64(verdicts, index);
        for (int i = 0; i < VERDICTS_WAYS_64; i++)
            taken += atomic_load_explicit(*line + i, memory_order_relaxed) != 0;
        return taken;
    }
    VerdictLine_128 *line = verdicts_line_128(verdicts, index);
    uint64_t info = atomic_load_explicit(&line->info, memory_order_relaxed);
    for (int i = 0; i < VERDICTS_WAYS_128; i++)
        taken += (info_of(info, i) & VERDICTS_INFO_TAKEN) != 0;
    return taken;
}

int verdicts_fill(const Verdicts *verdicts)
{
    enum { SAMPLE = 1000 };
    size_t lines = (size_t)1 << verdicts->index_bits;
    int taken = 0, ways = verdicts->narrow ? VERDICTS_WAYS_64 : VERDICTS_WAYS_128;
    for (size_t i = 0; i < SAMPLE; i++)
        taken += taken_in_line(verdicts, i * (lines / SAMPLE));
    return taken / ways;
}
