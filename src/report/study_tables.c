#include "report/study_tables.h"

#include <math.h>
#include <stdio.h>

#include "report/table.h"

const char *study_number(StudyMeasure measure, double number, char phrase[STUDY_PHRASE_SIZE])
{
    if (isnan(number))
        snprintf(phrase, STUDY_PHRASE_SIZE, "-");
    else if (measure == MEASURE_P)
        snprintf(phrase, STUDY_PHRASE_SIZE, "%.3g", number);
    else
        snprintf(phrase, STUDY_PHRASE_SIZE, measure == MEASURE_RATE ? "%.1f" : "%.2f", number);
    return phrase;
}

const char *study_p_phrase(const StudyJudgement *judgement, char phrase[STUDY_PHRASE_SIZE])
{
    if (isnan(judgement->p))
        snprintf(phrase, STUDY_PHRASE_SIZE, "too few games");
    else
        snprintf(phrase, STUDY_PHRASE_SIZE, judgement->p < 0.001 ? "p = %.1e" : "p = %.3f",
                 judgement->p);
    return phrase;
}

const char *study_difference_phrase(const StudyJudgement *judgement, char phrase[STUDY_PHRASE_SIZE])
{
    Interval range = judgement->interval;
    if (isnan(judgement->difference))
        snprintf(phrase, STUDY_PHRASE_SIZE, "-");
    else if (isnan(range.low))
        snprintf(phrase, STUDY_PHRASE_SIZE, "%+.2f", judgement->difference);
    else
        snprintf(phrase, STUDY_PHRASE_SIZE, "%+.1f (%+.1f to %+.1f)", judgement->difference,
                 range.low, range.high);
    return phrase;
}

static void heading(const StudyResult *result, Text *text)
{
    const Study *study = result->study;
    const StoreRun *run = &result->standing->run;
    Text budget = TEXT_EMPTY;
    text_append(&budget, "");
    limits_print(&result->standing->tournament.settings.limits, &budget);
    text_format(text,
                "Study %s: %s\nPublished: %s. Here: run %lld, %lld games, %.3g of the "
                "published number, seed %llu%s%s.\n\n",
                study->name, study->title, study->unit, (long long)run->id, (long long)run->games,
                result->scale, (unsigned long long)result->standing->tournament.settings.seed,
                budget.length ? ", " : "", budget.length ? budget.bytes + 1 : "");
    text->failed = text->failed || !text_ok(&budget);
    text_free(&budget);
}

static const char *mark_of(StudyAgreement agreement)
{
    static const char *const marks[] = {"=", "~", "!", "?"};
    return marks[agreement];
}

/* "95.8 91.5 +-2.6 =": published, measured, half its interval, agreement. */
static void cell_across(TextTable *table, const StudyCell *cell)
{
    char published[STUDY_PHRASE_SIZE], measured[STUDY_PHRASE_SIZE];
    study_number(cell->measure, cell->published, published);
    study_number(cell->measure, cell->measured, measured);
    if (isnan(cell->interval.low))
        table_cell(table, "%s %s %s", published, measured, mark_of(cell->agreement));
    else
        table_cell(table, "%s %s \xC2\xB1%.1f %s", published, measured,
                   (cell->interval.high - cell->interval.low) / 2, mark_of(cell->agreement));
}

static void print_across(const StudyResult *result, const StudyTable *table, int width, Text *text)
{
    TextTable cells = table_create(1 + table->column_count, width);
    table_cell(&cells, "published, measured");
    for (int i = 0; i < table->column_count; i++)
        table_cell(&cells, "%s", result->study->names[table->agents[i]]);
    table_rule(&cells);
    for (int row = 0; row < table->row_count; row++) {
        table_cell(&cells, "%s", table->rows[row].labels[0]);
        for (int i = 0; i < table->column_count; i++) {
            StudyCell cell = study_cell(result, table, row, i);
            cell_across(&cells, &cell);
        }
    }
    table_print(&cells, text);
}

/* A row for an agent: of each measure what was published, measured, its interval, agreement. */
static void print_down(const StudyResult *result, const StudyTable *table, int width, Text *text)
{
    TextTable cells = table_create(table->head_count + 4 * table->column_count, width);
    cells.labels = table->head_count;
    cells.together = 4;
    char number[STUDY_PHRASE_SIZE];
    for (int i = 0; i < table->head_count; i++)
        table_cell(&cells, "%s", table->heads[i]);
    for (int i = 0; i < table->column_count; i++) {
        table_cell(&cells, "%s", study_measure_name(table->measures[i]));
        table_cell(&cells, "here");
        table_cell(&cells, "95 %%");
        table_cell(&cells, " ");
    }
    table_rule(&cells);
    for (int row = 0; row < table->row_count; row++) {
        for (int i = 0; i < table->head_count; i++)
            table_cell(&cells, "%s", table->rows[row].labels[i]);
        for (int i = 0; i < table->column_count; i++) {
            StudyCell cell = study_cell(result, table, row, i);
            table_cell(&cells, "%g", cell.published);
            table_cell(&cells, "%s", study_number(cell.measure, cell.measured, number));
            table_cell(&cells, "%.1f - %.1f", cell.interval.low, cell.interval.high);
            table_cell(&cells, "%s", mark_of(cell.agreement));
        }
    }
    table_print(&cells, text);
}

static bool print_claims(const StudyResult *result, Text *text, Error *error)
{
    for (int i = 0; i < result->study->claim_count; i++) {
        StudyJudgement judgement;
        char p[STUDY_PHRASE_SIZE], difference[STUDY_PHRASE_SIZE];
        if (!study_judge(result, &result->study->claims[i], &judgement, error))
            return false;
        text_format(text, "%-9s  %s\n           %s%s%s", study_verdict_name(judgement.verdict),
                    result->study->claims[i].text, study_p_phrase(&judgement, p),
                    *judgement.test ? ", " : "", judgement.test);
        if (judgement.units > 0)
            text_format(text, ", n = %zu, difference %s", judgement.units,
                        study_difference_phrase(&judgement, difference));
        text_append(text, "\n");
    }
    return true;
}

static void count_agreements(const StudyResult *result, int counts[4])
{
    for (int i = 0; i < result->study->table_count; i++) {
        const StudyTable *table = &result->study->tables[i];
        for (int row = 0; row < table->row_count; row++)
            for (int column = 0; column < table->column_count; column++)
                counts[study_cell(result, table, row, column).agreement]++;
    }
}

bool study_print(const StudyResult *result, int width, Text *text, Error *error)
{
    int counts[4] = {0};
    heading(result, text);
    for (int i = 0; i < result->study->table_count; i++) {
        const StudyTable *table = &result->study->tables[i];
        text_format(text, "%s\n", table->caption);
        (table->agents_across ? print_across : print_down)(result, table, width, text);
        text_append(text, "\n");
    }
    count_agreements(result, counts);
    text_format(text,
                "= published inside our 95 %% interval (%d), ~ near: inside once its own error is "
                "added (%d), ! outside (%d)\n\n",
                counts[AGREES_INSIDE], counts[AGREES_NEAR], counts[AGREES_OUTSIDE]);
    return print_claims(result, text, error) && (text_ok(text) || error_out_of_memory(error));
}
