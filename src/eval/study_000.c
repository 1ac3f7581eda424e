/* study_000.c: mobility corrected for corners and for moves the other may take first.
 *
 * All three begin with what the study calls the extreme case: a player whose only move is
 * contested has lost. That holds for the passive player, whose move will be taken; the active
 * player simply makes it. The study does not look whose turn it is, and where both have one
 * and the same move it calls the position lost for whoever asks. `rule=turn` decides only
 * where the rules do: the passive player's only move is contested.
 */
#include <math.h>
#include <stdlib.h>

#include "eval/families.h"

enum { CORNER, RULE, WALLS }; // in `values`
enum { RULE_TEXT, RULE_TURN };

typedef struct Adjusted {
    double own, other; // a and b
} Adjusted;

#define TEMPLATE "eval/study_000.tmpl.h"
#include "core/both_widths.h"

#define ADJUSTED_FORMULA                                                                           \
    "contested and |L(P)| = 1: -inf; else contested and |L(O)| = 1: +inf\n"                        \
    "a = |L(P)| - (1 - corner)*(corners in L(P)), less 1 if contested and P is passive\n"          \
    "b = |L(O)| - (1 - corner)*(corners in L(O)), less 1 if contested and P is active\n"

#define FACTORS_FORMULA                                                                            \
    "diag = 1/4 of P's diagonal neighbours that are on the board and not blank\n"                  \
    "dist = (rows apart + columns apart - 1)/(W + H - 3)\n"

#define PARAMETER_CORNER                                                                           \
    {                                                                                              \
        "corner", 0.2, 0, 1, 0.05, "what a move into a corner is worth", NULL                      \
    }
#define PARAMETER_RULE                                                                             \
    {                                                                                              \
        "rule", RULE_TEXT, 0, 1, 1,                                                                \
            "turn: a contested only move decides for the passive player alone", "text|turn"        \
    }
#define PARAMETER_WALLS                                                                            \
    {                                                                                              \
        "walls", 0, 0, 1, 1, "1: diagonal neighbours off the board count as filled", NULL          \
    }

const Heuristic heuristics_000[] = {
    {
        .name = "adjusted",
        .study = "000 custom_score_3",
        .meaning = "mobility, corners worth less and a contested move lost to the active player",
        .formula = ADJUSTED_FORMULA "a - b",
        .parameters = {PARAMETER_CORNER, PARAMETER_RULE},
        EVAL_BOTH_WIDTHS(eval_adjusted),
        .cost = 13000,
    },
    {
        .name = "aggressive",
        .study = "000 custom_score_2",
        .meaning = "adjusted, and a reward for diagonal chains and for being near, by own mobility",
        .formula = ADJUSTED_FORMULA FACTORS_FORMULA "a - b + 0.25*a*diag + 0.25*a*(1 - dist)",
        .needs = NEEDS_BOTH_PLACED,
        .parameters = {PARAMETER_CORNER, PARAMETER_RULE, PARAMETER_WALLS},
        EVAL_BOTH_WIDTHS(eval_aggressive),
        .cost = 21000,
    },
    {
        .name = "balanced",
        .study = "000 custom_score",
        .meaning = "adjusted, amplified by diagonal chains and nearness: bold only when ahead",
        .formula = ADJUSTED_FORMULA FACTORS_FORMULA "(a - b)*(1 + 0.1*diag + 0.1*(1 - dist))",
        .needs = NEEDS_BOTH_PLACED,
        .parameters = {PARAMETER_CORNER, PARAMETER_RULE, PARAMETER_WALLS},
        EVAL_BOTH_WIDTHS(eval_balanced),
        .cost = 21000,
    },
    {.name = NULL},
};
