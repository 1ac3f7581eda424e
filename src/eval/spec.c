#include "eval/spec.h"

#include <assert.h>
#include <stdio.h>

#include "eval/heuristic.h"

bool spec_next(Slice *rest, SpecItem *item, Error *error)
{
    char quote[QUOTE_SIZE];
    *item = (SpecItem){{rest->start, 0}, {rest->start, 0}};
    if (rest->length == 0)
        return true;
    assert(*rest->start == ',');
    Slice whole, behind = {rest->start + 1, rest->length - 1};
    slice_cut(&behind, ',', &whole);
    item->value = whole;
    if (!slice_cut(&item->value, '=', &item->key) || !item->key.length)
        return error_set(error, "%s is not a setting such as key=value",
                         error_quote(quote, whole.start, whole.length));
    *rest = (Slice){whole.start + whole.length, rest->length - 1 - whole.length};
    return true;
}

/* Commas within a formula's brackets and braces are its own. */
size_t spec_head(const char *text, size_t length)
{
    int open = 0;
    size_t end = 0;
    for (; end < length && !(text[end] == ',' && open <= 0); end++) {
        if (text[end] == '(' || text[end] == '{')
            open++;
        if (text[end] == ')' || text[end] == '}')
            open--;
    }
    return end;
}

HeuristicSpec heuristic_standard(const Heuristic *heuristic)
{
    assert(heuristic);
    HeuristicSpec spec = {.heuristic = heuristic};
    for (int i = 0; i < PARAMETER_MAX && heuristic->parameters[i].name; i++)
        spec.values[i] = heuristic->parameters[i].standard;
    return spec;
}

const char *heuristic_prefix(const Heuristic *heuristic)
{
    return heuristic->own ? "own" : heuristic->name;
}

/* There are so few that the answer is all of them, with what they take. */
static bool unknown_parameter(const Heuristic *heuristic, const SpecItem *item, Error *error)
{
    char quote[QUOTE_SIZE], range[PARAMETER_RANGE_SIZE], known[ERROR_TEXT_SIZE / 2] = "";
    size_t used = 0;
    error_quote(quote, item->key.start, item->key.length);
    if (!heuristic->parameters[0].name)
        return error_set(error, "has no parameters, so no %s", quote);
    for (int i = 0; i < PARAMETER_MAX && heuristic->parameters[i].name; i++) {
        const Parameter *parameter = &heuristic->parameters[i];
        int length = snprintf(known + used, sizeof known - used, "%s%s (%s)", i ? ", " : "",
                              parameter->name, parameter_range(parameter, range));
        if (length < 0 || (size_t)length >= sizeof known - used)
            break;
        used += (size_t)length;
    }
    return error_set(error, "has no parameter %s; it has %s", quote, known);
}

static bool read_item(HeuristicSpec *spec, const SpecItem *item, bool *given, Error *error)
{
    const Parameter *parameters = spec->heuristic->parameters;
    int i = parameter_find(parameters, item->key.start, item->key.length);
    if (i < 0)
        return unknown_parameter(spec->heuristic, item, error);
    if (given[i])
        return error_set(error, "%s stands twice", parameters[i].name);
    given[i] = true;
    return parameter_parse(&parameters[i], item->value.start, item->value.length, &spec->values[i],
                           error);
}

static bool read_items(HeuristicSpec *spec, Slice rest, Error *error)
{
    bool given[PARAMETER_MAX] = {false};
    SpecItem item;
    while (spec_next(&rest, &item, error)) {
        if (!item.key.length)
            return true;
        if (!read_item(spec, &item, given, error))
            return false;
    }
    return false;
}

bool heuristic_parse(const char *text, size_t length, HeuristicSpec *spec, Error *error)
{
    size_t name_length = spec_head(text, length);
    const Heuristic *heuristic = heuristic_find(text, name_length, error);
    if (!heuristic)
        return false;
    *spec = heuristic_standard(heuristic);
    if (read_items(spec, (Slice){text + name_length, length - name_length}, error))
        return true;
    error_prefix(error, heuristic->name);
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
