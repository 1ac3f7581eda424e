/* table.tmpl.h: included by table.h once per width. See there. */

#if BITS == 64
enum { TABLE_KNIGHT_BITS_64 = 6 };
typedef _Atomic(uint64_t) TableLine_64[TABLE_WAYS_64];
#else
enum { TABLE_KNIGHT_BITS_128 = 7, TABLE_INFO_BITS = 16, TABLE_INFO_TAKEN = 1 << 8 };
typedef struct TableLine_128 {
    _Atomic(uint64_t) counter; // odd while being written
    _Atomic(uint64_t) info;    // 16 bits an entry: taken, work, result
    _Atomic(uint64_t) rest[TABLE_WAYS_128][2];
} TableLine_128;
#endif

typedef struct WIDE(TableKey) {
    size_t index;
    Bits rest;
} WIDE(TableKey);

static inline uint64_t WIDE(table_mix)(Bits rest)
{
    uint64_t hash = (uint64_t)rest * 0x9E3779B97F4A7C15u;
#if BITS == 128
    hash = (hash ^ hash >> 29 ^ (uint64_t)(rest >> 64)) * 0xD6E8FEB86659FD93u;
#endif
    return (hash ^ hash >> 32) * 0xBF58476D1CE4E5B9u;
}

/* Both knights must be placed. */
static inline WIDE(TableKey) WIDE(table_key)(const Table *table, Node node)
{
    enum { KNIGHT = WIDE(TABLE_KNIGHT_BITS) };
    Bits knights = (Bits)node.active << KNIGHT | node.passive;
    Bits rest = node.blanks >> table->index_bits << 2 * KNIGHT | knights;
    size_t low = (size_t)node.blanks & (((size_t)1 << table->index_bits) - 1);
    return (WIDE(TableKey)){low ^ WIDE(table_mix)(rest) >> (64 - table->index_bits), rest};
}

static inline void *WIDE(table_line)(const Table *table, size_t index)
{
    return table->lines + index * TABLE_LINE;
}

static inline void WIDE(table_prefetch)(const Table *table, WIDE(TableKey) key)
{
    __builtin_prefetch(WIDE(table_line)(table, key.index));
}

Verdict WIDE(table_find)(const Table *table, WIDE(TableKey) key);

/* In the place of the same position, else of the least work. */
void WIDE(table_keep)(Table *table, WIDE(TableKey) key, Verdict verdict, uint64_t work);

/* In a place that `chance` says: for a table of one thread, small enough to stay in the
 * processor's cache, where what was proved last is what is asked next. */
void WIDE(table_keep_anywhere)(Table *table, WIDE(TableKey) key, Verdict verdict, uint64_t chance);
