/* pvs.c: principal-variation search.
 *
 * Negamax with a null window for every move but the first, iterative deepening, and a table
 * that gives each node the move that was best there before. Scores are the network's (see
 * eval/network.c) in points, from the active side's view; wins are counted from WIN downwards by
 * the ply at which they come, so shorter wins and longer losses are better.
 *
 * - Order: the table's move, then by a glance at the position after the move: the opponent's
 *   replies, the own further moves and, but for the last ply, what each side reaches in two steps.
 * - A forced move costs no depth: endings of single file are followed to their end.
 * - All moves but the first are looked at one ply less deep, late ones two; only what beats alpha
 *   there is searched in full.
 *
 * Threads search the same root and meet in the table; every other one starts a ply deeper so
 * that they do not walk in step. An entry is three words written without a lock. The key
 * words are stored exclusive-or the data, so an entry torn between two writers hardly ever
 * matches; hardly ever is not never, so with threads a won score is not called proved.
 *
 * What was tried, and what each gave, stands in docs/champion.md.
 */
#include "search/pvs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/network.h"
#include "util/memory.h"
#include "util/team.h"

enum { DEPTH_MAX = 255 }; // what an entry can say

enum { WIN = 30000, WON = WIN - 2 * SQUARE_LIMIT };

typedef enum Bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT } Bound;

/* Within one cache line. */
typedef struct Entry {
    _Alignas(32) atomic_uint_fast64_t data;
    atomic_uint_fast64_t low, high; // the blanks ^ data
} Entry;

/* What `data` packs. */
typedef struct Found {
    int score, depth;
    Bound bound;
    Square move;
} Found;

static_assert(sizeof(Entry) == 32, "two entries a cache line");
static_assert(WIN + SQUARE_LIMIT <= INT16_MAX, "an entry's score has 16 bits");

/* One thread's. */
typedef struct Memory {
    NetworkMemory network;
    NetworkSums sums[SQUARE_LIMIT + 1]; // by ply
} Memory;

struct Pvs {
    Network network;
    const NetworkWeights *weights;
    Entry *entries;
    size_t mask;
    Memory *memories; // one each for so many threads
    int threads;
    int width, height; // of the board it knows
};

static uint64_t entry_pack(Found found, Square active, Square passive)
{
    assert(abs(found.score) <= INT16_MAX && found.depth >= 0 && found.depth <= DEPTH_MAX);
    assert(found.move < SQUARE_NONE && found.bound != BOUND_NONE);
    return (uint64_t)(uint16_t)(int16_t)found.score | (uint64_t)(uint8_t)found.depth << 16 |
           (uint64_t)found.bound << 24 | (uint64_t)found.move << 32 | (uint64_t)active << 40 |
           (uint64_t)passive << 48;
}

static Found entry_unpack(uint64_t data)
{
    return (Found){.score = (int16_t)(uint16_t)data,
                   .depth = (int)(data >> 16 & 0xFF),
                   .bound = (Bound)(data >> 24 & 3),
                   .move = (Square)(data >> 32)};
}

static uint64_t entry_mix(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    return x ^ x >> 32;
}

static Entry *entry_of(const Pvs *pvs, uint64_t low, uint64_t high, Square active, Square passive)
{
    uint64_t knights = (uint64_t)active << 8 | passive;
    return &pvs->entries[entry_mix(entry_mix(low ^ knights * 0x9E3779B97F4A7C15u) ^ high) &
                         pvs->mask];
}

/* Wins are stored as seen from the entry's own node. */
static int score_to_entry(int score, int ply)
{
    return score > WON ? score + ply : score < -WON ? score - ply : score;
}

static int score_from_entry(int score, int ply)
{
    return score > WON ? score - ply : score < -WON ? score + ply : score;
}

static bool pvs_recall(const Pvs *pvs, Bits_128 blanks, Square active, Square passive, int ply,
                       Found *found)
{
    uint64_t low = (uint64_t)blanks, high = (uint64_t)(blanks >> 64);
    Entry *entry = entry_of(pvs, low, high, active, passive);
    uint64_t data = atomic_load_explicit(&entry->data, memory_order_relaxed);
    if ((atomic_load_explicit(&entry->low, memory_order_relaxed) ^ data) != low ||
        (atomic_load_explicit(&entry->high, memory_order_relaxed) ^ data) != high ||
        (data >> 40) != ((uint64_t)active | (uint64_t)passive << 8))
        return false;
    *found = entry_unpack(data);
    found->score = score_from_entry(found->score, ply);
    return found->bound != BOUND_NONE;
}

static void pvs_remember(const Pvs *pvs, Bits_128 blanks, Square active, Square passive, int ply,
                         Found found)
{
    uint64_t low = (uint64_t)blanks, high = (uint64_t)(blanks >> 64);
    Entry *entry = entry_of(pvs, low, high, active, passive);
    found.score = score_to_entry(found.score, ply);
    uint64_t data = entry_pack(found, active, passive);
    atomic_store_explicit(&entry->low, low ^ data, memory_order_relaxed);
    atomic_store_explicit(&entry->high, high ^ data, memory_order_relaxed);
    atomic_store_explicit(&entry->data, data, memory_order_relaxed);
}

/* A block of a size that is a multiple of its alignment, as the standard wants it. */
static void *allocate_aligned(size_t size)
{
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

Pvs *pvs_create(size_t megabytes, int threads, Error *error)
{
    assert(threads >= 1);
    threads = threads < PVS_THREADS_MAX ? threads : PVS_THREADS_MAX;
    size_t count = 1024;
    while (2 * count * sizeof(Entry) <= megabytes << 20)
        count *= 2;
    Pvs *pvs = allocate_aligned(sizeof *pvs);
    Memory *memories = allocate_aligned((size_t)threads * sizeof *memories);
    Entry *entries = NULL;
    if (pvs && memories)
        entries = memory_reserve(count * sizeof *entries, error);
    else
        error_out_of_memory(error);
    if (!entries) {
        free(memories);
        free(pvs);
        return NULL;
    }
    pvs->weights = (const NetworkWeights *)network_numbers;
    pvs->entries = entries;
    pvs->mask = count - 1;
    pvs->memories = memories;
    pvs->threads = threads;
    pvs->width = pvs->height = 0;
    return pvs;
}

static size_t pvs_size(const Pvs *pvs)
{
    return (pvs->mask + 1) * sizeof *pvs->entries;
}

void pvs_destroy(Pvs *pvs)
{
    if (!pvs)
        return;
    memory_release(pvs->entries, pvs_size(pvs));
    free(pvs->memories);
    free(pvs);
}

void pvs_forget(Pvs *pvs)
{
    memory_clear(pvs->entries, pvs_size(pvs));
}

void pvs_judge_by(Pvs *pvs, const NetworkWeights *weights)
{
    pvs_forget(pvs);
    pvs->weights = weights;
    pvs->width = pvs->height = 0;
}

/* The same squares on another board are another position. */
static void pvs_turn_to(Pvs *pvs, const Board *board)
{
    if (pvs->width == board->width && pvs->height == board->height)
        return;
    if (pvs->width)
        pvs_forget(pvs);
    pvs->width = board->width;
    pvs->height = board->height;
    network_init(&pvs->network, pvs->weights, board);
    for (int i = 0; i < pvs->threads; i++)
        network_memory_init(&pvs->memories[i].network, &pvs->network, board);
}

/* One thread's search. */
typedef struct Seeker {
    const Pvs *pvs;
    const SearchJob *job;
    Budget budget;
    Effort effort;
    const Square *moves; // of the root, shuffled
    int move_count;
    int first_depth;
    int threads; // alone, what the table says can be relied on: nobody else writes there
    bool leads;  // gives the answer, and ends the others
    Memory *memory;
    SearchResult result;
} Seeker;

#define TEMPLATE "search/pvs.tmpl.h"
#include "core/both_widths.h"

static void seek_move(void *context, int number)
{
    Seeker *seekers = context, *seeker = seekers + number;
    if (seeker->job->board->narrow)
        pvs_deepen_64(seeker);
    else
        pvs_deepen_128(seeker);
    for (int i = 1; seeker->leads && i < seeker->threads; i++)
        atomic_store(&seekers[i].budget.enough, true);
}

bool pvs_search(Pvs *pvs, const SearchJob *job, int threads, SearchResult *result)
{
    assert(position_both_placed(&job->position));
    Square moves[SQUARE_LIMIT];
    Seeker seekers[PVS_THREADS_MAX];
    int count = search_shuffled_moves(job, moves);
    search_begin(result, moves, count);
    if (count == 0)
        return true;
    pvs_turn_to(pvs, job->board);
    threads = threads < 1 ? 1 : threads > pvs->threads ? pvs->threads : threads;
    Limits limits = job->limits; // the job's nodes are for all threads together
    limits.nodes = (limits.nodes + (uint64_t)threads - 1) / (uint64_t)threads;
    for (int i = 0; i < threads; i++) {
        Seeker *seeker = seekers + i;
        *seeker = (Seeker){.pvs = pvs,
                           .job = job,
                           .moves = moves,
                           .move_count = count,
                           .first_depth = 1 + i % 2,
                           .leads = i == 0,
                           .threads = threads,
                           .memory = pvs->memories + i,
                           .result = *result};
        seeker->effort = search_start(&seeker->budget, &limits, job->stop);
    }
    int sought = team_run(threads, seek_move, seekers, NULL);
    *result = seekers[0].result;
    for (int i = 1; i < sought; i++)
        result->nodes += seekers[i].effort.nodes;
    return sought == threads;
}
