/* command_agents.c: `isolab agents`, the registry of agents. */
#include <stdio.h>
#include <string.h>

#include "ui/answer.h"
#include "ui/command.h"
#include "ui/parameter_json.h"
#include "ui/playing.h"

static json_t *settings_json(const AgentSetting *settings)
{
    json_t *rows = json_array();
    for (; rows && settings && settings->name; settings++) {
        json_t *row = json_pack("{s:s, s:s, s:s}", "name", settings->name, "default",
                                settings->standard, "meaning", settings->meaning);
        if (json_array_append_new(rows, row)) {
            json_decref(rows);
            return NULL;
        }
    }
    return rows;
}

static json_t *kind_json(const AgentKind *kind)
{
    return json_pack("{s:s, s:s, s:s, s:b, s:o, s:o}", "name", kind->name, "meaning", kind->meaning,
                     "example", kind->example, "heuristic", kind->heuristic != HEURISTIC_NONE,
                     "parameters", json_parameters(kind->parameters), "settings",
                     settings_json(kind->settings));
}

static json_t *agents_json(void)
{
    json_t *agents = json_array(), *aliases = json_object();
    const char *alias, *spec;
    for (int i = 0; agents && agent_kind_at(i); i++)
        json_array_append_new(agents, kind_json(agent_kind_at(i)));
    for (int i = 0; aliases && agent_alias_at(i, &alias, &spec); i++)
        json_object_set_new(aliases, alias, json_string(spec));
    return json_pack("{s:o, s:o}", "agents", agents, "aliases", aliases);
}

static void print_notes(const char *notes)
{
    while (*notes) {
        int length = (int)strcspn(notes, "\n");
        printf("           %.*s\n", length, notes);
        notes += length + (notes[length] == '\n');
    }
}

static void print_kind(const AgentKind *kind)
{
    char standard[PARAMETER_VALUE_SIZE];
    printf("%-10s %s\n", kind->name, kind->meaning);
    for (int i = 0; i < PARAMETER_MAX && kind->parameters[i].name; i++) {
        const Parameter *parameter = &kind->parameters[i];
        printf("           %s=%s: %s\n", parameter->name,
               parameter_print(parameter, parameter->standard, standard), parameter->meaning);
    }
    for (const AgentSetting *row = kind->settings; row && row->name; row++)
        printf("           %s=%s: %s\n", row->name, row->standard, row->meaning);
    if (kind->notes)
        print_notes(kind->notes);
    printf("           e.g. %s\n", kind->example);
}

static void print_agents(void)
{
    const char *alias, *spec;
    for (int i = 0; agent_kind_at(i); i++)
        print_kind(agent_kind_at(i));
    printf(
        "\nBudgets, for each: time=150ms, nodes=20k, depth=6, virtual=150ms (the studies' clock;\n"
        "virtual-node=14us for the studies whose board copied itself).\n"
        "A heuristic's parameters follow it: alphabeta:chase,w1=0.25; where the agent has a "
        "setting\n"
        "of that name, alphabeta:drilldown,drilldown.depth=2.\n"
        "The studies' names:\n");
    for (int i = 0; agent_alias_at(i, &alias, &spec); i++)
        printf("  %-12s %s\n", alias, spec);
}

static int run(const Arguments *arguments, Error *error)
{
    if (!arguments_no_words(arguments, error))
        return EXIT_REFUSED;
    if (arguments_has(arguments, "json"))
        return json_print(agents_json(), error) ? EXIT_DONE : EXIT_REFUSED;
    print_agents();
    return EXIT_DONE;
}

static const Option options[] = {OPTION_JSON, OPTION_END};

const Command command_agents = {
    .name = "agents",
    .words = "",
    .summary = "the agents there are, their settings, the studies' names for them",
    .example = "isolab agents",
    .options = options,
    .run = run,
};
