/* tuning_json.h: a tuning for programs. */
#pragma once

#include "lab/tune.h"

bool tuning_print_json(const Tuned *tuned, Error *error);
