/* command_agents.c: `isolab agents`, the registry of agents. */
#include "agent/agent.h"
#include "cli/answer.h"
#include "cli/command.h"
#include "cli/parameter_json.h"
#include "util/terminal.h"

static json_t *settings_json(const AgentSetting *settings)
{
    json_t *rows = json_array();
    for (; settings && settings->name; settings++)
        whole_json_append(rows, json_pack("{s:s, s:s, s:s}", "name", settings->name, "default",
                                          settings->standard, "meaning", settings->meaning));
    return rows;
}

static json_t *kind_json(const AgentKind *kind)
{
    return json_pack("{s:s, s:s, s:s, s:b, s:o, s:o}", "name", kind->name, "meaning", kind->meaning,
                     "example", kind->example, "heuristic", kind->heuristic != HEURISTIC_NONE,
                     "parameters", parameters_json(kind->parameters), "settings",
                     settings_json(kind->settings));
}

static json_t *agents_json(void)
{
    json_t *agents = json_array(), *aliases = json_object();
    const char *alias, *spec;
    for (int i = 0; agent_kind_at(i); i++)
        whole_json_append(agents, kind_json(agent_kind_at(i)));
    for (int i = 0; agent_alias_at(i, &alias, &spec); i++)
        whole_json_set(aliases, alias, json_string(spec));
    return json_pack("{s:o, s:o}", "agents", agents, "aliases", aliases);
}

/* Prose of several lines; on a terminal it is one, to be broken where that is needed there. */
static void append_prose(Text *text, const char *indent, const char *prose)
{
    bool broken_later = terminal_width() > 0;
    text_append(text, indent);
    for (; *prose; prose++) {
        text_append_bytes(text, *prose == '\n' && broken_later ? " " : prose, 1);
        text_append(text, *prose == '\n' && !broken_later ? indent : "");
    }
    text_append(text, "\n");
}

static void append_kind(Text *text, const AgentKind *kind)
{
    char standard[PARAMETER_VALUE_SIZE];
    text_format(text, "%-10s %s\n", kind->name, kind->meaning);
    for (int i = 0; i < PARAMETER_MAX && kind->parameters[i].name; i++) {
        const Parameter *parameter = &kind->parameters[i];
        text_format(text, "           %s=%s: %s\n", parameter->name,
                    parameter_print(parameter, parameter->standard, standard), parameter->meaning);
    }
    for (const AgentSetting *row = kind->settings; row && row->name; row++)
        text_format(text, "           %s=%s: %s\n", row->name, row->standard, row->meaning);
    if (kind->notes)
        append_prose(text, "           ", kind->notes);
    text_format(text, "           e.g. %s\n", kind->example);
}

static bool print_agents(const Arguments *arguments, Error *error)
{
    const char *alias, *spec;
    Text text = TEXT_EMPTY;
    for (int i = 0; agent_kind_at(i); i++)
        append_kind(&text, agent_kind_at(i));
    text_append(&text, "\n");
    append_prose(
        &text, "",
        "Budgets, for each: time=150ms, nodes=20k, depth=6, virtual=150ms (the studies' clock;\n"
        "virtual-node=26us for the studies whose board copied itself, 5.5us unless told;\n"
        "virtual-slowness=2.75 for a machine that much slower than that of the prices, 4.5 unless\n"
        "told).");
    append_prose(&text, "",
                 "A heuristic's parameters follow it: alphabeta:chase,w1=0.25; where the agent has "
                 "a setting\nof that name, alphabeta:drilldown,drilldown.depth=2.");
    append_prose(
        &text, "",
        "A heuristic may be one's own: alphabeta:=own - 2*opp, a formula (isolab features), or "
        "alphabeta:./my.c, a C file (isolab new heuristic my.c).");
    text_append(&text, "The studies' names:\n");
    for (int i = 0; agent_alias_at(i, &alias, &spec); i++)
        text_format(&text, "  %-12s %s\n", alias, spec);
    return answer_print_text(arguments, &text, error);
}

static int run_agents(const Arguments *arguments, Error *error)
{
    if (!arguments_no_words(arguments, error))
        return EXIT_REFUSED;
    if (arguments_has(arguments, "json"))
        return answer_print(agents_json(), error) ? EXIT_DONE : EXIT_REFUSED;
    return print_agents(arguments, error) ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {OPTION_JSON, OPTION_END};

const Command command_agents = {
    .name = "agents",
    .words = "",
    .summary = "the agents there are, their settings, the studies' names for them",
    .example = "isolab agents",
    .options = options,
    .run = run_agents,
};
