#include "report/fitted.h"

#include "report/table.h"

void fitted_print_weights(const Fitted *fitted, int width, Text *text)
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
