/* study_002.c: ratios instead of differences, and all paths a few moves ahead.
 *
 * drilldown sums over every path of up to `depth` squares. A square on level d adds d whatever
 * it is, so no path needs its last square walked: the squares of the last level are a bit
 * count times the depth. All sums are whole numbers and so the same in any order; only the
 * passive player's reduction, on the first level, and the final ratio are not.
 *
 * Before it the author tried "maximum depth available": how far a path goes, and no more.
 * `score=max` is that, up to the same depth, divided as all of this study is. It is blind while
 * both have depth squares to go, and the study's word for its results is "comparatively low".
 */
#include <math.h>

#include "eval/families.h"

enum { DEPTH, RULE, SCORE, FREE }; // in `values`
enum { RULE_TEXT, RULE_CODE };
enum { SCORE_SUM, SCORE_MAX };
enum { OPEN_DIV_COST = 10400 }; // nanoseconds

typedef struct Drilled {
    int64_t value;  // sum of levels
    int64_t visits; // squares stepped on, over all paths
} Drilled;

#define TEMPLATE "eval/study_002.tmpl.h"
#include "core/both_widths.h"

#define OPEN_DIV_FORMULA                                                                           \
    "+inf if L(O) is empty, else n/|L(O)|; n = |L(P)|, less 1 if P is passive and contested"
#define DRILLDOWN_FORMULA                                                                          \
    "v at level d = sum over the blanks m a knight's move away, none twice in a path, of\n"        \
    "    r(m)*(d + v(m at level d+1)), down to level depth\n"                                      \
    "r(m) = (c-1)/c on the c contested squares of a passive player's first level, else 1\n"        \
    "score=max: v = the moves of the longest such path, depth at most\n"                           \
    "v(P)/v(O), +inf if v(O) = 0"
#define PARAMETER_DEPTH                                                                            \
    {                                                                                              \
        "depth", 5, 1, 10, 1, "levels of drilldown", NULL                                          \
    }

#define PARAMETER_SCORE                                                                            \
    {                                                                                              \
        "score", SCORE_SUM, 0, 1, 1, "the sum over all paths, or how far the longest goes",        \
            "sum|max"                                                                              \
    }

const Heuristic heuristics_002[] = {
    {
        .name = "open-div",
        .study = "002 OpenMove_Div",
        .meaning = "own mobility divided by the opponent's",
        .formula = OPEN_DIV_FORMULA,
        EVAL_BOTH_WIDTHS(eval_open_div),
        .cost = OPEN_DIV_COST,
    },
    {
        .name = "drilldown",
        .study = "002 Drilldown",
        .meaning = "all own paths a few moves ahead, weighed by length, over the opponent's",
        .formula = DRILLDOWN_FORMULA,
        .needs = NEEDS_BOTH_PLACED,
        .parameters = {PARAMETER_DEPTH,
                       {"rule", RULE_TEXT, 0, 1, 1,
                        "code: r = (c-1)/c on every square of that first level", "text|code"},
                       PARAMETER_SCORE},
        EVAL_BOTH_WIDTHS(eval_drilldown),
        COST_BOTH_WIDTHS(cost_drilldown),
        .cost = SQUARE_PRICE,
        .cost_unit = "a square that a path steps on",
        .cost_source = SQUARE_SOURCE,
    },
    {
        .name = "combined",
        .study = "002 Combined",
        .meaning = "open-div while more than 60 % of the board is blank, then drilldown",
        .formula = "blanks > free*W*H: open-div, else drilldown",
        .parameters = {PARAMETER_DEPTH,
                       {"rule", RULE_TEXT, 0, 1, 1, "code: >= for >, and drilldown's rule=code",
                        "text|code"},
                       PARAMETER_SCORE,
                       {"free", 0.6, 0, 1, 0.05,
                        "the part of the board that must be blank for open-div", NULL}},
        EVAL_BOTH_WIDTHS(eval_combined),
        COST_BOTH_WIDTHS(cost_combined),
        .cost = OPEN_DIV_COST,
        .cost_unit = "an evaluation while open-div is used, then drilldown's",
    },
    {.name = NULL},
};
