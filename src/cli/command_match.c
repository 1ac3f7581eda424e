/* command_match.c: `isolab match`, two agents head to head. */
#include <stdlib.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "cli/competing.h"
#include "cli/playing.h"
#include "report/tables.h"
#include "stats/elo.h"

/* Games of whole pairs won by the first (0) or the second. */
static int64_t pair_wins(const PairCounts *pairs, int agent)
{
    return (int64_t)(2 * pairs->points[agent == 0 ? 2 : 0] + pairs->points[1]);
}

static bool print_json(const Standing *standing, const Run *run, const RunVerdict *verdict,
                       Error *error)
{
    const StandingPairing *pairing = &standing->pairings[0];
    const PairCounts *pairs = &verdict->pairs;
    json_t *json = json_pack(
        "{s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:f, s:n}", "pairs", (json_int_t)pairs_count(pairs),
        "planned", (json_int_t)(standing->tournament.game_count / 2), "wins",
        (json_int_t)pair_wins(pairs, 0), "losses", (json_int_t)pair_wins(pairs, 1), "lone_games",
        (json_int_t)verdict->lone_games, "forfeits", (json_int_t)standing_forfeits(pairing),
        "pair_points", pair_points_json(pairs), "superiority",
        elo_superiority(pairs->points[2], pairs->points[0]), "llr");
    whole_json_merge(json, estimate_json(&verdict->estimate, run->settings.sprt != NULL));
    if (run->settings.sprt) {
        whole_json_merge(json, sequential_json(&run->match));
        whole_json_set(json, "verdict_pairs", json_integer((json_int_t)pairs_count(pairs)));
    }
    return answer_print(json, error);
}

static bool print_text(const Arguments *arguments, const Standing *standing, const Run *run,
                       const RunVerdict *verdict, Error *error)
{
    const PairCounts *pairs = &verdict->pairs;
    int64_t lone = verdict->lone_games;
    Text text = TEXT_EMPTY;
    text_format(&text, "%s against %s\n", standing->agents[0].name, standing->agents[1].name);
    text_format(&text, "%lld : %lld in %llu pair%s: %llu won 2-0, %llu split, %llu lost 0-2",
                (long long)pair_wins(pairs, 0), (long long)pair_wins(pairs, 1),
                (unsigned long long)pairs_count(pairs), plural((int64_t)pairs_count(pairs)),
                (unsigned long long)pairs->points[2], (unsigned long long)pairs->points[1],
                (unsigned long long)pairs->points[0]);
    if (lone > 0)
        text_format(&text, ", and %lld game%s without %s pair", (long long)lone, plural(lone),
                    lone == 1 ? "its" : "their");
    text_append(&text, "\n");
    if (run->settings.sprt)
        tables_sequential(&run->match, &verdict->estimate, &text);
    else if (pairs_count(pairs) > 0) {
        tables_estimate(&verdict->estimate, &text);
        text_format(&text, ", better with a chance of %.1f %%\n",
                    100 * elo_superiority(pairs->points[2], pairs->points[0]));
    }
    text_append(&text, "\n");
    tables_details(standing, answer_width(arguments), &text);
    return answer_print_text(arguments, &text, error);
}

static bool play_and_show(const Arguments *arguments, const TournamentSettings *settings,
                          const Sprt *sprt, Error *error)
{
    Run run;
    RunVerdict verdict;
    bool good = competing_play(
        arguments, (RunSettings){.kind = "match", .games = settings, .sprt = sprt}, &run, error);
    Standing *standing = good ? standing_read(run.store, run.number, error) : NULL;
    good =
        standing && run_judge(&run, &verdict, error) &&
        (arguments_has(arguments, "json") ? print_json(standing, &run, &verdict, error)
                                          : print_text(arguments, standing, &run, &verdict, error));
    if (good)
        competing_say_how_to_resume(&run);
    standing_destroy(standing);
    run_destroy(&run);
    return good;
}

static bool read_agents(const Arguments *arguments, TournamentSettings *settings, Error *error)
{
    if (arguments->word_count == 0 && arguments_has(arguments, "settings"))
        return settings->agent_count == 2 ||
               error_set(error, "a match has two agents, not %d", settings->agent_count);
    if (arguments->word_count != 2)
        return error_set(error, "two agents are wanted: isolab match A B");
    settings->agent_count = settings->tested_count = 0;
    return competing_add_agent(settings, arguments->words[0], error) &&
           competing_add_agent(settings, arguments->words[1], error);
}

static int run_match(const Arguments *arguments, Error *error)
{
    TournamentSettings *settings = malloc(sizeof *settings);
    Sprt sprt;
    bool wanted = arguments_has(arguments, "sprt"), printed = false;
    bool good = settings ? competing_settings(arguments, settings, error) &&
                               read_agents(arguments, settings, error) &&
                               (!wanted || competing_sprt(arguments, 0, 0, &sprt, error)) &&
                               competing_print_settings(arguments, settings, &printed, error)
                         : error_out_of_memory(error);
    if (good && !printed)
        good = play_and_show(arguments, settings, wanted ? &sprt : NULL, error);
    free(settings);
    return good ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {
    {"sprt", "ELO0,ELO1", "stop when it is decided whether A is ELO0 or ELO1 stronger", false},
    OPTIONS_COMPETING,
    OPTIONS_BUDGET,
    OPTION_SEED,
    OPTION_JSON,
    OPTION_MARKDOWN,
    OPTION_END};

const Command command_match = {
    .name = "match",
    .words = "A B [--pairs N]",
    .summary = "two agents head to head, on opening pairs",
    .details =
        "With --sprt, --pairs is the most that is played, and each of the two verdicts is wrong "
        "with a chance of 5 %. A match that stops itself stops where it leans: what is told then "
        "is as likely too high as too low, and its two-sided 95 % interval allows for the stop. "
        "How much stronger somebody is, is told best by a number of pairs fixed "
        "before.\n" DEFAULT_BUDGET,
    .example = "isolab match alphabeta:attacker AB_Improved --pairs 50 --nodes 2000",
    .options = options,
    .run = run_match,
};
