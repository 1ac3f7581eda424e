/* study_tables.h: a study beside its run, as text for the terminal. */
#pragma once

#include "lab/study_claims.h"
#include "report/table.h"

/* Heading, the study's tables, no wider than `width` (0: as wide as they come), how well they are
 * met, its claims, its boards. */
bool study_print(const StudyResult *result, int width, Text *text, Error *error);

/* The claims with their verdicts, for pages all that has a head, for programs the rest. False with
 * a sentence if one cannot be judged. */
bool study_claims_table(const StudyResult *result, Table *table, Error *error);

/* A new object; NULL when out of memory. */
json_t *study_json(const StudyResult *result);

enum { STUDY_PHRASE_SIZE = 96 };

/* A published or measured number in its measure's digits. */
const char *study_number(StudyMeasure measure, double number, char phrase[STUDY_PHRASE_SIZE]);

const char *study_fit_phrase(const StudyFit *fit, char phrase[STUDY_PHRASE_SIZE]);
const char *study_chi_square_phrase(const ChiSquare *test, char phrase[STUDY_PHRASE_SIZE]);

/* Whose rules were played, and what they are: a sentence. */
void study_rules_print(const StudyResult *result, Text *text);
