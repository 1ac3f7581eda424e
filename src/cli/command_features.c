/* command_features.c: `isolab features`, what formulas are made of. */
#include <stdio.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "eval/feature.h"

/* "reach1..8" for one that is numbered. */
static const char *shown_name(const Feature *feature, char name[32])
{
    if (feature->most)
        snprintf(name, 32, "%s1..%d", feature->name, feature->most);
    else
        snprintf(name, 32, "%s", feature->name);
    return name;
}

static json_t *features_json(void)
{
    json_t *features = json_array(), *heuristics = json_array();
    char name[32];
    for (int i = 0; feature_at(i); i++) {
        const Feature *feature = feature_at(i);
        whole_json_append(features,
                          json_pack("{s:s, s:s, s:f, s:f}", "name", shown_name(feature, name),
                                    "meaning", feature->meaning, "price_us", feature->price,
                                    "price_more_us", feature->price_more));
    }
    for (int i = 0; heuristic_at(i); i++)
        whole_json_append(heuristics, json_pack("{s:s, s:s, s:f}", "name", heuristic_at(i)->name,
                                                "meaning", heuristic_at(i)->meaning, "price_us",
                                                heuristic_usual_cost(heuristic_at(i)) * 1e-3));
    return json_pack("{s:o, s:o}", "features", features, "heuristics", heuristics);
}

static void append_row(Text *text, const char *name, double price, double more, const char *meaning)
{
    text_format(text, "%-18s %5.4g ", name, price);
    if (more > 0)
        text_format(text, "+%-3g", more);
    else
        text_append(text, "    ");
    text_format(text, " %s\n", meaning);
}

static bool print_features(const Arguments *arguments, Error *error)
{
    char name[32];
    Text text = TEXT_EMPTY;
    text_format(
        &text,
        "A formula is a C expression over these, for the player scored (P) and the other (O):\n"
        "+ - * /, comparisons, ! && ||, ?:, abs, min, max, sqrt, exp, log, pow, tanh, and\n"
        "constants to tune, {w=0.5:0..2}. 'alphabeta:=own - {w=2:0..4}*opp' is an agent.\n"
        "Prices are microseconds of the studies' Python, for the virtual clock: %.1f an\n"
        "evaluation, and each feature once with what it is made from; + for each step more.\n"
        "'@ 12.5' at a formula's end states another.\n\n",
        FEATURE_BASE_PRICE);
    for (int i = 0; feature_at(i); i++) {
        const Feature *feature = feature_at(i);
        append_row(&text, shown_name(feature, name), feature->price, feature->price_more,
                   feature->meaning);
    }
    text_append(&text, "\nEvery heuristic with its standard parameters, by its name with _ for -, "
                       "or as\nheuristic_NAME where a feature has the name:\n\n");
    for (int i = 0; heuristic_at(i); i++)
        append_row(&text, heuristic_at(i)->name, heuristic_usual_cost(heuristic_at(i)) * 1e-3, 0,
                   heuristic_at(i)->meaning);
    return answer_print_text(arguments, &text, error);
}

static int run_features(const Arguments *arguments, Error *error)
{
    if (!arguments_no_words(arguments, error))
        return EXIT_REFUSED;
    if (arguments_has(arguments, "json"))
        return answer_print(features_json(), error) ? EXIT_DONE : EXIT_REFUSED;
    return print_features(arguments, error) ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {OPTION_JSON, OPTION_END};

const Command command_features = {
    .name = "features",
    .words = "",
    .summary = "what formulas are made of: name, meaning, price",
    .example = "isolab features",
    .options = options,
    .run = run_features,
};
