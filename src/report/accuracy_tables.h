/* accuracy_tables.h: a summary of accuracy as text, its tables no wider than `width` (0: as wide as
 * they come), and agents' blunders. */
#pragma once

#include "lab/accuracy_summary.h"

void accuracy_tables(const AccuracySummary *summary, int width, Text *text);

/* A line if an agent's turn or a heuristic failed: how often, why, and where first. */
void accuracy_say_fault(const AccuracySummary *summary, int candidate, Text *text);

void accuracy_blunders(const AccuracySummary *summary, int most, Text *text);
