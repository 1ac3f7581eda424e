/* parameter.h: a named setting as data.
 *
 * Heuristics and agents declare their parameters as rows of this type. Command line, engine
 * options, tuner and documentation read the same rows. A value is a double; where `choices` is
 * set it is the index of one of those words.
 */
#pragma once

#include "util/error.h"

typedef struct Parameter {
    const char *name; // NULL ends a list
    double standard, min, max, step;
    const char *meaning;
    const char *choices; // "text|code"; NULL for a number
} Parameter;

enum { PARAMETER_MAX = 6, PARAMETER_VALUE_SIZE = 32, PARAMETER_RANGE_SIZE = 80 };

/* The index of the parameter of that name, or -1. */
int parameter_find(const Parameter *parameters, const char *name, size_t length);

/* Reads a number within the range, or one of the choices. */
bool parameter_parse(const Parameter *parameter, const char *text, size_t length, double *value,
                     Error *error);

/* "0 to 4" or "text|code", for people. */
const char *parameter_range(const Parameter *parameter, char text[PARAMETER_RANGE_SIZE]);

/* The value as parameter_parse() reads it back, the same to the last bit. */
const char *parameter_print(const Parameter *parameter, double value,
                            char text[PARAMETER_VALUE_SIZE]);
