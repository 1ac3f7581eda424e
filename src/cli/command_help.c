/* command_help.c: `isolab help`, made from the rows of the command table and broken to fit the
 * terminal. */
#include <stdio.h>

#include "cli/command.h"
#include "cli/help_forms.h"
#include "util/terminal.h"
#include "util/text.h"

/* A place to read in: not wider than is pleasant, whatever the terminal. */
enum { WIDTH_UNKNOWN = 80, WIDTH_MAX = 100, OPTION_COLUMN = 23 };

static int help_width(void)
{
    int width = terminal_width();
    return width == 0 ? WIDTH_UNKNOWN : width < WIDTH_MAX ? width : WIDTH_MAX;
}

const char command_conventions[] =
    "A POSITION is a board and moves, 7x7 d4 c2 e6, or a FEN, '7/7/7/3N3/7/7/7[n] b'; - reads one "
    "a "
    "line from standard input and answers a line of JSON each.\n"
    "--help, or -h, behind a command is `help` of it; --version, or -V, is `version`.\n"
    "Games are kept in the database isolab.db, in the folder the command is given in, unless --db "
    "FILE names another.\n"
    "Exit codes: 0 done; 1 a finding, such as a proof that does not hold; 2 refused, with one line "
    "that says why; 130 interrupted, with what was done kept.\n";

static void append_options(Text *text, const Option *option)
{
    if (option->name)
        text_append(text, "\noptions:\n");
    for (; option->name; option++) {
        Text head = TEXT_EMPTY;
        text_format(&head, "  --%s%s%s", option->name, option->value ? " " : "",
                    option->value ? option->value : "");
        bool too_long = head.length > OPTION_COLUMN - 2; // its meaning goes below it
        text_format(text, "%s%s", text_ok(&head) ? head.bytes : "", too_long ? "\n" : "");
        text_pad(text, OPTION_COLUMN);
        text_format(text, "%s%s\n", option->meaning, option->repeats ? " (may repeat)" : "");
        text->failed = text->failed || !text_ok(&head);
        text_free(&head);
    }
}

/* Broken so that the shell takes it as it stands. */
static void append_example(Text *text, const char *example, int width)
{
    Text lines = TEXT_EMPTY;
    text_append(text, "\nexample:\n  ");
    text_wrap(&lines, example, width - 6);
    for (size_t i = 0; i < lines.length; i++)
        if (lines.bytes[i] == '\n')
            text_append(text, " \\\n    ");
        else
            text_append_bytes(text, &lines.bytes[i], 1);
    text_append(text, "\n");
    text->failed = text->failed || !text_ok(&lines);
    text_free(&lines);
}

static void append_command(Text *text, const Command *command, int width)
{
    Text lines = TEXT_EMPTY;
    text_format(&lines, "isolab %s%s%s\n%s\n", command->name, *command->words ? " " : "",
                command->words, command->summary);
    if (command->details)
        text_format(&lines, "\n%s\n", command->details);
    append_options(&lines, command->options);
    text_wrap(text, text_ok(&lines) ? lines.bytes : "", width);
    append_example(text, command->example, width);
    text->failed = text->failed || !text_ok(&lines);
    text_free(&lines);
}

static void append_overview(Text *text, int width)
{
    Text lines = TEXT_EMPTY;
    text_append(&lines,
                "isolab: a laboratory and engine for knight Isolation\n\n"
                "Two knights on a board, every square visited is gone, who cannot move loses.\n\n"
                "isolab COMMAND [POSITION] [options]\n\ncommands:\n");
    for (int i = 0; command_at(i); i++)
        text_format(&lines, "  %-11s %s\n", command_at(i)->name, command_at(i)->summary);
    text_format(&lines, "\n`isolab help COMMAND` tells more, with an example.\n%s",
                command_conventions);
    text_wrap(text, text_ok(&lines) ? lines.bytes : "", width);
    text->failed = text->failed || !text_ok(&lines);
    text_free(&lines);
}

static bool print_help(const Arguments *arguments, const Command *command, Error *error)
{
    Text text = TEXT_EMPTY;
    const char *shell = arguments_value(arguments, "completion", 0);
    bool good = true;
    if (shell)
        good = completion_print(shell, &text, error);
    else if (arguments_has(arguments, "man"))
        manual_print(&text);
    else if (command)
        append_command(&text, command, help_width());
    else
        append_overview(&text, help_width());
    good = good && (text_ok(&text) || error_out_of_memory(error));
    if (good)
        fputs(text.bytes, stdout);
    text_free(&text);
    return good;
}

static int run_help(const Arguments *arguments, Error *error)
{
    const Command *command = NULL;
    if (arguments->word_count > 1) {
        error_set(error, "one COMMAND at most, not %d", arguments->word_count);
        return EXIT_REFUSED;
    }
    if (arguments->word_count + arguments_has(arguments, "man") +
            arguments_has(arguments, "completion") >
        1) {
        error_set(error, "a COMMAND, --man or --completion, one of them");
        return EXIT_REFUSED;
    }
    if (arguments->word_count == 1 && !(command = command_find(arguments->words[0], error)))
        return EXIT_REFUSED;
    return print_help(arguments, command, error) ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {
    {"man", NULL, "all of it as a manual page, for man", false},
    {"completion", "bash|zsh|fish", "what that shell is to know to complete command lines", false},
    OPTION_END};

const Command command_help = {
    .name = "help",
    .words = "[COMMAND]",
    .summary = "what there is, and how to use it",
    .example = "isolab help perft",
    .options = options,
    .run = run_help,
};
