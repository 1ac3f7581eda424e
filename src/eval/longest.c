/* longest.c: once isolated, who lasts longer.
 *
 * Studies 002 and 004 both end by wishing for it: isolated, a player's number of moves says
 * little and the length of its longest path everything. The two paths settle the game: the
 * active side wins if and only if its own is longer, so of equals the passive side's counts half
 * a move more. What is settled gets `won` on top, or a search would rather keep its hopes.
 *
 * Finding a longest path is hard in general. A region of more than `squares` squares is not
 * measured but bounded: no path through it has more moves than its colours allow. Settled is
 * then what even the bound settles. Such a limit is the same for all images of a position, which
 * one of nodes would not be. Nodes to measure a region, in 40,000 games played at random on boards
 * from 5x5 to 11x11 and 6x20, half of them on boards with holes:
 *
 *     squares   median   90 %    99 %      most
 *          12       23     46      79       113
 *          16       57    166     384       560
 *          18       91    314    1100      1795    one less than 7x7 has left at ply 30
 *          20      160    734    2659      5615
 *          24      460   3750   24556     71944
 *          28     1560  24436  190856    744020
 *
 * Alpha-beta at nodes=1000 on 7x7, 1,000 pairs each: 58.6 % (56.8 to 60.3) against `improved` and
 * 64.0 % (62.2 to 65.8) against `isolation`, all from move 0 on; from 30 on 56.1 % (54.3 to 58.0)
 * against `improved`. In the studies' Python looking would have cost more than it tells: at
 * virtual=150ms 48.0 % against `improved`, but 56.2 % against `isolation`. `won` is worth little:
 * 50.6 % (49.0 to 52.3) against won=0.
 */
#include "core/longest.h"
#include "eval/families.h"

enum { FROM, SQUARES, WON }; // in `values`
enum { EARLY_COST = 10300 }; // nanoseconds, as isolation's

typedef struct Lasting {
    int moves;
    bool measured; // else no path has more
    uint64_t nodes;
} Lasting;

#define TEMPLATE "eval/longest.tmpl.h"
#include "core/both_widths.h"

const Heuristic heuristics_longest[] = {
    {
        .name = "longest",
        .study = "isolab",
        .meaning = "improved until late and isolated, then the longest path less the opponent's",
        .formula = "M(X) = moves of X's longest path through blanks; where more than `squares` are "
                   "within\n"
                   "    its reach, what their colours allow at most\n"
                   "lead = M(P) - M(O), less 1/2 if P is active, and 1/2 more if passive\n"
                   "move count >= from and isolated: lead, and if that settles the game + won for "
                   "the\n"
                   "    winner, - won for the loser; else |L(P)| - |L(O)|",
        .parameters = {{"from", 30, 0, 128, 1, "the move count from which isolation is looked for",
                        NULL},
                       {"squares", 18, 0, 24, 1, "the largest region that is measured", NULL},
                       {"won", 100, 0, 1000, 10, "what a settled game is worth on top", NULL}},
        EVAL_BOTH_WIDTHS(eval_longest),
        COST_BOTH_WIDTHS(cost_longest),
        .cost = EARLY_COST,
        .cost_unit = "an evaluation until isolation is looked for (and 1.68 a square of the paths)",
        .prices = isolation_prices,
        .cost_source = isolation_source,
    },
    {.name = NULL},
};
