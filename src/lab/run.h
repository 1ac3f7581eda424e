/* run.h: a tournament played, kept and counted: what a match, a tournament, a study and every
 * point of a tuning are.
 *
 * Games are committed in batches, several times a second; only what is committed is counted,
 * shown or judged. Stop it, kill it, start it again with `resume`: it goes on with exactly the
 * missing games.
 *
 * With a sequential test the run ends when its first pairing is decided. Pairs are judged in the
 * order of the openings, so that the verdict and the pair at which it falls do not depend on
 * which games happened to finish first.
 */
#pragma once

#include <stdatomic.h>

#include "stats/sequential.h"
#include "store/store.h"

typedef struct Run Run;

typedef struct RunSettings {
    const char *kind; // as the store has it: "match", "study 000"; the name of a test is added
    const TournamentSettings *games;
    const char *database;    // the store's file
    bool resume;             // the newest run of these settings, if there is one, and not a new one
    int threads;             // games at once; 0: as many as cores. Of no meaning with MPI ranks
    const Sprt *sprt;        // NULL: all games are played
    const atomic_bool *stop; // NULL: nobody will
    /* Told when the run is there, a few times a second while it is played, and when that is over,
     * on the calling thread. NULL: nobody is told. */
    void (*watch)(void *context, const Run *run);
    void *context;
} RunSettings;

typedef enum RunStage {
    RUN_BEGUN, // nothing is counted yet
    RUN_PLAYING,
    RUN_DONE,    // all is played, or it is decided
    RUN_STOPPED, // before that
    RUN_FAILED,
} RunStage;

/* Standing of one pairing, over committed games. */
typedef struct RunScore {
    int64_t games, a_wins;
    PairCounts pairs;       // complete opening pairs by A's points
    int64_t forfeits;       // games that did not end by a side being stuck
    double longest_overrun; // seconds past a `time` budget, over both sides
} RunScore;

/* Large, and points into itself: do not copy it. */
struct Run {
    RunSettings settings;
    RunStage stage;
    Tournament tournament;
    Store *store;
    int64_t number;       // in the store
    int threads;          // games at once: fewer than wanted where agents play by the clock
    int idle_ranks;       // MPI ranks that had nothing to do for the same reason
    bool other_openings;  // why it failed: the file of openings is not what it was
    int64_t done;         // games committed, those of earlier sittings included
    int64_t already_done; // of them, stored before this sitting
    double started;       // clock_now() at the start of this sitting
    bool kept;            // where it failed: what is counted is stored all the same
    RunScore *scores;     // by pairing
    uint8_t *outcome;     // by game: 0 not stored, 1 A lost, 2 A won
    Sequential match;     // what settings.sprt has judged; nothing without
};

/* Plays, or goes on playing, until all is played, it is decided or `stop` is set. Agents that
 * cannot play here are refused before there is a run. What was played is in the store whatever
 * happens. `run` is to be destroyed, also after a failure. */
bool run_play(Run *run, const RunSettings *settings, Error *error);
void run_destroy(Run *run); // also one that is all zero, as it is after

bool run_is_complete(const Run *run);

/* What the run says of its first pairing's A. It rests on all complete pairs, or with a test on
 * those up to the verdict: games that were under way when it fell are kept, but how many depends on
 * the threads. */
typedef struct RunVerdict {
    PairCounts pairs;
    int64_t lone_games; // of pairs of which only one is there, say after a stop
    Estimate estimate;  // of its strength, allowing for a test
} RunVerdict;

/* False only when out of memory. */
bool run_judge(const Run *run, RunVerdict *verdict, Error *error);

/* Whether both games of an opening pair are stored; then `*points` are what A won. */
bool run_pair(const Run *run, int pairing, int64_t opening, int *points);

/* A seed of its own for what an experiment plays on openings that nothing else of it was played
 * on. */
uint64_t run_seed(uint64_t seed, uint64_t stream, int round);
