#include "eval/spec.h"

#include <string.h>

#include "eval/heuristic.h"
#include "util/suggest.h"

bool spec_next(const char **text, size_t *length, SpecItem *item, Error *error)
{
    char quote[QUOTE_SIZE];
    *item = (SpecItem){NULL, 0, NULL, 0};
    if (*length == 0)
        return true;
    const char *start = *text + 1; // past the comma
    size_t rest = *length - 1;
    const char *comma = memchr(start, ',', rest);
    size_t size = comma ? (size_t)(comma - start) : rest;
    const char *equals = memchr(start, '=', size);
    if (!equals || equals == start)
        return error_set(error, "%s is not a setting such as key=value",
                         error_quote(quote, start, size));
    *item = (SpecItem){start, (size_t)(equals - start), equals + 1,
                       size - (size_t)(equals - start) - 1};
    *text = start + size;
    *length = rest - size;
    return true;
}

HeuristicSpec heuristic_standard(const Heuristic *heuristic)
{
    HeuristicSpec spec = {.heuristic = heuristic};
    for (int i = 0; i < PARAMETER_MAX && heuristic->parameters[i].name; i++)
        spec.values[i] = heuristic->parameters[i].standard;
    return spec;
}

static const char *parameter_name_at(const void *parameters, int i)
{
    return i < PARAMETER_MAX ? ((const Parameter *)parameters)[i].name : NULL;
}

static bool unknown_parameter(const Heuristic *heuristic, const SpecItem *item, Error *error)
{
    char quote[QUOTE_SIZE];
    if (!heuristic->parameters[0].name)
        return error_set(error, "%s has no parameters, so no %s", heuristic->name,
                         error_quote(quote, item->key, item->key_length));
    return suggest_unknown(error, "parameter", item->key, item->key_length, parameter_name_at,
                           heuristic->parameters);
}

bool heuristic_parse(const char *text, size_t length, HeuristicSpec *spec, Error *error)
{
    const char *comma = length ? memchr(text, ',', length) : NULL;
    size_t name_length = comma ? (size_t)(comma - text) : length;
    const Heuristic *heuristic = heuristic_find(text, name_length, error);
    if (!heuristic)
        return false;
    *spec = heuristic_standard(heuristic);
    text += name_length;
    length -= name_length;
    SpecItem item;
    while (spec_next(&text, &length, &item, error)) {
        if (!item.key)
            return true;
        int i = parameter_find(heuristic->parameters, item.key, item.key_length);
        if (i < 0)
            return unknown_parameter(heuristic, &item, error);
        if (!parameter_parse(&heuristic->parameters[i], item.value, item.value_length,
                             &spec->values[i], error))
            return false;
    }
    return false;
}

void heuristic_print(const HeuristicSpec *spec, Text *text)
{
    const Parameter *parameters = spec->heuristic->parameters;
    char value[PARAMETER_VALUE_SIZE];
    text_append(text, spec->heuristic->name);
    for (int i = 0; i < PARAMETER_MAX && parameters[i].name; i++)
        if (spec->values[i] != parameters[i].standard)
            text_format(text, ",%s=%s", parameters[i].name,
                        parameter_print(&parameters[i], spec->values[i], value));
}
