/* study_004.c: hunting the opponent's moves, and ignoring them once out of reach.
 *
 * The study says of next-move that it cannot be combined with chase. Its program looks a move
 * further only where mobility is tied, and with unequal weights it hardly ever is; the text's
 * formula adds up and knows no ties. Both take chase's weights here, for who wants to see.
 */
#include "eval/families.h"

/* In `values`: chase, chase-isolation and next-move begin alike. */
enum { W1, W2, CHASE_FROM, FALLBACK, CHASE_RULE };
enum { NEXT_WEIGHT = W2 + 1, NEXT_RULE };
enum { FROM, RULE };
enum { RULE_TEXT, RULE_CODE };
enum { FALLBACK_CHASE, FALLBACK_IMPROVED };
enum { EARLY_COST = 10300 }; // nanoseconds

#define TEMPLATE "eval/study_004.tmpl.h"
#include "core/both_widths.h"

#define PARAMETER_W1(standard)                                                                     \
    {                                                                                              \
        "w1", standard, 0, 4, 0.03125, "weight of own moves", NULL                                 \
    }
#define PARAMETER_W2                                                                               \
    {                                                                                              \
        "w2", 1, 0, 4, 0.03125, "weight of the opponent's moves", NULL                             \
    }
#define PARAMETER_FROM                                                                             \
    {                                                                                              \
        "from", 30, 0, 128, 1, "the move count from which isolation is looked for", NULL           \
    }
#define PARAMETER_RULE_FROM                                                                        \
    {                                                                                              \
        "rule", RULE_TEXT, 0, 1, 1, "code: only once the move count is past from", "text|code"     \
    }

#define ISOLATION_PRICES                                                                           \
    .cost = EARLY_COST, .cost_unit = "an evaluation until isolation is looked for",                \
    .prices = isolation_prices, .cost_source = isolation_source

const Heuristic heuristics_004[] = {
    {
        .name = "chase",
        .study = "004 Chase score",
        .meaning = "own mobility against a heavier weight on the opponent's",
        .formula = "w1*|L(P)| - w2*|L(O)|",
        .parameters = {PARAMETER_W1(0.3125), PARAMETER_W2},
        EVAL_BOTH_WIDTHS(eval_chase),
        .cost = 10400,
    },
    {
        .name = "next-move",
        .study = "004 Next move score",
        .meaning = "mobility, then the mobility after the next move",
        .formula = "Next(X) = blanks a knight's move from some square of L(X)\n"
                   "w1*(|L(P)| + weight*|Next(P)|) - w2*(|L(O)| + weight*|Next(O)|)",
        .parameters = {PARAMETER_W1(1),
                       PARAMETER_W2,
                       {"weight", 0.1, 0, 1, 0.05, "what a move after the next is worth", NULL},
                       {"rule", RULE_TEXT, 0, 1, 1,
                        "code: w1*|L(P)| - w2*|L(O)|, and only where that is 0, "
                        "weight/10*(w1*|L+Next|(P) - w2*|L+Next|(O))",
                        "text|code"}},
        EVAL_BOTH_WIDTHS(eval_next_move),
        .cost = 17000,
    },
    {
        .name = "isolation",
        .study = "004 In isolation score",
        .meaning = "improved until late and isolated, then own mobility alone",
        .formula = "move count >= from and isolated: |L(P)|, else |L(P)| - |L(O)|",
        .parameters = {PARAMETER_FROM, PARAMETER_RULE_FROM},
        EVAL_BOTH_WIDTHS(eval_isolation),
        COST_BOTH_WIDTHS(cost_isolation),
        ISOLATION_PRICES,
    },
    {
        .name = "chase-isolation",
        .study = "004 Chase + In isolation score",
        .meaning = "chase until late and isolated, then own mobility alone",
        .formula = "move count >= from and isolated: |L(P)|, else w1*|L(P)| - w2*|L(O)|",
        .parameters = {PARAMETER_W1(0.3125),
                       PARAMETER_W2,
                       PARAMETER_FROM,
                       {"fallback", FALLBACK_CHASE, 0, 1, 1,
                        "what is used from then on while not isolated", "chase|improved"},
                       PARAMETER_RULE_FROM},
        EVAL_BOTH_WIDTHS(eval_chase_isolation),
        COST_BOTH_WIDTHS(cost_chase_isolation),
        ISOLATION_PRICES,
    },
    {.name = NULL},
};
