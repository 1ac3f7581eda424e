/* sample.h: which games a page can carry, and how.
 *
 * A page has room for some thousands. Where there are more, every pairing gets the same number
 * of openings: half of them evenly spread over all it played, the other half those most worth a
 * look (forfeits, then openings the lower-rated agent won from both sides, then any won from
 * both sides, then long games). Games are offered in the store's order and one pass decides, so
 * memory is that of the sample.
 */
#pragma once

#include "lab/standing.h"

enum { SAMPLE_GAMES = 4000 };

typedef struct Sample {
    StoredGame *games; // in the order of pairing, opening, side once finished
    int count, capacity;
    bool everything;   // nothing was left out
    bool failed;       // out of memory
    int64_t openings;  // a pairing was to play
    int64_t spread;    // of them, taken evenly
    int notable_limit; // and taken for what happened in them
    struct Notable *notable;
    int notable_count;
    StoredGame before; // the game offered last
} Sample;

/* `limit` games about (a pairing's share is rounded). */
bool sample_create(Sample *sample, const Standing *standing, int limit, Error *error);
void sample_destroy(Sample *sample);

void sample_offer(Sample *sample, const Standing *standing, const StoredGame *stored);

/* After the last was offered. False if memory ran out on the way. */
bool sample_finish(Sample *sample, Error *error);

/* The games for the page's board, in few bytes:
 *
 *     {"width":7, "height":7, "agents":[name...], "pairings":[[a, b]...],
 *      "openings":{"0":"d4c2"...}, "games":[[pairing, opening, side, winner, reason, attacker,
 *      moves, fault]...]}
 *
 * A move is two characters: the file's letter and the rank as a digit of a system to base 43
 * (1-9, A-Z, a-g). An opening whose moves are not known is a FEN, which has a slash in it.
 * Winner and attacker are sides of the board (0 first, 1 second, -1 nobody); a fault is there
 * only where a side forfeited.
 */
void sample_print(const Sample *sample, const Standing *standing, Text *text);
