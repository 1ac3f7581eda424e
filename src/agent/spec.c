/* spec.c: reading and writing agent specs.
 *
 *     KIND[:HEURISTIC][,key=value...]
 *
 * A key is a budget (time, nodes, depth, virtual, virtual-node, virtual-slowness), a
 * parameter of the kind, or one of the heuristic, in that order; `HEURISTIC.key` names the
 * heuristic's where a budget or a parameter of the kind has the same name (drilldown.depth). One of
 * the studies' names may stand for KIND:HEURISTIC. A kind with a parse function reads what follows
 * its name by rules of its own.
 */
#include "eval/spec.h"

#include <string.h>

#include "agent/agent.h"
#include "eval/own.h"
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

static const AgentKind *find_kind(Slice name, Error *error)
{
    for (int i = 0; agent_kind_at(i); i++)
        if (slice_is(name, agent_kind_at(i)->name))
            return agent_kind_at(i);
    suggest_unknown(error, "agent", name.start, name.length, kind_name_at, NULL);
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
    Slice key = item->key;
    if (key.length > prefix && !memcmp(key.start, heuristic_prefix(heuristic), prefix - 1) &&
        key.start[prefix - 1] == '.')
        key = (Slice){key.start + prefix, key.length - prefix};
    if (*own_content(heuristic) && slice_is(key, "content")) {
        *known = true;
        return slice_is(item->value, own_content(heuristic)) ||
               error_set(error, "the file is not what it was: its content is %s, not %.*s",
                         own_content(heuristic), (int)item->value.length, item->value.start);
    }
    int i = parameter_find(heuristic->parameters, key.start, key.length);
    *known = i >= 0;
    return i < 0 || parameter_parse(&heuristic->parameters[i], item->value.start,
                                    item->value.length, &spec->values[i], error);
}

static bool set_item(AgentSpec *spec, const SpecItem *item, Error *error)
{
    bool known;
    Slice key = item->key, value = item->value;
    if (!limits_set(&spec->limits, key.start, key.length, value.start, value.length, &known, error))
        return false;
    if (known)
        return true;
    int i = parameter_find(spec->kind->parameters, key.start, key.length);
    if (i >= 0)
        return parameter_parse(&spec->kind->parameters[i], value.start, value.length,
                               &spec->values[i], error);
    if (!set_heuristic(&spec->heuristic, item, &known, error))
        return false;
    return known || suggest_unknown(error, "setting", key.start, key.length, key_at, spec);
}

/* Whether a key of these items stands before `item` too. */
static bool is_repeated(Slice rest, const SpecItem *item)
{
    SpecItem earlier;
    while (spec_next(&rest, &earlier, NULL) && earlier.key.start != item->key.start)
        if (earlier.key.length == item->key.length &&
            !memcmp(earlier.key.start, item->key.start, item->key.length))
            return true;
    return false;
}

static bool set_items(AgentSpec *spec, const Slice all, Error *error)
{
    Slice rest = all;
    SpecItem item;
    while (spec_next(&rest, &item, error)) {
        if (!item.key.length)
            return true;
        if (is_repeated(all, &item))
            return error_set(error, "%.*s stands twice", (int)item.key.length, item.key.start);
        if (!set_item(spec, &item, error))
            return false;
    }
    return false;
}

/* NULL: none was named. */
static bool choose_heuristic(AgentSpec *spec, const Slice *name, Error *error)
{
    char quote[QUOTE_SIZE];
    const Heuristic *heuristic = NULL;
    if (name && spec->kind->heuristic == HEURISTIC_NONE)
        return error_set(error, "%s takes no heuristic, so no %s", spec->kind->name,
                         error_quote(quote, name->start, name->length));
    if (name && !(heuristic = heuristic_find(name->start, name->length, error)))
        return false;
    if (!name && spec->kind->heuristic == HEURISTIC_REQUIRED)
        heuristic = heuristic_find("improved", strlen("improved"), error);
    if (heuristic)
        spec->heuristic = heuristic_standard(heuristic);
    return true;
}

static bool parse_plain(const char *text, size_t length, bool kept, AgentSpec *spec, Error *error)
{
    size_t head = spec_head(text, length);
    Slice name = {text, head}, kind;
    bool named = slice_cut(&name, ':', &kind); // a heuristic, behind the colon
    spec->kind = find_kind(kind, error);
    if (!spec->kind)
        return false;
    for (int i = 0; i < PARAMETER_MAX && spec->kind->parameters[i].name; i++)
        spec->values[i] = spec->kind->parameters[i].standard;
    if (spec->kind->parse)
        return spec->kind->parse(spec, text + kind.length, length - kind.length, error);
    if (kept && named && own_is_named(name.start, name.length)) {
        const Heuristic *row = own_kept(name.start, (size_t)(text + length - name.start), error);
        spec->heuristic = (HeuristicSpec){.heuristic = row};
        return row != NULL;
    }
    return choose_heuristic(spec, named ? &name : NULL, error) &&
           set_items(spec, (Slice){text + head, length - head}, error);
}

/* The spec a leading alias stands for, or NULL. */
static const char *alias_of(Slice name)
{
    const char *alias, *stands_for;
    for (int i = 0; agent_alias_at(i, &alias, &stands_for); i++)
        if (slice_is(name, alias))
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
    Slice rest = {text, length}, head;
    slice_cut(&rest, ',', &head);
    const char *stands_for = alias_of(head);
    if (!stands_for)
        return parse_plain(text, length, kept, spec, error);
    return parse_plain(stands_for, strlen(stands_for), kept, spec, error) &&
           set_items(spec, (Slice){text + head.length, length - head.length}, error);
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

bool agent_compare(const AgentSpec *one, const AgentSpec *other, bool *same, Error *error)
{
    Text first = TEXT_EMPTY, second = TEXT_EMPTY;
    agent_print(one, &first);
    agent_print(other, &second);
    bool good = text_ok(&first) && text_ok(&second);
    *same = good && !strcmp(first.bytes, second.bytes);
    text_free(&first);
    text_free(&second);
    return good || error_out_of_memory(error);
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
    if (spec->kind->print_name && spec->kind->print_name(spec, text))
        return;
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
