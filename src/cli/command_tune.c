/* command_tune.c: `isolab tune`, better settings by playing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/playing.h"
#include "cli/tuning.h"
#include "util/output.h"
#include "util/terminal.h"

static bool is_svg(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && !strcmp(name + length - 4, ".svg");
}

static bool write_output(const Tuning *tuning, Error *error)
{
    const char *name = arguments_value(tuning->arguments, "output", 0);
    Text text = TEXT_EMPTY;
    char quote[QUOTE_SIZE];
    Error plots = {""};
    if (!name || tuning->tuned.tuner.count == 0)
        return true;
    bool good = (is_svg(name) ? tuned_print_svg(&tuning->tuned, &text, error)
                              : tuned_print_page(&tuning->tuned, &text, &plots, error)) &&
                output_write(name, &text, interrupt_flag(), error);
    text_free(&text);
    if (good && *plots.text)
        fprintf(stderr, "note: %s has no plot: %s\n", error_quote(quote, name, strlen(name)),
                plots.text);
    return good;
}

static bool print_text(const Tuning *tuning, Error *error)
{
    Text text = TEXT_EMPTY;
    tuned_print(&tuning->tuned, terminal_width(), &text);
    bool good = text_ok(&text) || error_out_of_memory(error);
    if (good)
        terminal_print(text.bytes);
    text_free(&text);
    return good;
}

static bool tune_and_show(Tuning *tuning, Error *error)
{
    bool interrupted;
    if (!tuning_run(tuning, &interrupted, error) || !write_output(tuning, error))
        return false;
    bool good = arguments_has(tuning->arguments, "json") ? tuning_print_json(tuning, error)
                                                         : print_text(tuning, error);
    if (good && interrupted)
        fprintf(stderr,
                "stopped after %d point%s, all games kept in %s; the same command with --resume "
                "goes on\n",
                tuning->tuned.tuner.count, plural(tuning->tuned.tuner.count),
                arguments_database(tuning->arguments));
    return good;
}

static int run(const Arguments *arguments, Error *error)
{
    Tuning *tuning = calloc(1, sizeof *tuning); // too large for the stack's taste
    if (!tuning) {
        error_out_of_memory(error);
        return EXIT_REFUSED;
    }
    const char *output = NULL;
    bool good = arguments_output(arguments, &output, error) &&
                tuning_create(tuning, arguments, error) && tune_and_show(tuning, error);
    tuning_finish(tuning);
    free(tuning);
    return good ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {
    {"param", "NAME[=LO:HI[:STEP]]", "what to tune; its own range and step unless told", true},
    {"against", "SPEC", "an opponent; unless told SPEC as it stands and AB_Improved", true},
    {"method", "NAME", "line, grid or spsa; line unless told", false},
    {"pairs", "N", "opening pairs for each point and opponent, 100 unless told", false},
    {"rounds", "N", "line: sweeps over all parameters, 2; spsa: steps, 100 unless told", false},
    {"gain", "A,C", "spsa: the first a_k, and c; 0.2,0.1 unless told", false},
    {"confirm", "N", "at most so many pairs to confirm, 5000 unless told; 0: none", false},
    {"sprt", "ELO0,ELO1", "what the confirmation tests, 0,10 unless told", false},
    {"objective", "NAME",
     "score, or accuracy: how often a won position is kept won, at --virtual 150ms unless told; "
     "score unless told",
     false},
    {"positions", "N", "accuracy: solved positions to judge by, 1000 unless told", false},
    {"board", "WxH", "the board, 7x7 or that of a file of openings unless told", false},
    {"openings", "KIND",
     "random (placements), all (placements, up to symmetry), N (random plies, 4 unless told) or a "
     "file of positions",
     false},
    {"resume", NULL, "take from the database what is measured already", false},
    {"threads", "N", "games at once, as many as cores unless told", false},
    {"db", "FILE", "where results are kept, isolab.db unless told", false},
    {"output", "FILE", "also write a page with a plot, or the plot alone if FILE ends in .svg",
     false},
    {"quiet", NULL, "no trace", false},
    OPTIONS_BUDGET,
    OPTION_SEED,
    OPTION_JSON,
    OPTION_END};

const Command command_tune = {
    .name = "tune",
    .words = "SPEC --param NAME",
    .summary = "better parameters for an agent, found by playing and then confirmed",
    .details =
        "All points of a comparison play the same openings. Methods:\n"
        "  line  five points from end to end, then half the spacing to both sides of the best, "
        "down to the step; one parameter after the other\n"
        "  grid  every point\n"
        "  spsa  all parameters at once: two opposite points a round, then a step along their "
        "difference; a_k = a/(A+k+1)^0.602, c_k = c/(k+1)^0.101 in units of the ranges, A = "
        "rounds/10; the answer is the mean of the path's second half\n"
        "The best of many noisy scores is less good than it looks. So it is played against "
        "SPEC on fresh openings in a sequential test with error rates of 5 %.\n" DEFAULT_BUDGET,
    .example = "isolab tune alphabeta:chase,w1=1 --param w1=0:4:0.5 --pairs 5 --confirm 50 "
               "--nodes 200 --quiet",
    .options = options,
    .run = run,
};
