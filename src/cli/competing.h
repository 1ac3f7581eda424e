/* competing.h: what `match`, `tournament` and everything built on them share: the options of a run
 * (lab/run.h), its progress line, and what is said of how it went.
 */
#pragma once

#include "cli/arguments.h"
#include "cli/progress.h"
#include "lab/run.h"

#define OPTIONS_COMPETING                                                                          \
    {"board", "WxH", "the board, 7x7 or that of a file of openings unless told", false},           \
        {"pairs", "N", "opening pairs for each two agents, 10 unless told", false},                \
        {"openings", "random|all|N|FILE",                                                          \
         "random (placements), all (placements, up to symmetry), N (random "                       \
         "plies) or a file of positions",                                                          \
         false},                                                                                   \
        {"settings", "FILE",                                                                       \
         "read the settings from a JSON file, - for standard input; an option replaces what it "   \
         "names there",                                                                            \
         false},                                                                                   \
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

/* A sequential test by --sprt, or by these two Elo values where that is absent; both error rates
 * are 5 %. */
bool competing_sprt(const Arguments *arguments, double elo0, double elo1, Sprt *sprt, Error *error);

/* Of the settings of runs: where they are kept, --resume, --threads, Ctrl-C to stop them, and a
 * watch that says what is to be said of each on standard error, with a progress line unless
 * --quiet is given. */
bool competing_run(const Arguments *arguments, RunSettings *settings, Progress *progress,
                   Error *error);

/* For a watch of one's own: what is said of a run when it is there, and when it is over. */
void competing_note_beginning(const Run *run);
void competing_note_end(const Run *run);

/* Puts behind the sentence of a run's failure what was not lost by it, and the way out. */
void competing_explain(const Run *run, Error *error);

/* All of these: plays `settings` of a kind, games and perhaps a test. `run` is to be destroyed. */
bool competing_play(const Arguments *arguments, RunSettings settings, Run *run, Error *error);

/* One line on standard error: how to go on after a Ctrl-C. */
void competing_say_how_to_resume(const Run *run);
