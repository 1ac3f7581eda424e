#include "agent/parameters.h"

#include <stdio.h>
#include <string.h>

#include "util/slice.h"
#include "util/suggest.h"

static int count_of(const Parameter *parameters)
{
    int count = 0;
    while (count < PARAMETER_MAX && parameters[count].name)
        count++;
    return count;
}

/* The i-th, the kind's first; false past the last. */
static bool parameter_at(const AgentSpec *spec, int i, AgentParameter *parameter)
{
    const Heuristic *heuristic = spec->heuristic.heuristic;
    int own = count_of(spec->kind->parameters);
    bool of_heuristic = i >= own;
    if (of_heuristic && (!heuristic || i - own >= count_of(heuristic->parameters)))
        return false;
    assert(i >= 0);
    *parameter =
        (AgentParameter){.of_heuristic = of_heuristic, .index = of_heuristic ? i - own : i};
    parameter->parameter =
        &(of_heuristic ? heuristic->parameters : spec->kind->parameters)[parameter->index];
    const char *key = parameter->parameter->name;
    bool prefixed = of_heuristic && agent_key_is_taken(spec, key);
    snprintf(parameter->name, sizeof parameter->name, "%s%s%s",
             prefixed ? heuristic_prefix(heuristic) : "", prefixed ? "." : "", key);
    return true;
}

/* suggest_unknown() wants names that last: here they are. */
typedef struct Names {
    AgentParameter list[2 * PARAMETER_MAX];
    int count;
} Names;

static const char *name_at(const void *context, int i)
{
    const Names *names = context;
    return i < names->count ? names->list[i].name : NULL;
}

static void list_ranges(const Names *names, Error *error)
{
    size_t used = strlen(error->text);
    for (int i = 0; i < names->count && used < sizeof error->text; i++) {
        char range[PARAMETER_RANGE_SIZE];
        int added =
            snprintf(error->text + used, sizeof error->text - used, "%s%s %s", i ? ", " : " (",
                     names->list[i].name, parameter_range(names->list[i].parameter, range));
        used += added > 0 ? (size_t)added : 0;
    }
    if (used + 1 < sizeof error->text)
        memcpy(error->text + used, ")", 2);
}

bool agent_parameter_find(const AgentSpec *spec, const char *name, size_t length,
                          AgentParameter *parameter, Error *error)
{
    Names names = {.count = 0};
    Error unused;
    while (names.count < 2 * PARAMETER_MAX &&
           parameter_at(spec, names.count, &names.list[names.count])) {
        *parameter = names.list[names.count++];
        if (slice_is((Slice){name, length}, parameter->name))
            return true;
    }
    if (names.count == 0)
        return error_set(error, "%s has no parameters", spec->kind->name);
    error = error ? error : &unused;
    suggest_unknown(error, "parameter", name, length, name_at, &names);
    list_ranges(&names, error);
    return false;
}

double agent_parameter_get(const AgentSpec *spec, const AgentParameter *parameter)
{
    return (parameter->of_heuristic ? spec->heuristic.values : spec->values)[parameter->index];
}

void agent_parameter_set(AgentSpec *spec, const AgentParameter *parameter, double value)
{
    assert(value >= parameter->parameter->min && value <= parameter->parameter->max);
    (parameter->of_heuristic ? spec->heuristic.values : spec->values)[parameter->index] = value;
}
