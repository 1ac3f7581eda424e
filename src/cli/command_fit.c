/* command_fit.c: `isolab fit`, weights from solved positions. */
#include <stdlib.h>
#include <string.h>

#include "cli/accuracy_options.h"
#include "cli/answer.h"
#include "cli/command.h"
#include "cli/competing.h"
#include "cli/interrupt.h"
#include "cli/playing.h"
#include "report/fitted.h"
#include "util/terminal.h"

/* Label of the seeds of its matches. */
enum { STREAM_FIT = 0x666974 };

/* All that belongs to the command. Large: keep it off the stack. */
typedef struct Fitting {
    const Arguments *arguments;
    FitSettings settings;
    TournamentSettings games; // agent 0 is the fit; no other: no match
    Fit fit;
    Standing *standing; // of the matches; NULL: none
} Fitting;

/* ---- What is wanted */

/* The agent that plays with a heuristic. */
static bool read_player(const Fitting *fitting, const char *heuristic, AgentSpec *spec,
                        Error *error)
{
    const char *with = arguments_value(fitting->arguments, "with", 0);
    Text text = TEXT_EMPTY;
    text_format(&text, "alphabeta:%s%s%s", heuristic, with ? "," : "", with ? with : "");
    bool good = text_ok(&text) ? playing_spec(text.bytes, spec, error) : error_out_of_memory(error);
    text_free(&text);
    return good;
}

static bool read_games(Fitting *fitting, Error *error)
{
    TournamentSettings *games = &fitting->games;
    const char *spec;
    if (!competing_settings(fitting->arguments, games, error))
        return false;
    if (!arguments_has(fitting->arguments, "pairs"))
        games->pairs = 200;
    // Placements alone are so few that most of them have been met by then.
    games->openings =
        (OpeningSettings){.kind = OPENINGS_RANDOM, .plies = 4, .stop = games->openings.stop};
    games->seed = run_seed(games->seed, STREAM_FIT, 0);
    games->limits = fitting->settings.positions.limits;
    games->agent_count = games->tested_count = 1;
    if (!read_player(fitting, "null", &games->agents[0], error)) // a wrong --with is told at once
        return false;
    for (int i = 0; (spec = arguments_value(fitting->arguments, "against", i)); i++)
        if (!competing_add_agent(games, spec, error))
            return false;
    if (games->agent_count == 1)
        return true;
    Store *store = store_open(arguments_database(fitting->arguments), STORE_WRITE, error);
    store_close(store);
    return store != NULL; // a place where no games can be kept is told at once, too
}

/* What would be ignored is refused. */
static bool check_games(const Arguments *arguments, Error *error)
{
    static const char *const of_games[] = {"with", "pairs", "resume"};
    for (size_t i = 0; i < sizeof of_games / sizeof *of_games; i++)
        if (arguments_has(arguments, of_games[i]) && !arguments_has(arguments, "against"))
            return error_set(error, "--%s is for the games of --against", of_games[i]);
    return true;
}

static bool read_settings(Fitting *fitting, Error *error)
{
    const Arguments *arguments = fitting->arguments;
    const char *features = arguments_value(arguments, "features", 0);
    FitTerms *terms = &fitting->settings.terms;
    AccuracySettings *positions = &fitting->settings.positions;
    int64_t count = 3000;
    terms->by_ply = arguments_has(arguments, "by-ply");
    if (!features)
        return error_set(error, "which features? --features own,opp,reach2; `isolab features` "
                                "lists them");
    if (!arguments_no_words(arguments, error) || !check_games(arguments, error) ||
        !fit_terms_read(terms, features, error) ||
        !arguments_integer(arguments, "positions", 1, 1000000, &count, error) ||
        !accuracy_options_problems(arguments, &positions->problems, error) ||
        !playing_limits(arguments, &positions->limits, error))
        return false;
    accuracy_standard_limits(&positions->limits);
    positions->problems.limits = positions->limits;
    positions->problem_count = (int)count;
    return read_games(fitting, error) && accuracy_options_threads(arguments, positions, error);
}

static bool fit_and_judge(Fitting *fitting, Error *error)
{
    AccuracyWatcher watcher;
    accuracy_watcher_begin(&watcher, fitting->arguments, &fitting->settings.positions);
    bool good = fit_run(&fitting->fit, &fitting->settings, error);
    accuracy_watcher_end(&watcher, fitting->fit.sample);
    if (fitting->fit.too_few) {
        Error failure = *error;
        error_set(error, "%s --positions", failure.text);
    }
    return good;
}

/* ---- Showing */

static bool print_text(const Arguments *arguments, const Fit *fit, Error *error)
{
    Text text = TEXT_EMPTY;
    fitted_print(fit, terminal_width(), &text);
    return answer_print_text(arguments, &text, error);
}

static bool print_matches(const Arguments *arguments, const Standing *standing, Error *error)
{
    Text text = TEXT_EMPTY;
    text_append(&text, "");
    if (standing)
        fitted_print_matches(standing, &text);
    return answer_print_text(arguments, &text, error);
}

/* ---- Playing */

static bool play_matches(Fitting *fitting, Run *run, Error *error)
{
    RunSettings settings = {.kind = "fit match", .games = &fitting->games};
    const char *formula = fitting->fit.fitted.formula.bytes;
    if (!read_player(fitting, formula, &fitting->games.agents[0], error) ||
        !competing_play(fitting->arguments, settings, run, error))
        return false;
    fitting->standing = standing_read(run->store, run->number, error);
    return fitting->standing != NULL;
}

static bool play_and_show(Fitting *fitting, Error *error)
{
    const Fit *fit = &fitting->fit;
    bool json = arguments_has(fitting->arguments, "json");
    bool matches = fitting->games.agent_count > 1 && !interrupt_came();
    Run run = {.store = NULL};
    bool good = json || print_text(fitting->arguments, fit, error);
    bool played = good && (!matches || play_matches(fitting, &run, error));
    if (json) // the fit is not lost with its games
        good = answer_print(fitted_json(fit, fitting->standing), error) && played;
    else
        good = played && print_matches(fitting->arguments, fitting->standing, error);
    if (good && matches)
        competing_say_how_to_resume(&run);
    run_destroy(&run);
    return good;
}

static int run_fit(const Arguments *arguments, Error *error)
{
    Fitting *fitting = aligned_alloc(_Alignof(Fitting), sizeof *fitting);
    if (!fitting) {
        error_out_of_memory(error);
        return EXIT_REFUSED;
    }
    memset(fitting, 0, sizeof *fitting);
    fitting->arguments = arguments;
    bool good = read_settings(fitting, error) && fit_and_judge(fitting, error) &&
                play_and_show(fitting, error);
    standing_destroy(fitting->standing);
    fit_destroy(&fitting->fit);
    free(fitting);
    return good ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {
    {"features", "LIST", "what is weighted: names and formulas of `features`, commas between",
     false},
    {"by-ply", NULL, "weights that change evenly as the board fills", false},
    {"positions", "N", "positions to sample, 3000 unless told; three tenths are held back", false},
    OPTIONS_PROBLEMS,
    {"against", "SPEC",
     "then play against it: `alphabeta` with the formula, on openings of 4 random plies", true},
    {"with", "SETTINGS", "of that alphabeta, such as order=pv", false},
    {"pairs", "N", "opening pairs for each opponent, 200 unless told", false},
    {"resume", NULL, "go on with the newest such match", false},
    OPTION_DB,
    OPTIONS_BUDGET,
    OPTION_SEED,
    {"quiet", NULL, "no progress line", false},
    OPTION_JSON,
    OPTION_END};

const Command command_fit = {
    .name = "fit",
    .words = "--features LIST",
    .summary = "weights for a formula, from solved positions",
    .details =
        "Positions are sampled and solved as by `accuracy`. A logistic model is fitted to who "
        "wins them, and the positions after each of their moves: for the attacker and the "
        "defender, to move and waiting, weights of their own. The answer is a formula, which any "
        "agent takes as its heuristic: 'alphabeta:=...'. It is judged, beside every heuristic "
        "there is, on positions whose openings were held back. A feature that is the same for all "
        "of a kind, such as attacker, is in the constant. Agents without a budget get --virtual "
        "150ms.",
    .example = "isolab fit --features own,opp,contested --by-ply --positions 300 --quiet",
    .options = options,
    .run = run_fit,
};
