/* command_accuracy.c: `isolab accuracy`, agents and heuristics against perfect play. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/accuracy_options.h"
#include "cli/answer.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/playing.h"
#include "report/accuracy_page.h"
#include "report/accuracy_tables.h"
#include "report/puzzles.h"
#include "util/output.h"

static bool write_page(const char *name, const AccuracySummary *summary, const Puzzles *puzzles,
                       int blunders, Error *error)
{
    Text text = TEXT_EMPTY;
    Error plots = {""};
    bool good = accuracy_page(summary, puzzles, blunders, &text, &plots, error) &&
                output_write(name, &text, interrupt_flag(), error);
    text_free(&text);
    if (good && *plots.text)
        fprintf(stderr, "note: the page has no plots: %s\n", plots.text);
    return good;
}

static bool print_text(const Arguments *arguments, const AccuracySummary *summary,
                       const Puzzles *puzzles, int blunders, Error *error)
{
    Text text = TEXT_EMPTY;
    accuracy_tables(summary, answer_width(arguments), &text);
    if (blunders > 0)
        accuracy_blunders(summary, blunders, &text);
    if (puzzles) {
        text_append(&text, "\nPuzzles: the only winning move, hardest first\n");
        puzzles_print(summary->accuracy, puzzles, &text);
    }
    return answer_print_text(arguments, &text, error);
}

static bool show(const Arguments *arguments, const AccuracyOptions *options,
                 const AccuracySummary *summary, Error *error)
{
    const char *output = arguments_value(arguments, "output", 0);
    Puzzles puzzles = {.list = NULL};
    const Puzzles *wanted = options->puzzles > 0 ? &puzzles : NULL;
    if (wanted && !puzzles_find(summary->accuracy, options->puzzles, &puzzles, error))
        return false;
    if (puzzles.count < options->puzzles)
        fprintf(stderr, "note: %d puzzle%s among these positions; more with --positions\n",
                puzzles.count, plural(puzzles.count));
    bool good = (arguments_has(arguments, "json")
                     ? answer_print(accuracy_json(summary, wanted, options->blunders), error)
                     : print_text(arguments, summary, wanted, options->blunders, error)) &&
                (!output || write_page(output, summary, wanted, options->blunders, error));
    puzzles_free(&puzzles);
    return good;
}

static bool judge(const Arguments *arguments, AccuracyOptions *options, Error *error)
{
    AccuracySummary summary;
    AccuracyWatcher watcher;
    accuracy_watcher_begin(&watcher, arguments, &options->settings);
    Accuracy *accuracy = accuracy_run(&options->settings, error);
    accuracy_watcher_end(&watcher, accuracy);
    bool good = accuracy && accuracy_summarize(accuracy, &summary, error);
    if (good) {
        good = show(arguments, options, &summary, error);
        accuracy_summary_free(&summary);
    }
    accuracy_destroy(accuracy);
    return good;
}

static int run_accuracy(const Arguments *arguments, Error *error)
{
    AccuracyOptions *options = aligned_alloc(_Alignof(AccuracyOptions), sizeof *options);
    const char *output = NULL;
    // It has no database, but the one that lies where it was started is as dear.
    bool good = options ? arguments_output(arguments, &output, error) &&
                              accuracy_options_read(arguments, options, error) &&
                              judge(arguments, options, error)
                        : error_out_of_memory(error);
    free(options);
    return good ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {
    OPTIONS_ACCURACY,
    {"puzzles", "N", "list N positions with one winning move, graded by how many agents miss it",
     false},
    {"blunders", "N", "list N positions that each agent gave away", false},
    {"output", "FILE", "also write all as an HTML file, with plots by ply", false},
    OPTIONS_BUDGET,
    OPTION_SEED,
    {"quiet", NULL, "no progress line", false},
    OPTION_JSON,
    OPTION_MARKDOWN,
    OPTION_END};

const Command command_accuracy = {
    .name = "accuracy",
    .words = "[--agent SPEC]... [--heuristic SPEC]...",
    .summary = "agents and heuristics against perfect play, on solved positions",
    .details =
        "Positions come from games: random placements, then each move by one of --from, drawn "
        "anew every move. They are solved exactly. An agent is judged by how often it keeps a "
        "won position won where it could go wrong; a heuristic by how well its value tells won "
        "from lost (area under the curve) and how often its best move one ply ahead wins, ties "
        "as their average. Agents without a budget get --virtual 150ms.",
    .example = "isolab accuracy --agent AB_Improved --heuristic territory --positions 100 --quiet",
    .options = options,
    .run = run_accuracy,
};
