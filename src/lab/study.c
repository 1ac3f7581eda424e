#include "lab/study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/settings.h"

/* studies/, built in as text (scripts/embed.py). */
extern const char asset_study_000[], asset_study_000_published[];
extern const char asset_study_001[], asset_study_001_published[];
extern const char asset_study_002[], asset_study_002_published[];
extern const char asset_study_003[], asset_study_003_published[];
extern const char asset_study_004[], asset_study_004_published[];

static const struct {
    const char *name, *settings, *published;
} studies[] = {
    {"000", asset_study_000, asset_study_000_published},
    {"001", asset_study_001, asset_study_001_published},
    {"002", asset_study_002, asset_study_002_published},
    {"003", asset_study_003, asset_study_003_published},
    {"004", asset_study_004, asset_study_004_published},
};

enum { STUDY_COUNT = sizeof studies / sizeof *studies };

#define COUNT_OF(words) (sizeof(words) / sizeof *(words))

static const char *const measures[] = {"rate", "median", "deviation", "p", "advantage"};
static const char *const tests[] = {"order",    "best",        "alike",    "above", "about",
                                    "wilcoxon", "no evidence", "steadier", "steady"};
static const char *const questions[] = {"moves", "winner", "winning moves", "plays", "value"};

const char *study_name_at(int i)
{
    return i >= 0 && i < STUDY_COUNT ? studies[i].name : NULL;
}

const char *study_measure_name(StudyMeasure measure)
{
    return measures[measure];
}

static bool find_word(const char *const *words, size_t count, const char *word, int *found,
                      Error *error)
{
    char quote[QUOTE_SIZE];
    for (size_t i = 0; word && i < count; i++)
        if (!strcmp(words[i], word)) {
            *found = (int)i;
            return true;
        }
    return error_set(error, "there is no %s here",
                     word ? error_quote(quote, word, strlen(word)) : "text where one belongs");
}

static bool find_agent(const Study *study, const json_t *name, int *agent, Error *error)
{
    return find_word(study->names, (size_t)study->settings.tested_count, json_string_value(name),
                     agent, error);
}

/* "names" of the tables' agents, then "further" ones. */
static bool read_names(Study *study, Error *error)
{
    const json_t *names = json_object_get(study->published, "names");
    const json_t *further = json_object_get(study->published, "further");
    size_t own = json_array_size(names), count = own + json_array_size(further);
    if (count != (size_t)study->settings.tested_count)
        return error_set(error, "%zu names for %d agents", count, study->settings.tested_count);
    study->own_count = (int)own;
    for (size_t i = 0; i < count; i++)
        if (!(study->names[i] = json_string_value(i < own ? json_array_get(names, i)
                                                          : json_array_get(further, i - own))))
            return error_set(error, "a name is no text");
    return true;
}

/* The columns: "agents" or "measures". */
static bool read_columns(const Study *study, StudyTable *table, const json_t *json, Error *error)
{
    const json_t *agents = json_object_get(json, "agents");
    const json_t *columns = agents ? agents : json_object_get(json, "measures");
    table->agents_across = agents != NULL;
    table->column_count = (int)json_array_size(columns);
    if (table->column_count < 1 || table->column_count > STUDY_COLUMNS_MAX)
        return error_set(error, "a table has 1 to %d columns", STUDY_COLUMNS_MAX);
    for (int i = 0; i < table->column_count; i++) {
        const json_t *column = json_array_get(columns, (size_t)i);
        int measure = 0;
        if (agents ? !find_agent(study, column, &table->agents[i], error)
                   : !find_word(measures, COUNT_OF(measures), json_string_value(column), &measure,
                                error))
            return false;
        table->measures[i] = (StudyMeasure)measure;
    }
    return true;
}

static bool read_heads(StudyTable *table, const json_t *json, Error *error)
{
    const json_t *heads = json_object_get(json, "heads");
    table->heads[0] = "";
    table->head_count = heads ? (int)json_array_size(heads) : 1;
    if (table->head_count < 1 || table->head_count > 3)
        return error_set(error, "a table has 1 to 3 heads");
    for (size_t i = 0; i < json_array_size(heads); i++)
        table->heads[i] = json_string_value(json_array_get(heads, i));
    return true;
}

static bool read_labels(const StudyTable *table, StudyRow *row, const json_t *json, Error *error)
{
    const json_t *cells = json_object_get(json, "cells");
    if (cells && json_array_size(cells) != (size_t)table->head_count)
        return error_set(error, "a row has not as many cells as there are heads");
    for (int i = 0; i < table->head_count; i++) {
        const json_t *label =
            cells ? json_array_get(cells, (size_t)i) : json_object_get(json, "label");
        if (!(row->labels[i] = json_string_value(label)))
            return error_set(error, "a row without its label");
    }
    return true;
}

/* Wins "of" so many games become per cent. null: no number. */
static bool read_published(const StudyTable *table, StudyRow *row, const json_t *json, Error *error)
{
    const json_t *published = json_object_get(json, "published"), *of = json_object_get(json, "of");
    row->of = json_number_value(of);
    double unit = of ? 100 / row->of : 1;
    if (json_array_size(published) != (size_t)table->column_count)
        return error_set(error, "a row has not as many numbers as there are columns");
    for (int i = 0; i < table->column_count; i++) {
        const json_t *number = json_array_get(published, (size_t)i);
        row->published[i] = json_is_number(number) ? unit * json_number_value(number) : NAN;
    }
    return true;
}

static bool read_row(const Study *study, const StudyTable *table, StudyRow *row, const json_t *json,
                     Error *error)
{
    const json_t *opponent = json_object_get(json, "opponent");
    const json_t *measure = json_object_get(json, "measure");
    int found = MEASURE_RATE;
    row->opponent = opponent ? (int)json_integer_value(opponent) - 1 : -1;
    if (opponent && (row->opponent < 0 ||
                     row->opponent >= study->settings.agent_count - study->settings.tested_count))
        return error_set(error, "there is no such opponent");
    if (!table->agents_across &&
        !find_agent(study, json_object_get(json, "agent"), &row->agent, error))
        return false;
    if (measure &&
        !find_word(measures, COUNT_OF(measures), json_string_value(measure), &found, error))
        return false;
    row->measure = (StudyMeasure)found;
    return read_labels(table, row, json, error) && read_published(table, row, json, error);
}

static bool read_table(const Study *study, StudyTable *table, const json_t *json, Error *error)
{
    const json_t *rows = json_object_get(json, "rows");
    table->caption = json_string_value(json_object_get(json, "caption"));
    table->note = json_string_value(json_object_get(json, "note"));
    table->plot = json_string_value(json_object_get(json, "plot"));
    table->rounding = json_number_value(json_object_get(json, "rounding"));
    table->row_count = (int)json_array_size(rows);
    if (!table->caption || table->row_count < 1 || table->row_count > STUDY_ROWS_MAX)
        return error_set(error, "a table has a caption and 1 to %d rows", STUDY_ROWS_MAX);
    if (!read_columns(study, table, json, error) || !read_heads(table, json, error))
        return false;
    for (int i = 0; i < table->row_count; i++)
        if (!read_row(study, table, &table->rows[i], json_array_get(rows, (size_t)i), error))
            return false;
    return true;
}

static bool read_opponents(const Study *study, StudyClaim *claim, const json_t *list, Error *error)
{
    int count = study->settings.agent_count - study->settings.tested_count;
    claim->opponents = list ? 0 : ~0ULL >> (64 - count);
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_int_t number = json_integer_value(json_array_get(list, i));
        if (number < 1 || number > count)
            return error_set(error, "there is no such opponent");
        claim->opponents |= 1ULL << (number - 1);
    }
    return true;
}

static bool read_claim(const Study *study, StudyClaim *claim, const json_t *json, Error *error)
{
    const json_t *agents = json_object_get(json, "agents");
    int test = 0;
    claim->text = json_string_value(json_object_get(json, "claim"));
    claim->value = json_number_value(json_object_get(json, "value"));
    claim->by = json_number_value(json_object_get(json, "by"));
    claim->agent_count = (int)json_array_size(agents);
    if (!claim->text)
        return error_set(error, "a claim without its text");
    if (!find_word(tests, COUNT_OF(tests), json_string_value(json_object_get(json, "test")), &test,
                   error))
        return false;
    claim->test = (StudyTest)test;
    bool lone =
        claim->test == TEST_ABOVE || claim->test == TEST_ABOUT || claim->test == TEST_STEADY;
    int least = lone ? 1 : 2;
    if (claim->agent_count < least || claim->agent_count > STUDY_COLUMNS_MAX)
        return error_set(error, "a claim is about %d to %d agents", least, STUDY_COLUMNS_MAX);
    for (int i = 0; i < claim->agent_count; i++)
        if (!find_agent(study, json_array_get(agents, (size_t)i), &claim->agents[i], error))
            return false;
    return read_opponents(study, claim, json_object_get(json, "opponents"), error);
}

static bool read_squares(const StudyBoard *at, const json_t *list, Squares *squares, Error *error)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        Square square;
        if (!name)
            return error_set(error, "a square is no text");
        if (!square_parse(&at->board, name, strlen(name), &square, error))
            return false;
        *squares |= squares_only(square);
    }
    return true;
}

static bool read_check(StudyCheck *check, const json_t *json, Error *error)
{
    int question = 0;
    check->with = json_string_value(json_object_get(json, "with"));
    check->says = json_string_value(json_object_get(json, "says"));
    if (!find_word(questions, COUNT_OF(questions),
                   json_string_value(json_object_get(json, "question")), &question, error))
        return false;
    check->question = (StudyQuestion)question;
    bool wants = check->question == ASK_PLAYS || check->question == ASK_VALUE;
    return (check->says && (check->with != NULL) == wants) ||
           error_set(error, "a check says something, of an agent or heuristic if it asks for one");
}

static bool read_board(StudyBoard *at, const json_t *json, Error *error)
{
    const json_t *checks = json_object_get(json, "checks");
    const char *position = json_string_value(json_object_get(json, "position"));
    at->text = json_string_value(json_object_get(json, "text"));
    at->check_count = (int)json_array_size(checks);
    if (!at->text || !position || at->check_count < 1 || at->check_count > STUDY_CHECKS_MAX)
        return error_set(error, "a board has a text, a position and 1 to %d checks",
                         STUDY_CHECKS_MAX);
    if (!position_parse(position, strlen(position), &at->board, &at->position, NULL, error) ||
        !read_squares(at, json_object_get(json, "good"), &at->good, error) ||
        !read_squares(at, json_object_get(json, "bad"), &at->bad, error))
        return false;
    for (int i = 0; i < at->check_count; i++)
        if (!read_check(&at->checks[i], json_array_get(checks, (size_t)i), error))
            return false;
    return true;
}

/* {"of": 350, "won": [...]}, a list for each agent. */
static bool read_repeats(Study *study, const json_t *json, Error *error)
{
    const json_t *won = json_object_get(json, "won");
    double of = json_number_value(json_object_get(json, "of"));
    if (!json)
        return true;
    study->rate_count = json_array_size(json_array_get(won, 0));
    if (!(of > 0) || study->rate_count < 1 ||
        json_array_size(won) != (size_t)study->settings.tested_count)
        return error_set(error, "repeats are games won \"of\" so many, a list for each agent");
    study->rates =
        calloc((size_t)study->settings.tested_count * study->rate_count, sizeof *study->rates);
    if (!study->rates)
        return error_out_of_memory(error);
    for (size_t i = 0; i < (size_t)study->settings.tested_count * study->rate_count; i++) {
        const json_t *list = json_array_get(won, i / study->rate_count);
        if (json_array_size(list) != study->rate_count)
            return error_set(error, "an agent has not as many repeats as the first");
        study->rates[i] = 100 * json_number_value(json_array_get(list, i % study->rate_count)) / of;
    }
    return true;
}

static bool read_published_file(Study *study, Error *error)
{
    const json_t *boards = json_object_get(study->published, "boards");
    const json_t *tables = json_object_get(study->published, "tables");
    const json_t *claims = json_object_get(study->published, "claims");
    study->title = json_string_value(json_object_get(study->published, "title"));
    study->unit = json_string_value(json_object_get(study->published, "unit"));
    study->program = json_string_value(json_object_get(study->published, "program"));
    study->boxes = json_is_true(json_object_get(study->published, "boxes"));
    study->shapes = json_is_true(json_object_get(study->published, "shapes"));
    study->table_count = (int)json_array_size(tables);
    study->claim_count = (int)json_array_size(claims);
    study->board_count = (int)json_array_size(boards);
    if (!study->title || !study->unit || !study->program || study->table_count > STUDY_TABLES_MAX ||
        study->claim_count > STUDY_CLAIMS_MAX || study->board_count > STUDY_BOARDS_MAX)
        return error_set(
            error,
            "a title, a unit, a program and at most %d tables, %d claims and %d boards "
            "are wanted",
            STUDY_TABLES_MAX, STUDY_CLAIMS_MAX, STUDY_BOARDS_MAX);
    if (!read_names(study, error) ||
        !read_repeats(study, json_object_get(study->published, "repeats"), error))
        return false;
    for (int i = 0; i < study->table_count; i++)
        if (!read_table(study, &study->tables[i], json_array_get(tables, (size_t)i), error))
            return false;
    for (int i = 0; i < study->claim_count; i++)
        if (!read_claim(study, &study->claims[i], json_array_get(claims, (size_t)i), error))
            return false;
    for (int i = 0; i < study->board_count; i++)
        if (!read_board(&study->boards[i], json_array_get(boards, (size_t)i), error))
            return false;
    return true;
}

static bool read_study(Study *study, const char *settings, const char *published, Error *error)
{
    json_error_t fault;
    tournament_standard(&study->settings);
    if (!settings_parse(settings, strlen(settings), &study->settings, error))
        return false;
    if (study->settings.tested_count < 1 ||
        study->settings.agent_count - study->settings.tested_count > 63)
        return error_set(error, "a study tests agents against 1 to 63 opponents");
    study->published = json_loads(published, JSON_REJECT_DUPLICATES, &fault);
    if (!study->published)
        return error_set(error, "published numbers, line %d: %s", fault.line, fault.text);
    return read_published_file(study, error);
}

Study *study_parse(const char *name, const char *settings, const char *published, Error *error)
{
    Study *study = calloc(1, sizeof *study);
    if (!study) {
        error_out_of_memory(error);
        return NULL;
    }
    study->name = name;
    snprintf(study->kind, sizeof study->kind, "study %.8s", name);
    if (read_study(study, settings, published, error))
        return study;
    error_prefix(error, name);
    study_destroy(study);
    return NULL;
}

Study *study_create(const char *name, Error *error)
{
    char quote[QUOTE_SIZE];
    for (int i = 0; i < STUDY_COUNT; i++)
        if (!strcmp(studies[i].name, name))
            return study_parse(studies[i].name, studies[i].settings, studies[i].published, error);
    error_set(error, "there is no study %s; there are 000, 001, 002, 003, 004 and all",
              error_quote(quote, name, strlen(name)));
    return NULL;
}

void study_destroy(Study *study)
{
    if (study) {
        json_decref(study->published);
        free(study->rates);
    }
    free(study);
}

static void set_standard(const Parameter *parameters, double *values, const char *name)
{
    int i = parameter_find(parameters, name, strlen(name));
    if (i >= 0)
        values[i] = parameters[i].standard;
}

/* Only searches by a heuristic choose by rules that texts leave open; the course's Greedy and the
 * study's MonteCarlo are what they are. */
void study_follow_text(TournamentSettings *settings)
{
    static const char *const open[] = {"ties", "lost", "between", "inner", "deepen"};
    for (int i = 0; i < settings->agent_count; i++) {
        AgentSpec *spec = &settings->agents[i];
        if (strcmp(spec->kind->name, "alphabeta") && strcmp(spec->kind->name, "minimax"))
            continue;
        for (size_t k = 0; k < COUNT_OF(open); k++)
            set_standard(spec->kind->parameters, spec->values, open[k]);
        set_standard(spec->heuristic.heuristic->parameters, spec->heuristic.values, "rule");
    }
}

static bool compare_agents(const TournamentSettings *a, const TournamentSettings *b, bool *same,
                           Error *error)
{
    *same = a->agent_count == b->agent_count;
    for (int i = 0; *same && i < a->agent_count; i++)
        if (!agent_compare(&a->agents[i], &b->agents[i], same, error))
            return false;
    return true;
}

bool study_rules_find(const Study *study, const TournamentSettings *settings, StudyRules *rules,
                      Error *error)
{
    bool same;
    *rules = RULES_AUTHOR;
    if (!compare_agents(&study->settings, settings, &same, error))
        return false;
    if (same)
        return true;
    TournamentSettings *text = malloc(sizeof *text);
    if (!text)
        return error_out_of_memory(error);
    *text = study->settings;
    study_follow_text(text);
    bool good = compare_agents(text, settings, &same, error);
    *rules = same ? RULES_TEXT : RULES_OTHER;
    free(text);
    return good;
}

const char *study_rules_name(StudyRules rules)
{
    static const char *const names[] = {"author", "text", "other"};
    return names[rules];
}

static int at_least(int least, double number)
{
    return number < least ? least : (int)number;
}

void study_scale(TournamentSettings *settings, double scale)
{
    double wanted = scale * settings->pairs * settings->repeats;
    double repeats = round(scale * settings->repeats);
    if (settings->repeats > 1)
        settings->repeats = at_least(2, repeats);
    if (settings->repeats == 1 || repeats < 2)
        settings->pairs = at_least(1, round(wanted / settings->repeats));
}
