/* external.c: `exec:`, the agent that is another process. */
#include "agent/external.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agent/external_engine.h"

typedef struct External {
    ExternalEngine engine;
    Agent *placements; // NULL: the engine places
} External;

static bool parse(AgentSpec *spec, const char *rest, size_t length, Error *error)
{
    ExternalSettings settings;
    return external_settings_parse(rest, length, spec, &settings, error);
}

/* What `go virtual` cannot say is refused rather than rounded. */
static bool check_virtual(const ExternalSettings *settings, const Limits *limits, Error *error)
{
    double milliseconds = limits->virtual_seconds * 1e3;
    if (limits->virtual_seconds <= 0)
        return true;
    if (!settings->dialect->has_virtual)
        return error_set(error,
                         "a fairy engine has no virtual clock: give it time, nodes or depth");
    if (limits->virtual_node > 0 || limits->virtual_slowness > 0)
        return error_set(error, "%s cannot be told to an engine in another process",
                         limits->virtual_node > 0 ? "virtual-node" : "virtual-slowness");
    if (fabs(milliseconds - round(milliseconds)) > 1e-9 * milliseconds)
        return error_set(error, "an engine in another process takes virtual in whole milliseconds");
    return true;
}

static bool read_settings(Agent *agent, ExternalSettings *settings, Error *error)
{
    const char *rest = agent->spec.text + strlen(agent->spec.kind->name);
    AgentSpec again = agent->spec;
    if (!external_settings_parse(rest, strlen(rest), &again, settings, error))
        return false;
    return check_virtual(settings, &agent->limits, error);
}

static bool start_external(Agent *agent, Error *error)
{
    External *external = calloc(1, sizeof *external);
    if (!external)
        return error_out_of_memory(error);
    ExternalSettings *settings = &external->engine.settings;
    bool good = read_settings(agent, settings, error);
    if (good && settings->has_placements) {
        external->placements = agent_create(&settings->placements, &agent->limits, error);
        good = external->placements != NULL;
    }
    if (!good) {
        free(external);
        return false;
    }
    agent->grace = settings->grace;
    agent->state = external;
    return true;
}

static void finish_external(Agent *agent)
{
    External *external = agent->state;
    external_engine_quit(&external->engine);
    agent_destroy(external->placements);
    free(external);
}

static bool check_external(const Agent *agent, const Board *board, Error *error)
{
    (void)board;
    const External *external = agent->state;
    return external_engine_is_there(&external->engine.settings, error);
}

static AgentMemory memory_of_external(const Agent *agent, const Board *board)
{
    const External *external = agent->state;
    return external->placements ? agent_memory(external->placements, board) : (AgentMemory){0};
}

static AgentOutcome begin_external(Agent *agent, const Board *board, const atomic_bool *stop,
                                   Error *error)
{
    External *external = agent->state;
    AgentOutcome outcome = AGENT_CHOSE;
    if (external->placements)
        outcome = agent_begin(external->placements, board, stop, error);
    return outcome == AGENT_CHOSE ? external_engine_begin(&external->engine, board, stop, error)
                                  : outcome;
}

static AgentOutcome choose_external(Agent *agent, const SearchJob *job, SearchResult *result,
                                    Error *error)
{
    External *external = agent->state;
    if (external->placements && !position_both_placed(&job->position))
        return agent_choose(external->placements, job, result, error);
    return external_engine_ask(&external->engine, job, result, error);
}

static const char notes[] =
    "The command is one program with its arguments, quoted as for the shell, variables before it\n"
    "allowed; for more use sh -c '...'. A comma ends it, or a value, only where one of these keys\n"
    "or a budget follows: placements=alphabeta:chase,w1=0.25,nodes=500 gives w1 to who places and\n"
    "nodes to the engine. One that fails loses the game and is started anew for the next.\n"
    "Fairy-Stockfish plays 8x8 as it is; other boards need a variants.ini, by\n"
    "option.VariantPath=variants.ini,option.UCI_Variant=NAME. Its npm package sees no files but\n"
    "one: UCI_NNUE_FILE=variants.ini node .../uci.js, and then option.VariantPath=/variants.ini.";

const AgentKind agent_external = {
    .name = "exec",
    .meaning = "an engine in another process, by UCI",
    .example = "exec:./engine --flag,option.Hash=16,nodes=5000",
    .notes = notes,
    .needs = LIMITS_OR_DEPTH,
    .parameters = {[EXTERNAL_DIALECT] = {"dialect", DIALECT_ISOLAB, 0, DIALECT_COUNT - 1, 1,
                                         "isolab, moves as squares; or fairy, Fairy-Stockfish's "
                                         "joust",
                                         DIALECT_CHOICES},
                   [EXTERNAL_STDERR] = {"stderr", 0, 0, 1, 1, "its complaints", "hide|show"}},
    .settings = external_setting_rows,
    .parse = parse,
    .start = start_external,
    .finish = finish_external,
    .check = check_external,
    .memory = memory_of_external,
    .begin = begin_external,
    .choose = choose_external,
};
