/* completion.c: what a shell may put behind `isolab`, from the rows that `help` is made from.
 *
 * All three shells are told the same: the commands, the options of each, and for an option's value
 * what it can be. That follows from what help calls the value: a FILE, a SPEC of an agent, a board,
 * or the choices themselves, `author|text`.
 */
#include <string.h>

#include "agent/agent.h"
#include "cli/command.h"
#include "cli/help_forms.h"
#include "util/suggest.h"

typedef enum ValueKind {
    VALUE_NONE, // a flag
    VALUE_FREE,
    VALUE_FILE,
    VALUE_AGENT,
    VALUE_HEURISTIC,
    VALUE_BOARD,
    VALUE_CHOICE, // of the words in the option's own row
} ValueKind;

static ValueKind value_kind(const Option *option)
{
    const char *value = option->value;
    if (!value)
        return VALUE_NONE;
    if (!strcmp(value, "FILE"))
        return VALUE_FILE;
    if (!strcmp(option->name, "heuristic"))
        return VALUE_HEURISTIC;
    if (!strncmp(value, "SPEC", 4))
        return VALUE_AGENT;
    if (!strcmp(option->name, "board") || !strcmp(option->name, "placements"))
        return VALUE_BOARD;
    return strchr(value, '|') && *value >= 'a' ? VALUE_CHOICE : VALUE_FREE;
}

static void append_agents(Text *text)
{
    const char *alias, *spec;
    for (int i = 0; agent_kind_at(i); i++)
        text_format(text, "%s%s%s", i ? " " : "", agent_kind_at(i)->name,
                    agent_kind_at(i)->heuristic == HEURISTIC_REQUIRED ? ":" : "");
    for (int i = 0; agent_alias_at(i, &alias, &spec); i++)
        text_format(text, " %s", alias);
}

static void append_heuristics(Text *text)
{
    for (int i = 0; heuristic_at(i); i++)
        text_format(text, "%s%s", i ? " " : "", heuristic_at(i)->name);
}

static void append_boards(Text *text)
{
    text_append(text, "5x5 6x6 7x7 8x8 9x9 10x10 11x9 11x11");
}

/* The lists that many options share, each under a name of its own. */
static void append_lists(Text *text, const char *before, const char *between, const char *after)
{
    static const struct {
        const char *name;
        void (*append)(Text *text);
    } lists[] = {
        {"agents", append_agents}, {"heuristics", append_heuristics}, {"boards", append_boards}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        text_format(text, "%s%s%s", before, lists[i].name, between);
        lists[i].append(text);
        text_append(text, after);
    }
}

/* What the value can be: a list's name behind `list`, or the choices. */
static void append_values(Text *text, const Option *option, const char *list)
{
    switch (value_kind(option)) {
    case VALUE_AGENT:
        text_format(text, "%sagents", list);
        break;
    case VALUE_HEURISTIC:
        text_format(text, "%sheuristics", list);
        break;
    case VALUE_BOARD:
        text_format(text, "%sboards", list);
        break;
    case VALUE_CHOICE:
        for (const char *at = option->value; *at; at++)
            text_append_bytes(text, *at == '|' ? " " : at, 1);
        break;
    default:
        break;
    }
}

static void append_options(Text *text, const Command *command)
{
    for (const Option *option = command->options; option->name; option++)
        text_format(text, "%s--%s", option == command->options ? "" : " ", option->name);
}

static void append_commands(Text *text)
{
    for (int i = 0; command_at(i); i++)
        text_format(text, "%s%s", i ? " " : "", command_at(i)->name);
}

/* Words that stand where a command says what it is about, before its options. */
static void append_words(Text *text, const Command *command, const char *list)
{
    if (command == &command_help) {
        append_commands(text);
    } else if (command == &command_heuristics) {
        text_format(text, "%sheuristics", list);
    } else if (strstr(command->words, "A B")) {
        text_format(text, "%sagents", list);
    } else if (strstr(command->words, "POSITION")) {
        text_format(text, "%sboards", list);
    } else if (strchr(command->words, '|')) {
        for (const char *at = command->words; *at && *at != ' '; at++)
            text_append_bytes(text, *at == '|' ? " " : at, 1);
    }
}

/* The words of a command, its options and, for those with a value, what it can be: as cases of a
 * shell's function that fills the variable `candidates`. Bash and zsh read the same. */
static void append_cases(Text *text)
{
    append_lists(text, "    local ", "='", "'\n");
    text_append(text, "    case \"$command $before\" in\n");
    for (int i = 0; command_at(i); i++)
        for (const Option *option = command_at(i)->options; option->name; option++) {
            ValueKind kind = value_kind(option);
            if (kind == VALUE_NONE)
                continue;
            text_format(text, "    '%s --%s') candidates=\"", command_at(i)->name, option->name);
            append_values(text, option, "$");
            text_format(text, "\"; files=%d; return ;;\n", kind == VALUE_FILE);
        }
    text_append(text, "    esac\n    case \"$command\" in\n");
    for (int i = 0; command_at(i); i++) {
        text_format(text, "    %s) candidates=\"", command_at(i)->name);
        append_options(text, command_at(i));
        text_append(text, " ");
        append_words(text, command_at(i), "$");
        text_format(text, "\"; files=%d ;;\n", strstr(command_at(i)->words, "FILE") != NULL);
    }
    text_append(text, "    *) candidates='");
    append_commands(text);
    text_append(text, "'; files=0 ;;\n    esac\n");
}

/* A spec is completed up to its colon, then behind it: `alphabeta:cha`. */
static void append_spec_rule(Text *text)
{
    text_append(
        text,
        "    case \"$current\" in\n    *:*)\n        candidates=''\n        for heuristic in ");
    append_heuristics(text);
    text_append(text, "; do\n            candidates=\"$candidates ${current%%:*}:$heuristic\"\n"
                      "        done ;;\n    esac\n");
}

static void print_bash(Text *text)
{
    text_append(text, "# bash completion for isolab\n\n_isolab_words() {\n"
                      "    local command=$1 before=$2\n");
    append_cases(text);
    text_append(text, "}\n\n_isolab() {\n"
                      "    local current before candidates files heuristic\n"
                      "    local line=(${COMP_LINE:0:COMP_POINT})\n"
                      "    [[ ${COMP_LINE:COMP_POINT-1:1} == ' ' ]] && line+=('')\n"
                      "    current=${line[-1]}\n"
                      "    before=${line[-2]}\n"
                      "    if ((${#line[@]} > 2)); then _isolab_words \"${line[1]}\" \"$before\"\n"
                      "    else _isolab_words '' ''; fi\n");
    append_spec_rule(text);
    text_append(
        text,
        "    COMPREPLY=($(compgen -W \"$candidates\" -- \"$current\"))\n"
        "    ((files)) && COMPREPLY+=($(compgen -f -- \"$current\"))\n"
        "    # A colon ends a word of readline's, so what stands before it is there already.\n"
        "    if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then\n"
        "        COMPREPLY=(\"${COMPREPLY[@]#\"${current%\"${current##*:}\"}\"}\")\n"
        "    elif ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *: ]]; then\n"
        "        compopt -o nospace\n"
        "    fi\n"
        "}\n\ncomplete -o filenames -F _isolab isolab\n");
}

static void print_zsh(Text *text)
{
    text_append(text, "#compdef isolab\n# zsh completion for isolab\n\n_isolab_words() {\n"
                      "    local command=$1 before=$2\n");
    append_cases(text);
    text_append(text,
                "}\n\n_isolab() {\n"
                "    local current=${words[CURRENT]} before=${words[CURRENT-1]} name=${words[2]}\n"
                "    local first=$((CURRENT == 2)) files=0 heuristic\n"
                "    local candidates=''\n"
                "    if ((first)); then _isolab_words '' ''; else _isolab_words \"$name\" "
                "\"$before\"; fi\n");
    append_spec_rule(text);
    text_append(text, "    compadd -- ${=candidates}\n"
                      "    ((files)) && _files\n"
                      "    return 0\n}\n\n_isolab \"$@\"\n");
}

/* In single quotes. */
static void append_quoted(Text *text, const char *plain)
{
    text_append(text, "'");
    for (; *plain; plain++)
        text_append_bytes(text, *plain == '\'' ? "\\'" : plain, *plain == '\'' ? 2 : 1);
    text_append(text, "'");
}

static void print_fish(Text *text)
{
    text_append(text, "# fish completion for isolab\n\n");
    append_lists(text, "set -g __isolab_", " ", "\n");
    text_append(text, "complete -c isolab -f\n");
    for (int i = 0; command_at(i); i++) {
        const Command *command = command_at(i);
        text_format(text, "complete -c isolab -n __fish_use_subcommand -a %s -d ", command->name);
        append_quoted(text, command->summary);
        text_append(text, "\n");
        for (const Option *option = command->options; option->name; option++) {
            ValueKind kind = value_kind(option);
            text_format(text, "complete -c isolab -n '__fish_seen_subcommand_from %s' -l %s",
                        command->name, option->name);
            text_append(text, kind == VALUE_FILE ? " -r -F" : kind == VALUE_NONE ? "" : " -x");
            if (kind > VALUE_FILE) {
                text_append(text, " -a '");
                append_values(text, option, "$__isolab_");
                text_append(text, "'");
            }
            text_append(text, " -d ");
            append_quoted(text, option->meaning);
            text_append(text, "\n");
        }
        Text words = TEXT_EMPTY;
        append_words(&words, command, "$__isolab_");
        if (words.length)
            text_format(text, "complete -c isolab -n '__fish_seen_subcommand_from %s' -a '%s'\n",
                        command->name, words.bytes);
        text->failed = text->failed || words.failed;
        text_free(&words);
    }
}

static const struct {
    const char *name;
    void (*print)(Text *text);
} shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};

static const char *shell_name_at(const void *unused, int i)
{
    (void)unused;
    return (size_t)i < sizeof shells / sizeof *shells ? shells[i].name : NULL;
}

bool completion_print(const char *shell, Text *text, Error *error)
{
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (!strcmp(shells[i].name, shell)) {
            shells[i].print(text);
            return true;
        }
    return suggest_unknown(error, "shell", shell, strlen(shell), shell_name_at, NULL);
}
