/* command_heuristics.c: `isolab heuristics`, the registry for people and programs. */
#include <string.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "cli/heuristics_page.h"
#include "cli/parameter_json.h"
#include "eval/heuristic.h"

static const char *needs_name(Needs needs)
{
    static const char *const names[] = {"nothing", "own knight placed", "both knights placed"};
    return names[needs];
}

static json_t *prices_json(const Price *prices)
{
    json_t *rows = prices ? json_array() : json_null();
    for (; prices && prices->blanks >= 0; prices++)
        whole_json_append(rows, json_pack("[i, f]", prices->blanks, prices->nanoseconds / 1e3));
    return rows;
}

/* `cost_us` of one evaluation, null where that depends on the position; `cost` has the rest. */
static json_t *heuristic_json(const Heuristic *heuristic)
{
    json_t *cost = json_pack("{s:f, s:s?, s:o, s:s?}", "us", heuristic->cost / 1e3, "unit",
                             heuristic->cost_unit, "by_blanks", prices_json(heuristic->prices),
                             "source", heuristic->cost_source);
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o}", "name", heuristic->name, "study",
                     heuristic->study, "meaning", heuristic->meaning, "formula", heuristic->formula,
                     "needs", needs_name(heuristic->needs), "cost_us",
                     heuristic->cost_unit ? json_null() : json_real(heuristic->cost / 1e3), "cost",
                     cost, "parameters", parameters_json(heuristic->parameters));
}

static json_t *registry_json(void)
{
    json_t *array = json_array();
    for (int i = 0; heuristic_at(i); i++)
        whole_json_append(array, heuristic_json(heuristic_at(i)));
    return json_pack("{s:o}", "heuristics", array);
}

static void append_registry(Text *text)
{
    for (int i = 0; heuristic_at(i); i++) {
        const Heuristic *heuristic = heuristic_at(i);
        text_format(text, "%-17s %-9.*s %s\n", heuristic->name, (int)strcspn(heuristic->study, " "),
                    heuristic->study, heuristic->meaning);
    }
}

static void append_parameters(Text *text, const Parameter *parameters)
{
    if (parameters[0].name)
        text_append(text, "\nparameters:\n");
    for (int i = 0; i < PARAMETER_MAX && parameters[i].name; i++) {
        const Parameter *parameter = &parameters[i];
        char standard[PARAMETER_VALUE_SIZE], range[PARAMETER_RANGE_SIZE];
        text_format(text, "  %-9s %-7s %-14s ", parameter->name,
                    parameter_print(parameter, parameter->standard, standard),
                    parameter_range(parameter, range));
        if (!parameter->choices)
            text_format(text, "step %-8g ", parameter->step);
        text_pad(text, 48);
        text_format(text, "%s\n", parameter->meaning);
    }
}

static void append_heuristic(Text *text, const Heuristic *heuristic)
{
    text_format(text, "%s: %s\nstudy   %s\nneeds   %s\n", heuristic->name, heuristic->meaning,
                heuristic->study, needs_name(heuristic->needs));
    text_append(text, "cost    ");
    heuristic_print_cost(heuristic, text);
    text_append(text, heuristic->cost_unit ? "\n" : " in the study's program\n");
    if (heuristic->cost_source)
        text_format(text, "source  %s\n", heuristic->cost_source);
    text_append(text, "\nformula:\n  ");
    for (const char *c = heuristic->formula; *c; c++) {
        text_append_bytes(text, c, 1);
        text_append(text, *c == '\n' ? "  " : "");
    }
    text_append(text, "\n");
    append_parameters(text, heuristic->parameters);
}

static bool print_text(const Arguments *arguments, const Heuristic *only, Error *error)
{
    Text text = TEXT_EMPTY;
    if (arguments_has(arguments, "markdown"))
        heuristics_page(&text);
    else if (only)
        append_heuristic(&text, only);
    else
        append_registry(&text);
    return answer_print_text(arguments, &text, error);
}

/* NULL in `*only` where all are meant. */
static bool find_only(const Arguments *arguments, const Heuristic **only, Error *error)
{
    *only = NULL;
    if (arguments->word_count == 0)
        return true;
    if (arguments->word_count > 1)
        return error_set(error, "one NAME at most, not %d", arguments->word_count);
    if (arguments_has(arguments, "markdown"))
        return error_set(error, "--markdown is for all of them, without a NAME");
    *only = heuristic_find(arguments->words[0], strlen(arguments->words[0]), error);
    return *only != NULL;
}

static int run_heuristics(const Arguments *arguments, Error *error)
{
    const Heuristic *only;
    if (!find_only(arguments, &only, error))
        return EXIT_REFUSED;
    bool done = arguments_has(arguments, "json")
                    ? answer_print(only ? heuristic_json(only) : registry_json(), error)
                    : print_text(arguments, only, error);
    return done ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {
    OPTION_JSON, {"markdown", NULL, "print docs/heuristics.md", false}, OPTION_END};

const Command command_heuristics = {
    .name = "heuristics",
    .words = "[NAME]",
    .summary = "what heuristics there are; with NAME its formula, parameters and study",
    .example = "isolab heuristics chase",
    .options = options,
    .run = run_heuristics,
};
