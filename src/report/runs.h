/* runs.h: the runs of a database, as they are listed. */
#pragma once

#include <jansson.h>

#include "store/store.h"
#include "util/text.h"

/* A run's settings as JSON, whatever version wrote them; NULL with a sentence. */
json_t *run_settings_json(const StoreRun *run, Error *error);

/* The agents that such settings name: "A; B against C". */
void run_agents_print(const json_t *settings, Text *text);

/* One of a list for programs: a new object. */
json_t *run_json(const StoreRun *run, json_t *settings);
