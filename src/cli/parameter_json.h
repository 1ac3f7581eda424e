/* parameter_json.h: the parameters of an agent or a heuristic for programs. */
#pragma once

#include <jansson.h>

#include "eval/parameter.h"

/* An array of the rows up to the first without a name: numbers as numbers, with their range and
 * step; words with the list of them. NULL when out of memory. */
json_t *parameters_json(const Parameter *parameters);
