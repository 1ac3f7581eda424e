/* study_003.c: the attacker wants shared squares, the defender does not.
 *
 * The study's text gives `contested` its bonus whoever asks (`rule=literal`), though its own
 * argument is that shared squares favour the attacker; `rule=text` follows the argument.
 *
 * Its program was timed with the k = 2 that it came with. That is two move lists and, at the price
 * of a square of study 002's, a look from each of their 11 squares or so; other k are priced so.
 */
#include <math.h>

#include "eval/families.h"

enum { BONUS, RULE }; // in the `values` of contested
enum { K, C };        // and of the others
enum { RULE_TEXT, RULE_LITERAL };
enum { LISTS_COST = 10000, REACH_COST = 28000 }; // nanoseconds; of k = 1 and 2

#define TEMPLATE "eval/study_003.tmpl.h"
#include "core/both_widths.h"

#define REACH_FORMULA "S(X) = blanks X reaches in 1..k knight moves through blanks\n"
#define REACH_UNIT                                                                                 \
    "an evaluation with k = 2; 10 with 1, with more 1.68 for each square reached in 2 to k-1 "     \
    "moves"
#define PARAMETER_K                                                                                \
    {                                                                                              \
        "k", 2, 1, 16, 1, "how many moves ahead", NULL                                             \
    }

const Heuristic heuristics_003[] = {
    {
        .name = "contested",
        .study = "003 custom_score_2",
        .meaning = "improved, and a bonus for the attacker while a square is contested",
        .formula =
            "|L(P)| - |L(O)|, and if contested + bonus for the attacker, - for the defender\n"
            "rule=text: undefined until both are placed",
        .parameters = {{"bonus", 3, 0, 20, 0.5, "what contested squares are worth", NULL},
                       {"rule", RULE_TEXT, 0, 1, 1, "literal: always + bonus, and always defined",
                        "text|literal"}},
        EVAL_BOTH_WIDTHS(eval_contested),
        .cost = 11000,
    },
    {
        .name = "reach",
        .study = "003 custom_score_3",
        .meaning = "squares reached within k moves less the opponent's",
        .formula = REACH_FORMULA "|S(P)| - |S(O)|",
        .needs = NEEDS_BOTH_PLACED,
        .parameters = {PARAMETER_K},
        EVAL_BOTH_WIDTHS(eval_reach),
        COST_BOTH_WIDTHS(cost_reach),
        .cost = REACH_COST,
        .cost_unit = REACH_UNIT,
    },
    {
        .name = "attacker",
        .study = "003 custom_score",
        .meaning = "reach, and what both can reach counts for the attacker",
        .formula = REACH_FORMULA "|S(P)| - |S(O)| + c*|S(P) & S(O)| for the attacker, "
                                 "- c*|S(P) & S(O)| for the defender",
        .needs = NEEDS_BOTH_PLACED,
        .parameters = {PARAMETER_K, {"c", 0.5, 0, 4, 0.125, "weight of shared squares", NULL}},
        EVAL_BOTH_WIDTHS(eval_attacker),
        COST_BOTH_WIDTHS(cost_reach),
        .cost = REACH_COST,
        .cost_unit = REACH_UNIT,
    },
    {.name = NULL},
};
