/* tuning_accuracy.c: points measured against perfect play.
 *
 * How often the agent keeps a won position won, on the same solved positions for all points.
 * They are made when the first point is measured and kept. Nothing of this is in the database:
 * it is cheap next to games, and the same every time.
 */
#include <math.h>

#include "cli/accuracy_options.h"
#include "cli/interrupt.h"
#include "cli/playing.h"
#include "cli/tuning.h"
#include "lab/accuracy.h"

static Accuracy *judge(Tuning *tuning, const Candidate *candidate, Error *error)
{
    AccuracySettings settings = {.problem_count = tuning->positions,
                                 .candidates = candidate,
                                 .candidate_count = 1,
                                 .limits = tuning->games.limits,
                                 .known = tuning->known ? tuning->known->problems : NULL,
                                 .threads = tuning->threads,
                                 .stop = interrupt_watch()};
    Board board;
    if (!board_init(&board, tuning->games.width, tuning->games.height, error))
        return NULL;
    problem_standard(&settings.problems, &board);
    settings.problems.seed = tuning->games.seed;
    settings.problems.limits = settings.limits;
    // Once, so that a note about it comes once.
    if (tuning->threads == 0 && !accuracy_options_threads(tuning->arguments, &settings, error))
        return NULL;
    tuning->threads = settings.threads;
    return accuracy_run(&settings, error);
}

/* The mean of what was kept more than by the start, over the positions. */
static void compare(const Accuracy *start, const Accuracy *accuracy, TunedPoint *measured)
{
    double sum = 0, squares = 0;
    int n = 0;
    for (int i = 0; i < accuracy->settings.problem_count; i++) {
        double lead = accuracy_trial(accuracy, i, 0)->kept - accuracy_trial(start, i, 0)->kept;
        if (isnan(lead))
            continue;
        n++;
        sum += lead;
        squares += lead * lead;
    }
    if (n < 2)
        return;
    measured->lead = sum / n;
    measured->lead_error = sqrt(fmax(0, squares - sum * sum / n) / (n - 1) / n);
}

static bool add_up(const Tuning *tuning, const Accuracy *accuracy, TunedPoint *measured,
                   double *score, Error *error)
{
    AccuracyShare share = accuracy_share(accuracy, 0, ACCURACY_ALL);
    *measured = (TunedPoint){.lead = NAN, .lead_error = NAN};
    if (share.tests == 0)
        return error_set(error, "none of the positions can be lost: take more --positions");
    *score = share.kept / (double)share.tests;
    measured->range = interval_wilson((uint64_t)share.kept, (uint64_t)share.tests, CONFIDENCE);
    if (tuning->known && tuning->tuned.tuner.settings.method != TUNER_SPSA)
        compare(tuning->known, accuracy, measured);
    return true;
}

bool tuning_measure_accuracy(Tuning *tuning, const TunerPoint *point, TunedPoint *measured,
                             double *score, bool *interrupted, Error *error)
{
    const AgentSpec spec = tuned_agent(&tuning->tuned, point);
    const Candidate candidate = candidate_agent(&spec);
    Accuracy *accuracy = judge(tuning, &candidate, error);
    bool good = accuracy != NULL;
    *interrupted = good && accuracy->done < tuning->positions;
    good = good && (*interrupted || add_up(tuning, accuracy, measured, score, error));
    tuning->measured_here++;
    if (good && !*interrupted && !tuning->known)
        tuning->known = accuracy; // its problems, and what the start made of them
    else
        accuracy_destroy(accuracy);
    return good;
}
