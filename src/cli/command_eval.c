/* command_eval.c: `isolab eval`, what the heuristics say of a position. */
#include <math.h>
#include <string.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "isolab.h"

typedef struct Chosen {
    const char *name; // the spec as it was given
    IsolabHeuristic *heuristic;
} Chosen;

typedef struct EvalSettings {
    Chosen chosen[ARGUMENT_LIMIT];
    int count;
} EvalSettings;

static bool is_chosen(const EvalSettings *settings, const char *name)
{
    for (int i = 0; i < settings->count; i++)
        if (!strcmp(settings->chosen[i].name, name))
            return true;
    return false;
}

static bool choose_one(EvalSettings *settings, const char *name, Error *error)
{
    Chosen *chosen = &settings->chosen[settings->count];
    chosen->name = name;
    chosen->heuristic = isolab_heuristic_create(name, error->text, sizeof error->text);
    settings->count += chosen->heuristic != NULL;
    return chosen->heuristic != NULL;
}

static bool choose_given(const Arguments *arguments, EvalSettings *settings, Error *error)
{
    const char *name;
    for (int i = 0; (name = arguments_value(arguments, "heuristic", i)); i++) {
        if (is_chosen(settings, name)) {
            char quote[QUOTE_SIZE];
            return error_set(error, "--heuristic %s stands twice",
                             error_quote(quote, name, strlen(name)));
        }
        if (!choose_one(settings, name, error))
            return false;
    }
    return true;
}

static bool choose_all(EvalSettings *settings, Error *error)
{
    IsolabRow row = {.size = sizeof row};
    while (isolab_heuristic_row(settings->count, &row))
        if (!choose_one(settings, row.name, error))
            return false;
    return true;
}

/* Whole numbers without a fraction, as most of them are, if there is such a number in JSON. */
static json_t *value_json(double value)
{
    bool whole = value == rint(value) && fabs(value) < 0x1p63;
    if (isnan(value))
        return json_null();
    if (isinf(value))
        return json_string(value > 0 ? "inf" : "-inf");
    return whole ? json_integer((json_int_t)value) : json_real(value);
}

/* For both sides; false where a heuristic of the user's own failed. */
static bool values_of(const Question *q, const Chosen *chosen, double values[2], Error *error)
{
    for (IsolabSide side = ISOLAB_FIRST; side <= ISOLAB_SECOND; side++)
        values[side] = isolab_heuristic_value(chosen->heuristic, q->position, side);
    if (!isolab_heuristic_failed(chosen->heuristic, error->text, sizeof error->text))
        return true;
    char quote[QUOTE_SIZE];
    error_prefix(error, error_quote(quote, chosen->name, strlen(chosen->name)));
    return false;
}

static json_t *eval_json(const Question *q, Error *error)
{
    const EvalSettings *settings = q->settings;
    json_t *values = json_object();
    for (int i = 0; i < settings->count; i++) {
        const Chosen *chosen = &settings->chosen[i];
        double both[2];
        if (!values_of(q, chosen, both, error)) {
            json_decref(values);
            return NULL;
        }
        whole_json_set(values, chosen->name,
                       json_pack("{s:o, s:o}", "first", value_json(both[ISOLAB_FIRST]), "second",
                                 value_json(both[ISOLAB_SECOND])));
    }
    return json_pack("{s:o}", "heuristics", values);
}

static void append_value(Text *text, double value)
{
    if (isnan(value))
        text_format(text, "%12s", "undefined");
    else
        text_format(text, "%12.6g", value);
}

static bool eval_text(const Question *q, Text *text, Error *error)
{
    const EvalSettings *settings = q->settings;
    size_t width = strlen("heuristic");
    for (int i = 0; i < settings->count; i++)
        if (strlen(settings->chosen[i].name) > width)
            width = strlen(settings->chosen[i].name);
    text_append(text, "heuristic");
    text_pad(text, width);
    text_format(text, "%12s%12s\n", isolab_side_name(ISOLAB_FIRST),
                isolab_side_name(ISOLAB_SECOND));
    for (int i = 0; i < settings->count; i++) {
        const Chosen *chosen = &settings->chosen[i];
        double both[2];
        if (!values_of(q, chosen, both, error))
            return false;
        text_append(text, chosen->name);
        text_pad(text, width);
        for (IsolabSide side = ISOLAB_FIRST; side <= ISOLAB_SECOND; side++)
            append_value(text, both[side]);
        text_append(text, "\n");
    }
    return true;
}

static int run_eval(const Arguments *arguments, Error *error)
{
    static const Answer answer = {eval_json, eval_text};
    EvalSettings settings = {.count = 0};
    bool chosen = choose_given(arguments, &settings, error) &&
                  (settings.count || choose_all(&settings, error));
    int code = chosen ? answer_positions(arguments, &answer, &settings, error) : EXIT_REFUSED;
    for (int i = 0; i < settings.count; i++)
        isolab_heuristic_destroy(settings.chosen[i].heuristic);
    return code;
}

static const Option options[] = {
    {"heuristic", "SPEC", "only this one: improved, chase,w1=0.25, '=own - 2*opp', ./my.c", true},
    OPTION_JSON,
    OPTION_END};

const Command command_eval = {
    .name = "eval",
    .words = "POSITION",
    .summary = "what each heuristic says of a position, for both players",
    .details = "Higher is better for the player; inf and -inf where the game is decided; undefined "
               "(null in JSON) where a knight that the heuristic needs is still in hand.",
    .example = "isolab eval 7x7 d4 c2 e6 --heuristic improved --heuristic chase,w1=0.25",
    .options = options,
    .run = run_eval,
};
