#include "stats/elo.h"

#include <math.h>

#include "stats/distribution.h"

double elo_from_score(double score)
{
    return score >= 0 && score <= 1 ? ELO_PER_LOGIT * (log(score) - log1p(-score)) : NAN;
}

double elo_to_score(double elo)
{
    return 1 / (1 + exp(-elo / ELO_PER_LOGIT));
}

Interval elo_from_interval(Interval score)
{
    return (Interval){elo_from_score(score.low), elo_from_score(score.high)};
}

/* With a uniform prior the chance of winning a decisive game is beta distributed. */
double elo_superiority(uint64_t won, uint64_t lost)
{
    return beta_below(0.5, (double)lost + 1, (double)won + 1);
}
