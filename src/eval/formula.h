/* formula.h: a heuristic in one line.
 *
 *     own - {w=2:0..4}*opp + (ply > 20 ? reach2 : 0.5*shared2)
 *
 * A C expression over features (feature.h), numbers, and constants to tune,
 * `{name=value:min..max}`:
 * + - * /, comparisons, ! && ||, ?:, brackets, and abs, min, max, sqrt, exp, log, pow, tanh.
 * Numbers are never whole: 1/2 is a half. Nothing else is a formula, so nothing else can be
 * smuggled in: what is compiled is written by us from what was read, not the text itself.
 */
#pragma once

#include "eval/heuristic.h"

enum { FORMULA_LENGTH_MAX = 800, FORMULA_USES_MAX = 8, FORMULA_NAME_SIZE = 24 };

typedef struct Formula {
    Needs needs;
    double price; // microseconds of the studies' Python: the features', each once
    int parameter_count;
    struct {
        char name[FORMULA_NAME_SIZE];
        double standard, min, max;
    } parameters[PARAMETER_MAX];
    int use_count; // built-in heuristics
    const Heuristic *uses[FORMULA_USES_MAX];
    Text code; // the expression in C
} Formula;

/* Free `code` in either case. A refusal names the column, from 1. */
bool formula_parse(const char *text, size_t length, Formula *formula, Error *error);

/* What follows isolab_heuristic.h in its C file. */
void formula_print_function(const Formula *formula, Text *text);
