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

typedef struct ExternalSettings {
    char command[AGENT_TEXT_SIZE + 16]; // for the shell
    const Dialect *dialect;
    bool show_errors;
    double start;    // seconds to get ready in
    double grace;    // seconds past its time before it is stopped, and then again; 0: not told
    double patience; // seconds for an answer where no time limits it
    bool has_placements;
    AgentSpec placements;
    struct {
        Slice name, value; // into the text that was read
    } options[EXTERNAL_OPTION_MAX];
    int option_count;
} ExternalSettings;

extern const AgentSetting external_setting_rows[];

enum { EXTERNAL_DIALECT, EXTERNAL_STDERR }; // the row's parameters

/* `rest` is what follows the kind's name: a colon and so on. Fills in the limits and values of
 * `spec`, whose kind is set, too. */
bool external_settings_parse(const char *rest, size_t length, AgentSpec *spec,
                             ExternalSettings *settings, Error *error);
