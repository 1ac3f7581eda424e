#include "cli/heuristics_page.h"

#include <string.h>

#include "eval/heuristic.h"
#include "report/table.h"

static const char introduction[] =
    "<!-- Made by `make docs` from the registry of heuristics: change it there. -->\n"
    "# The heuristics\n"
    "\n"
    "A heuristic is a number for one player, P, against the other, O: the higher the better for\n"
    "P. A spec is a name and, after commas, parameters, the same on the command line, in agents,\n"
    "in the engine protocol and for the tuner:\n"
    "\n"
    "    isolab eval 7x7 d4 c2 e6 --heuristic chase,w1=0.25\n"
    "    isolab heuristics chase\n";

static const char words[] =
    "\n"
    "The study stands with the name it gave the heuristic.\n"
    "\n"
    "## Words\n"
    "\n"
    "Every heuristic, first of all, knows the end of the game: if the active side has no move\n"
    "the value is -inf for it and +inf for the other. A value that needs a knight not yet placed\n"
    "is undefined (`null` in JSON; search takes 0).\n"
    "\n"
    "- *L(X)*: the legal moves of X, blanks a knight's move from its square; before it is placed,\n"
    "  every blank.\n"
    "- *active*, *passive*: the side to move, and the other.\n"
    "- *contested*: some square is in L(P) and in L(O).\n"
    "- *attacker*: P is if (both knights stand on one colour) = (P is active). It can take "
    "squares\n"
    "  that the other, the defender, is about to use; never the other way round.\n"
    "- *isolated*: no blank can be reached by both sides, in any number of moves through blanks.\n"
    "- *move count*, *occupied*: squares that are not blank. W and H: the board's columns, rows.\n"
    "\n"
    "Where a heuristic has a `rule`, its study can be read in two ways. Of 002 and 004 `text`\n"
    "follows what the study says, `code` does what its author's program did. Of 000 `text`\n"
    "follows what the study says, `turn` looks also whose turn it is. Of 003 `literal` follows\n"
    "what the study says, `text` what it argues: that shared squares favour the attacker alone.\n"
    "\n"
    "Every value is unchanged by the symmetries of the board, except `center`, which the course\n"
    "defined askew.\n"
    "\n"
    "Where an agent has a setting of a parameter's name, that is meant; the heuristic's is then\n"
    "`alphabeta:drilldown,drilldown.depth=2`.\n"
    "\n"
    "*Cost* is what one evaluation took the studies' Python, in microseconds; the virtual clock\n"
    "counts it, times the slowness of a study's machine. `scripts/measure-prices` measures such\n"
    "prices again.\n";

void heuristic_print_cost(const Heuristic *heuristic, Text *text)
{
    text_format(text, "%g us %s", heuristic->cost * 1e-3,
                heuristic->cost_unit ? heuristic->cost_unit : "an evaluation");
    for (const Price *price = heuristic->prices; price && price->blanks >= 0; price++)
        text_format(text, "%s%g at %d", price == heuristic->prices ? ", then by blanks " : ", ",
                    price->nanoseconds * 1e-3, price->blanks);
}

static void append_table(Text *text, Table *table)
{
    text_append(text, "\n");
    table_markdown(table, NULL, text);
    table_destroy(table);
}

static void append_overview(Text *text)
{
    Table table = TABLE_EMPTY;
    table_column(&table, (Column){NULL, "name", COLUMN_WORDS});
    table_column(&table, (Column){NULL, "study", COLUMN_WORDS});
    table_column(&table, (Column){NULL, "meaning", COLUMN_WORDS});
    for (int i = 0; heuristic_at(i); i++) {
        const Heuristic *heuristic = heuristic_at(i);
        table_words(&table, "[`%s`](#%s)", heuristic->name, heuristic->name);
        table_words(&table, "%s", heuristic->study);
        table_words(&table, "%s", heuristic->meaning);
    }
    append_table(text, &table);
}

static void append_parameters(Text *text, const Parameter *parameters)
{
    static const char *const heads[] = {"parameter", "default", "range", "step", "meaning"};
    Table table = TABLE_EMPTY;
    if (!parameters[0].name)
        return;
    for (int i = 0; i < 5; i++)
        table_column(&table, (Column){NULL, heads[i], i ? COLUMN_WORDS : COLUMN_NAME});
    for (int i = 0; i < PARAMETER_MAX && parameters[i].name; i++) {
        const Parameter *parameter = &parameters[i];
        char standard[PARAMETER_VALUE_SIZE], range[PARAMETER_RANGE_SIZE];
        table_words(&table, "%s", parameter->name);
        table_words(&table, "%s", parameter_print(parameter, parameter->standard, standard));
        table_words(&table, "%s", parameter_range(parameter, range));
        if (parameter->choices)
            table_nothing(&table);
        else
            table_words(&table, "%g", parameter->step);
        table_words(&table, "%s", parameter->meaning);
    }
    append_table(text, &table);
}

static void append_formula(Text *text, const char *formula)
{
    text_append(text, "\n    ");
    for (; *formula; formula++) {
        text_append_bytes(text, formula, 1);
        text_append(text, *formula == '\n' ? "    " : "");
    }
    text_append(text, "\n");
}

static void append_heuristic(Text *text, const Heuristic *heuristic)
{
    text_format(text, "\n### %s\n\n`%s`: %s.", heuristic->name, heuristic->study,
                heuristic->meaning);
    if (heuristic->needs == NEEDS_OWN_PLACED)
        text_append(text, " Undefined until P is placed.");
    if (heuristic->needs == NEEDS_BOTH_PLACED)
        text_append(text, " Undefined until both are placed.");
    if (heuristic->cost_unit) {
        text_append(text, " Cost ");
        heuristic_print_cost(heuristic, text);
        text_append(text, ".");
    } else {
        text_format(text, " Cost %g.", heuristic->cost * 1e-3);
    }
    if (heuristic->cost_source)
        text_format(text, " Measured: %s.", heuristic->cost_source);
    text_append(text, "\n");
    append_formula(text, heuristic->formula);
    append_parameters(text, heuristic->parameters);
}

static void append_family(Text *text, const char *study, size_t length)
{
    if (is_digit(study[0]))
        text_format(text, "\n## Study %.*s\n", (int)length, study);
    else if (!strcmp(study, "isolab"))
        text_append(text, "\n## isolab's own\n");
    else
        text_format(text, "\n## The %.*s\n", (int)length, study);
}

void heuristics_page(Text *text)
{
    text_append(text, introduction);
    append_overview(text);
    text_append(text, words);
    const char *last = "";
    for (int i = 0; heuristic_at(i); i++) {
        const Heuristic *heuristic = heuristic_at(i);
        size_t family = strcspn(heuristic->study, " ");
        if (strncmp(heuristic->study, last, family) != 0)
            append_family(text, heuristic->study, family);
        last = heuristic->study;
        append_heuristic(text, heuristic);
    }
}
