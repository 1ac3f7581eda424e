/* command_eval.c: `isolab eval`, what the heuristics say of a position. */
#include <math.h>
#include <string.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "eval/own.h"

typedef struct Chosen {
    const char *name; // the spec as it was given
    HeuristicSpec spec;
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

static bool choose_given(const Arguments *arguments, EvalSettings *settings, Error *error)
{
    const char *name;
    for (int i = 0; (name = arguments_value(arguments, "heuristic", i)); i++) {
        if (is_chosen(settings, name)) {
            char quote[QUOTE_SIZE];
            return error_set(error, "--heuristic %s stands twice",
                             error_quote(quote, name, strlen(name)));
        }
        Chosen *chosen = &settings->chosen[settings->count++];
        chosen->name = name;
        if (!heuristic_parse(name, strlen(name), &chosen->spec, error))
            return false;
    }
    return true;
}

static void choose_all(EvalSettings *settings)
{
    const Heuristic *heuristic;
    while ((heuristic = heuristic_at(settings->count)))
        settings->chosen[settings->count++] =
            (Chosen){heuristic->name, heuristic_standard(heuristic)};
}

/* Whole numbers without a fraction, as most of them are. */
static json_t *value_json(double value)
{
    if (isnan(value))
        return json_null();
    if (isinf(value))
        return json_string(value > 0 ? "inf" : "-inf");
    return value == rint(value) ? json_integer((json_int_t)value) : json_real(value);
}

/* For both sides; false where a heuristic of the user's own failed. */
static bool values_of(const Question *q, const Chosen *chosen, double values[2], Error *error)
{
    for (Side side = FIRST; side <= SECOND; side++)
        values[side] = heuristic_value(&chosen->spec, q->board, q->position, side);
    if (!own_take_fault(chosen->spec.heuristic, error))
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
                       json_pack("{s:o, s:o}", "first", value_json(both[FIRST]), "second",
                                 value_json(both[SECOND])));
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
    text_format(text, "%12s%12s\n", side_name(FIRST), side_name(SECOND));
    for (int i = 0; i < settings->count; i++) {
        const Chosen *chosen = &settings->chosen[i];
        double both[2];
        if (!values_of(q, chosen, both, error))
            return false;
        text_append(text, chosen->name);
        text_pad(text, width);
        for (Side side = FIRST; side <= SECOND; side++)
            append_value(text, both[side]);
        text_append(text, "\n");
    }
    return true;
}

static int run_eval(const Arguments *arguments, Error *error)
{
    static const Answer answer = {eval_json, eval_text};
    EvalSettings settings = {.count = 0};
    if (!choose_given(arguments, &settings, error))
        return EXIT_REFUSED;
    if (settings.count == 0)
        choose_all(&settings);
    return answer_positions(arguments, &answer, &settings, error);
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
