/* standing_json.h: a standing for programs. */
#pragma once

#include <jansson.h>

#include "lab/standing.h"
#include "stats/sequential.h"

bool standing_print_json(const Standing *standing, Error *error);
json_t *interval_json(Interval interval); // null where there is none

/* "estimate": "sequential" or "counted", which tells what it rests on, and how strong that says the
 * first player is. */
json_t *estimate_json(const Estimate *estimate, bool sequential);

/* The test, its verdict, and what is counted without allowing for it. */
json_t *sequential_json(const Sequential *match);
