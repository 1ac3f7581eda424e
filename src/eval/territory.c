/* territory.c: isolab's own heuristic.
 *
 * Whose is a square? Whoever gets there first. The active side's k-th move is the game's ply
 * 2k - 1 from here, the passive side's is ply 2k, so there are no ties: let both spread over the
 * blanks in turns, a knight's move at a time, the active side first, each keeping what it
 * reaches first. What each ends up with is its territory.
 *
 * That alone tells won from lost better than any heuristic of the studies. What it does not see
 * is that the attacker may go where both could and the defender may not: the second term, as
 * in study 003's `attacker`, but three moves ahead.
 *
 * Measured on solved positions, 6,000 of 7x7 (ply 2 to 26), 3,000 of 8x8 (18 to 40), 2,000 of
 * 11x9 (50 to 75), games played greedily with three random moves in ten. Area under the curve
 * (1/2 knows nothing, 1 never errs):
 *
 *                                   7x7    8x8   11x9
 *     improved                     .616   .698   .756
 *     reach                        .628   .737   .830
 *     attacker                     .799   .786   .840
 *     attacker,k=3                 .942   .860   .889
 *     territory,c=0                .901   .890   .951
 *     territory                    .973   .924   .951
 *     ten features, fitted         .980   .934   .949
 *
 * Reach differences, mobility and nearer territories on top: the last line, not worth its time.
 * A logistic fit of the weight gives c = 1.4; play says less: at nodes=3000, 0.9 beats 1.4 by
 * 53.3 % (50.4 to 56.3) in 300 pairs on 7x7 and 60.8 % (55.1 to 66.3) in 120 on 11x9, where
 * 2.2 scores 40.4 % and 0.5 53.8 % against 1.4.
 */
#include "core/pair.h"
#include "eval/families.h"

enum { C, K };

#define TEMPLATE "eval/territory.tmpl.h"
#include "core/both_widths.h"

const Heuristic heuristics_isolab[] = {
    {
        .name = "territory",
        .study = "isolab",
        .meaning = "squares one gets to first, and what both can reach counts for the attacker",
        .formula = "T(X) = blanks X gets to first if both spread over the blanks in turns, the "
                   "active side first\n"
                   "S(X) = blanks X reaches in 1..k knight moves through blanks\n"
                   "|T(P)| - |T(O)| + c*|S(P) & S(O)| for the attacker, "
                   "- c*|S(P) & S(O)| for the defender",
        .needs = NEEDS_BOTH_PLACED,
        .parameters = {{"c", 0.9, 0, 8, 0.1, "weight of shared squares", NULL},
                       {"k", 3, 1, 16, 1, "how many moves ahead squares are shared", NULL}},
        EVAL_BOTH_WIDTHS(eval_territory),
        COST_BOTH_WIDTHS(cost_territory),
        .cost = SQUARE_PRICE,
        .cost_unit = "a square that a side reaches, as if it were drilldown's",
    },
    {.name = NULL},
};
