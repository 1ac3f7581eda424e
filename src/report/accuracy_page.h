/* accuracy_page.h: a summary of accuracy as one HTML file that stands alone: tables, and a plot by
 * ply for each candidate. Plots need gnuplot; where it is missing or fails the page says so, and
 * `plots` (if not NULL) gets the sentence, or "".
 */
#pragma once

#include "report/accuracy_summary.h"

bool accuracy_page(const AccuracySummary *summary, Text *text, Error *plots, Error *error);
