#include "report/study_tables.h"

#include <math.h>
#include <stdio.h>

#include "arena/whole_json.h"
#include "core/fen.h"
#include "lab/study_boards.h"
#include "report/table.h"

const char *study_number(StudyMeasure measure, double number, char phrase[STUDY_PHRASE_SIZE])
{
    if (isnan(number))
        snprintf(phrase, STUDY_PHRASE_SIZE, "-");
    else if (measure == MEASURE_P)
        snprintf(phrase, STUDY_PHRASE_SIZE, "%.3g", number);
    else if (measure == MEASURE_ADVANTAGE)
        snprintf(phrase, STUDY_PHRASE_SIZE, "%+.1f", number);
    else
        snprintf(phrase, STUDY_PHRASE_SIZE, measure == MEASURE_RATE ? "%.1f" : "%.2f", number);
    return phrase;
}

static const char *p_phrase(double p, char phrase[STUDY_PHRASE_SIZE])
{
    if (isnan(p))
        snprintf(phrase, STUDY_PHRASE_SIZE, "too few games");
    else
        snprintf(phrase, STUDY_PHRASE_SIZE, p < 0.001 ? "p = %.1e" : "p = %.3f", p);
    return phrase;
}

static const char *difference_phrase(const StudyJudgement *judgement,
                                     char phrase[STUDY_PHRASE_SIZE])
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

void study_rules_print(const StudyResult *result, Text *text)
{
    switch (result->rules) {
    case RULES_AUTHOR:
        text_format(text, "Its program, played here: %s.", result->study->program);
        break;
    case RULES_TEXT:
        text_append(text, "Played by its text, and where that is open as isolab does: a random one "
                          "of equal moves, row by row inside the search, a lost game played on, "
                          "the last completed depth.");
        break;
    case RULES_OTHER:
        text_append(text, "Played by other rules than its author's program and its text.");
        break;
    }
}

const char *study_fit_phrase(const StudyFit *fit, char phrase[STUDY_PHRASE_SIZE])
{
    snprintf(phrase, STUDY_PHRASE_SIZE,
             "%.2f points rms (%.2f by chance alone), %d of %d inside, %d near", fit->rms,
             fit->by_chance, fit->agreements[AGREES_INSIDE], fit->count,
             fit->agreements[AGREES_NEAR]);
    return phrase;
}

const char *study_chi_square_phrase(const ChiSquare *test, char phrase[STUDY_PHRASE_SIZE])
{
    if (isnan(test->p))
        snprintf(phrase, STUDY_PHRASE_SIZE, "-");
    else
        snprintf(phrase, STUDY_PHRASE_SIZE, "%.1f, p = %.2g", test->statistic, test->p);
    return phrase;
}

static void heading(const StudyResult *result, Text *text)
{
    const Study *study = result->study;
    const StoreRun *run = &result->standing->run;
    Text budget = TEXT_EMPTY;
    limits_print(&result->standing->tournament.settings.limits, &budget);
    text_format(text,
                "Study %s: %s\nPublished: %s. Here: run %lld, %lld game%s, %.3g of the "
                "published number, seed %llu%s%s. ",
                study->name, study->title, study->unit, (long long)run->id, (long long)run->games,
                plural(run->games), result->scale,
                (unsigned long long)result->standing->tournament.settings.seed,
                budget.length ? ", " : "", budget.length ? budget.bytes : "");
    study_rules_print(result, text);
    text_append(text, "\n\n");
    text->failed = text->failed || !text_ok(&budget);
    text_free(&budget);
}

static const char *mark_of(StudyAgreement agreement)
{
    static const char *const marks[] = {"=", "~", "!", "?"};
    return marks[agreement];
}

/* "95.8 91.5 (88.7-93.9) =": published, measured, its interval, agreement. */
static void cell_across(Table *table, const StudyCell *cell)
{
    char published[STUDY_PHRASE_SIZE], measured[STUDY_PHRASE_SIZE];
    char low[STUDY_PHRASE_SIZE], high[STUDY_PHRASE_SIZE];
    study_number(cell->measure, cell->published, published);
    study_number(cell->measure, cell->measured, measured);
    if (isnan(cell->interval.low))
        table_words(table, "%s %s %s", published, measured, mark_of(cell->agreement));
    else
        table_words(table, "%s %s (%s-%s) %s", published, measured,
                    study_number(cell->measure, cell->interval.low, low),
                    study_number(cell->measure, cell->interval.high, high),
                    mark_of(cell->agreement));
}

static void print_across(const StudyResult *result, const StudyTable *table, int width, Text *text)
{
    Table cells = TABLE_EMPTY;
    table_column(&cells, (Column){NULL, "published, measured", COLUMN_WORDS});
    for (int i = 0; i < table->column_count; i++)
        table_column(&cells, (Column){NULL, result->study->names[table->agents[i]], COLUMN_NUMBER});
    for (int row = 0; row < table->row_count; row++) {
        table_words(&cells, "%s", table->rows[row].labels[0]);
        for (int i = 0; i < table->column_count; i++) {
            StudyCell cell = study_cell(result, table, row, i);
            cell_across(&cells, &cell);
        }
    }
    if (study_chi_square(result, table, 0).freedom > 0) {
        table_words(&cells, "chi-square");
        for (int i = 0; i < table->column_count; i++) {
            char phrase[STUDY_PHRASE_SIZE];
            ChiSquare test = study_chi_square(result, table, i);
            table_words(&cells, "%s", study_chi_square_phrase(&test, phrase));
        }
    }
    table_print(&cells, NULL, width, text);
    table_destroy(&cells);
}

/* A row for an agent: of each measure what was published, measured, its interval, agreement. */
static void print_down(const StudyResult *result, const StudyTable *table, int width, Text *text)
{
    Table cells = {.labels = table->head_count, .together = 4};
    char number[STUDY_PHRASE_SIZE];
    for (int i = 0; i < table->head_count; i++)
        table_column(&cells, (Column){NULL, table->heads[i], COLUMN_WORDS});
    for (int i = 0; i < table->column_count; i++) {
        table_column(&cells, (Column){NULL, study_measure_name(table->measures[i]), COLUMN_NUMBER});
        table_column(&cells, (Column){NULL, "here", COLUMN_NUMBER});
        table_column(&cells, (Column){NULL, CONFIDENCE_NAME, COLUMN_NUMBER, 1});
        table_column(&cells, (Column){NULL, " ", COLUMN_WORDS});
    }
    for (int row = 0; row < table->row_count; row++) {
        for (int i = 0; i < table->head_count; i++)
            table_words(&cells, "%s", table->rows[row].labels[i]);
        for (int i = 0; i < table->column_count; i++) {
            StudyCell cell = study_cell(result, table, row, i);
            if (isnan(cell.published))
                table_words(&cells, "-");
            else
                table_words(&cells, "%g", cell.published);
            table_words(&cells, "%s", study_number(cell.measure, cell.measured, number));
            table_interval(&cells, cell.interval);
            table_words(&cells, "%s", isnan(cell.published) ? " " : mark_of(cell.agreement));
        }
    }
    table_print(&cells, NULL, width, text);
    table_destroy(&cells);
}

bool study_claims_table(const StudyResult *result, Table *table, Error *error)
{
    static const Column columns[] = {
        {"claim", "claim", COLUMN_WORDS},
        {"verdict", "verdict", COLUMN_WORDS, .look = "total"},
        {"p", NULL, COLUMN_NUMBER},
        {"p_said", "p", COLUMN_NUMBER},
        {"own_p", NULL, COLUMN_NUMBER},
        {"difference", NULL, COLUMN_NUMBER},
        {"interval", NULL, COLUMN_NUMBER},
        {"difference_said", "difference, points", COLUMN_NUMBER},
        {"test", NULL, COLUMN_WORDS},
        {"units", NULL, COLUMN_NUMBER},
        {"test_said", "test", COLUMN_WORDS},
    };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(table, columns[i]);
    for (int i = 0; i < result->study->claim_count; i++) {
        const StudyClaim *claim = &result->study->claims[i];
        StudyJudgement judgement;
        char p[STUDY_PHRASE_SIZE], difference[STUDY_PHRASE_SIZE];
        if (!study_judge(result, claim, &judgement, error))
            return false;
        table_words(table, "%s", claim->text);
        table_words(table, "%s", study_verdict_name(judgement.verdict));
        table_number(table, judgement.p);
        table_words(table, "%s", p_phrase(judgement.p, p));
        table_number(table, judgement.own_p);
        table_number(table, judgement.difference);
        table_interval(table, judgement.interval);
        table_words(table, "%s", difference_phrase(&judgement, difference));
        table_words(table, "%s", judgement.test);
        table_count(table, (int64_t)judgement.units);
        table_words(table, "%s, n = %zu%s%s", judgement.test, judgement.units,
                    isnan(judgement.own_p) ? "" : "; the study's own repeats: ",
                    isnan(judgement.own_p) ? "" : p_phrase(judgement.own_p, p));
    }
    return true;
}

static bool print_claims(const StudyResult *result, Text *text, Error *error)
{
    for (int i = 0; i < result->study->claim_count; i++) {
        StudyJudgement judgement;
        char p[STUDY_PHRASE_SIZE], difference[STUDY_PHRASE_SIZE];
        if (!study_judge(result, &result->study->claims[i], &judgement, error))
            return false;
        text_format(text, "%-9s  %s\n           %s%s%s", study_verdict_name(judgement.verdict),
                    result->study->claims[i].text, p_phrase(judgement.p, p),
                    *judgement.test ? ", " : "", judgement.test);
        if (!isnan(judgement.own_p))
            text_format(text, " (the study's own repeats: %s)", p_phrase(judgement.own_p, p));
        if (judgement.units > 0)
            text_format(text, ", n = %zu, difference %s", judgement.units,
                        difference_phrase(&judgement, difference));
        text_append(text, "\n");
    }
    return true;
}

static bool print_boards(const Study *study, Text *text, Error *error)
{
    for (int i = 0; i < study->board_count; i++) {
        const StudyBoard *board = &study->boards[i];
        Text answers = TEXT_EMPTY;
        bool holds = false;
        bool good = study_board_judge(board, &holds, &answers, error);
        if (good)
            text_format(text, "%-9s  %s\n           %s\n", holds ? "held" : "not held", board->text,
                        answers.bytes);
        text_free(&answers);
        if (!good)
            return false;
    }
    return true;
}

static void print_fit(const StudyResult *result, Text *text)
{
    char phrase[STUDY_PHRASE_SIZE];
    StudyFit rates = study_fit(result, false), matches = study_fit(result, true);
    if (rates.count > 0)
        text_format(text, "Fit of win rates: %s\n", study_fit_phrase(&rates, phrase));
    if (matches.count > 0)
        text_format(text, "Fit of single matches: %s\n", study_fit_phrase(&matches, phrase));
    for (int i = 0; i < result->study->settings.tested_count; i++)
        if (result->late[i] > 0)
            text_format(text, "Lost on time: %s %lld of %lld games\n", result->study->names[i],
                        (long long)result->late[i], (long long)result->standing->agents[i].games);
}

/* A p-value has no interval, so its marks mean something else. */
static void print_marks(const StudyResult *result, Text *text)
{
    bool with_p = false;
    for (int i = 0; i < result->study->table_count; i++) {
        const StudyTable *table = &result->study->tables[i];
        for (int row = 0; row < table->row_count; row++)
            for (int column = 0; column < table->column_count; column++)
                with_p = with_p || study_cell(result, table, row, column).measure == MEASURE_P;
    }
    text_append(text, "= published inside our 95 % interval, ~ near: inside once its own error is "
                      "added, ! outside, ? nothing to compare\n");
    if (with_p)
        text_append(text, "of p: = published on our side of 0.05, ! on the other\n");
    text_append(text, "\n");
}

bool study_print(const StudyResult *result, int width, Text *text, Error *error)
{
    heading(result, text);
    for (int i = 0; i < result->study->table_count; i++) {
        const StudyTable *table = &result->study->tables[i];
        text_format(text, "%s\n", table->caption);
        (table->agents_across ? print_across : print_down)(result, table, width, text);
        if (table->note)
            text_format(text, "%s\n", table->note);
        text_append(text, "\n");
    }
    print_fit(result, text);
    print_marks(result, text);
    bool good = print_claims(result, text, error) && print_boards(result->study, text, error);
    text_append(text, "\nverdicts and p are of one-sided tests at the 5 % level, intervals are "
                      "two-sided, 95 %\n");
    return good && (text_ok(text) || error_out_of_memory(error));
}

/* ---- For programs */

static json_t *chi_squares_json(const StudyResult *result, const StudyTable *table)
{
    json_t *tests = json_array();
    for (int i = 0; table->agents_across && i < table->column_count; i++) {
        ChiSquare test = study_chi_square(result, table, i);
        if (test.freedom > 0)
            whole_json_append(tests, json_pack("{s:s, s:o, s:o, s:o}", "name",
                                               result->study->names[table->agents[i]], "statistic",
                                               whole_json_number(test.statistic), "freedom",
                                               whole_json_number(test.freedom), "p",
                                               whole_json_number(test.p)));
    }
    return tests;
}

static json_t *published_json(const StudyResult *result, const StudyTable *published)
{
    static const Column columns[] = {
        {"name"},      {"agent"},    {"opponent"}, {"measure"},
        {"published"}, {"measured"}, {"interval"}, {"agreement"},
    };
    const StandingAgent *agents = result->standing->agents;
    int tested = result->standing->tournament.settings.tested_count;
    Table table = TABLE_EMPTY;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(&table, columns[i]);
    for (int row = 0; row < published->row_count; row++)
        for (int column = 0; column < published->column_count; column++) {
            StudyCell cell = study_cell(result, published, row, column);
            table_words(&table, "%s", result->study->names[cell.agent]);
            table_words(&table, "%s", agents[cell.agent].name);
            if (cell.opponent < 0)
                table_nothing(&table);
            else
                table_words(&table, "%s", agents[tested + cell.opponent].name);
            table_words(&table, "%s", study_measure_name(cell.measure));
            table_number(&table, cell.published);
            table_number(&table, cell.measured);
            table_interval(&table, cell.interval);
            table_words(&table, "%s", study_agreement_name(&cell));
        }
    json_t *cells = table_json(&table, "name agent opponent measure published measured interval "
                                       "agreement");
    table_destroy(&table);
    return json_pack("{s:s, s:s?, s:o, s:o}", "caption", published->caption, "note",
                     published->note, "cells", cells, "chi_square",
                     chi_squares_json(result, published));
}

static json_t *fit_json(StudyFit fit)
{
    if (fit.count == 0)
        return json_null();
    return json_pack("{s:i, s:o, s:o, s:i, s:i, s:i}", "count", fit.count, "rms",
                     whole_json_number(fit.rms), "by_chance", whole_json_number(fit.by_chance),
                     "inside", fit.agreements[AGREES_INSIDE], "near", fit.agreements[AGREES_NEAR],
                     "outside", fit.agreements[AGREES_OUTSIDE]);
}

static json_t *late_json(const StudyResult *result)
{
    json_t *late = json_object();
    for (int i = 0; i < result->study->settings.tested_count; i++)
        if (result->late[i] > 0)
            whole_json_set(late, result->study->names[i],
                           json_integer((json_int_t)result->late[i]));
    return late;
}

static json_t *board_json(const StudyBoard *board)
{
    char fen[FEN_SIZE];
    bool holds;
    Text answers = TEXT_EMPTY;
    json_t *json = NULL;
    if (study_board_judge(board, &holds, &answers, NULL))
        json = json_pack("{s:s, s:s, s:s, s:s}", "text", board->text, "position",
                         fen_print(&board->board, &board->position, fen), "verdict",
                         study_verdict_name(holds ? CLAIM_HELD : CLAIM_NOT_HELD), "answers",
                         answers.bytes);
    text_free(&answers);
    return json;
}

json_t *study_json(const StudyResult *result)
{
    const StoreRun *run = &result->standing->run;
    const TournamentSettings *settings = &result->standing->tournament.settings;
    json_t *tables = json_array(), *boards = json_array(), *claims = NULL;
    Table judged = TABLE_EMPTY;
    if (study_claims_table(result, &judged, NULL))
        claims = table_json(&judged, "claim verdict p own_p test units difference interval");
    table_destroy(&judged);
    for (int i = 0; i < result->study->table_count; i++)
        whole_json_append(tables, published_json(result, &result->study->tables[i]));
    for (int i = 0; i < result->study->board_count; i++)
        whole_json_append(boards, board_json(&result->study->boards[i]));
    return json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:s, s:s, s:{s:o, s:o}, s:o, s:o, s:o, s:o}",
                     "study", result->study->name, "title", result->study->title, "run",
                     (json_int_t)run->id, "games", (json_int_t)run->games, "planned",
                     (json_int_t)run->planned, "seed", (json_int_t)settings->seed, "rules",
                     study_rules_name(result->rules), "program", result->study->program, "fit",
                     "rates", fit_json(study_fit(result, false)), "matches",
                     fit_json(study_fit(result, true)), "lost_on_time", late_json(result), "tables",
                     tables, "claims", claims, "boards", boards);
}
