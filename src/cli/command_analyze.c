/* command_analyze.c: `isolab analyze`, what every legal move is worth. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/playing.h"
#include "search/solver/analysis.h"
#include "search/solver/solver.h"
#include "util/terminal.h"

typedef struct Settings {
    Limits limits;
    SolverCache *cache;
} Settings;

static bool analyze_position(const InnerQuestion *q, const AnalysisWatch *watch, Analysis *analysis,
                             Error *error)
{
    const Settings *settings = q->settings;
    Solver *solver = solver_cache_get(settings->cache, &q->board, error);
    Budget budget = limits_start(&settings->limits, interrupt_flag());
    return solver && analysis_run(solver, &q->position, &budget, watch, analysis, error);
}

static json_t *result_json(const InnerQuestion *q, const AnalysedMove *move)
{
    if (move->winner == SIDE_NONE)
        return json_null();
    return json_string(move->winner == q->position.to_move ? "win" : "loss");
}

static json_t *move_json(const InnerQuestion *q, const AnalysedMove *move)
{
    char name[SQUARE_TEXT_SIZE];
    json_t *plies = move->plies ? json_integer(move->plies) : json_null();
    return json_pack("{s:s, s:o, s:o, s:o, s:i, s:o}", "move",
                     square_print(&q->board, move->move, name), "result", result_json(q, move),
                     "plies", plies, "score", whole_json_score(move->score), "depth", move->depth,
                     "line", whole_json_moves(&q->board, move->line, move->line_count));
}

static json_t *analysis_json(const InnerQuestion *q, const Analysis *analysis)
{
    json_t *moves = json_array();
    for (int i = 0; i < analysis->count; i++)
        whole_json_append(moves, move_json(q, analysis->moves + i));
    return json_pack("{s:o, s:o, s:I, s:f}", "winner", whole_json_side(analysis->winner), "moves",
                     moves, "nodes", (json_int_t)analysis->nodes, "seconds", analysis->seconds);
}

static json_t *analyze_json(const Question *question, Error *error)
{
    InnerQuestion q;
    Analysis *analysis = malloc(sizeof *analysis);
    json_t *json = NULL;
    if (analysis && answer_open(question, &q, error) && analyze_position(&q, NULL, analysis, error))
        json = analysis_json(&q, analysis);
    free(analysis);
    return json;
}

typedef struct Telling {
    const InnerQuestion *question;
    Text *text; // the answer, which fails with a line
} Telling;

/* A line each time more is known of a move. */
static void print_update(void *context, const Analysis *analysis, int i)
{
    const Telling *telling = context;
    const InnerQuestion *q = telling->question;
    const AnalysedMove *move = analysis->moves + i;
    char name[SQUARE_TEXT_SIZE];
    Text line = TEXT_EMPTY;
    text_format(&line, "%8.3f s  %-3s ", analysis->seconds,
                square_print(&q->board, move->move, name));
    if (move->winner == SIDE_NONE)
        text_format(&line, "%+.1f at depth %d", move->score, move->depth);
    else
        text_format(&line, "%-4s", move->winner == q->position.to_move ? "win" : "loss");
    if (move->plies)
        text_format(&line, " in %2d plies", move->plies);
    for (int k = 0; k < move->line_count; k++)
        text_format(&line, "%s%s", k ? " " : "  ", square_print(&q->board, move->line[k], name));
    if (text_ok(&line))
        terminal_say("%s\n", line.bytes);
    else
        telling->text->failed = true;
    fflush(stdout);
    text_free(&line);
}

static void append_moves(Text *text, const InnerQuestion *q, const Analysis *analysis, Side winner,
                         const char *label)
{
    char name[SQUARE_TEXT_SIZE];
    int count = 0;
    for (int i = 0; i < analysis->count; i++) {
        const AnalysedMove *move = analysis->moves + i;
        if (move->winner != winner)
            continue;
        text_format(text, "%s%s", count++ ? " " : label, square_print(&q->board, move->move, name));
        if (move->plies)
            text_format(text, " (%d)", move->plies);
        else if (winner == SIDE_NONE && !isnan(move->score))
            text_format(text, " (%+.1f)", move->score);
    }
    text_append(text, count ? "\n" : "");
}

static bool analyze_text(const Question *question, Text *text, Error *error)
{
    InnerQuestion q;
    Analysis *analysis = malloc(sizeof *analysis);
    Telling telling = {&q, text};
    AnalysisWatch watch = {print_update, &telling};
    bool done =
        analysis ? answer_open(question, &q, error) && analyze_position(&q, &watch, analysis, error)
                 : error_out_of_memory(error);
    if (done) {
        Side to_move = q.position.to_move;
        text_format(text, "winner   %s\n",
                    analysis->winner == SIDE_NONE ? "not solved" : side_name(analysis->winner));
        append_moves(text, &q, analysis, to_move, "winning  ");
        append_moves(text, &q, analysis, side_other(to_move), "losing   ");
        append_moves(text, &q, analysis, SIDE_NONE, "open     ");
        text_format(text, "%llu node%s, %.3f s\n", (unsigned long long)analysis->nodes,
                    plural((int64_t)analysis->nodes), analysis->seconds);
    }
    free(analysis);
    return done;
}

static int run_analyze(const Arguments *arguments, Error *error)
{
    static const Answer answer = {analyze_json, analyze_text};
    SolverCache cache = {.solver = NULL};
    Settings settings = {.cache = &cache};
    if (!playing_solver(arguments, &cache.settings, &settings.limits, error))
        return EXIT_REFUSED;
    if (!limits_are_set(&settings.limits))
        settings.limits.seconds = 10;
    interrupt_watch();
    int code = answer_positions(arguments, &answer, &settings, error);
    solver_cache_free(&cache);
    return code;
}

static const Option options_list[] = {OPTIONS_SOLVER, OPTION_JSON, OPTION_END};

const Command command_analyze = {
    .name = "analyze",
    .words = "POSITION",
    .summary = "every legal move: proved win or loss and how long it lasts, else its score",
    .details =
        "First come the champion's scores, with their lines: the logarithm of the mover's odds, so "
        "+1 is 73 % and +3 is 95 %. Then come proofs, then lengths in plies under best "
        "resistance, as far as the time (10s unless --time or --nodes says otherwise) goes. What "
        "is not proved by then is left open, with its score.",
    .example = "isolab analyze 5x5 a1 b2 --time 2s",
    .options = options_list,
    .run = run_analyze,
};
