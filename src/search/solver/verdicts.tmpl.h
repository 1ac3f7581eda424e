/* verdicts.tmpl.h: included by verdicts.h once per width. See there. */

#if BITS == 64
enum { VERDICTS_KNIGHT_BITS_64 = 6 };
typedef _Atomic(uint64_t) VerdictLine_64[VERDICTS_WAYS_64];
#else
enum { VERDICTS_KNIGHT_BITS_128 = 7, VERDICTS_INFO_BITS = 16, VERDICTS_INFO_TAKEN = 1 << 8 };
typedef struct VerdictLine_128 {
    _Atomic(uint64_t) counter; // odd while being written
    _Atomic(uint64_t) info;    // 16 bits an entry: taken, work, result
    _Atomic(uint64_t) rest[VERDICTS_WAYS_128][2];
} VerdictLine_128;
#endif

typedef struct WIDE(VerdictKey) {
    size_t index;
    Bits rest;
} WIDE(VerdictKey);

static inline uint64_t WIDE(verdicts_mix)(Bits rest)
{
    uint64_t hash = (uint64_t)rest * 0x9E3779B97F4A7C15u;
#if BITS == 128
    hash = (hash ^ hash >> 29 ^ (uint64_t)(rest >> 64)) * 0xD6E8FEB86659FD93u;
#endif
    return (hash ^ hash >> 32) * 0xBF58476D1CE4E5B9u;
}

/* Both knights must be placed. */
static inline WIDE(VerdictKey) WIDE(verdicts_key)(const Verdicts *verdicts, Node node)
{
    enum { KNIGHT = WIDE(VERDICTS_KNIGHT_BITS) };
    assert(node.active < 1 << KNIGHT && node.passive < 1 << KNIGHT && node.active != node.passive);
    Bits knights = (Bits)node.active << KNIGHT | node.passive;
    Bits rest = node.blanks >> verdicts->index_bits << 2 * KNIGHT | knights;
    size_t low = (size_t)node.blanks & (((size_t)1 << verdicts->index_bits) - 1);
    return (WIDE(VerdictKey)){low ^ WIDE(verdicts_mix)(rest) >> (64 - verdicts->index_bits), rest};
}

static inline void *WIDE(verdicts_line)(const Verdicts *verdicts, size_t index)
{
    assert(verdicts->lines && index < verdicts->size / VERDICTS_LINE);
    return verdicts->lines + index * VERDICTS_LINE;
}

static inline void WIDE(verdicts_prefetch)(const Verdicts *verdicts, WIDE(VerdictKey) key)
{
    __builtin_prefetch(WIDE(verdicts_line)(verdicts, key.index));
}

Verdict WIDE(verdicts_find)(const Verdicts *verdicts, WIDE(VerdictKey) key);

/* In the place of the same position, else of the least work. */
void WIDE(verdicts_keep)(Verdicts *verdicts, WIDE(VerdictKey) key, Verdict verdict, uint64_t work);

/* In a place that `chance` says: for a table of one thread, small enough to stay in the
 * processor's cache, where what was proved last is what is asked next. */
void WIDE(verdicts_keep_anywhere)(Verdicts *verdicts, WIDE(VerdictKey) key, Verdict verdict,
                                  uint64_t chance);
