/* manual.c: isolab(1), in the language of man, from the rows that `help` is made from. */
#include <string.h>

#include "agent/agent.h"
#include "cli/command.h"
#include "cli/help_forms.h"

/* Text as it is read. A dash is one that can be searched for and copied, and what begins a line is
 * never taken for a request. */
static void append_roff(Text *text, const char *plain)
{
    bool line_start = true;
    for (; *plain; plain++) {
        if (line_start && (*plain == '.' || *plain == '\''))
            text_append(text, "\\&");
        line_start = *plain == '\n';
        if (*plain == '-')
            text_append(text, "\\-");
        else if (*plain == '\\')
            text_append(text, "\\e");
        else
            text_append_bytes(text, plain, 1);
    }
}

/* Paragraphs; one that is laid out by blanks, such as a list, is broken here as `help` breaks it,
 * to what a terminal of 80 columns leaves beside man's margin. */
static void append_paragraphs(Text *text, const char *lines)
{
    enum { LAID_OUT_WIDTH = 70 };
    bool in_list = false;
    for (const char *end; *lines; lines = *end ? end + 1 : end) {
        end = lines + strcspn(lines, "\n");
        Text line = TEXT_EMPTY, broken = TEXT_EMPTY;
        text_append_bytes(&line, lines, (size_t)(end - lines));
        bool laid_out = line.length && (strstr(line.bytes, "  ") || *line.bytes == ' ' ||
                                        (end[0] == '\n' && end[1] == ' '));
        text_append(text, in_list && laid_out ? ".nf\n" : laid_out ? ".PP\n.nf\n" : ".PP\n");
        in_list = laid_out;
        if (laid_out)
            text_wrap(&broken, line.bytes, LAID_OUT_WIDTH);
        if (line.length)
            append_roff(text, laid_out && text_ok(&broken) ? broken.bytes : line.bytes);
        text_append(text, laid_out ? "\n.fi\n" : "\n");
        text->failed = text->failed || !text_ok(&line) || !text_ok(&broken);
        text_free(&line);
        text_free(&broken);
    }
}

static void append_option(Text *text, const Option *option)
{
    text_format(text, ".TP\n.B \\-\\-");
    append_roff(text, option->name);
    if (option->value) {
        text_append(text, " \\fI");
        append_roff(text, option->value);
        text_append(text, "\\fR");
    }
    text_append(text, "\n");
    append_roff(text, option->meaning);
    text_append(text, option->repeats ? " (may repeat)\n" : "\n");
}

static void append_command(Text *text, const Command *command)
{
    text_format(text, ".SS isolab %s ", command->name);
    append_roff(text, command->words);
    text_append(text, "\n");
    append_paragraphs(text, command->summary);
    if (command->details)
        append_paragraphs(text, command->details);
    for (const Option *option = command->options; option->name; option++)
        append_option(text, option);
    text_append(text, ".PP\nExample:\n.PP\n.nf\n.RS\n");
    append_roff(text, command->example);
    text_append(text, "\n.RE\n.fi\n");
}

static void append_names(Text *text)
{
    const char *alias, *spec;
    text_append(text, ".SH AGENTS\nAn agent is written KIND[:HEURISTIC][,key=value...].\n");
    for (int i = 0; agent_kind_at(i); i++) {
        text_format(text, ".TP\n.B %s\n", agent_kind_at(i)->name);
        append_roff(text, agent_kind_at(i)->meaning);
        text_append(text, "\n");
    }
    text_append(text, ".PP\nThe studies' names for some:");
    for (int i = 0; agent_alias_at(i, &alias, &spec); i++) {
        text_append(text, i ? ", " : "\n");
        append_roff(text, alias);
    }
    text_append(text, ".\n.SH HEURISTICS\n");
    for (int i = 0; heuristic_at(i); i++) {
        text_format(text, ".TP\n.B ");
        append_roff(text, heuristic_at(i)->name);
        text_append(text, "\n");
        append_roff(text, heuristic_at(i)->meaning);
        text_append(text, "\n");
    }
}

void manual_print(Text *text)
{
    text_append(text, ".TH ISOLAB 1 \"\" \"isolab " ISOLAB_VERSION "\" \"Games\"\n.ad l\n"
                      ".SH NAME\nisolab \\- a laboratory and engine for knight Isolation\n"
                      ".SH SYNOPSIS\n.B isolab\n.I COMMAND\n[\\fIPOSITION\\fR] [options]\n"
                      ".SH DESCRIPTION\n"
                      "Two knights on a board, every square visited is gone, who cannot move "
                      "loses. isolab plays the game, solves it, lets agents play each other by the "
                      "thousand, and says how sure one can be of what came out.\n");
    append_paragraphs(text, command_conventions);
    text_append(text, ".SH COMMANDS\n");
    for (int i = 0; command_at(i); i++)
        append_command(text, command_at(i));
    append_names(text);
    text_append(
        text, ".SH EXIT STATUS\n.TP\n.B 0\ndone\n.TP\n.B 1\na finding, such as a proof that does "
              "not hold\n.TP\n.B 2\nrefused, with one line on standard error that says why\n"
              ".TP\n.B 130\ninterrupted; what was done by then is kept and told\n"
              ".SH ENVIRONMENT\n.TP\n.B COLUMNS\nhow wide the terminal is taken to be\n"
              ".TP\n.B NO_COLOR\nif set, boards have no colour\n"
              ".TP\n.B CC\nthe compiler of users' own heuristics\n"
              ".TP\n.B ISOLAB_PYTHON\nthe Python that runs agents of the course, python3 unless "
              "set\n"
              ".TP\n.B ISOLAB_CPU\nif it is baseline, a package's program for better processors "
              "is left alone\n"
              ".SH FILES\n.TP\n.I isolab.db\nthe database of runs and games, in the folder the "
              "command is given in, unless \\-\\-db names another\n"
              ".TP\n.I ~/.cache/isolab\nusers' own heuristics, compiled; it may be removed at any "
              "time (\\fB$XDG_CACHE_HOME\\fR/isolab where that is set)\n"
              ".TP\n.I share/isolab/studies\nbelow /usr, or where else it was installed: the "
              "settings of the studies and of the ladder, for \\-\\-settings\n"
              ".TP\n.I share/doc/isolab\nthere too: the documents\n"
              ".SH SEE ALSO\n.BR libisolab (3)\n");
}
