/* tuning_games.c: points measured by games, and the best one tested.
 *
 * All points of a round play the same openings with the same chances, so that what they share
 * cancels out of their differences. Rounds, and the test at the end, have seeds of their own,
 * derived from the one that was given.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/competing.h"
#include "cli/progress.h"
#include "cli/tuning.h"
#include "util/clock.h"
#include "util/terminal.h"

enum { STREAM_POINTS = 0x74756e65, STREAM_TEST };

static void show_games(void *context, const Record *record, bool *enough)
{
    const Tuning *tuning = context;
    (void)enough;
    Text line = TEXT_EMPTY;
    if (tuning->quiet || !tuning->in_place)
        return;
    text_format(&line, "point %d: %lld of %lld games", tuning->tuned.tuner.count + 1,
                (long long)record->done, (long long)record->tournament->game_count);
    progress_line(true, &line);
}

/* Points of an opening over all opponents. */
static int opening_points(const Record *record, int64_t opening, PairCounts *pairs)
{
    int sum = 0, points = 0;
    for (int i = 0; i < record->tournament->pairing_count; i++)
        if (record_pair(record, i, opening, &points)) {
            pairs->points[points]++;
            sum += points;
        }
    return sum;
}

static void add_up(Tuning *tuning, const Record *record, TunedPoint *measured, double *score)
{
    bool is_start = tuning->tuned.tuner.count == 0;
    bool by_round = tuning->tuned.tuner.settings.method == TUNER_SPSA;
    int n = tuning->games.pairs;
    double most = 2.0 * record->tournament->pairing_count, sum = 0, squares = 0;
    *measured = (TunedPoint){.lead = NAN, .lead_error = NAN};
    for (int i = 0; i < n; i++) {
        int points = opening_points(record, i, &measured->pairs);
        if (is_start)
            tuning->start_points[i] = (uint16_t)points;
        double lead = (points - tuning->start_points[i]) / most;
        sum += lead;
        squares += lead * lead;
    }
    *score = pairs_score(&measured->pairs);
    measured->range = pairs_interval(&measured->pairs, CONFIDENCE);
    if (is_start || by_round || n < 2)
        return;
    measured->lead = sum / n;
    measured->lead_error = sqrt(fmax(0, squares - sum * sum / n) / (n - 1) / n);
}

static bool play(Tuning *tuning, const Competition *competition, Competed *competed, Error *error)
{
    bool good = compete(tuning->arguments, competition, competed, error);
    if (tuning->in_place && !tuning->quiet)
        terminal_overwrite("");
    if (good)
        tuning->games_here += competed->record.done - competed->record.already_done;
    return good;
}

bool tuning_measure_games(Tuning *tuning, const TunerPoint *point, TunedPoint *measured,
                          double *score, bool *interrupted, Error *error)
{
    TournamentSettings *settings = malloc(sizeof *settings);
    Competition competition = {.kind = "tune point",
                               .settings = settings,
                               .decide = show_games,
                               .context = tuning,
                               .quiet = true};
    Competed competed;
    if (!settings)
        return error_out_of_memory(error);
    *settings = tuning->games;
    settings->agents[0] = tuned_agent(&tuning->tuned, point);
    settings->seed = competing_seed(tuning->games.seed, STREAM_POINTS, point->round);
    int64_t before = tuning->games_here;
    bool good = play(tuning, &competition, &competed, error);
    *interrupted = good && competed.interrupted;
    if (good && !*interrupted)
        add_up(tuning, &competed.record, measured, score);
    tuning->measured_here += tuning->games_here > before;
    competed_finish(&competed);
    free(settings);
    return good;
}

static void judge(void *context, const Record *record, bool *enough)
{
    Tuning *tuning = context;
    Sequential *match = &tuning->tuned.confirmation.match;
    competing_judge(match, record);
    *enough = sequential_is_decided(match);
    Text line = TEXT_EMPTY;
    if (tuning->quiet || !tuning->in_place)
        return;
    text_format(&line, "confirming: %lld of at most %d pairs, %.2f %%, log-likelihood ratio %.2f",
                (long long)pairs_count(&match->pairs), tuning->confirm_pairs,
                100 * pairs_score(&match->pairs), match->state.ratio);
    progress_line(true, &line);
}

bool tuning_confirm(Tuning *tuning, bool *interrupted, Error *error)
{
    TournamentSettings *settings = malloc(sizeof *settings);
    char sprt[SPRT_TEXT_SIZE], kind[SPRT_TEXT_SIZE + 24];
    snprintf(kind, sizeof kind, "tune confirmation %s",
             sprt_print(&tuning->tuned.confirmation.match.sprt, sprt));
    Competition competition = {
        .kind = kind, .settings = settings, .decide = judge, .context = tuning, .quiet = true};
    Competed competed;
    TunerPoint best = tuner_best(&tuning->tuned.tuner);
    if (!settings)
        return error_out_of_memory(error);
    *settings = tuning->games;
    settings->agents[0] = tuned_agent(&tuning->tuned, &best);
    settings->agents[1] = tuning->tuned.start;
    settings->agent_count = 2;
    settings->pairs = tuning->confirm_pairs;
    settings->seed = competing_seed(tuning->games.seed, STREAM_TEST, 0);
    bool good = play(tuning, &competition, &competed, error);
    *interrupted = good && competed.interrupted;
    competed_finish(&competed);
    free(settings);
    TunedConfirmation *test = &tuning->tuned.confirmation;
    return good && sequential_estimate(&test->match, CONFIDENCE, &test->estimate, error);
}
