/* external_settings.h: what an `exec:` spec says.
 *
 *     exec:COMMAND LINE[,key=value...]
 *
 * The command is one program with its arguments, quoted and expanded by the shell, with variables
 * before it if need be (`THREADS=2 ./engine`); more than one is `sh -c '...'`. It may hold commas:
 * it runs up to the first that is followed by one of the keys and `=`, and so does every value up
 * to the next. Keys are the settings and parameters of the kind's row and the budgets;
 * `option.NAME` with any NAME. Hence `placements=alphabeta:chase,w1=0.25,nodes=500` gives w1 to who
 * places and nodes to the engine; who places has the engine's budget.
 */
#pragma once

#include "agent/agent.h"
#include "agent/external_dialect.h"

enum { EXTERNAL_OPTION_MAX = 32 };

/* Room for the spec as a word of the shell, and for a runner of agents before it. */
enum { EXTERNAL_COMMAND_SIZE = 4 * AGENT_TEXT_SIZE + 4096 };

typedef struct ExternalSettings {
    char command[EXTERNAL_COMMAND_SIZE]; // for the shell
    bool hosts; // it is our own runner of course agents: what else it tells is believed
    const Dialect *dialect;
    bool show_errors;
    double start;    // seconds to get ready in
    double grace;    // seconds past its time before it is stopped, and then again; 0: not told
    double patience; // seconds for an answer where no time limits it
    Slice name;      // what to call it, into the text that was read
    bool has_placements;
    AgentSpec placements;
    struct {
        Slice name, value; // into the text that was read
    } options[EXTERNAL_OPTION_MAX];
    int option_count;
} ExternalSettings;

extern const AgentSetting external_setting_rows[];

enum { EXTERNAL_DIALECT, EXTERNAL_STDERR }; // the row's parameters

/* The part of it that all kinds of this form have: what stands before the settings, and those of
 * the kind's rows, which are not read if that is empty. Fills in the limits and values of `spec`,
 * whose kind is set, too. */
bool external_settings_read(const char *rest, size_t length, AgentSpec *spec,
                            ExternalSettings *settings, Slice *head, Error *error);

/* Of `exec:`. `rest` is what follows the kind's name: a colon and so on. */
bool external_settings_parse(const char *rest, size_t length, AgentSpec *spec,
                             ExternalSettings *settings, Error *error);
