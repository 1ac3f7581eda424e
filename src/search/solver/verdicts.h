/* verdicts.h: what has been proved, by position.
 *
 * Shared by any number of threads without locks. An entry is either exactly right or not found:
 *
 * Keys are whole. A position is its blanks and its two knights; the low bits of the blanks are
 * hidden by xor with a hash of all the rest, and that is the index of a line of 64 bytes. Index
 * and rest together give the position back, so only the rest is stored, and no two positions
 * share an index and a rest: a match is the position, not a likeness of it.
 *
 * Reads are whole. Up to 64 squares the rest, the result and the work fit one word, read and
 * written by one atomic access: eight entries a line. Wider boards need two words an entry:
 * three entries a line, guarded by a counter that is odd while the line is being written. A
 * reader that sees it odd or changed takes the line for empty, and a writer that finds another
 * at work drops its result. The counter has 64 bits and does not come round.
 *
 * Results are kept by the work they stand for, the least goes first.
 */
#pragma once

#include <stdatomic.h>

#include "core/position.h"

enum { VERDICTS_LINE = 64, VERDICTS_WAYS_64 = 8, VERDICTS_WAYS_128 = 3 };

typedef enum Verdict { VERDICT_UNKNOWN = -1, VERDICT_LOSS, VERDICT_WIN } Verdict; // of the mover

typedef struct Verdicts {
    unsigned char *lines;
    size_t size; // bytes
    int index_bits;
    int payload_bits; // narrow: a word's low bits, the result and the work
    bool narrow;
} Verdicts;

/* The largest table of at most that many MB. False with a sentence if the machine has not got
 * them. */
bool verdicts_init(Verdicts *verdicts, const Board *board, size_t megabytes, Error *error);

/* A table of 2^index_bits lines, or more where the rest of a key would not fit its words: 2^13 for
 * 64 squares, 2^14 for 128. */
bool verdicts_init_bits(Verdicts *verdicts, const Board *board, int index_bits, Error *error);
void verdicts_free(Verdicts *verdicts);
void verdicts_clear(Verdicts *verdicts); // nobody else may be using it

/* Of 1000 entries, how many are taken; looks at a sample. */
int verdicts_fill(const Verdicts *verdicts);

#define TEMPLATE "search/solver/verdicts.tmpl.h"
#include "core/both_widths.h"
