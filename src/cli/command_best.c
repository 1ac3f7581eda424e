/* command_best.c: `isolab best`, an agent's move in a position. */
#include <math.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "cli/playing.h"
#include "isolab.h"

typedef struct Settings {
    IsolabAgent *agent;
    IsolabSearch search;
    uint64_t seed;
} Settings;

/* Every position of a batch gets the same stream, so that its answer does not depend on the
 * others. */
static bool choose_move(const Question *q, IsolabChoice *choice, Error *error)
{
    const Settings *settings = q->settings;
    *choice = (IsolabChoice){.size = sizeof *choice};
    if (isolab_position_winner(q->position) != ISOLAB_NOBODY)
        return error_set(error, "the game is over, %s has no move",
                         isolab_side_name(isolab_position_to_move(q->position)));
    return isolab_agent_begin_on(settings->agent, q->position, settings->seed, error->text,
                                 sizeof error->text) &&
           isolab_agent_choose(settings->agent, q->position, &settings->search, choice, error->text,
                               sizeof error->text);
}

static json_t *best_json(const Question *q, Error *error)
{
    IsolabChoice choice;
    if (!choose_move(q, &choice, error))
        return NULL;
    return json_pack(
        "{s:o, s:o, s:i, s:I, s:f, s:o, s:o, s:b}", "move",
        answer_square_json(q->position, choice.move), "score", whole_json_score(choice.score),
        "depth", choice.depth, "nodes", (json_int_t)choice.nodes, "seconds", choice.seconds,
        "virtual_seconds",
        choice.on_virtual_clock ? whole_json_number(choice.virtual_seconds) : json_null(), "pv",
        answer_squares_json(q->position, choice.line, choice.line_count), "exact", choice.exact);
}

static bool best_text(const Question *q, Text *text, Error *error)
{
    IsolabChoice choice;
    if (!choose_move(q, &choice, error))
        return false;
    text_append(text, "move   ");
    answer_squares(text, q->position, &choice.move, 1);
    if (isinf(choice.score))
        text_format(text, "\nscore   %s", choice.score > 0 ? "won" : "lost");
    else
        text_format(text, "\nscore   %+.4g", choice.score);
    text_format(text, "%s\ndepth   %d\nnodes   %llu\nseconds %.3f", choice.exact ? ", proved" : "",
                choice.depth, (unsigned long long)choice.nodes, choice.seconds);
    if (choice.on_virtual_clock && !isnan(choice.virtual_seconds))
        text_format(text, ", %.3f on the virtual clock", choice.virtual_seconds);
    text_append(text, "\nline   ");
    answer_squares(text, q->position, choice.line, choice.line_count);
    text_append(text, choice.line_count ? "\n" : " \n");
    return true;
}

static int run_best(const Arguments *arguments, Error *error)
{
    static const Answer answer = {best_json, best_text};
    const char *spec = arguments_value(arguments, "agent", 0);
    Settings settings;
    if (!playing_search(arguments, &settings.search, error) ||
        !playing_seed(arguments, &settings.seed, error))
        return EXIT_REFUSED;
    settings.agent =
        playing_library_agent(spec ? spec : "alphabeta:improved", &settings.search, error);
    if (!settings.agent)
        return EXIT_REFUSED;
    int code = answer_positions(arguments, &answer, &settings, error);
    isolab_agent_destroy(settings.agent);
    return code;
}

static const Option options[] = {
    {"agent", "SPEC", "who chooses, alphabeta:improved unless told; see `isolab agents`", false},
    OPTIONS_BUDGET,
    OPTION_SEED,
    OPTION_JSON,
    OPTION_END};

const Command command_best = {
    .name = "best",
    .words = "POSITION [--agent SPEC]",
    .summary = "an agent's move, its score and line",
    .details = DEFAULT_BUDGET,
    .example = "isolab best 7x7 d4 c2 --agent alphabeta:improved,nodes=100k",
    .options = options,
    .run = run_best,
};
