/* plots.h: the plots of a report. Each returns a plot for the caller to draw and destroy. */
#pragma once

#include "report/plot.h"
#include "report/survey.h"

/* The first three call the agents under test by `names`; NULL: by their own.
 *
 * Win rate of each, best first, with its interval over opening pairs. */
Plot plots_win_rates(const Standing *standing, const char *const *names);

/* A box plot for each over the repeats' win rates; below each, where `others` is not
 * NULL, one of that agent's `other_count` rates in per cent that were published. */
Plot plots_repeats(const Standing *standing, const char *const *names, const double *others,
                   size_t other_count);

/* Win rates as attacker and as defender. */
Plot plots_sides(const Standing *standing, const char *const *names);

/* Elo with intervals, best first. */
Plot plots_ratings(const Standing *standing);

/* Games by length, those the attacker won below those the defender won. */
Plot plots_lengths(const Survey *survey);

/* Per move and over games: the middle half as a box, 5 to 95 % as a line, the median. */
Plot plots_nodes(const Standing *standing, const Survey *survey);
Plot plots_seconds(const Standing *standing, const Survey *survey);
