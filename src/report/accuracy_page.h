/* accuracy_page.h: a summary of accuracy as a page: tables, a plot by ply for each candidate, and
 * positions on boards. Plots need gnuplot; where it is missing or fails the page says so, and
 * `plots` (if not NULL) gets the sentence, or "".
 */
#pragma once

#include "lab/accuracy_summary.h"
#include "report/puzzles.h"

/* With at most `blunders` of each agent; `puzzles` may be NULL. */
bool accuracy_page(const AccuracySummary *summary, const Puzzles *puzzles, int blunders, Text *text,
                   Error *plots, Error *error);
