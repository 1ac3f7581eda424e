#include "report/fitted.h"

#include "arena/whole_json.h"
#include "report/accuracy_tables.h"
#include "report/tables.h"

static void print_weights(const Fitted *fitted, int width, Text *text)
{
    Table table = {.together = 2};
    table_column(&table, (Column){NULL, "weight", COLUMN_WORDS});
    for (int asker = 0; asker < FITTED_ASKERS; asker++) {
        table_column(&table, (Column){NULL, fitted_asker_name((FittedAsker)asker), COLUMN_NUMBER});
        table_column(&table, (Column){NULL, "error", COLUMN_NUMBER});
    }
    for (int i = 0; i < fitted_weight_count(fitted); i++) {
        Text name = TEXT_EMPTY;
        fitted_print_weight_name(fitted, i, &name);
        table_words(&table, "%s", name.bytes ? name.bytes : "");
        table.failed = table.failed || !text_ok(&name);
        text_free(&name);
        for (int asker = 0; asker < FITTED_ASKERS; asker++) {
            const LogisticWeight *weight = &fitted->weights[asker][i];
            if (weight->value == 0 && weight->error == 0) { // the same in all cases
                table_words(&table, "-");
                table_words(&table, "-");
            } else {
                table_words(&table, "%.3g", weight->value);
                table_words(&table, "%.2g", weight->error);
            }
        }
    }
    table_print(&table, NULL, width, text);
    table_destroy(&table);
}

void fitted_print(const Fit *fit, int width, Text *text)
{
    const Fitted *fitted = &fit->fitted;
    text_format(text,
                "Fitted to %lld positions and those after their moves, %lld in all, each as both "
                "players see it:\nthe logarithm of the odds to win. Weights with their standard "
                "errors\n\n",
                (long long)fitted->seen,
                (long long)(fitted->cases[ATTACKER_TO_MOVE] + fitted->cases[DEFENDER_TO_MOVE]));
    print_weights(fitted, width, text);
    text_format(text, "\nThe formula, %g us an evaluation on the virtual clock\n%s\n\n",
                heuristic_usual_cost(fit->candidates[0].heuristic.heuristic) * 1e-3,
                fitted->formula.bytes);
    text_append(text, "Judged on openings it has not seen: ");
    accuracy_tables(&fit->summary, width, text);
}

void fitted_print_matches(const Standing *standing, Text *text)
{
    for (int i = 0; i < standing->tournament.pairing_count; i++) {
        const StandingPairing *pairing = &standing->pairings[i];
        const PairCounts *pairs = &pairing->pairs;
        if (pairs_count(pairs) == 0)
            continue;
        text_format(text, "\nalphabeta with it against %s, %llu pairs on fresh openings\n",
                    standing->agents[pairing->b].name, (unsigned long long)pairs_count(pairs));
        tables_estimate(&(Estimate){pairs_score(pairs), pairs_interval(pairs, CONFIDENCE)}, text);
        text_append(text, "\n");
    }
}

/* ---- For programs */

static json_t *weights_json(const Fitted *fitted, int asker)
{
    json_t *weights = json_array();
    for (int i = 0; i < fitted_weight_count(fitted); i++) {
        const LogisticWeight *weight = &fitted->weights[asker][i];
        Text name = TEXT_EMPTY;
        fitted_print_weight_name(fitted, i, &name);
        json_t *json = text_ok(&name) ? json_pack("{s:s, s:f, s:f}", "of", name.bytes, "weight",
                                                  weight->value, "error", weight->error)
                                      : NULL;
        text_free(&name);
        whole_json_append(weights, json);
    }
    return weights;
}

static json_t *askers_json(const Fitted *fitted)
{
    json_t *askers = json_array();
    for (int i = 0; i < FITTED_ASKERS; i++)
        whole_json_append(askers,
                          json_pack("{s:s, s:I, s:o}", "asker", fitted_asker_name((FittedAsker)i),
                                    "positions", (json_int_t)fitted->cases[i], "weights",
                                    weights_json(fitted, i)));
    return askers;
}

static json_t *matches_json(const Standing *standing)
{
    json_t *matches = json_array();
    for (int i = 0; standing && i < standing->tournament.pairing_count; i++) {
        const StandingPairing *pairing = &standing->pairings[i];
        const PairCounts *pairs = &pairing->pairs;
        Estimate estimate = {pairs_score(pairs), pairs_interval(pairs, CONFIDENCE)};
        json_t *match =
            json_pack("{s:s, s:I, s:o}", "against", standing->agents[pairing->b].name, "pairs",
                      (json_int_t)pairs_count(pairs), "pair_points", pair_points_json(pairs));
        whole_json_merge(match, estimate_json(&estimate, false));
        whole_json_append(matches, match);
    }
    return matches;
}

json_t *fitted_json(const Fit *fit, const Standing *standing)
{
    const Fitted *fitted = &fit->fitted;
    const AccuracyFigures *all = &fit->summary.lines[0].all;
    return json_pack("{s:s, s:o, s:o, s:f, s:I, s:o, s:o, s:o}", "formula", fitted->formula.bytes,
                     "area", whole_json_number(all->area), "accuracy", whole_json_number(all->rate),
                     "price_us",
                     heuristic_usual_cost(fit->candidates[0].heuristic.heuristic) * 1e-3, "seen",
                     (json_int_t)fitted->seen, "askers", askers_json(fitted), "unseen",
                     accuracy_json(&fit->summary, NULL, 0), "matches", matches_json(standing));
}
