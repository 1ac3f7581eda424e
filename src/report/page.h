/* page.h: a run as one HTML file: settings, tables, plots, and games to step through.
 *
 * The sections are page.html, the script that shows games is page.js; the {{marks}} of the former
 * are filled in here, the rest is frame.h's.
 */
#pragma once

#include "lab/standing.h"
#include "util/text.h"

/* The page of a run (0: the newest) that has games. The games are walked through once; memory
 * does not grow with them. Plots need gnuplot; where it is missing or fails the page says so,
 * and `*plots` (if not NULL) gets the sentence, or "". `script_address` as in Frame. */
bool page_print(Store *store, int64_t run, const char *script_address, Text *text, Error *plots,
                Error *error);
