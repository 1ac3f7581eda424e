#include "cli/study_json.h"

#include "cli/answer.h"
#include "core/fen.h"
#include "lab/study_boards.h"
#include "report/tables.h"

static json_t *cell_json(const StudyResult *result, const StudyTable *table, int row, int column)
{
    const StandingAgent *agents = result->standing->agents;
    int tested = result->standing->tournament.settings.tested_count;
    StudyCell cell = study_cell(result, table, row, column);
    return json_pack("{s:s, s:s, s:s?, s:s, s:o, s:o, s:o, s:s}", "name",
                     result->study->names[cell.agent], "agent", agents[cell.agent].name, "opponent",
                     cell.opponent < 0 ? NULL : agents[tested + cell.opponent].name, "measure",
                     study_measure_name(cell.measure), "published",
                     whole_json_number(cell.published), "measured",
                     whole_json_number(cell.measured), "interval", interval_json(cell.interval),
                     "agreement", study_agreement_name(&cell));
}

static json_t *chi_squares_json(const StudyResult *result, const StudyTable *table)
{
    json_t *tests = json_array();
    for (int i = 0; tests && table->agents_across && i < table->column_count; i++) {
        ChiSquare test = study_chi_square(result, table, i);
        if (test.freedom > 0)
            json_array_append_new(tests, json_pack("{s:s, s:o, s:o, s:o}", "name",
                                                   result->study->names[table->agents[i]],
                                                   "statistic", whole_json_number(test.statistic),
                                                   "freedom", whole_json_number(test.freedom), "p",
                                                   whole_json_number(test.p)));
    }
    return tests;
}

static json_t *published_json(const StudyResult *result, const StudyTable *table)
{
    json_t *cells = json_array();
    for (int row = 0; cells && row < table->row_count; row++)
        for (int column = 0; column < table->column_count; column++)
            json_array_append_new(cells, cell_json(result, table, row, column));
    return json_pack("{s:s, s:s?, s:o, s:o}", "caption", table->caption, "note", table->note,
                     "cells", cells, "chi_square", chi_squares_json(result, table));
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
    for (int i = 0; late && i < result->study->settings.tested_count; i++)
        if (result->late[i] > 0)
            json_object_set_new(late, result->study->names[i],
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

static json_t *claim_json(const StudyResult *result, const StudyClaim *claim)
{
    StudyJudgement judgement;
    if (!study_judge(result, claim, &judgement, NULL))
        return NULL;
    return json_pack("{s:s, s:s, s:o, s:o, s:s, s:I, s:o, s:o}", "claim", claim->text, "verdict",
                     study_verdict_name(judgement.verdict), "p", whole_json_number(judgement.p),
                     "own_p", whole_json_number(judgement.own_p), "test", judgement.test, "units",
                     (json_int_t)judgement.units, "difference",
                     whole_json_number(judgement.difference), "interval",
                     interval_json(judgement.interval));
}

json_t *study_json(const StudyResult *result)
{
    const StoreRun *run = &result->standing->run;
    const TournamentSettings *settings = &result->standing->tournament.settings;
    json_t *tables = json_array(), *claims = json_array(), *boards = json_array();
    for (int i = 0; tables && i < result->study->table_count; i++)
        json_array_append_new(tables, published_json(result, &result->study->tables[i]));
    for (int i = 0; claims && i < result->study->claim_count; i++)
        json_array_append_new(claims, claim_json(result, &result->study->claims[i]));
    for (int i = 0; boards && i < result->study->board_count; i++)
        json_array_append_new(boards, board_json(&result->study->boards[i]));
    return json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:s, s:s, s:{s:o, s:o}, s:o, s:o, s:o, s:o}",
                     "study", result->study->name, "title", result->study->title, "run",
                     (json_int_t)run->id, "games", (json_int_t)run->games, "planned",
                     (json_int_t)run->planned, "seed", (json_int_t)settings->seed, "rules",
                     study_rules_name(study_rules_of(result->study, settings)), "program",
                     result->study->program, "fit", "rates", fit_json(study_fit(result, false)),
                     "matches", fit_json(study_fit(result, true)), "lost_on_time",
                     late_json(result), "tables", tables, "claims", claims, "boards", boards);
}
