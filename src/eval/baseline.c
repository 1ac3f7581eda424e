/* baseline.c: the course's own heuristics, which every study measured itself against. */
#include "eval/families.h"

#define TEMPLATE "eval/baseline.tmpl.h"
#include "core/both_widths.h"

const Heuristic heuristics_baseline[] = {
    {
        .name = "null",
        .study = "baseline null_score",
        .meaning = "knows only that the game is over",
        .formula = "0",
        EVAL_BOTH_WIDTHS(eval_null),
        .cost = 3300,
    },
    {
        .name = "open",
        .study = "baseline open_move_score",
        .meaning = "own mobility",
        .formula = "|L(P)|",
        EVAL_BOTH_WIDTHS(eval_open),
        .cost = 6600,
    },
    {
        .name = "improved",
        .study = "baseline improved_score",
        .meaning = "own mobility less the opponent's",
        .formula = "|L(P)| - |L(O)|",
        EVAL_BOTH_WIDTHS(eval_improved),
        .cost = 10000,
    },
    {
        .name = "center",
        .study = "baseline center_score",
        .meaning = "distance from the centre, squared; asymmetric, and it leaves the centre",
        .formula = "(H/2 - row)^2 + (W/2 - column)^2 of P's square, both from 0, rows from the top",
        .needs = NEEDS_OWN_PLACED,
        EVAL_BOTH_WIDTHS(eval_center),
        .cost = 4000,
    },
    {.name = NULL},
};
