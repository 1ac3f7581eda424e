/* command_best.c: `isolab best`, an agent's move in a position. */
#include <math.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "cli/playing.h"

typedef struct Settings {
    Agent *agent;
    uint64_t seed;
} Settings;

/* Every position of a batch gets the same stream, so that its answer does not depend on the
 * others. */
static bool choose_move(const Question *q, SearchResult *result, Error *error)
{
    const Settings *settings = q->settings;
    Random random = random_stream(settings->seed, 0, 0);
    SearchJob job = {.board = q->board, .position = *q->position, .random = &random};
    if (position_is_over(q->board, q->position))
        return error_set(error, "the game is over, %s has no move",
                         side_name(q->position->to_move));
    return agent_begin(settings->agent, q->board, NULL, error) == AGENT_CHOSE &&
           agent_choose(settings->agent, &job, result, error) == AGENT_CHOSE;
}

static bool is_virtual(const Question *q)
{
    const Settings *settings = q->settings;
    return settings->agent->limits.virtual_seconds > 0;
}

static json_t *best_json(const Question *q, Error *error)
{
    SearchResult result;
    char move[SQUARE_TEXT_SIZE];
    if (!choose_move(q, &result, error))
        return NULL;
    return json_pack("{s:s, s:o, s:i, s:I, s:f, s:o, s:o, s:b}", "move",
                     square_print(q->board, result.move, move), "score",
                     whole_json_score(result.score), "depth", result.depth, "nodes",
                     (json_int_t)result.nodes, "seconds", result.seconds, "virtual_seconds",
                     is_virtual(q) ? whole_json_number(result.virtual_seconds) : json_null(), "pv",
                     whole_json_moves(q->board, result.line.moves, result.line.count), "exact",
                     result.exact);
}

static bool best_text(const Question *q, Text *text, Error *error)
{
    SearchResult result;
    char move[SQUARE_TEXT_SIZE];
    if (!choose_move(q, &result, error))
        return false;
    text_format(text, "move    %s\nscore   ", square_print(q->board, result.move, move));
    score_print(result.score, text);
    text_format(text, "%s\ndepth   %d\nnodes   %llu\nseconds %.3f", result.exact ? ", proved" : "",
                result.depth, (unsigned long long)result.nodes, result.seconds);
    if (is_virtual(q) && !isnan(result.virtual_seconds))
        text_format(text, ", %.3f on the virtual clock", result.virtual_seconds);
    text_append(text, "\nline    ");
    moves_print(q->board, &result.line, text);
    text_append(text, "\n");
    return true;
}

static int run_best(const Arguments *arguments, Error *error)
{
    static const Answer answer = {best_json, best_text};
    const char *spec = arguments_value(arguments, "agent", 0);
    Settings settings;
    Limits limits;
    if (!playing_limits(arguments, &limits, error) ||
        !playing_seed(arguments, &settings.seed, error))
        return EXIT_REFUSED;
    settings.agent = playing_agent(spec ? spec : "alphabeta:improved", &limits, error);
    if (!settings.agent)
        return EXIT_REFUSED;
    int code = answer_positions(arguments, &answer, &settings, error);
    agent_destroy(settings.agent);
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
    .words = "POSITION --agent SPEC",
    .summary = "an agent's move, its score and line",
    .details = DEFAULT_BUDGET,
    .example = "isolab best 7x7 d4 c2 --agent alphabeta:improved,nodes=100k",
    .options = options,
    .run = run_best,
};
