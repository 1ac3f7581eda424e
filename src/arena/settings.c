#include "arena/settings.h"

#include <stdio.h>
#include <string.h>

#include "arena/whole_json.h"

json_t *agent_json(const AgentSpec *spec)
{
    Text text = TEXT_EMPTY;
    agent_print(spec, &text);
    json_t *json = text_ok(&text) ? json_string(text.bytes) : NULL;
    text_free(&text);
    return json;
}

static json_t *agents_json(const TournamentSettings *settings, int from, int to)
{
    json_t *array = json_array();
    for (int i = from; i < to; i++)
        whole_json_append(array, agent_json(&settings->agents[i]));
    return array;
}

static json_t *openings_json(const TournamentSettings *settings)
{
    if (settings->openings.kind == OPENINGS_ALL)
        return json_string("all");
    if (settings->openings.kind == OPENINGS_FILE)
        return json_pack("{s:s}", "file", settings->openings_file);
    return json_pack("{s:i}", "plies", settings->openings.plies);
}

json_t *limits_json(const Limits *limits)
{
    Text text = TEXT_EMPTY;
    text_append(&text, "");
    limits_print(limits, &text);
    const char *bytes = text_ok(&text) ? text.bytes : NULL;
    json_t *json = bytes ? json_string(bytes) : NULL;
    text_free(&text);
    return json;
}

char *settings_print(const TournamentSettings *settings)
{
    char board[16];
    int tested = settings->tested_count ? settings->tested_count : settings->agent_count;
    snprintf(board, sizeof board, "%dx%d", settings->width, settings->height);
    json_t *json =
        json_pack("{s:s*, s:o, s:o, s:o, s:i, s:i, s:I, s:o}", "board",
                  settings->width ? board : NULL, "agents", agents_json(settings, 0, tested),
                  "against", agents_json(settings, tested, settings->agent_count), "openings",
                  openings_json(settings), "pairs", settings->pairs, "repeats", settings->repeats,
                  "seed", (json_int_t)settings->seed, "budget", limits_json(&settings->limits));
    Text text = TEXT_EMPTY;
    if (!whole_json_print(json, JSON_INDENT(2), &text))
        text_free(&text);
    return text.bytes;
}

static bool read_board(TournamentSettings *settings, const json_t *value, Error *error)
{
    Board board;
    const char *text = json_string_value(value);
    if (!text)
        return error_set(error, "board is a text such as \"7x7\"");
    if (!board_parse(&board, text, strlen(text), error))
        return false;
    settings->width = board.width;
    settings->height = board.height;
    return true;
}

typedef bool (*AgentParse)(const char *text, size_t length, AgentSpec *spec, Error *error);

static bool read_agents(TournamentSettings *settings, const json_t *value, AgentParse parse,
                        Error *error)
{
    size_t i;
    json_t *item;
    if (!json_is_array(value))
        return error_set(error, "a list of agent specs is wanted");
    json_array_foreach((json_t *)value, i, item)
    {
        const char *text = json_string_value(item);
        if (settings->agent_count == TOURNAMENT_AGENTS_MAX)
            return error_set(error, "more than %d agents", TOURNAMENT_AGENTS_MAX);
        if (!text)
            return error_set(error, "agent %zu is no text", i + 1);
        if (!parse(text, strlen(text), &settings->agents[settings->agent_count], error))
            return false;
        settings->agent_count++;
    }
    return true;
}

static bool read_tested(TournamentSettings *settings, const json_t *root, AgentParse parse,
                        Error *error)
{
    const json_t *agents = json_object_get(root, "agents");
    const json_t *against = json_object_get(root, "against");
    if (!agents)
        return !against || error_set(error, "against without agents: who plays against them?");
    settings->agent_count = settings->tested_count = 0;
    if (!read_agents(settings, agents, parse, error)) {
        error_prefix(error, "agents");
        return false;
    }
    if (against && !(json_is_array(against) && json_array_size(against) == 0)) {
        settings->tested_count = settings->agent_count;
        if (!read_agents(settings, against, parse, error)) {
            error_prefix(error, "against");
            return false;
        }
    }
    return true;
}

static bool read_integer(const json_t *value, json_int_t min, json_int_t max, json_int_t *number,
                         Error *error)
{
    if (!json_is_integer(value) || json_integer_value(value) < min ||
        json_integer_value(value) > max)
        return error_set(error, "a whole number from %lld to %lld is wanted", (long long)min,
                         (long long)max);
    *number = json_integer_value(value);
    return true;
}

static bool read_openings(TournamentSettings *settings, const json_t *value, Error *error)
{
    const char *text = json_string_value(value);
    const json_t *plies = json_object_get(value, "plies"), *file = json_object_get(value, "file");
    json_int_t number = 0;
    if (text && !strcmp(text, "all")) {
        settings->openings.kind = OPENINGS_ALL;
        return true;
    }
    if (plies && json_object_size(value) == 1) {
        if (!read_integer(plies, 0, SQUARE_LIMIT, &number, error))
            return false;
        settings->openings.kind = OPENINGS_RANDOM;
        settings->openings.plies = (int)number;
        return true;
    }
    if (!json_is_string(file) || json_object_size(value) != 1)
        return error_set(error, "\"all\", {\"plies\": N} or {\"file\": NAME} is wanted");
    if (json_string_length(file) >= sizeof settings->openings_file)
        return error_set(error, "the file's name is too long");
    strcpy(settings->openings_file, json_string_value(file));
    settings->openings.kind = OPENINGS_FILE;
    return true;
}

static bool read_numbers(TournamentSettings *settings, const char *key, const json_t *value,
                         Error *error)
{
    json_int_t number = 0;
    bool seed = !strcmp(key, "seed");
    if (!read_integer(value, seed ? 0 : 1, seed ? INT64_MAX : 100000000, &number, error))
        return false;
    if (seed)
        settings->seed = (uint64_t)number;
    else
        *(strcmp(key, "pairs") ? &settings->repeats : &settings->pairs) = (int)number;
    return true;
}

/* `virtual=150ms,virtual-node=14us` */
static bool read_budget(TournamentSettings *settings, const json_t *value, Error *error)
{
    const char *text = json_string_value(value);
    settings->limits = (Limits){0};
    if (!text)
        return error_set(error, "a text such as \"nodes=5000\" is wanted");
    return !*text || limits_parse(text, strlen(text), &settings->limits, error);
}

static bool read_member(TournamentSettings *settings, const char *key, const json_t *value,
                        Error *error)
{
    if (!strcmp(key, "agents") || !strcmp(key, "against"))
        return true; // read together
    if (!strcmp(key, "board"))
        return read_board(settings, value, error);
    if (!strcmp(key, "openings"))
        return read_openings(settings, value, error);
    if (!strcmp(key, "budget"))
        return read_budget(settings, value, error);
    if (!strcmp(key, "pairs") || !strcmp(key, "repeats") || !strcmp(key, "seed"))
        return read_numbers(settings, key, value, error);
    return error_set(error, "there is no such setting");
}

static bool read_members(TournamentSettings *settings, json_t *root, AgentParse parse, Error *error)
{
    const char *key;
    json_t *value;
    if (!json_is_object(root))
        return error_set(error, "settings are a JSON object");
    json_object_foreach(root, key, value)
    {
        if (!read_member(settings, key, value, error)) {
            char quote[QUOTE_SIZE];
            error_prefix(error, error_quote(quote, key, strlen(key)));
            return false;
        }
    }
    return read_tested(settings, root, parse, error);
}

static bool parse_with(const char *text, size_t length, TournamentSettings *settings,
                       AgentParse parse, Error *error)
{
    json_error_t fault;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &fault);
    if (!root && json_error_code(&fault) == json_error_null_character)
        return error_set(error, "line %d, column %d: a text with \\u0000 in it", fault.line,
                         fault.column);
    if (!root)
        return error_set(error, "line %d, column %d: %s", fault.line, fault.column, fault.text);
    bool good = read_members(settings, root, parse, error);
    json_decref(root);
    return good;
}

bool settings_parse(const char *text, size_t length, TournamentSettings *settings, Error *error)
{
    return parse_with(text, length, settings, agent_parse, error);
}

bool settings_parse_kept(const char *text, size_t length, TournamentSettings *settings,
                         Error *error)
{
    return parse_with(text, length, settings, agent_parse_kept, error);
}
