#include "eval/parameter.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/slice.h"

int parameter_find(const Parameter *parameters, const char *name, size_t length)
{
    for (int i = 0; i < PARAMETER_MAX && parameters[i].name; i++)
        if (slice_is((Slice){name, length}, parameters[i].name))
            return i;
    return -1;
}

/* The i-th word of "text|code", NULL past the last. */
static const char *choice_at(const char *choices, int i, size_t *length)
{
    while (i-- > 0) {
        choices = strchr(choices, '|');
        if (!choices)
            return NULL;
        choices++;
    }
    *length = strcspn(choices, "|");
    return choices;
}

static bool parse_choice(const Parameter *parameter, const char *text, size_t length, double *value,
                         Error *error)
{
    char quote[QUOTE_SIZE];
    size_t word_length;
    const char *word;
    for (int i = 0; (word = choice_at(parameter->choices, i, &word_length)); i++)
        if (word_length == length && !memcmp(word, text, length)) {
            *value = i;
            return true;
        }
    return error_set(error, "%s is one of %s, not %s", parameter->name, parameter->choices,
                     error_quote(quote, text, length));
}

/* strtod would also take hexadecimal, "inf", "nan" and leading blanks. */
static bool is_plain_number(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr("0123456789.+-eE", text[i]) || text[i] == '\0')
            return false;
    return length > 0;
}

bool parameter_parse(const Parameter *parameter, const char *text, size_t length, double *value,
                     Error *error)
{
    char number[PARAMETER_VALUE_SIZE], range[PARAMETER_RANGE_SIZE], quote[QUOTE_SIZE];
    char *end = number;
    if (parameter->choices)
        return parse_choice(parameter, text, length, value, error);
    double parsed = 0;
    if (length < sizeof number && is_plain_number(text, length)) {
        memcpy(number, text, length);
        number[length] = '\0';
        parsed = strtod(number, &end);
    }
    bool counts = parameter->step == 1;
    bool good = end != number && *end == '\0' && isfinite(parsed) && parsed >= parameter->min &&
                parsed <= parameter->max && (!counts || parsed == floor(parsed));
    if (!good)
        return error_set(error, "%s is a %s from %s, not %s", parameter->name,
                         counts ? "whole number" : "number", parameter_range(parameter, range),
                         error_quote(quote, text, length));
    *value = parsed + 0.0; // never -0
    return true;
}

const char *parameter_range(const Parameter *parameter, char text[PARAMETER_RANGE_SIZE])
{
    if (parameter->choices)
        snprintf(text, PARAMETER_RANGE_SIZE, "%s", parameter->choices);
    else
        snprintf(text, PARAMETER_RANGE_SIZE, "%g to %g", parameter->min, parameter->max);
    return text;
}

const char *parameter_print(const Parameter *parameter, double value,
                            char text[PARAMETER_VALUE_SIZE])
{
    if (parameter->choices) {
        size_t length = 0;
        const char *word = choice_at(parameter->choices, (int)value, &length);
        snprintf(text, PARAMETER_VALUE_SIZE, "%.*s", (int)length, word ? word : "");
        return text;
    }
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, PARAMETER_VALUE_SIZE, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    return text;
}
