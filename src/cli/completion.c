/* completion.c: what a shell may put behind `isolab`, from the rows that `help` is made from.
 *
 * All three shells are told the same: the commands, the options of each, and what can stand behind
 * either. That is what help calls it, `SPEC|human` or `random|all|N|FILE`: small words stand for
 * themselves, FILE for files, and SPEC, WxH and others for a list that many places share.
 */
#include <string.h>

#include "agent/agent.h"
#include "cli/command.h"
#include "cli/help_forms.h"
#include "util/slice.h"
#include "util/suggest.h"

static void append_agents(Text *text)
{
    const AgentKind *kind;
    for (int i = 0; (kind = agent_kind_at(i)); i++)
        text_format(text, "%s%s ", kind->name,
                    kind->parse || kind->heuristic == HEURISTIC_REQUIRED ? ":" : "");
    const char *alias, *spec;
    for (int i = 0; agent_alias_at(i, &alias, &spec); i++)
        text_format(text, "%s ", alias);
}

static void append_heuristics(Text *text)
{
    for (int i = 0; heuristic_at(i); i++)
        text_format(text, "%s ", heuristic_at(i)->name);
}

static void append_boards(Text *text)
{
    text_append(text, "5x5 6x6 7x7 8x8 9x9 10x10 11x9 11x11 ");
}

static void append_commands(Text *text)
{
    for (int i = 0; command_at(i); i++)
        text_format(text, "%s ", command_at(i)->name);
}

/* The lists, each under a name of its own. */
static void append_lists(Text *text, const char *before, const char *between, const char *after)
{
    static const struct {
        const char *name;
        void (*append)(Text *text);
    } lists[] = {{"agents", append_agents},
                 {"heuristics", append_heuristics},
                 {"boards", append_boards},
                 {"commands", append_commands}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        text_format(text, "%s%s%s", before, lists[i].name, between);
        lists[i].append(text);
        text_append(text, after);
    }
}

/* Appends the words that stand for themselves in what help says, `form`, of an option's value or of
 * what follows a command, up to its options; and answers which list it names: "files" for files,
 * "" for none. Heuristics alone go by the option's or the command's name. */
static const char *append_words(Text *text, const char *name, const char *form)
{
    static const struct {
        const char *form, *list;
    } named[] = {{"SPEC", "agents"},     {"A", "agents"},         {"WxH", "boards"},
                 {"POSITION", "boards"}, {"COMMAND", "commands"}, {"FILE", "files"},
                 {"FILE.c", "files"},    {"GLOB", "files"}};
    const char *list = "";
    size_t length;
    for (; form += strspn(form, " |[]"), length = strcspn(form, " |[]"), length && *form != '-';
         form += length) {
        if (is_digit(*form) || (*form >= 'a' && *form <= 'z'))
            text_format(text, "%.*s ", (int)length, form);
        for (size_t i = 0; i < sizeof named / sizeof *named; i++)
            if (slice_is((Slice){form, length}, named[i].form))
                list = named[i].list;
    }
    return strncmp(name, "heuristic", 9) ? list : "heuristics";
}

/* The specs, as patterns `PREFIXalphabeta:*`, of the agents that have a heuristic behind their
 * colon, or else a file, as those do that read their specs themselves. */
static void append_spec_patterns(Text *text, bool files, const char *prefix, const char *between)
{
    const AgentKind *kind;
    const char *before = "";
    for (int i = 0; (kind = agent_kind_at(i)); i++)
        if (files ? kind->parse != NULL : kind->heuristic != HEURISTIC_NONE) {
            text_format(text, "%s%s%s:*", before, prefix, kind->name);
            before = between;
        }
}

/* The end of a shell's case: what can stand there in `candidates`, and the name of the list among
 * it in `kind`. */
static void append_candidates(Text *text, const char *name, const char *form)
{
    const char *list = append_words(text, name, form);
    if (*list && strcmp(list, "files"))
        text_format(text, "$%s", list);
    text_format(text, "\" kind=%s ;;\n", list);
}

/* The function of bash and zsh that knows what stands where. It reads `command`, the word `before`
 * and `part`, the word so far, and leaves of that the part that the `candidates` complete; `kind`
 * is `files` where files do. */
static void append_function(Text *text)
{
    text_append(text, "_isolab_words() {\n");
    append_lists(text, "    local ", "='", "'\n");
    text_append(text, "    case \"$part\" in --*=*) before=${part%%=*} part=${part#*=} ;; esac\n"
                      "    case \"$command $before\" in\n");
    for (int i = 0; command_at(i); i++)
        for (const Option *option = command_at(i)->options; option->name; option++)
            if (option->value) {
                text_format(text, "    '%s --%s') candidates=\"", command_at(i)->name,
                            option->name);
                append_candidates(text, option->name, option->value);
            }
    for (int i = 0; command_at(i); i++) {
        text_format(text, "    '%s '*) candidates=\"--help ", command_at(i)->name);
        for (const Option *option = command_at(i)->options; option->name; option++)
            text_format(text, "--%s ", option->name);
        append_candidates(text, command_at(i)->name, command_at(i)->words);
    }
    text_append(text, "    *) candidates=\"$commands --help --version -V\" kind=commands ;;\n"
                      "    esac\n"
                      "    case \"$kind:$part\" in\n"
                      "    agents:*:'~'*) candidates='' ;; # which no shell expands there\n"
                      "    ");
    append_spec_patterns(text, true, "agents:", " | ");
    text_append(text, ") candidates='' kind=files part=${part#*:} ;;\n    ");
    append_spec_patterns(text, false, "agents:", " | ");
    text_append(text, ") candidates=$heuristics kind=heuristics part=${part#*:} ;;\n"
                      "    esac\n"
                      "    case \"$kind:$part\" in heuristics:[./~]*) kind=files ;; esac\n"
                      "}\n");
}

static void print_bash(Text *text)
{
    text_append(text, "# bash completion for isolab\n\n");
    append_function(text);
    text_append(
        text,
        "\n"
        "_isolab() {\n"
        "    local line candidates kind typed=${COMP_LINE:0:COMP_POINT}\n"
        "    read -a line <<<\"$typed\" # an escaped blank parts no words\n"
        "    [[ $typed == *[!\\\\]' ' ]] && line+=('')\n"
        "    local command=${line[1]} before=${line[-2]} current=${line[-1]} part=${line[-1]}\n"
        "    ((${#line[@]} > 2)) || command=''\n"
        "    _isolab_words\n"
        "    local prefix=${current%\"$part\"}\n"
        "    mapfile -t COMPREPLY < <(\n"
        "        compgen -P \"$prefix\" -W \"$candidates\" -- \"$part\"\n"
        "        [[ $kind != files ]] || compgen -P \"$prefix\" -f -- \"$part\")\n"
        "    [[ $kind != files ]] || compopt -o filenames -o default\n"
        "    [[ ${COMPREPLY[0]} != *: ]] || compopt -o nospace\n"
        "    # A colon ends a word of readline's, so what stands before it is there already.\n"
        "    local breaks=${COMP_WORDBREAKS//[[:space:]\\\"\\']/}\n"
        "    prefix=${current%\"${current##*[\"$breaks\"]}\"}\n"
        "    COMPREPLY=(\"${COMPREPLY[@]#\"$prefix\"}\")\n"
        "}\n"
        "\n"
        "complete -F _isolab isolab\n");
}

static void print_zsh(Text *text)
{
    text_append(text, "#compdef isolab\n# zsh completion for isolab\n\n");
    append_function(text);
    text_append(
        text,
        "\n"
        "_isolab() {\n"
        "    local candidates kind command=${words[2]} before=${words[CURRENT-1]} part=$PREFIX\n"
        "    ((CURRENT > 2)) || command=''\n"
        "    _isolab_words\n"
        "    compset -p $(($#PREFIX - $#part))\n"
        "    compadd -S '' -- ${(M)${=candidates}:#*:}\n"
        "    compadd -- ${${=candidates}:#*:}\n"
        "    [[ $kind != files ]] || _files\n"
        "}\n"
        "\n"
        "_isolab \"$@\"\n");
}

/* In single quotes. */
static void append_quoted(Text *text, const char *plain)
{
    text_append(text, "'");
    for (; *plain; plain++)
        text_append_bytes(text, *plain == '\'' ? "\\'" : plain, *plain == '\'' ? 2 : 1);
    text_append(text, "'");
}

/* What can stand behind an option or a command. */
static void append_fish_values(Text *text, const char *name, const char *form)
{
    text_append(text, " -a '");
    const char *list = append_words(text, name, form);
    bool files = !strcmp(list, "files");
    if (*list && !files)
        text_format(text, "(__isolab_list %s)", list);
    text_append(text, files ? "' -r -F" : "' -x");
}

static void print_fish(Text *text)
{
    text_append(text, "# fish completion for isolab\n\n");
    append_lists(text, "set -g __isolab_", " ", "\n");
    text_append(text, "\n"
                      "function __isolab_in\n"
                      "    set -l words (commandline -opc)\n"
                      "    test \"$words[2]\" = \"$argv\"\n"
                      "end\n"
                      "\n"
                      "function __isolab_list -a kind\n"
                      "    set -l part (commandline -ct | string replace -r '^--[^=]*=' '')\n"
                      "    set -l prefix (string replace -rf ':.*' : -- $part)\n"
                      "    switch \"$kind:$part\"\n"
                      "        case 'agents:*:~*' # which no shell expands there\n"
                      "            return\n"
                      "        case ");
    append_spec_patterns(text, true, "'agents:", "' ");
    text_append(text, "'\n"
                      "            set kind files\n"
                      "        case ");
    append_spec_patterns(text, false, "'agents:", "' ");
    text_append(text,
                "'\n"
                "            set kind heuristics\n"
                "        case '*'\n"
                "            set prefix ''\n"
                "    end\n"
                "    set part (string sub -s (math 1 + (string length -- $prefix)) -- $part)\n"
                "    switch \"$kind:$part\"\n"
                "        case 'files:*' 'heuristics:.*' 'heuristics:/*' 'heuristics:~*'\n"
                "            printf '%s\\n' $prefix(complete -C \"'' $part\")\n"
                "        case '*'\n"
                "            set -l list __isolab_$kind\n"
                "            printf '%s\\n' $prefix$$list\n"
                "    end\n"
                "end\n"
                "\n"
                "complete -c isolab -f\n"
                "complete -c isolab -l help -d 'how to use it'\n"
                "complete -c isolab -n '__isolab_in \"\"' -s V -l version -d 'the version of the "
                "program'\n");
    for (int i = 0; command_at(i); i++) {
        const Command *command = command_at(i);
        text_format(text, "complete -c isolab -n '__isolab_in \"\"' -a %s -d ", command->name);
        append_quoted(text, command->summary);
        for (const Option *option = command->options; option->name; option++) {
            text_format(text, "\ncomplete -c isolab -n '__isolab_in %s' -l %s", command->name,
                        option->name);
            if (option->value)
                append_fish_values(text, option->name, option->value);
            text_append(text, " -d ");
            append_quoted(text, option->meaning);
        }
        text_format(text, "\ncomplete -c isolab -n '__isolab_in %s'", command->name);
        append_fish_values(text, command->name, command->words);
        text_append(text, "\n");
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
