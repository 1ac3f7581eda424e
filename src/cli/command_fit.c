/* command_fit.c: `isolab fit`, weights from solved positions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/accuracy_options.h"
#include "cli/answer.h"
#include "cli/command.h"
#include "cli/competing.h"
#include "cli/interrupt.h"
#include "cli/playing.h"
#include "lab/accuracy_summary.h"
#include "report/accuracy_tables.h"
#include "report/fitted.h"
#include "report/tables.h"
#include "util/terminal.h"

/* Label of the seeds of its matches. */
enum { STREAM_FIT = 0x666974 };

/* All that belongs to one fit. Large: keep it off the stack. */
typedef struct Fit {
    const Arguments *arguments;
    Fitted fitted;
    AccuracySettings settings;
    TournamentSettings games; // agent 0 is the fit; no other: no match
    Accuracy *sample;         // the positions, seen and unseen
    Problem *unseen;
    int unseen_count;
    Candidate candidates[ACCURACY_CANDIDATES_MAX]; // 0 is the fit
    Accuracy *judged;                              // on the unseen
    AccuracySummary summary;
    Standing *standing; // of the matches; NULL: none
} Fit;

/* ---- What is wanted */

/* The agent that plays with a heuristic. */
static bool read_player(const Fit *fit, const char *heuristic, AgentSpec *spec, Error *error)
{
    const char *with = arguments_value(fit->arguments, "with", 0);
    Text text = TEXT_EMPTY;
    text_format(&text, "alphabeta:%s%s%s", heuristic, with ? "," : "", with ? with : "");
    bool good = text_ok(&text) ? playing_spec(text.bytes, spec, error) : error_out_of_memory(error);
    text_free(&text);
    return good;
}

static bool read_games(Fit *fit, Error *error)
{
    TournamentSettings *games = &fit->games;
    const char *spec;
    if (!competing_settings(fit->arguments, games, error))
        return false;
    if (!arguments_has(fit->arguments, "pairs"))
        games->pairs = 200;
    // Placements alone are so few that most of them have been met by then.
    games->openings =
        (OpeningSettings){.kind = OPENINGS_RANDOM, .plies = 4, .stop = games->openings.stop};
    games->seed = run_seed(games->seed, STREAM_FIT, 0);
    games->limits = fit->settings.limits;
    games->agent_count = games->tested_count = 1;
    if (!read_player(fit, "null", &games->agents[0], error)) // a wrong --with is told at once
        return false;
    for (int i = 0; (spec = arguments_value(fit->arguments, "against", i)); i++)
        if (!competing_add_agent(games, spec, error))
            return false;
    return true;
}

static bool read(Fit *fit, Error *error)
{
    const Arguments *arguments = fit->arguments;
    const char *features = arguments_value(arguments, "features", 0);
    int64_t positions = 3000;
    fit->fitted.by_ply = arguments_has(arguments, "by-ply");
    if (!features)
        return error_set(error, "which features? --features own,opp,reach2; `isolab features` "
                                "lists them");
    if (!arguments_no_words(arguments, error) ||
        !fitted_read_features(&fit->fitted, features, error) ||
        !arguments_integer(arguments, "positions", 1, 1000000, &positions, error) ||
        !accuracy_options_problems(arguments, &fit->settings.problems, error) ||
        !playing_limits(arguments, &fit->settings.limits, error))
        return false;
    accuracy_standard_limits(&fit->settings.limits);
    fit->settings.problems.limits = fit->settings.limits;
    fit->settings.problem_count = (int)positions;
    return read_games(fit, error) && accuracy_options_threads(arguments, &fit->settings, error);
}

/* ---- Fitting and judging */

static bool hold_back(Fit *fit, Error *error)
{
    const Accuracy *sample = fit->sample;
    fit->unseen = aligned_alloc(_Alignof(Problem),
                                (size_t)sample->settings.problem_count * sizeof *fit->unseen);
    if (!fit->unseen)
        return error_out_of_memory(error);
    for (int i = 0; i < sample->settings.problem_count; i++)
        if (sample->problems[i].state == PROBLEM_SOLVED &&
            fitted_is_unseen(&fit->settings.problems, &sample->problems[i]))
            fit->unseen[fit->unseen_count++] = sample->problems[i];
    return fit->unseen_count > 0 ||
           error_set(error, "no positions to judge by: take more --positions");
}

/* Beside every heuristic there is. */
static bool judge(Fit *fit, Error *error)
{
    HeuristicSpec fitted;
    Text *formula = &fit->fitted.formula;
    if (!heuristic_parse(formula->bytes, formula->length, &fitted, error))
        return false;
    fit->candidates[0] = candidate_heuristic(&fitted);
    int count = 1;
    for (; heuristic_at(count - 1) && count < ACCURACY_CANDIDATES_MAX; count++) {
        HeuristicSpec standard = heuristic_standard(heuristic_at(count - 1));
        fit->candidates[count] = candidate_heuristic(&standard);
    }
    AccuracySettings settings = fit->settings;
    settings.candidates = fit->candidates;
    settings.candidate_count = count;
    settings.known = fit->unseen;
    settings.problem_count = fit->unseen_count;
    fit->judged = accuracy_run(&settings, error);
    if (!fit->judged || !accuracy_summarize(fit->judged, &fit->summary, error))
        return false;
    Text *name = &fit->summary.lines[0].name; // its own would fill the table
    text_clear(name);
    text_append(name, "the fit");
    return text_ok(name) || error_out_of_memory(error);
}

static bool fit_and_judge(Fit *fit, Error *error)
{
    fit->sample = accuracy_options_run(fit->arguments, fit->settings, error);
    return fit->sample && hold_back(fit, error) &&
           fitted_fit(&fit->fitted, &fit->settings.problems, fit->sample->problems,
                      fit->settings.problem_count, error) &&
           judge(fit, error);
}

/* ---- Showing */

static bool print_text(const Fit *fit, Error *error)
{
    const Fitted *fitted = &fit->fitted;
    Text text = TEXT_EMPTY;
    text_format(&text,
                "Fitted to %lld positions and those after their moves, %lld in all, each as both "
                "players see it:\nthe logarithm of the odds to win. Weights with their standard "
                "errors\n\n",
                (long long)fitted->seen,
                (long long)(fitted->cases[ATTACKER_TO_MOVE] + fitted->cases[DEFENDER_TO_MOVE]));
    fitted_print_weights(fitted, terminal_width(), &text);
    text_format(&text, "\nThe formula, %g us an evaluation on the virtual clock\n%s\n\n",
                heuristic_usual_cost(fit->candidates[0].heuristic.heuristic) * 1e-3,
                fitted->formula.bytes);
    text_append(&text, "Judged on openings it has not seen: ");
    accuracy_tables(&fit->summary, terminal_width(), &text);
    return answer_print_text(fit->arguments, &text, error);
}

static bool print_matches(const Fit *fit, Error *error)
{
    Text text = TEXT_EMPTY;
    for (int i = 0; fit->standing && i < fit->standing->tournament.pairing_count; i++) {
        const StandingPairing *pairing = &fit->standing->pairings[i];
        const PairCounts *pairs = &pairing->pairs;
        if (pairs_count(pairs) == 0)
            continue;
        text_format(&text, "\nalphabeta with it against %s, %llu pairs on fresh openings\n",
                    fit->standing->agents[pairing->b].name, (unsigned long long)pairs_count(pairs));
        tables_estimate(&(Estimate){pairs_score(pairs), pairs_interval(pairs, CONFIDENCE)}, &text);
        text_append(&text, "\n");
    }
    bool good = text_ok(&text) || error_out_of_memory(error);
    if (good && text.length)
        terminal_print(text.bytes);
    text_free(&text);
    return good;
}

/* A new array, or NULL without memory, as all below. */
static json_t *weights_json(const Fitted *fitted, int asker)
{
    json_t *weights = json_array();
    for (int i = 0; i < fitted_weight_count(fitted); i++) {
        const LogisticWeight *weight = &fitted->weights[asker][i];
        Text name = TEXT_EMPTY;
        fitted_print_weight_name(fitted, i, &name);
        json_t *json = text_ok(&name) ? json_pack("{s:s, s:f, s:f}", "of", name.bytes, "weight",
                                                  weight->value, "error", weight->error)
                                      : NULL;
        text_free(&name);
        whole_json_append(weights, json);
    }
    return weights;
}

static json_t *askers_json(const Fitted *fitted)
{
    json_t *askers = json_array();
    for (int i = 0; i < FITTED_ASKERS; i++)
        whole_json_append(askers,
                          json_pack("{s:s, s:I, s:o}", "asker", fitted_asker_name((FittedAsker)i),
                                    "positions", (json_int_t)fitted->cases[i], "weights",
                                    weights_json(fitted, i)));
    return askers;
}

static json_t *matches_json(const Standing *standing)
{
    json_t *matches = json_array();
    for (int i = 0; standing && i < standing->tournament.pairing_count; i++) {
        const StandingPairing *pairing = &standing->pairings[i];
        const PairCounts *pairs = &pairing->pairs;
        Estimate estimate = {pairs_score(pairs), pairs_interval(pairs, CONFIDENCE)};
        json_t *match =
            json_pack("{s:s, s:I, s:o}", "against", standing->agents[pairing->b].name, "pairs",
                      (json_int_t)pairs_count(pairs), "pair_points", pair_points_json(pairs));
        whole_json_merge(match, estimate_json(&estimate, false));
        whole_json_append(matches, match);
    }
    return matches;
}

static bool print_json(const Fit *fit, Error *error)
{
    const Fitted *fitted = &fit->fitted;
    const AccuracyFigures *all = &fit->summary.lines[0].all;
    return answer_print(
        json_pack("{s:s, s:o, s:o, s:f, s:I, s:o, s:o, s:o}", "formula", fitted->formula.bytes,
                  "area", whole_json_number(all->area), "accuracy", whole_json_number(all->rate),
                  "price_us", heuristic_usual_cost(fit->candidates[0].heuristic.heuristic) * 1e-3,
                  "seen", (json_int_t)fitted->seen, "askers", askers_json(fitted), "unseen",
                  accuracy_json(&fit->summary, NULL, 0), "matches", matches_json(fit->standing)),
        error);
}

/* ---- Playing */

static bool play(Fit *fit, Run *run, Error *error)
{
    RunSettings settings = {.kind = "fit match", .games = &fit->games};
    if (!read_player(fit, fit->fitted.formula.bytes, &fit->games.agents[0], error) ||
        !competing_play(fit->arguments, settings, run, error))
        return false;
    fit->standing = standing_read(run->store, run->number, error);
    return fit->standing != NULL;
}

static bool play_and_show(Fit *fit, Error *error)
{
    bool json = arguments_has(fit->arguments, "json");
    bool matches = fit->games.agent_count > 1 && !interrupt_came();
    Run run = {.store = NULL};
    bool good = (json || print_text(fit, error)) && (!matches || play(fit, &run, error)) &&
                (json ? print_json(fit, error) : print_matches(fit, error));
    if (good && matches)
        competing_say_how_to_resume(&run);
    run_destroy(&run);
    return good;
}

static int run_fit(const Arguments *arguments, Error *error)
{
    Fit *fit = aligned_alloc(_Alignof(Fit), sizeof *fit);
    if (!fit) {
        error_out_of_memory(error);
        return EXIT_REFUSED;
    }
    memset(fit, 0, sizeof *fit);
    fit->arguments = arguments;
    bool good = read(fit, error) && fit_and_judge(fit, error) && play_and_show(fit, error);
    standing_destroy(fit->standing);
    accuracy_summary_free(&fit->summary);
    accuracy_destroy(fit->judged);
    accuracy_destroy(fit->sample);
    free(fit->unseen);
    fitted_free(&fit->fitted);
    free(fit);
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
