/* accuracy_tables.h: a summary of accuracy as tables and as text, and agents' blunders. */
#pragma once

#include "lab/accuracy_summary.h"
#include "report/puzzles.h"
#include "report/table.h"

/* How often agents keep a win, or the best move by a heuristic wins; how well its value tells won
 * from lost. A row each, best first, by groups of plies. */
Table accuracy_rates(const AccuracySummary *summary, bool agents);
Table accuracy_areas(const AccuracySummary *summary);

/* All of it, the tables by table_print(). */
void accuracy_tables(const AccuracySummary *summary, int width, Text *text);

/* A line if an agent's turn or a heuristic failed: how often, why, and where first. */
void accuracy_say_fault(const AccuracySummary *summary, int candidate, Text *text);

void accuracy_blunders(const AccuracySummary *summary, int most, Text *text);

/* A new object; NULL when out of memory. `puzzles` may be NULL; `blunders` is the most to list
 * of each agent. */
json_t *accuracy_json(const AccuracySummary *summary, const Puzzles *puzzles, int blunders);
