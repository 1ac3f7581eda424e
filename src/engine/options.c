#include "engine/options.h"

#include <stdio.h>
#include <string.h>

#include "util/suggest.h"

/* Every option is a row: the four that are always there, then parameters. */
typedef enum RowKind {
    ROW_AGENT,
    ROW_HEURISTIC,
    ROW_BOARD,
    ROW_SEED,
    ROW_SHARED,
    ROW_OF_AGENT,
    ROW_OF_HEURISTIC,
} RowKind;

enum { ROW_NAME_SIZE = 64, ROW_LIMIT = ROW_SHARED + SHARED_COUNT + 2 * PARAMETER_MAX };

typedef struct Row {
    RowKind kind;
    int index;                  // of the parameter in its list
    const Parameter *parameter; // NULL for the first four
    char name[ROW_NAME_SIZE];
} Row;

static const char *const fixed_names[] = {"Agent", "Heuristic", "Board", "Seed"};

/* As user interfaces spell it, and as specs do. */
static const struct {
    const char *option, *parameter;
} shared[SHARED_COUNT] = {{"Hash", "hash"}, {"Threads", "threads"}};

/* The largest is the last whole number that a double holds exactly. */
static const Parameter seed_range = {"Seed", 1, 0, 9007199254740992.0, 1, "", NULL};

static int shared_find(const char *parameter)
{
    for (int i = 0; i < SHARED_COUNT; i++)
        if (!strcmp(shared[i].parameter, parameter))
            return i;
    return -1;
}

/* The row of a shared parameter: the chosen agent's, else that of the first agent with one. */
static const Parameter *shared_parameter(const EngineOptions *options, int i)
{
    const char *name = shared[i].parameter;
    const AgentKind *kind = options->agent.kind;
    for (int k = -1; kind; kind = agent_kind_at(++k)) {
        int found = parameter_find(kind->parameters, name, strlen(name));
        if (found >= 0)
            return &kind->parameters[found];
    }
    return NULL;
}

static const Heuristic *heuristic_used(const EngineOptions *options)
{
    return options->agent.kind->heuristic == HEURISTIC_NONE ? NULL : options->heuristic.heuristic;
}

static Row fixed_row(RowKind kind)
{
    Row row = {.kind = kind};
    snprintf(row.name, sizeof row.name, "%s", fixed_names[kind]);
    return row;
}

static void add_rows(Row *rows, int *count, RowKind kind, const Parameter *parameters,
                     const AgentSpec *agent, const char *owner)
{
    for (int i = 0; i < PARAMETER_MAX && parameters[i].name; i++) {
        const char *name = parameters[i].name;
        Row *row = &rows[*count];
        *row = (Row){.kind = kind, .index = i, .parameter = &parameters[i]};
        if (kind == ROW_OF_AGENT && shared_find(name) >= 0)
            continue;
        bool taken = kind == ROW_OF_HEURISTIC &&
                     parameter_find(agent->kind->parameters, name, strlen(name)) >= 0;
        snprintf(row->name, sizeof row->name, "%s%s%s", taken ? owner : "", taken ? "." : "", name);
        ++*count;
    }
}

static int list_rows(const EngineOptions *options, Row rows[ROW_LIMIT])
{
    int count = 0;
    for (RowKind kind = ROW_AGENT; kind <= ROW_SEED; kind++)
        rows[count++] = fixed_row(kind);
    for (int i = 0; i < SHARED_COUNT; i++) {
        const Parameter *parameter = shared_parameter(options, i);
        if (parameter) {
            rows[count] = (Row){.kind = ROW_SHARED, .index = i, .parameter = parameter};
            snprintf(rows[count].name, sizeof rows[count].name, "%s", shared[i].option);
            count++;
        }
    }
    add_rows(rows, &count, ROW_OF_AGENT, options->agent.kind->parameters, &options->agent, "");
    const Heuristic *heuristic = heuristic_used(options);
    if (heuristic)
        add_rows(rows, &count, ROW_OF_HEURISTIC, heuristic->parameters, &options->agent,
                 heuristic->name);
    return count;
}

/* Where a parameter's value is kept. */
static double *row_value(EngineOptions *options, const Row *row)
{
    if (row->kind == ROW_SHARED)
        return &options->shared[row->index];
    return row->kind == ROW_OF_AGENT ? &options->agent.values[row->index]
                                     : &options->heuristic.values[row->index];
}

/* Frees `choices`. Half a list would look like a whole one. */
static void say_combo(EngineOutput *output, const char *name, const char *value, Text *choices)
{
    if (text_ok(choices) && choices->bytes)
        engine_say(output, "option name %s type combo default %s%s", name, value, choices->bytes);
    else
        engine_say(output, "info string out of memory, so no option %s", name);
    text_free(choices);
}

static void list_agent(const EngineOptions *options, EngineOutput *output)
{
    Text text = TEXT_EMPTY;
    for (int i = 0; agent_kind_at(i); i++) {
        AgentSpec alone;
        const char *name = agent_kind_at(i)->name;
        if (agent_parse(name, strlen(name), &alone, NULL)) // some need more than their name
            text_format(&text, " var %s", name);
    }
    say_combo(output, fixed_names[ROW_AGENT], options->agent.kind->name, &text);
}

static void list_heuristic(const EngineOptions *options, EngineOutput *output)
{
    Text text = TEXT_EMPTY;
    const Heuristic *chosen = options->heuristic.heuristic;
    if (options->agent.kind->heuristic != HEURISTIC_REQUIRED)
        text_append(&text, " var none");
    for (int i = 0; heuristic_at(i); i++)
        text_format(&text, " var %s", heuristic_at(i)->name);
    say_combo(output, fixed_names[ROW_HEURISTIC], chosen ? chosen->name : "none", &text);
}

static void list_choices(const Row *row, const char *value, EngineOutput *output)
{
    Text text = TEXT_EMPTY;
    for (const char *at = row->parameter->choices; *at; at += *at == '|') {
        size_t length = strcspn(at, "|");
        text_format(&text, " var %.*s", (int)length, at);
        at += length;
    }
    say_combo(output, row->name, value, &text);
}

/* Spins are whole numbers, so what has fractions goes as a string. */
static void list_parameter(const Row *row, double value, EngineOutput *output)
{
    const Parameter *parameter = row->parameter;
    char text[PARAMETER_VALUE_SIZE];
    parameter_print(parameter, value, text);
    if (parameter->choices)
        list_choices(row, text, output);
    else if (parameter->step == 1)
        engine_say(output, "option name %s type spin default %s min %.0f max %.0f", row->name, text,
                   parameter->min, parameter->max);
    else
        engine_say(output, "option name %s type string default %s", row->name, text);
}

void engine_options_list(const EngineOptions *options, EngineOutput *output)
{
    EngineOptions copy = *options; // row_value() serves setting too
    Row rows[ROW_LIMIT];
    int count = list_rows(options, rows);
    for (int i = 0; i < count; i++)
        switch (rows[i].kind) {
        case ROW_AGENT:
            list_agent(options, output);
            break;
        case ROW_HEURISTIC:
            list_heuristic(options, output);
            break;
        case ROW_BOARD:
            engine_say(output, "option name Board type string default %dx%d", options->board.width,
                       options->board.height);
            break;
        case ROW_SEED:
            engine_say(output, "option name Seed type spin default %llu min %.0f max %.0f",
                       (unsigned long long)options->seed, seed_range.min, seed_range.max);
            break;
        default:
            list_parameter(&rows[i], *row_value(&copy, &rows[i]), output);
        }
}

static void take_shared_standards(EngineOptions *options)
{
    for (int i = 0; i < SHARED_COUNT; i++) {
        const Parameter *parameter = shared_parameter(options, i);
        if (parameter && !options->shared_set[i])
            options->shared[i] = parameter->standard;
    }
}

/* What a spec says of a shared parameter counts as set. */
static void take_shared_values(EngineOptions *options)
{
    const Parameter *parameters = options->agent.kind->parameters;
    for (int i = 0; i < PARAMETER_MAX && parameters[i].name; i++) {
        int which = shared_find(parameters[i].name);
        if (which >= 0 && options->agent.values[i] != parameters[i].standard) {
            options->shared[which] = options->agent.values[i];
            options->shared_set[which] = true;
        }
    }
    take_shared_standards(options);
}

/* A bare kind keeps the heuristic that was chosen, so that the order of options does not matter;
 * a whole spec brings its own. */
static bool set_agent(EngineOptions *options, Slice value, Error *error)
{
    AgentSpec spec;
    if (!agent_parse(value.start, value.length, &spec, error))
        return false;
    bool bare = slice_is(value, spec.kind->name);
    options->agent = spec;
    if (!bare || !options->heuristic_chosen ||
        (spec.kind->heuristic == HEURISTIC_REQUIRED && !options->heuristic.heuristic))
        options->heuristic = spec.heuristic;
    options->heuristic_chosen = options->heuristic_chosen && bare;
    take_shared_values(options);
    return true;
}

static bool set_heuristic(EngineOptions *options, Slice value, Error *error)
{
    HeuristicSpec spec = {.heuristic = NULL};
    bool none = slice_is(value, "none");
    if (none && options->agent.kind->heuristic == HEURISTIC_REQUIRED)
        return error_set(error, "%s needs a heuristic", options->agent.kind->name);
    if (!none && !heuristic_parse(value.start, value.length, &spec, error))
        return false;
    options->heuristic = spec;
    options->heuristic_chosen = true;
    return true;
}

static bool set_seed(EngineOptions *options, Slice value, Error *error)
{
    double seed;
    if (!parameter_parse(&seed_range, value.start, value.length, &seed, error))
        return false;
    options->seed = (uint64_t)seed;
    return true;
}

static bool set_row(EngineOptions *options, const Row *row, Slice value, Error *error)
{
    switch (row->kind) {
    case ROW_AGENT:
        return set_agent(options, value, error);
    case ROW_HEURISTIC:
        return set_heuristic(options, value, error);
    case ROW_BOARD:
        return board_parse(&options->board, value.start, value.length, error);
    case ROW_SEED:
        return set_seed(options, value, error);
    default:
        if (!parameter_parse(row->parameter, value.start, value.length, row_value(options, row),
                             error))
            return false;
        if (row->kind == ROW_SHARED)
            options->shared_set[row->index] = true;
        return true;
    }
}

/* HEURISTIC.NAME is right also where NAME alone would be. */
static Slice without_owner(const EngineOptions *options, Slice name)
{
    const Heuristic *heuristic = heuristic_used(options);
    size_t prefix = heuristic ? strlen(heuristic->name) : 0;
    if (!heuristic || name.length <= prefix + 1 || name.start[prefix] != '.' ||
        !slice_is_nocase((Slice){name.start, prefix}, heuristic->name))
        return (Slice){name.start, 0};
    return (Slice){name.start + prefix + 1, name.length - prefix - 1};
}

static const Row *find_row(const EngineOptions *options, const Row *rows, int count, Slice name)
{
    Slice short_name = without_owner(options, name);
    for (int i = 0; i < count; i++)
        if (slice_is_nocase(name, rows[i].name) ||
            (rows[i].kind == ROW_OF_HEURISTIC &&
             slice_is_nocase(short_name, rows[i].parameter->name)))
            return &rows[i];
    return NULL;
}

static const char *row_name_at(const void *rows, int i)
{
    const char *name = ((const Row *)rows)[i].name;
    return *name ? name : NULL;
}

bool engine_options_set(EngineOptions *options, Slice name, Slice value, bool *board_changed,
                        Error *error)
{
    Row rows[ROW_LIMIT + 1] = {0};
    int count = list_rows(options, rows);
    rows[count].name[0] = '\0';
    const Row *row = find_row(options, rows, count, name);
    EngineOptions changed = *options;
    *board_changed = false;
    if (!row)
        return suggest_unknown(error, "option", name.start, name.length, row_name_at, rows);
    if (!set_row(&changed, row, value, error))
        return false;
    changed.version++;
    *options = changed;
    *board_changed = row->kind == ROW_BOARD;
    return true;
}

bool engine_options_init(EngineOptions *options, const char *agent, const char *board,
                         uint64_t seed, Error *error)
{
    *options = (EngineOptions){.seed = seed, .version = 1};
    return board_parse(&options->board, board, strlen(board), error) &&
           set_agent(options, (Slice){agent, strlen(agent)}, error);
}

AgentSpec engine_options_agent(const EngineOptions *options)
{
    AgentSpec spec = options->agent;
    const Parameter *parameters = spec.kind->parameters;
    if (spec.kind->heuristic != HEURISTIC_NONE)
        spec.heuristic = options->heuristic;
    for (int i = 0; i < PARAMETER_MAX && parameters[i].name; i++) {
        int which = shared_find(parameters[i].name);
        double value = which < 0 ? spec.values[i] : options->shared[which];
        spec.values[i] = value < parameters[i].min   ? parameters[i].min
                         : value > parameters[i].max ? parameters[i].max
                                                     : value;
    }
    return spec;
}
