/* study_page.h: studies as a page: who the agents are, tables, claims, plots. */
#pragma once

#include "lab/study_claims.h"
#include "util/text.h"

/* `*plots` (if not NULL) gets the sentence that says why there are none, or "". */
bool study_page_print(const StudyResult *results, int count, Text *text, Error *plots,
                      Error *error);
