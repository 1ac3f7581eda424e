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

/* What is to be said of a point's run, or of the confirmation's. */
static void watch_games(void *context, const Run *run)
{
    const Tuning *tuning = context;
    const Sequential *match = &run->match;
    bool in_place = tuning->in_place && !tuning->quiet;
    Text line = TEXT_EMPTY;
    if (run->stage == RUN_BEGUN)
        competing_note_beginning(run);
    if (in_place && run->stage == RUN_PLAYING) {
        if (run->settings.sprt)
            text_format(&line,
                        "confirming: %lld of at most %d pairs, %.2f %%, log-likelihood ratio %.2f",
                        (long long)pairs_count(&match->pairs), tuning->confirm_pairs,
                        100 * pairs_score(&match->pairs), match->state.ratio);
        else
            text_format(&line, "point %d: %lld of %lld games", tuning->tuned.tuner.count + 1,
                        (long long)run->done, (long long)run->tournament.game_count);
        progress_line(true, &line);
    }
    if (run->stage < RUN_DONE)
        return;
    if (in_place)
        terminal_overwrite("");
    competing_note_end(run);
}

/* Points of an opening over all opponents. */
static int opening_points(const Run *run, int64_t opening, PairCounts *pairs)
{
    int sum = 0, points = 0;
    for (int i = 0; i < run->tournament.pairing_count; i++)
        if (run_pair(run, i, opening, &points)) {
            pairs->points[points]++;
            sum += points;
        }
    return sum;
}

static void add_up(Tuning *tuning, const Run *run, TunedPoint *measured, double *score)
{
    bool is_start = tuning->tuned.tuner.count == 0;
    bool by_round = tuning->tuned.tuner.settings.method == TUNER_SPSA;
    int n = tuning->games.pairs;
    double most = 2.0 * run->tournament.pairing_count, sum = 0, squares = 0;
    *measured = (TunedPoint){.lead = NAN, .lead_error = NAN};
    for (int i = 0; i < n; i++) {
        int points = opening_points(run, i, &measured->pairs);
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

/* Its games, on openings of their own. */
static bool play(Tuning *tuning, RunSettings settings, Run *run, Error *error)
{
    settings.database = tuning->run.database;
    settings.resume = tuning->run.resume;
    settings.threads = tuning->run.threads;
    settings.stop = tuning->run.stop;
    settings.watch = watch_games;
    settings.context = tuning;
    bool good = run_play(run, &settings, error);
    if (good)
        tuning->games_here += run->done - run->already_done;
    else
        competing_explain(run, error);
    return good;
}

bool tuning_measure_games(Tuning *tuning, const TunerPoint *point, TunedPoint *measured,
                          double *score, bool *interrupted, Error *error)
{
    TournamentSettings *games = malloc(sizeof *games);
    Run run;
    if (!games)
        return error_out_of_memory(error);
    *games = tuning->games;
    games->agents[0] = tuned_agent(&tuning->tuned, point);
    games->seed = run_seed(tuning->games.seed, STREAM_POINTS, point->round);
    int64_t before = tuning->games_here;
    bool good = play(tuning, (RunSettings){.kind = "tune point", .games = games}, &run, error);
    *interrupted = good && run.stage == RUN_STOPPED;
    if (good && !*interrupted)
        add_up(tuning, &run, measured, score);
    tuning->measured_here += tuning->games_here > before;
    run_destroy(&run);
    free(games);
    return good;
}

bool tuning_confirm(Tuning *tuning, bool *interrupted, Error *error)
{
    TournamentSettings *games = malloc(sizeof *games);
    TunedConfirmation *test = &tuning->tuned.confirmation;
    TunerPoint best = tuner_best(&tuning->tuned.tuner);
    Sprt sprt = test->match.sprt;
    Run run;
    if (!games)
        return error_out_of_memory(error);
    *games = tuning->games;
    games->agents[0] = tuned_agent(&tuning->tuned, &best);
    games->agents[1] = tuning->tuned.start;
    games->agent_count = 2;
    games->pairs = tuning->confirm_pairs;
    games->seed = run_seed(tuning->games.seed, STREAM_TEST, 0);
    bool good =
        play(tuning, (RunSettings){.kind = "tune confirmation", .games = games, .sprt = &sprt},
             &run, error);
    *interrupted = good && run.stage == RUN_STOPPED;
    test->match = run.match;
    run_destroy(&run);
    free(games);
    return good && sequential_estimate(&test->match, CONFIDENCE, &test->estimate, error);
}
