/* study_001.c: moves weighed by how central they are, and by how late in the game it is. */
#include "eval/families.h"

enum { MIN, SLOPE }; // in `values`

#define TEMPLATE "eval/study_001.tmpl.h"
#include "core/both_widths.h"

#define CENTRALITY_FORMULA "c = x*(W-1-x) + y*(H-1-y) of a square, x and y from 0\n"
#define PRESSURE_FORMULA   "p = min + slope*occupied/(W*H)\n"

#define PRESSURE_PARAMETERS                                                                        \
    {                                                                                              \
        {"min", 0.25, 0, 1, 0.05, "pressure on the empty board", NULL},                            \
        {                                                                                          \
            "slope", 0.5, -1, 1, 0.05, "how much it has grown when the board is full", NULL        \
        }                                                                                          \
    }

const Heuristic heuristics_001[] = {
    {
        .name = "central",
        .study = "001 Centrality Weighted Open Moves Score",
        .meaning = "mobility, each move worth the centrality of its square",
        .formula = CENTRALITY_FORMULA "sum of c over L(P) - sum of c over L(O)",
        EVAL_BOTH_WIDTHS(eval_central),
        .cost = 12000,
    },
    {
        .name = "pressure",
        .study = "001 Increasing Pressure Score",
        .meaning = "own mobility first, the opponent's more and more as the board fills",
        .formula = PRESSURE_FORMULA "(1 - p)*|L(P)| - p*|L(O)|",
        .parameters = PRESSURE_PARAMETERS,
        EVAL_BOTH_WIDTHS(eval_pressure),
        .cost = 15500,
    },
    {
        .name = "central-pressure",
        .study = "001 Increasing Pressure Centrality Weighted Open Moves Score",
        .meaning = "central and pressure together",
        .formula = CENTRALITY_FORMULA PRESSURE_FORMULA
        "(1 - p)*(sum of c over L(P)) - p*(sum of c over L(O))",
        .parameters = PRESSURE_PARAMETERS,
        EVAL_BOTH_WIDTHS(eval_central_pressure),
        .cost = 17000,
    },
    {.name = NULL},
};
