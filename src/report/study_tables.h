/* study_tables.h: a study beside its run, as text for the terminal. */
#pragma once

#include "report/study_claims.h"
#include "util/text.h"

/* Heading, the study's tables, no wider than `width` (0: as wide as they come), its claims. */
bool study_print(const StudyResult *result, int width, Text *text, Error *error);

/* A line each: "held", "p = 0.031", "+1.5 (0.2 to 2.8)". */
enum { STUDY_PHRASE_SIZE = 96 };
const char *study_p_phrase(const StudyJudgement *judgement, char phrase[STUDY_PHRASE_SIZE]);
const char *study_difference_phrase(const StudyJudgement *judgement,
                                    char phrase[STUDY_PHRASE_SIZE]);

/* A published or measured number in its measure's digits. */
const char *study_number(StudyMeasure measure, double number, char phrase[STUDY_PHRASE_SIZE]);
