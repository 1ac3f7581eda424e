#include "agent/external_settings.h"

#include <string.h>

#include "eval/spec.h"

const AgentSetting external_setting_rows[] = {
    {"placements", "random", "who places where the engine cannot (fairy), or is not to"},
    {"option.NAME", "", "sent as setoption, in the order given; nothing behind = for a button"},
    {"start", "10s", "how long it may take to get ready"},
    {"grace", "200ms", "past its time, before it is told to stop, and once more to obey"},
    {"patience", "60s", "for an answer where no time limits it"},
    {NULL, NULL, NULL},
};

static const char option_prefix[] = "option.";
enum { OPTION_PREFIX = sizeof option_prefix - 1 };

static bool is_option(Slice key)
{
    return key.length >= OPTION_PREFIX && !memcmp(key.start, option_prefix, OPTION_PREFIX);
}

static bool is_key(const AgentSpec *spec, Slice key)
{
    bool known;
    Limits unused = {0};
    limits_set(&unused, key.start, key.length, "", 0, &known, NULL);
    for (const AgentSetting *row = spec->kind->settings; row->name && !known; row++)
        known = slice_is(key, row->name);
    return known || (spec->kind->settings == external_setting_rows && is_option(key)) ||
           parameter_find(spec->kind->parameters, key.start, key.length) >= 0;
}

/* Whether a setting stands at `text`, which is just behind a comma. */
static bool is_setting(const AgentSpec *spec, const char *text, size_t length)
{
    Slice rest = {text, length}, key;
    return slice_cut(&rest, '=', &key) && !memchr(key.start, ',', key.length) && is_key(spec, key);
}

/* The length of what comes before the next setting's comma. */
static size_t length_of_part(const AgentSpec *spec, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] == ',' && is_setting(spec, text + i + 1, length - i - 1))
            return i;
    return length;
}

static bool add_option(ExternalSettings *settings, const SpecItem *item, Error *error)
{
    if (item->key.length == OPTION_PREFIX)
        return error_set(error, "an option has a name, as in option.Hash=16");
    if (settings->option_count == EXTERNAL_OPTION_MAX)
        return error_set(error, "an engine gets at most %d options", EXTERNAL_OPTION_MAX);
    int i = settings->option_count++;
    settings->options[i].name =
        (Slice){item->key.start + OPTION_PREFIX, item->key.length - OPTION_PREFIX};
    settings->options[i].value = item->value;
    return true;
}

static bool set_placements(ExternalSettings *settings, Slice value, Error *error)
{
    settings->has_placements = true;
    return agent_parse(value.start, value.length, &settings->placements, error);
}

static bool set_item(AgentSpec *spec, ExternalSettings *settings, const SpecItem *item,
                     Error *error)
{
    bool known;
    Slice key = item->key, value = item->value;
    if (!limits_set(&spec->limits, key.start, key.length, value.start, value.length, &known, error))
        return false;
    if (known)
        return true;
    if (is_option(key))
        return add_option(settings, item, error);
    if (slice_is(key, "placements"))
        return set_placements(settings, value, error);
    if (slice_is(key, "start"))
        return duration_parse(value.start, value.length, &settings->start, error);
    if (slice_is(key, "grace"))
        return duration_parse(value.start, value.length, &settings->grace, error);
    if (slice_is(key, "patience"))
        return duration_parse(value.start, value.length, &settings->patience, error);
    if (slice_is(key, "name")) {
        settings->name = value;
        return true;
    }
    int i = parameter_find(spec->kind->parameters, key.start, key.length);
    return parameter_parse(&spec->kind->parameters[i], value.start, value.length, &spec->values[i],
                           error);
}

/* `text` is at the comma of a setting, or at the end. */
static bool set_items(AgentSpec *spec, ExternalSettings *settings, const char *text, size_t length,
                      Error *error)
{
    while (length) {
        size_t size = length_of_part(spec, text + 1, length - 1);
        SpecItem item = {.value = {text + 1, size}};
        slice_cut(&item.value, '=', &item.key);
        if (!set_item(spec, settings, &item, error))
            return false;
        text += size + 1;
        length -= size + 1;
    }
    return true;
}

/* A line break in an option would be a command of its own. */
static bool is_one_line(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 127)
            return false;
    return true;
}

/* Without `exec` the shell would stay in between and hold the pipes open; `env` lets variables
 * be set before the program's name all the same. */
static bool take_command(ExternalSettings *settings, const char *text, size_t length, Error *error)
{
    static const char front[] = "exec env ";
    Slice words = {text, length};
    if (!slice_next_word(&words).length)
        return error_set(error, "exec needs a command to run, as in exec:./engine --flag");
    memcpy(settings->command, front, sizeof front - 1);
    memcpy(settings->command + sizeof front - 1, text, length); // the text is shorter than a spec
    settings->command[sizeof front - 1 + length] = '\0';
    return true;
}

bool external_settings_read(const char *rest, size_t length, AgentSpec *spec,
                            ExternalSettings *settings, Slice *head, Error *error)
{
    size_t colon = length && rest[0] == ':' ? 1 : 0;
    size_t size = colon ? length_of_part(spec, rest + colon, length - colon) : 0;
    if (!is_one_line(rest, length))
        return error_set(error, "the spec of %s agent has no control characters",
                         spec->kind->settings == external_setting_rows ? "an exec" : "a course");
    *head = (Slice){rest + colon, size};
    return size == 0 ||
           set_items(spec, settings, rest + colon + size, length - colon - size, error);
}

bool external_settings_parse(const char *rest, size_t length, AgentSpec *spec,
                             ExternalSettings *settings, Error *error)
{
    Slice command;
    memset(settings, 0, sizeof *settings);
    settings->start = 10;
    settings->patience = 60;
    if (!external_settings_read(rest, length, spec, settings, &command, error) ||
        !take_command(settings, command.start, command.length, error))
        return false;
    settings->dialect = &dialects[(int)spec->values[EXTERNAL_DIALECT]];
    settings->show_errors = spec->values[EXTERNAL_STDERR] != 0;
    return settings->has_placements || settings->dialect->places ||
           set_placements(settings, (Slice){"random", strlen("random")}, error);
}
