/* sequential.c: the strength behind a stopped match.
 *
 * The lead, pairs won less pairs lost, walks by +1, 0 or -1 a pair until the test's ratio passes
 * one of its bounds. All ways to end are put in one order, from the best for the first player to
 * the worst: the test decided for it, the sooner the better; then those still undecided, and
 * those that end with the same pair as this match, by their lead; then the test decided against
 * it, the later the better. (Armitage's order of stages, with which group sequential trials are
 * estimated.) The chance of an end better than the one that was seen grows with the true score.
 * The estimate is the score that makes it 1/2, counting the end itself by half; the interval goes
 * from the one that makes it 2.5 % to the one that makes it 97.5 %.
 *
 * A lucky property of this order is that the chance asks nothing of what would have come after
 * the match's last pair. So an undecided match, or one that Ctrl-C cut off, needs no other rule,
 * and where the walk could not have stopped before, what remains is the plain question: how
 * likely is a larger lead after so many pairs?
 *
 * A true score alone is no distribution over lost, split and won pairs. As in the test itself
 * and in pairs.h, the one is taken that has this mean and makes what was seen likeliest. The
 * test's ratio depends on the share of split pairs too; in the walk that share is the match's
 * at all times, which leaves the lead alone to be followed. The chances of all leads are carried
 * from pair to pair.
 *
 * In 4,000 simulated matches each, of at most 5,000 pairs with 70 % of them split, bounds of 0
 * and 10 Elo, the share of 95 % intervals that hold the truth, and of estimates that are too high:
 *
 *     true Elo              -10      0      5     10     20     40
 *     interval holds       94.3   94.9   94.2   95.0   94.4   95.4 %
 *       as counted         94.5   90.4   89.3   90.4   95.0   95.5 %
 *     too high             48.9   49.7   50.0   50.5   50.5   50.3 %
 *       as counted         40.3   34.6   50.4   63.9   58.8   55.7 %
 *
 * That is so over all matches. Those that stopped early were the lucky ones, and nothing in the
 * same pairs can tell by how much; the size of a difference wants a number of pairs fixed before.
 * Examples are in docs/tuning.md.
 */
#include "stats/sequential.h"

#include <math.h>
#include <stdlib.h>

#include "stats/multinomial.h"

/* What is less likely is forgotten; at most twice that for each pair. */
static const double NEGLIGIBLE = 1e-15;

/* The test's bounds as leads: after i pairs it goes on above ends[i].low and below ends[i].high. */
typedef struct Ends {
    int64_t low, high;
} Ends;

typedef struct Walk {
    const Sprt *sprt;
    int64_t pairs, lead;         // where the match ended
    double scores[3], shares[3]; // seen
    Ends *ends;
    double *memory;
    double *chances[2]; // in it, of every lead: after a pair, and after the next
} Walk;

static double ratio_at(const Walk *walk, int64_t pairs, int64_t lead)
{
    double n = (double)pairs, distance = (double)lead;
    double decided = fmax(n * (1 - walk->shares[1]), fabs(distance));
    double counts[3] = {(decided - distance) / 2, n - decided, (decided + distance) / 2};
    return sprt_ratio(walk->sprt, counts, 3);
}

/* They move little from pair to pair, so each is looked for near the one before. */
static void find_ends(Walk *walk)
{
    static const uint64_t nothing[3];
    SprtState bounds = sprt_judge(walk->sprt, nothing, 3);
    int64_t low = 0, high = 0;
    for (int64_t i = 1; i < walk->pairs; i++) {
        while (low >= -i && ratio_at(walk, i, low) > bounds.lower)
            low--;
        while (low < i && ratio_at(walk, i, low + 1) <= bounds.lower)
            low++;
        while (high <= i && ratio_at(walk, i, high) < bounds.upper)
            high++;
        while (high > -i && ratio_at(walk, i, high - 1) >= bounds.upper)
            high--;
        walk->ends[i] = (Ends){low, high};
    }
}

/* One more pair: from the chances of the leads from `low` - 1 to `high` + 1 those from `low` to
 * `high`. */
static void step(const double *restrict now, double *restrict next, const double fitted[3],
                 int64_t low, int64_t high)
{
    double lost = fitted[0], split = fitted[1], won = fitted[2];
    for (int64_t lead = low; lead <= high; lead++)
        next[lead] = lost * now[lead + 1] + split * now[lead] + won * now[lead - 1];
}

/* The chance of a better end, and half that of this one, at a true score. */
static double better_chance(const Walk *walk, double score)
{
    double fitted[3], better = 0;
    double *now = walk->chances[0], *next = walk->chances[1];
    int64_t low = 0, high = 0;
    multinomial_with_mean(walk->scores, walk->shares, 3, score, fitted);
    now[0] = 1;
    for (int64_t i = 1; i <= walk->pairs && low <= high; i++) {
        now[low - 2] = now[low - 1] = now[high + 1] = now[high + 2] = 0;
        step(now, next, fitted, --low, ++high);
        double *rest = now;
        now = next;
        next = rest;
        if (i < walk->pairs) {
            while (low <= high && high >= walk->ends[i].high)
                better += now[high--];
            while (low <= high && low <= walk->ends[i].low)
                low++;
        }
        while (low < high && now[low] < NEGLIGIBLE)
            low++;
        while (low < high && now[high] < NEGLIGIBLE)
            high--;
    }
    for (int64_t lead = high; lead >= low && lead >= walk->lead; lead--)
        better += lead > walk->lead ? now[lead] : now[lead] / 2;
    return better;
}

static double log_odds(double chance)
{
    return log(chance) - log1p(-chance);
}

/* The score at which that chance is `chance`, by the rule of false position on its log-odds,
 * which are nearly straight. An end that stays twice in a row counts half, or it might stay for
 * good; while an end's log-odds are infinite, the middle is tried. */
static double score_with(const Walk *walk, double chance)
{
    double low = 0, high = 1, low_off = -INFINITY, high_off = INFINITY, score = 0.5;
    for (int last = 0; high - low > 1e-7;) {
        double off = log_odds(better_chance(walk, score)) - log_odds(chance);
        if (fabs(off) < 1e-6)
            return score;
        if (off < 0) {
            low = score;
            low_off = off;
            high_off /= last < 0 ? 2 : 1;
        } else {
            high = score;
            high_off = off;
            low_off /= last > 0 ? 2 : 1;
        }
        last = off < 0 ? -1 : 1;
        bool straight = isfinite(low_off) && isfinite(high_off);
        score = straight ? (low * high_off - high * low_off) / (high_off - low_off)
                         : low + (high - low) / 2;
    }
    return high == 1 ? 1 : low == 0 ? 0 : score;
}

static bool walk_create(Walk *walk, const Sequential *match, Error *error)
{
    const PairCounts *pairs = &match->pairs;
    double counts[3];
    for (int i = 0; i < 3; i++)
        counts[i] = (double)pairs->points[i];
    *walk = (Walk){.sprt = &match->sprt,
                   .pairs = (int64_t)pairs_count(pairs),
                   .lead = (int64_t)pairs->points[2] - (int64_t)pairs->points[0]};
    sprt_shares(counts, 3, walk->scores, walk->shares);
    size_t leads = 2 * (size_t)walk->pairs + 5;
    walk->ends = malloc((size_t)walk->pairs * sizeof *walk->ends);
    walk->memory = malloc(2 * leads * sizeof *walk->memory);
    if (!walk->ends || !walk->memory)
        return error_out_of_memory(error);
    walk->chances[0] = walk->memory + walk->pairs + 2;
    walk->chances[1] = walk->chances[0] + leads;
    find_ends(walk);
    return true;
}

Sequential sequential_start(const Sprt *sprt)
{
    Sequential match = {.sprt = *sprt};
    match.state = sprt_judge(sprt, match.pairs.points, 3);
    return match;
}

void sequential_add(Sequential *match, int points)
{
    match->pairs.points[points]++;
    match->state = sprt_judge(&match->sprt, match->pairs.points, 3);
}

bool sequential_is_decided(const Sequential *match)
{
    return match->state.verdict != SPRT_CONTINUE;
}

bool sequential_estimate(const Sequential *match, double confidence, Estimate *estimate,
                         Error *error)
{
    Walk walk;
    *estimate = (Estimate){pairs_score(&match->pairs), pairs_interval(&match->pairs, confidence)};
    if (pairs_count(&match->pairs) == 0 || isnan(estimate->interval.low))
        return true;
    bool good = walk_create(&walk, match, error);
    if (good)
        *estimate = (Estimate){
            score_with(&walk, 0.5),
            {score_with(&walk, (1 - confidence) / 2), score_with(&walk, (1 + confidence) / 2)}};
    free(walk.ends);
    free(walk.memory);
    return good;
}
