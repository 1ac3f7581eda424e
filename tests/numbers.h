/* numbers.h: what the statistics' tests share: numbers out of a fixture, and closeness. */
#pragma once

#include "support.h"

enum { NUMBERS_LIMIT = 512 };

/* A member that must be a number, or null, which gives NAN. */
double fixture_number(const json_t *object, const char *key);

/* The numbers of an array, nested ones in their order; returns how many. */
int fixture_numbers(const json_t *array, double numbers[NUMBERS_LIMIT]);

/* Counts out of the member that is an array of them. */
int fixture_counts(const json_t *object, const char *key, uint64_t counts[NUMBERS_LIMIT]);

/* Equal up to `tolerance` times the larger of 1 and what is expected; NAN equals NAN. */
void assert_close(double actual, double expected, double tolerance, const char *what);
