/* command.h: a command of the program, as data.
 *
 * Each command is one row of the table in main.c and one file command_NAME.c. Help, the
 * checking of options and the list of commands all read the rows.
 */
#pragma once

#include "cli/arguments.h"

/* Exit codes of the contract. */
enum { EXIT_DONE = 0, EXIT_FINDING = 1, EXIT_REFUSED = 2, EXIT_INTERRUPTED = 130 };

struct Command {
    const char *name;
    const char *words;   // what stands behind the name, "POSITION --depth N"
    const char *summary; // one line
    const char *details; // for `help NAME`: further lines, or NULL
    const char *example; // a command line that works as it stands
    const Option *options;
    /* EXIT_REFUSED comes with a sentence in `error`, which main prints. Whatever is returned after
     * a Ctrl-C that the command watched for, main makes EXIT_INTERRUPTED of it. */
    int (*run)(const Arguments *arguments, Error *error);
};

extern const Command command_accuracy;
extern const Command command_agents;
extern const Command command_analyze;
extern const Command command_bench;
extern const Command command_best;
extern const Command command_engine;
extern const Command command_eval;
extern const Command command_export;
extern const Command command_features;
extern const Command command_fit;
extern const Command command_help;
extern const Command command_heuristics;
extern const Command command_match;
extern const Command command_moves;
extern const Command command_new;
extern const Command command_perft;
extern const Command command_play;
extern const Command command_report;
extern const Command command_runs;
extern const Command command_serve;
extern const Command command_solve;
extern const Command command_study;
extern const Command command_tournament;
extern const Command command_tune;
extern const Command command_verify;
extern const Command command_version;

/* What holds for all of them: positions, the database, exit codes. */
extern const char command_conventions[];

/* Every command in the order of `help`; NULL past the last. */
const Command *command_at(int i);

/* The command of that name, or NULL and a sentence with the near names. */
const Command *command_find(const char *name, Error *error);
