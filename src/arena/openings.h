/* openings.h: where games start.
 *
 * The attacker nearly always wins with good play, so unpaired games measure the opening, not
 * the agent. Every opening is therefore played twice with sides swapped, and every pairing of
 * a run plays the same ones. Opening i depends only on the settings and i: it can be made in
 * any process without the others.
 */
#pragma once

#include <stdatomic.h>

#include "core/notation.h"
#include "util/random.h"
#include "util/text.h"

typedef enum OpeningKind {
    OPENINGS_RANDOM, // `plies` random moves, placements included; 2 is random placements
    OPENINGS_ALL,    // every placement of both knights, one of each class under symmetry
    OPENINGS_FILE,   // position texts, a line each
} OpeningKind;

typedef struct OpeningSettings {
    OpeningKind kind;
    int plies;               // OPENINGS_RANDOM
    const char *file;        // OPENINGS_FILE
    const char *text;        // what the file held, where that is known; NULL: it is read
    const atomic_bool *stop; // ends the reading; NULL: nothing does
    uint64_t seed;
} OpeningSettings;

typedef struct Opening {
    Position position;
    MoveList moves; // that lead there from the empty board; none if its text was a FEN
} Opening;

typedef struct Openings {
    OpeningSettings settings;
    Board board;
    Opening *list; // OPENINGS_ALL and OPENINGS_FILE
    int count;     // of the list; 0 for OPENINGS_RANDOM, which never ends
} Openings;

enum { OPENINGS_FILE_MEGABYTES = 64 }; // at most

/* For OPENINGS_FILE, `board` NULL: the board is that of the file, whose lines must agree on one. */
bool openings_create(Openings *openings, const Board *board, const OpeningSettings *settings,
                     Error *error);
void openings_destroy(Openings *openings);

/* A line each of what a file held, such that it makes the same openings as `text`; nothing where
 * there is no file. */
void openings_print(const Openings *openings, Text *text);

/* The i-th opening; a list starts over at its end. */
Opening openings_at(const Openings *openings, int64_t i);

/* `7x7 d4 c2`, or a FEN where no moves are known. */
enum { OPENING_TEXT_SIZE = GAME_TEXT_SIZE };
const char *opening_print(const Board *board, const Opening *opening, char text[OPENING_TEXT_SIZE]);
