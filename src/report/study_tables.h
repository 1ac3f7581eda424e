/* study_tables.h: a study beside its run, as text for the terminal. */
#pragma once

#include "lab/study_claims.h"
#include "util/text.h"

/* Heading, the study's tables, no wider than `width` (0: as wide as they come), how well they are
 * met, its claims, its boards. */
bool study_print(const StudyResult *result, int width, Text *text, Error *error);

/* A line each: "held", "p = 0.031", "+1.5 (0.2 to 2.8)". */
enum { STUDY_PHRASE_SIZE = 96 };
const char *study_p_phrase(const StudyJudgement *judgement, char phrase[STUDY_PHRASE_SIZE]);
const char *study_own_p_phrase(const StudyJudgement *judgement, char phrase[STUDY_PHRASE_SIZE]);
const char *study_difference_phrase(const StudyJudgement *judgement,
                                    char phrase[STUDY_PHRASE_SIZE]);

/* A published or measured number in its measure's digits. */
const char *study_number(StudyMeasure measure, double number, char phrase[STUDY_PHRASE_SIZE]);

const char *study_fit_phrase(const StudyFit *fit, char phrase[STUDY_PHRASE_SIZE]);
const char *study_chi_square_phrase(const ChiSquare *test, char phrase[STUDY_PHRASE_SIZE]);

/* Whose rules were played, and what they are: a sentence. */
void study_rules_print(const StudyResult *result, Text *text);
