/* main.c: finds the command, checks its options, runs it, says what went wrong.
 *
 * Exit 0: done. 1: a finding. 2: refused, with one line on standard error. 130: interrupted; what
 * was done by then is kept and told.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/games.h"
#include "arena/ranks.h"
#include "arena/whole_json.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "lab/accuracy.h"
#include "lab/placements.h"
#include "util/guard.h"
#include "util/suggest.h"

// clang-format off
static const Command *const commands[] = { // in the order of `help`
    &command_moves,
    &command_perft,
    &command_eval,
    &command_best,
    &command_solve,
    &command_analyze,
    &command_verify,
    &command_play,
    &command_engine,
#ifdef ISOLAB_SERVE
    &command_serve,
#endif
    &command_match,
    &command_tournament,
    &command_study,
    &command_accuracy,
    &command_fit,
    &command_tune,
    &command_runs,
    &command_export,
    &command_report,
    &command_heuristics,
    &command_features,
    &command_new,
    &command_agents,
    &command_bench,
    &command_help,
    &command_version,
};
// clang-format on

const Command *command_at(int i)
{
    return i >= 0 && (size_t)i < sizeof commands / sizeof *commands ? commands[i] : NULL;
}

static const char *command_name_at(const void *unused, int i)
{
    (void)unused;
    return command_at(i) ? command_at(i)->name : NULL;
}

const Command *command_find(const char *name, Error *error)
{
    for (int i = 0; command_at(i); i++)
        if (!strcmp(command_at(i)->name, name))
            return command_at(i);
    suggest_unknown(error, "command", name, strlen(name), command_name_at, NULL);
    return NULL;
}

static const char *without_dashes(const char *word)
{
    static const char *const dashed[] = {"--help", "-h", "--version", "-V"};
    static const char *const plain[] = {"help", "help", "version", "version"};
    for (size_t i = 0; i < sizeof dashed / sizeof *dashed; i++)
        if (!strcmp(word, dashed[i]))
            return plain[i];
    return word;
}

static int refuse(const char *command, const Error *error)
{
    fprintf(stderr, "isolab%s%s: %s\n", command ? " " : "", command ? command : "", error->text);
    return EXIT_REFUSED;
}

static int run_command(const Command *command, int argc, char **argv, Error *error)
{
    static Arguments arguments; // large, and one command runs per process
    for (int i = 0; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return command_help.run(
                &(Arguments){.command = &command_help, .words = {command->name}, .word_count = 1},
                error);
    if (!arguments_parse(&arguments, command, argc, argv, error))
        return EXIT_REFUSED;
    return command->run(&arguments, error);
}

static int run_line(int argc, char **argv)
{
    Error error = {"something went wrong"};
    const char *name = argc > 1 ? without_dashes(argv[1]) : "help";
    const Command *command = command_find(name, &error);
    if (!command)
        return refuse(NULL, &error);
    int code = run_command(command, argc > 1 ? argc - 2 : 0, argv + 2, &error);
    bool lost = ferror(stdout) != 0;
    if (lost) { // on the way, and errno may be another's since: the next write says why
        clearerr(stdout);
        putchar('\n');
    }
    if (fflush(stdout))
        error_set(&error, "cannot write standard output: %s", strerror(errno));
    else if (lost)
        error_set(&error, "cannot write all of standard output");
    if (lost || ferror(stdout))
        code = EXIT_REFUSED;
    return code == EXIT_REFUSED ? refuse(command->name, &error) : code;
}

/* Becomes the program that was built for better processors, where there is one and this is such a
 * processor. ISOLAB_CPU=baseline stays. Nothing is lost where that fails. */
static void become_faster(char **argv)
{
#ifdef ISOLAB_FASTER
    const char *wanted = getenv("ISOLAB_CPU");
    if (__builtin_cpu_supports("x86-64-v3") && !(wanted && !strcmp(wanted, "baseline")))
        execv(ISOLAB_FASTER, argv);
#else
    (void)argv;
#endif
}

int main(int argc, char **argv)
{
    static const Task *const tasks[] = {&games_task, &accuracy_task, &placements_task, NULL};
    become_faster(argv);
    guard_enter(argc, argv);
    whole_json_watch();
    if (!ranks_begin(&argc, &argv, tasks))
        return EXIT_DONE;
    int code = run_line(argc, argv);
    return ranks_end(interrupt_came() ? EXIT_INTERRUPTED : code, interrupt_flag());
}
