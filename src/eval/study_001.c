/* study_001.c: moves weighed by how central they are, and by how late in the game it is.
 *
 * The study leaves the shape of both for others to tune: the curve of the pressure and the
 * density of the kernel. Its curve is a straight line, `power` bends it; its kernel falls with
 * the square of the distance from the centre, `kernel` is that exponent: 1 is a pyramid, the
 * higher the flatter in the middle and the steeper at the edge. A whole one keeps sums exact, in
 * any order of the squares.
 */
#include <math.h>
#include <stdlib.h>

#include "eval/families.h"

enum { MIN, SLOPE, POWER, KERNEL }; // in `values`
enum { CENTRAL_KERNEL };            // in those of central
enum { STUDY_KERNEL = 2 };

static int64_t power_of(int64_t base, int exponent)
{
    int64_t power = 1;
    while (exponent-- > 0)
        power *= base;
    return power;
}

#define TEMPLATE "eval/study_001.tmpl.h"
#include "core/both_widths.h"

#define CENTRALITY_FORMULA                                                                         \
    "c = X^kernel - |X - x|^kernel + Y^kernel - |Y - y|^kernel of a square, x and y from 0,\n"     \
    "    X = (W-1)/2, Y = (H-1)/2; for 2 that is x*(W-1-x) + y*(H-1-y)\n"
#define PRESSURE_FORMULA "p = min + slope*(occupied/(W*H))^power\n"

#define PARAMETER_MIN                                                                              \
    {                                                                                              \
        "min", 0.25, 0, 1, 0.05, "pressure on the empty board", NULL                               \
    }
#define PARAMETER_SLOPE                                                                            \
    {                                                                                              \
        "slope", 0.5, -1, 1, 0.05, "how much it has grown when the board is full", NULL            \
    }
#define PARAMETER_POWER                                                                            \
    {                                                                                              \
        "power", 1, 0.25, 4, 0.25, "its curve: 1 a line, less rises early, more late", NULL        \
    }
#define PARAMETER_KERNEL                                                                           \
    {                                                                                              \
        "kernel", STUDY_KERNEL, 1, 6, 1, "how steeply centrality falls towards the edge", NULL     \
    }

const Heuristic heuristics_001[] = {
    {
        .name = "central",
        .study = "001 Centrality Weighted Open Moves Score",
        .meaning = "mobility, each move worth the centrality of its square",
        .formula = CENTRALITY_FORMULA "sum of c over L(P) - sum of c over L(O)",
        .parameters = {PARAMETER_KERNEL},
        EVAL_BOTH_WIDTHS(eval_central),
        .cost = 12000,
    },
    {
        .name = "pressure",
        .study = "001 Increasing Pressure Score",
        .meaning = "own mobility first, the opponent's more and more as the board fills",
        .formula = PRESSURE_FORMULA "(1 - p)*|L(P)| - p*|L(O)|",
        .parameters = {PARAMETER_MIN, PARAMETER_SLOPE, PARAMETER_POWER},
        EVAL_BOTH_WIDTHS(eval_pressure),
        .cost = 15500,
    },
    {
        .name = "central-pressure",
        .study = "001 Increasing Pressure Centrality Weighted Open Moves Score",
        .meaning = "central and pressure together",
        .formula = CENTRALITY_FORMULA PRESSURE_FORMULA
        "(1 - p)*(sum of c over L(P)) - p*(sum of c over L(O))",
        .parameters = {PARAMETER_MIN, PARAMETER_SLOPE, PARAMETER_POWER, PARAMETER_KERNEL},
        EVAL_BOTH_WIDTHS(eval_central_pressure),
        .cost = 17000,
    },
    {.name = NULL},
};
