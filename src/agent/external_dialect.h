/* external_dialect.h: how engines spell positions and moves, and what they tell while thinking.
 *
 * All dialects are UCI; they differ in what stands in `position fen`, in how a move is written,
 * and in whether the engine can be asked where to place. Pure functions, any bytes are safe.
 */
#pragma once

#include "core/fen.h"
#include "search/search.h"
#include "util/slice.h"

typedef struct Dialect {
    bool places;         // its `position` can have knights in hand
    bool has_virtual;    // its `go` knows the virtual clock
    const char *variant; // what UCI_Variant is unless the spec sets it; NULL: nothing
    const char *fen_tail;
    bool (*read_move)(const Board *board, const Position *position, Slice word, Square *move,
                      Error *error);
} Dialect;

/* In the order of the parameter `dialect`. */
enum { DIALECT_ISOLAB, DIALECT_FAIRY, DIALECT_COUNT };
#define DIALECT_CHOICES "isolab|fairy"

extern const Dialect dialects[DIALECT_COUNT];

/* A move that is legal, or a sentence that quotes the word. */
bool dialect_read_move(const Dialect *dialect, const Board *board, const Position *position,
                       Slice word, Square *move, Error *error);

/* What stands behind `info`: depth, nodes, score (centipawns as hundredths, a mate as infinite)
 * and pv as far as it is legal. What is not told or not understood is left as it was. */
void dialect_read_info(const Dialect *dialect, const SearchJob *job, Slice rest,
                       SearchResult *result);
