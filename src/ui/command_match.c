/* command_match.c: `isolab match`, two agents head to head. */
#include <stdio.h>
#include <stdlib.h>

#include "report/tables.h"
#include "stats/elo.h"
#include "stats/sprt.h"
#include "ui/answer.h"
#include "ui/command.h"
#include "ui/competing.h"
#include "ui/playing.h"
#include "ui/standing_json.h"

typedef struct MatchTest {
    bool wanted;
    Sprt sprt;
    PairCounts counts; // of the pairs the verdict rests on
    int64_t judged;    // their number
    SprtState state;
} MatchTest;

/* Pairs in the order of the openings, so that the verdict and the pair at which it falls do
 * not depend on which games happened to finish first. */
static void decide(void *context, const Record *record, bool *enough)
{
    MatchTest *test = context;
    int points;
    while (test->wanted && test->state.verdict == SPRT_CONTINUE &&
           record_pair(record, 0, test->judged, &points)) {
        test->counts.points[points]++;
        test->judged++;
        test->state = sprt_judge(&test->sprt, test->counts.points, 3);
    }
    *enough = test->state.verdict != SPRT_CONTINUE;
}

static bool read_test(const Arguments *arguments, MatchTest *test, Error *error)
{
    *test = (MatchTest){.wanted = arguments_has(arguments, "sprt")};
    return !test->wanted || competing_sprt(arguments, &test->sprt, &test->state, error);
}

static const char *verdict_text(const MatchTest *test)
{
    static const char *const verdicts[] = {"undecided", "elo0", "elo1"};
    return verdicts[test->state.verdict];
}

/* The pairs that what is said of the match rests on: all, or those up to the verdict. Games that
 * were under way when it fell are kept, but how many depends on the threads. */
static const PairCounts *told_pairs(const StandingPairing *pairing, const MatchTest *test)
{
    return test->state.verdict == SPRT_CONTINUE ? &pairing->pairs : &test->counts;
}

/* Of a pair of which only one game is there, say after a Ctrl-C. */
static int64_t lone_games(const StandingPairing *pairing, const MatchTest *test)
{
    if (test->state.verdict != SPRT_CONTINUE)
        return 0;
    return pairing->games - 2 * (int64_t)pairs_count(&pairing->pairs);
}

/* Games of whole pairs won by the first (0) or the second. */
static int64_t pair_wins(const PairCounts *pairs, int agent)
{
    return (int64_t)(2 * pairs->points[agent == 0 ? 2 : 0] + pairs->points[1]);
}

static bool print_json(const Standing *standing, const MatchTest *test, Error *error)
{
    const StandingPairing *pairing = &standing->pairings[0];
    const PairCounts *pairs = told_pairs(pairing, test);
    Interval range = pairs_interval(pairs, 0.95), elo = elo_from_interval(range);
    double score = pairs_score(pairs);
    json_t *json = json_pack(
        "{s:I, s:I, s:I, s:I, s:I, s:I, s:[I, I, I], s:o, s:o, s:o, s:[o, o], s:f, s:n}", "pairs",
        (json_int_t)pairs_count(pairs), "planned",
        (json_int_t)(standing->tournament.game_count / 2), "wins", (json_int_t)pair_wins(pairs, 0),
        "losses", (json_int_t)pair_wins(pairs, 1), "lone_games",
        (json_int_t)lone_games(pairing, test), "forfeits", (json_int_t)standing_forfeits(pairing),
        "pair_points", (json_int_t)pairs->points[0], (json_int_t)pairs->points[1],
        (json_int_t)pairs->points[2], "score", json_number(score), "interval", json_interval(range),
        "elo", json_number(elo_from_score(score)), "elo_interval", json_number(elo.low),
        json_number(elo.high), "superiority", elo_superiority(pairs->points[2], pairs->points[0]),
        "llr");
    if (json && test->wanted)
        json_object_update_new(
            json, json_pack("{s:f, s:[f, f], s:s, s:I}", "llr", test->state.ratio, "llr_bounds",
                            test->state.lower, test->state.upper, "verdict", verdict_text(test),
                            "verdict_pairs", (json_int_t)pairs_count(&test->counts)));
    return json_print(json, error);
}

static void print_test(const MatchTest *test)
{
    if (!test->wanted)
        return;
    printf(
        "\nsequential test of %g against %g Elo: log-likelihood ratio %.2f, bounds %.2f and %.2f, "
        "after %llu pairs: ",
        test->sprt.elo0, test->sprt.elo1, test->state.ratio, test->state.lower, test->state.upper,
        (unsigned long long)pairs_count(&test->counts));
    if (test->state.verdict == SPRT_CONTINUE)
        printf("undecided\n");
    else
        printf("%g is accepted\n",
               test->state.verdict == SPRT_ACCEPT_ELO1 ? test->sprt.elo1 : test->sprt.elo0);
}

static bool print_text(const Standing *standing, const MatchTest *test, Error *error)
{
    const StandingPairing *pairing = &standing->pairings[0];
    const PairCounts *pairs = told_pairs(pairing, test);
    Interval range = pairs_interval(pairs, 0.95), elo = elo_from_interval(range);
    double score = pairs_score(pairs);
    int64_t lone = lone_games(pairing, test);
    printf("%s against %s\n", standing->agents[0].name, standing->agents[1].name);
    printf("%lld : %lld in %llu pairs: %llu won 2-0, %llu split, %llu lost 0-2",
           (long long)pair_wins(pairs, 0), (long long)pair_wins(pairs, 1),
           (unsigned long long)pairs_count(pairs), (unsigned long long)pairs->points[2],
           (unsigned long long)pairs->points[1], (unsigned long long)pairs->points[0]);
    if (lone > 0)
        printf(", and %lld game%s without %s pair", (long long)lone, lone == 1 ? "" : "s",
               lone == 1 ? "its" : "their");
    printf("\n");
    if (pairs_count(pairs) > 0)
        printf("score %.1f %% (95 %%: %.1f to %.1f), Elo %+.0f (%+.0f to %+.0f), better with a "
               "chance of %.1f %%\n",
               100 * score, 100 * range.low, 100 * range.high, elo_from_score(score), elo.low,
               elo.high, 100 * elo_superiority(pairs->points[2], pairs->points[0]));
    print_test(test);
    Text details = TEXT_EMPTY;
    tables_details(standing, &details);
    bool good = text_ok(&details) || error_out_of_memory(error);
    if (good)
        printf("\n%s", details.bytes);
    text_free(&details);
    return good;
}

static bool play_and_show(const Arguments *arguments, const TournamentSettings *settings,
                          MatchTest *test, Error *error)
{
    Competition competition = {.kind = "match",
                               .settings = settings,
                               .decide = decide,
                               .context = test,
                               .quiet = arguments_has(arguments, "quiet")};
    Competed competed;
    bool good = compete(arguments, &competition, &competed, error);
    Standing *standing = good ? standing_read(competed.store, competed.run, error) : NULL;
    good = standing && (arguments_has(arguments, "json") ? print_json(standing, test, error)
                                                         : print_text(standing, test, error));
    if (good)
        competed_say_how_to_resume(&competed, arguments);
    standing_destroy(standing);
    competed_finish(&competed);
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

static int run(const Arguments *arguments, Error *error)
{
    TournamentSettings *settings = malloc(sizeof *settings);
    MatchTest test;
    bool printed = false;
    bool good = settings ? competing_settings(arguments, settings, error) &&
                               read_agents(arguments, settings, error) &&
                               read_test(arguments, &test, error) &&
                               competing_print_settings(arguments, settings, &printed, error)
                         : error_out_of_memory(error);
    if (good && !printed)
        good = play_and_show(arguments, settings, &test, error);
    free(settings);
    return good ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {
    {"sprt", "ELO0,ELO1", "stop when it is decided whether A is ELO0 or ELO1 stronger", false},
    OPTIONS_COMPETING,
    OPTIONS_BUDGET,
    OPTION_SEED,
    OPTION_JSON,
    OPTION_END};

const Command command_match = {
    .name = "match",
    .words = "A B --pairs N",
    .summary = "two agents head to head, on opening pairs",
    .details = "With --sprt, --pairs is the most that is played; both error rates are 5 %.",
    .example = "isolab match alphabeta:attacker AB_Improved --pairs 50 --nodes 2000",
    .options = options,
    .run = run,
};
