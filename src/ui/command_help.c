/* command_help.c: `isolab help`, made from the rows of the command table. */
#include <stdio.h>

#include "ui/command.h"

static void print_options(const Option *option)
{
    if (option->name)
        printf("\noptions:\n");
    for (; option->name; option++) {
        char head[64];
        snprintf(head, sizeof head, "--%s%s%s", option->name, option->value ? " " : "",
                 option->value ? option->value : "");
        printf("  %-20s %s%s\n", head, option->meaning, option->repeats ? " (may repeat)" : "");
    }
}

static void print_command(const Command *command)
{
    printf("isolab %s%s%s\n%s\n", command->name, *command->words ? " " : "", command->words,
           command->summary);
    if (command->details)
        printf("\n%s\n", command->details);
    print_options(command->options);
    printf("\nexample:\n  %s\n", command->example);
}

static void print_overview(void)
{
    printf("isolab: a laboratory and engine for knight Isolation\n\n"
           "isolab COMMAND [POSITION] [options]\n\ncommands:\n");
    for (int i = 0; command_at(i); i++)
        printf("  %-11s %s\n", command_at(i)->name, command_at(i)->summary);
    printf("\n`isolab help COMMAND` tells more, with an example.\n"
           "A POSITION is a board and its moves, 7x7 d4 c2 e6, or a FEN, '7/7/7/3N3/7/7/7[n] b';\n"
           "- reads one a line from standard input and answers a line of JSON each.\n");
}

static int run(const Arguments *arguments, Error *error)
{
    if (arguments->word_count == 0) {
        print_overview();
        return EXIT_DONE;
    }
    if (arguments->word_count > 1) {
        error_set(error, "one COMMAND at most, not %d", arguments->word_count);
        return EXIT_REFUSED;
    }
    const Command *command = command_find(arguments->words[0], error);
    if (!command)
        return EXIT_REFUSED;
    print_command(command);
    return EXIT_DONE;
}

static const Option options[] = {OPTION_END};

const Command command_help = {
    .name = "help",
    .words = "[COMMAND]",
    .summary = "what there is, and how to use it",
    .example = "isolab help perft",
    .options = options,
    .run = run,
};
