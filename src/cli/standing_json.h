/* standing_json.h: a standing for programs. */
#pragma once

#include <jansson.h>

#include "report/standing.h"
#include "stats/sequential.h"

bool standing_print_json(const Standing *standing, Error *error);
json_t *json_interval(Interval interval); // null where there is none

/* "estimate": "sequential" or "counted", which tells what it rests on, and how strong that says the
 * first player is. */
json_t *json_estimate(const Estimate *estimate, bool sequential);

/* The test, its verdict, and what is counted without allowing for it. */
json_t *json_sequential(const Sequential *match);
