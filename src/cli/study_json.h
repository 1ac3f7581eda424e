/* study_json.h: a study beside its run, as JSON. */
#pragma once

#include <jansson.h>

#include "lab/study_claims.h"

/* A new object; NULL when out of memory. */
json_t *study_json(const StudyResult *result);
