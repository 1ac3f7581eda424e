/* spec.c: reading and writing agent specs.
 *
 *     KIND[:HEURISTIC][,key=value...]
 *
 * A key is a budget (time, nodes, depth, virtual, virtual-node, virtual-slowness), a
 * parameter of the kind, or one of the heuristic, in that order; `HEURISTIC.key` names the
 * heuristic's where a budget has the same name (drilldown.depth). One of the studies' names may
 * stand for KIND:HEURISTIC. A kind with a parse function reads what follows its name by rules of
 * its own.
 */
#include "eval/spec.h"

#include <string.h>

#include "agent/agent.h"
#include "eval/own.h"
#include "util/slice.h"
#include "util/suggest.h"

/* Names offered for a kind that is not known: the kinds, then the studies' names. */
static const char *kind_name_at(const void *unused, int i)
{
    (void)unused;
    const char *alias, *spec;
    int kinds = 0;
    for (; agent_kind_at(kinds); kinds++)
        if (kinds == i)
            return agent_kind_at(i)->name;
    return agent_alias_at(i - kinds, &alias, &spec) ? alias : NULL;
}

static const AgentKind *find_kind(const char *name, size_t length, Error *error)
{
    for (int i = 0; agent_kind_at(i); i++)
        if (slice_is((Slice){name, length}, agent_kind_at(i)->name))
            return agent_kind_at(i);
    suggest_unknown(error, "agent", name, length, kind_name_at, NULL);
    return NULL;
}

/* Every key the spec could have had. */
static const char *key_at(const void *spec_pointer, int i)
{
    static const char *const budgets[] = {"time",    "nodes",        "depth",
                                          "virtual", "virtual-node", "virtual-slowness"};
    const int budget_count = (int)(sizeof budgets / sizeof *budgets);
    const AgentSpec *spec = spec_pointer;
    int own = 0;
    if (i < budget_count)
        return budgets[i];
    i -= budget_count;
    while (own < PARAMETER_MAX && spec->kind->parameters[own].name)
        own++;
    if (i < own)
        return spec->kind->parameters[i].name;
    i -= own;
    return spec->heuristic.heuristic && i < PARAMETER_MAX
               ? spec->heuristic.heuristic->parameters[i].name
               : NULL;
}

static bool set_heuristic(HeuristicSpec *spec, const SpecItem *item, bool *known, Error *error)
{
    const Heuristic *heuristic = spec->heuristic;
    *known = false;
    if (!heuristic)
        return true;
    size_t prefix = strlen(heuristic_prefix(heuristic)) + 1;
    const char *key = item->key;
    size_t length = item->key_length;
    if (length > prefix && !memcmp(key, heuristic_prefix(heuristic), prefix - 1) &&
        key[prefix - 1] == '.') {
        key += prefix;
        length -= prefix;
    }
    if (*own_content(heuristic) && slice_is((Slice){key, length}, "content")) {
        *known = true;
        return slice_is((Slice){item->value, item->value_length}, own_content(heuristic)) ||
               error_set(error, "the file is not what it was: its content is %s, not %.*s",
                         own_content(heuristic), (int)item->value_length, item->value);
    }
    int i = parameter_find(heuristic->parameters, key, length);
    *known = i >= 0;
    return i < 0 || parameter_parse(&heuristic->parameters[i], item->value, item->value_length,
                                    &spec->values[i], error);
}

static bool set_item(AgentSpec *spec, const SpecItem *item, Error *error)
{
    bool known;
    if (!limits_set(&spec->limits, item->key, item->key_length, item->value, item->value_length,
                    &known, error))
        return false;
    if (known)
        return true;
    int i = parameter_find(spec->kind->parameters, item->key, item->key_length);
    if (i >= 0)
        return parameter_parse(&spec->kind->parameters[i], item->value, item->value_length,
                               &spec->values[i], error);
    if (!set_heuristic(&spec->heuristic, item, &known, error))
        return false;
    return known || suggest_unknown(error, "setting", item->key, item->key_length, key_at, spec);
}

/* Whether a key of these items stands before `item` too. */
static bool is_repeated(const char *text, size_t length, const SpecItem *item)
{
    SpecItem earlier;
    while (spec_next(&text, &length, &earlier, NULL) && earlier.key != item->key)
        if (earlier.key_length == item->key_length &&
            !memcmp(earlier.key, item->key, item->key_length))
            return true;
    return false;
}

static bool set_items(AgentSpec *spec, const char *text, size_t length, Error *error)
{
    const char *all = text;
    size_t all_length = length;
    SpecItem item;
    while (spec_next(&text, &length, &item, error)) {
        if (!item.key)
            return true;
        if (is_repeated(all, all_length, &item))
            return error_set(error, "%.*s stands twice", (int)item.key_length, item.key);
        if (!set_item(spec, &item, error))
            return false;
    }
    return false;
}

static bool choose_heuristic(AgentSpec *spec, const char *name, size_t length, Error *error)
{
    char quote[QUOTE_SIZE];
    const Heuristic *heuristic = NULL;
    if (name && spec->kind->heuristic == HEURISTIC_NONE)
        return error_set(error, "%s takes no heuristic, so no %s", spec->kind->name,
                         error_quote(quote, name, length));
    if (name && !(heuristic = heuristic_find(name, length, error)))
        return false;
    if (!name && spec->kind->heuristic == HEURISTIC_REQUIRED)
        heuristic = heuristic_find("improved", strlen("improved"), error);
    if (heuristic)
        spec->heuristic = heuristic_standard(heuristic);
    return true;
}

static size_t find_byte(const char *text, size_t length, char byte)
{
    const char *found = length ? memchr(text, byte, length) : NULL;
    return found ? (size_t)(found - text) : length;
}

static bool parse_plain(const char *text, size_t length, bool kept, AgentSpec *spec, Error *error)
{
    size_t head = spec_head(text, length);
    size_t colon = find_byte(text, head, ':');
    spec->kind = find_kind(text, colon, error);
    if (!spec->kind)
        return false;
    for (int i = 0; i < PARAMETER_MAX && spec->kind->parameters[i].name; i++)
        spec->values[i] = spec->kind->parameters[i].standard;
    if (spec->kind->parse)
        return spec->kind->parse(spec, text + colon, length - colon, error);
    const char *name = colon < head ? text + colon + 1 : NULL;
    if (kept && name && own_is_named(name, head - colon - 1)) {
        const Heuristic *row = own_kept(name, length - colon - 1, error);
        spec->heuristic = (HeuristicSpec){.heuristic = row};
        return row != NULL;
    }
    return choose_heuristic(spec, name, head - colon - (name != NULL), error) &&
           set_items(spec, text + head, length - head, error);
}

/* The spec a leading alias stands for, or NULL. */
static const char *alias_of(const char *text, size_t length)
{
    const char *alias, *stands_for;
    for (int i = 0; agent_alias_at(i, &alias, &stands_for); i++)
        if (slice_is((Slice){text, length}, alias))
            return stands_for;
    return NULL;
}

static bool parse_spec(const char *text, size_t length, bool kept, AgentSpec *spec, Error *error)
{
    memset(spec, 0, sizeof *spec);
    if (length >= sizeof spec->text)
        return error_set(error, "an agent spec has at most %zu bytes, this one %zu",
                         sizeof spec->text - 1, length);
    memcpy(spec->text, text, length);
    size_t head = find_byte(text, length, ',');
    const char *stands_for = alias_of(text, head);
    if (!stands_for)
        return parse_plain(text, length, kept, spec, error);
    return parse_plain(stands_for, strlen(stands_for), kept, spec, error) &&
           set_items(spec, text + head, length - head, error);
}

bool agent_parse(const char *text, size_t length, AgentSpec *spec, Error *error)
{
    return parse_spec(text, length, false, spec, error);
}

bool agent_parse_kept(const char *text, size_t length, AgentSpec *spec, Error *error)
{
    return parse_spec(text, length, true, spec, error);
}

bool agent_key_is_taken(const AgentSpec *spec, const char *key)
{
    bool known;
    Limits unused = {0};
    limits_set(&unused, key, strlen(key), "", 0, &known, NULL);
    return known || parameter_find(spec->kind->parameters, key, strlen(key)) >= 0;
}

static void print_heuristic(const AgentSpec *spec, Text *text)
{
    const Heuristic *heuristic = spec->heuristic.heuristic;
    char value[PARAMETER_VALUE_SIZE];
    text_format(text, ":%s", heuristic->name);
    for (int i = 0; i < PARAMETER_MAX && heuristic->parameters[i].name; i++) {
        const Parameter *parameter = &heuristic->parameters[i];
        bool taken = agent_key_is_taken(spec, parameter->name);
        if (spec->heuristic.values[i] != parameter->standard)
            text_format(text, ",%s%s%s=%s", taken ? heuristic_prefix(heuristic) : "",
                        taken ? "." : "", parameter->name,
                        parameter_print(parameter, spec->heuristic.values[i], value));
    }
    if (*own_content(heuristic))
        text_format(text, ",content=%s", own_content(heuristic));
}

void agent_print(const AgentSpec *spec, Text *text)
{
    char value[PARAMETER_VALUE_SIZE];
    if (spec->kind->parse) {
        text_append(text, spec->text);
        return;
    }
    text_append(text, spec->kind->name);
    if (spec->heuristic.heuristic)
        print_heuristic(spec, text);
    for (int i = 0; i < PARAMETER_MAX && spec->kind->parameters[i].name; i++)
        if (spec->values[i] != spec->kind->parameters[i].standard)
            text_format(text, ",%s=%s", spec->kind->parameters[i].name,
                        parameter_print(&spec->kind->parameters[i], spec->values[i], value));
    limits_print(&spec->limits, text);
}

/* Appends the part of `printed` that follows the spec of an alias, and says whether it does. */
static bool print_alias(const char *printed, const char *alias, const char *stands_for, Text *text)
{
    size_t length = strlen(stands_for);
    if (strncmp(printed, stands_for, length) || (printed[length] && printed[length] != ','))
        return false;
    text_append(text, alias);
    text_append(text, printed + length);
    return true;
}

/* What tells one version of a file from another is for runs to compare, not for people to read. */
static void drop_content(char *printed)
{
    static const char key[] = ",content=";
    char *content = strstr(printed, key);
    if (content) {
        const char *rest = content + strlen(key) + strcspn(content + strlen(key), ",");
        memmove(content, rest, strlen(rest) + 1);
    }
}

void agent_print_name(const AgentSpec *spec, Text *text)
{
    Text printed = TEXT_EMPTY;
    const char *alias, *stands_for;
    bool done = false;
    agent_print(spec, &printed);
    if (!text_ok(&printed))
        text->failed = done = true;
    else
        drop_content(printed.bytes);
    for (int i = 0; !done && agent_alias_at(i, &alias, &stands_for); i++)
        done = print_alias(printed.bytes, alias, stands_for, text);
    if (!done)
        text_append(text, printed.bytes);
    text_free(&printed);
}
