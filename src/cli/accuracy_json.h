/* accuracy_json.h: a run of `accuracy` as JSON. */
#pragma once

#include <jansson.h>

#include "lab/accuracy_summary.h"
#include "report/puzzles.h"

/* A new object; NULL when out of memory. `puzzles` may be NULL; `blunders` is the most to list
 * of each agent. */
json_t *accuracy_json(const AccuracySummary *summary, const Puzzles *puzzles, int blunders);
