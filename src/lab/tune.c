/* tune.c: all points of a round play the same openings with the same chances, so that what they
 * share cancels out of their differences. Rounds, and the test at the end, have seeds of their own,
 * derived from the one that was given. Solved positions are made when the first point is measured,
 * and kept for all.
 */
#include "lab/tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/pool.h"
#include "util/clock.h"

enum { STREAM_POINTS = 0x74756e65, STREAM_TEST };

const char *tune_objective_name(TuneObjective objective)
{
    return objective == TUNE_ACCURACY ? "accuracy" : "score";
}

/* ---- Points */

AgentSpec tuned_agent(const Tuned *tuned, const TunerPoint *point)
{
    AgentSpec spec = tuned->settings.games.agents[0];
    for (int i = 0; i < tuned->tuner.settings.axis_count; i++)
        agent_parameter_set(&spec, &tuned->settings.parameters[i], point->values[i]);
    return spec;
}

static bool same_values(const TunerPoint *a, const TunerPoint *b)
{
    for (int i = 0; i < TUNER_AXES_MAX; i++)
        if (a->values[i] != b->values[i])
            return false;
    return true;
}

const TunedPoint *tuned_find(const Tuned *tuned, const TunerPoint *point)
{
    if (tuned->tuner.settings.method == TUNER_SPSA)
        return NULL;
    for (int i = 0; i < tuned->tuner.count; i++)
        if (same_values(&tuned->tuner.points[i], point))
            return &tuned->points[i];
    return NULL;
}

bool tuned_has_moved(const Tuned *tuned)
{
    TunerPoint best = tuner_best(&tuned->tuner), start = {.round = 0};
    for (int i = 0; i < tuned->tuner.settings.axis_count; i++)
        start.values[i] = tuned->tuner.settings.axes[i].start;
    return !same_values(&best, &start);
}

/* Whether the point being measured can be held against the start: spsa has other openings for
 * each round. */
static bool has_lead(const Tuned *tuned)
{
    return tuned->tuner.count > 0 && tuned->tuner.settings.method != TUNER_SPSA;
}

/* From the sum of n differences to the start and of their squares. */
static void set_lead(TunedPoint *measured, int n, double sum, double squares)
{
    if (n < 2)
        return;
    measured->lead = sum / n;
    measured->lead_error = sqrt(fmax(0, squares - sum * sum / n) / (n - 1) / n);
}

/* ---- By games */

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

static void add_up_games(Tuned *tuned, TunedPoint *measured, double *score)
{
    const Run *run = &tuned->run;
    int n = tuned->settings.games.pairs;
    double most = 2.0 * run->tournament.pairing_count, sum = 0, squares = 0;
    for (int i = 0; i < n; i++) {
        int points = opening_points(run, i, &measured->pairs);
        if (tuned->tuner.count == 0)
            tuned->start_points[i] = (uint16_t)points;
        double lead = (points - tuned->start_points[i]) / most;
        sum += lead;
        squares += lead * lead;
    }
    *score = pairs_score(&measured->pairs);
    measured->range = pairs_interval(&measured->pairs, CONFIDENCE);
    if (has_lead(tuned))
        set_lead(measured, n, sum, squares);
}

/* Agent 0 with a point's values, on openings that belong to `stream` and `round`. */
static TournamentSettings *games_of(Tuned *tuned, const TunerPoint *point, uint64_t stream,
                                    int round)
{
    TournamentSettings *games = &tuned->point_games;
    *games = tuned->settings.games;
    games->agents[0] = tuned_agent(tuned, point);
    games->seed = run_seed(games->seed, stream, round);
    return games;
}

static bool play_run(Tuned *tuned, const char *kind, const Sprt *sprt, Error *error)
{
    RunSettings settings = tuned->settings.run;
    settings.kind = kind;
    settings.games = &tuned->point_games;
    settings.sprt = sprt;
    if (!run_play(&tuned->run, &settings, error))
        return false;
    tuned->stopped = tuned->run.stage == RUN_STOPPED;
    return true;
}

static bool measure_by_games(Tuned *tuned, const TunerPoint *point, TunedPoint *measured,
                             double *score, Error *error)
{
    games_of(tuned, point, STREAM_POINTS, point->round);
    if (!play_run(tuned, "tune point", NULL, error))
        return false;
    if (!tuned->stopped)
        add_up_games(tuned, measured, score);
    tuned->measured_here += tuned->run.done > tuned->run.already_done;
    run_destroy(&tuned->run);
    return true;
}

static bool confirm_best(Tuned *tuned, Error *error)
{
    TunerPoint best = tuner_best(&tuned->tuner);
    TournamentSettings *games = games_of(tuned, &best, STREAM_TEST, 0);
    TunedConfirmation *test = &tuned->confirmation;
    games->agents[1] = tuned->settings.games.agents[0];
    games->agent_count = 2;
    games->pairs = tuned->settings.confirm_pairs;
    if (!play_run(tuned, "tune confirmation", &tuned->settings.sprt, error))
        return false;
    test->match = tuned->run.match;
    run_destroy(&tuned->run);
    return sequential_estimate(&test->match, CONFIDENCE, &test->estimate, error);
}

/* ---- Against perfect play */

static Accuracy *run_accuracy(Tuned *tuned, const Candidate *candidate, Error *error)
{
    const TournamentSettings *games = &tuned->settings.games;
    const RunSettings *run = &tuned->settings.run;
    const Accuracy *start = tuned->start_accuracy;
    AccuracySettings settings = {.problem_count = tuned->settings.positions,
                                 .candidates = candidate,
                                 .candidate_count = 1,
                                 .limits = games->limits,
                                 .known = start ? start->problems : NULL,
                                 .stop = run->stop};
    Board board;
    if (!board_init(&board, games->width, games->height, error))
        return NULL;
    problem_standard(&settings.problems, &board);
    settings.problems.seed = games->seed;
    settings.problems.limits = settings.limits;
    tuned->threads = pool_threads(run->threads, accuracy_is_by_clock(&settings));
    settings.threads = tuned->threads;
    return accuracy_run(&settings, error);
}

static bool add_up_accuracy(Tuned *tuned, const Accuracy *accuracy, TunedPoint *measured,
                            double *score, Error *error)
{
    AccuracyShare share = accuracy_share(accuracy, 0, ACCURACY_ALL);
    double sum = 0, squares = 0;
    int n = 0;
    tuned->untested = share.tests == 0;
    if (tuned->untested)
        return error_set(error, "none of the positions can be lost");
    *score = share.kept / (double)share.tests;
    measured->range = interval_wilson((uint64_t)share.kept, (uint64_t)share.tests, CONFIDENCE);
    for (int i = 0; has_lead(tuned) && i < accuracy->settings.problem_count; i++) {
        double lead = accuracy_trial(accuracy, i, 0)->kept -
                      accuracy_trial(tuned->start_accuracy, i, 0)->kept;
        if (isnan(lead))
            continue;
        n++;
        sum += lead;
        squares += lead * lead;
    }
    set_lead(measured, n, sum, squares);
    return true;
}

static bool measure_by_accuracy(Tuned *tuned, const TunerPoint *point, TunedPoint *measured,
                                double *score, Error *error)
{
    const AgentSpec spec = tuned_agent(tuned, point);
    const Candidate candidate = candidate_agent(&spec);
    Accuracy *accuracy = run_accuracy(tuned, &candidate, error);
    if (!accuracy)
        return false;
    tuned->stopped = accuracy->done < accuracy->settings.problem_count;
    tuned->idle_ranks = accuracy->idle_ranks;
    bool good = tuned->stopped || add_up_accuracy(tuned, accuracy, measured, score, error);
    tuned->measured_here++;
    if (good && !tuned->stopped && !tuned->start_accuracy)
        tuned->start_accuracy = accuracy;
    else
        accuracy_destroy(accuracy);
    return good;
}

/* ---- The search */

static bool search_points(Tuned *tuned, Error *error)
{
    TunerPoint point;
    while (tuner_ask(&tuned->tuner, &point)) {
        TunedPoint *measured = &tuned->points[tuned->tuner.count];
        double score = 0;
        *measured = (TunedPoint){.lead = NAN, .lead_error = NAN};
        if (!(tuned->settings.objective == TUNE_ACCURACY ? measure_by_accuracy : measure_by_games)(
                tuned, &point, measured, &score, error))
            return false;
        if (tuned->stopped)
            return true;
        tuner_tell(&tuned->tuner, score);
        if (tuned->settings.watch)
            tuned->settings.watch(tuned->settings.context, tuned);
    }
    tuned->complete = true;
    return tuned->settings.confirm_pairs == 0 || !tuned_has_moved(tuned) ||
           confirm_best(tuned, error);
}

/* That of a file of openings is told, and positions are solved on it, before any game. */
static bool find_board(TournamentSettings *games, Error *error)
{
    OpeningSettings settings = games->openings;
    Openings openings;
    settings.file = games->openings_file;
    if (games->width > 0)
        return true;
    if (!openings_create(&openings, NULL, &settings, error))
        return false;
    games->width = openings.board.width;
    games->height = openings.board.height;
    openings_destroy(&openings);
    return true;
}

bool tune_run(Tuned *tuned, const TuneSettings *settings, Error *error)
{
    memset(tuned, 0, sizeof *tuned);
    tuned->settings = *settings;
    tuned->settings.tuner.seed = settings->games.seed;
    tuned->confirmation.match = sequential_start(&settings->sprt);
    tuned->started = clock_now();
    if (!find_board(&tuned->settings.games, error) ||
        !tuner_create(&tuned->tuner, &tuned->settings.tuner, error))
        return false;
    tuned->points = calloc(TUNER_POINTS_MAX, sizeof *tuned->points);
    tuned->start_points = calloc((size_t)settings->games.pairs, sizeof *tuned->start_points);
    if (!tuned->points || !tuned->start_points)
        return error_out_of_memory(error);
    return search_points(tuned, error);
}

void tuned_destroy(Tuned *tuned)
{
    tuner_destroy(&tuned->tuner);
    free(tuned->points);
    free(tuned->start_points);
    accuracy_destroy(tuned->start_accuracy);
    run_destroy(&tuned->run);
}
