/* tables.h: a standing as text tables, no wider than `width` (0: as wide as they come). */
#pragma once

#include "lab/standing.h"
#include "stats/sequential.h"
#include "util/text.h"

/* The studies' layout: a row per opponent, won and lost per agent under test, and below it the
 * win rates with their intervals. For gauntlets. */
void tables_gauntlet(const Standing *standing, int width, Text *text);

/* Everybody against everybody: the row's score against the column's, in per cent. */
void tables_cross(const Standing *standing, int width, Text *text);

/* Ratings with intervals, best first, and the chance to be better than the next. */
void tables_ratings(const Standing *standing, int width, Text *text);

/* Win rates as attacker and as defender, moves, nodes and time, forfeits. */
void tables_details(const Standing *standing, int width, Text *text);

/* Spread over repeats: mean, median, standard deviation; nothing if there was one. */
void tables_repeats(const Standing *standing, int width, Text *text);

/* All of these that apply. */
void tables_all(const Standing *standing, int width, Text *text);

/* "score 53.9 % (95 %: 50.2 to 58.0), Elo +27 (+1 to +56)" */
void tables_estimate(const Estimate *estimate, Text *text);

/* A line each for how strong somebody is, what was counted beside that, and where the test stands;
 * before the first pair only the last. */
void tables_sequential(const Sequential *match, const Estimate *estimate, Text *text);
