/* record.h: plays the games of a run that are not stored yet, and stores them.
 *
 * Games are committed in batches, several times a second; only what is committed is counted,
 * shown or judged. Stop it, kill it, start it again: it goes on with exactly the missing games.
 */
#pragma once

#include <stdatomic.h>

#include "store/store.h"

/* Standing of one pairing, over committed games. */
typedef struct RecordScore {
    int64_t games, a_wins;
    int64_t pairs[3];       // complete opening pairs by A's points
    int64_t forfeits;       // games that did not end by a side being stuck
    double longest_overrun; // seconds past a `time` budget, over both sides
} RecordScore;

typedef struct Record {
    const Tournament *tournament;
    int64_t done;         // games committed, those of earlier sittings included
    int64_t already_done; // of them, stored before this sitting
    double started;       // clock_now() at the start of this sitting
    bool kept;            // where it failed: what is counted is stored all the same
    int idle_ranks;       // that had nothing to do, for agents play by the clock
    RecordScore *scores;  // by pairing
    uint8_t *outcome;     // by game: 0 not stored, 1 A lost, 2 A won
} Record;

typedef struct RecordSettings {
    Store *store;
    int64_t run;
    int threads;
    const atomic_bool *stop; // NULL: nobody will
    /* Told after commits and a few times a second; `*enough` ends the run early. NULL: nobody
     * is told. */
    void (*watch)(void *context, const Record *record, bool *enough);
    void *context;
} RecordSettings;

/* Reads what is stored and plays the rest. `record` is valid after, also on failure, until
 * record_destroy(). A run whose games are all stored is marked finished. */
bool record_games(Record *record, const Tournament *tournament, const RecordSettings *settings,
                  Error *error);
void record_destroy(Record *record);

bool record_is_complete(const Record *record);

/* Whether both games of an opening pair are stored; then `*points` are what A won. A sequential
 * test that goes through the pairs in the order of openings, and stops at one that is missing,
 * decides the same however games were scheduled. */
bool record_pair(const Record *record, int pairing, int64_t opening, int *points);
