/* competing.h: what `match`, `tournament` and everything built on them share: reading the
 * settings, choosing the run, playing with a progress line, and saying how it ended.
 */
#pragma once

#include "cli/arguments.h"
#include "report/standing.h"
#include "stats/sequential.h"
#include "store/record.h"

#define OPTIONS_COMPETING                                                                          \
    {"board", "WxH", "the board, 7x7 or that of a file of openings unless told", false},           \
        {"pairs", "N", "opening pairs for each two agents, 10 unless told", false},                \
        {"openings", "KIND",                                                                       \
         "random (placements), all (placements, up to symmetry), N (random "                       \
         "plies) or a file of positions",                                                          \
         false},                                                                                   \
        {"settings", "FILE",                                                                       \
         "read the settings from a JSON file; an option replaces what it names there", false},     \
        {"print-settings", NULL, "print the settings as such a file and stop", false},             \
        {"resume", NULL,                                                                           \
         "go on with the newest run of these settings, or show it if all is played", false},       \
        {"threads", "N", "games at once, as many as cores unless told", false}, OPTION_DB,         \
    {                                                                                              \
        "quiet", NULL, "no progress line", false                                                   \
    }

/* Everything but the agents, which each command reads in its own way. No board (0x0) where a file
 * of openings is to say it. */
bool competing_settings(const Arguments *arguments, TournamentSettings *settings, Error *error);

/* Adds the agent of a spec. */
bool competing_add_agent(TournamentSettings *settings, const char *spec, Error *error);

/* Whether --print-settings was given; then they have been printed. */
bool competing_print_settings(const Arguments *arguments, const TournamentSettings *settings,
                              bool *printed, Error *error);

/* A seed of its own for what a command plays on openings that nothing else of it was played on. */
uint64_t competing_seed(uint64_t seed, uint64_t stream, int round);

/* A sequential match by --sprt, or by these two Elo values where that is absent; both error rates
 * are 5 %. */
bool competing_sprt(const Arguments *arguments, double elo0, double elo1, Sequential *match,
                    Error *error);

/* Judges what is there of the first pairing until it is decided: pairs in the order of the
 * openings, so that the verdict and the pair at which it falls do not depend on which games
 * happened to finish first. */
void competing_judge(Sequential *match, const Record *record);

typedef struct Competition {
    const char *kind; // of the run; a sequential match names its test, as sprt_print() does
    const TournamentSettings *settings;
    /* Tells when enough has been played; NULL: never before the end. */
    void (*decide)(void *context, const Record *record, bool *enough);
    void *context;
    bool quiet;
} Competition;

typedef struct Competed {
    Tournament tournament;
    Record record;
    Store *store;
    int64_t run;
    bool interrupted; // before all was played or decided
} Competed;

/* Plays, or goes on playing with --resume, until all is played, it is decided or Ctrl-C comes.
 * What was played is in the store whatever happens. */
bool compete(const Arguments *arguments, const Competition *competition, Competed *competed,
             Error *error);
void competed_finish(Competed *competed);

/* One line on standard error: how to go on after a Ctrl-C. */
void competed_say_how_to_resume(const Competed *competed, const Arguments *arguments);
