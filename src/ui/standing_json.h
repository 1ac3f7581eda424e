/* standing_json.h: a standing for programs. */
#pragma once

#include <jansson.h>

#include "report/standing.h"

bool standing_print_json(const Standing *standing, Error *error);
json_t *json_interval(Interval interval); // null where there is none
