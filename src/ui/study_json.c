#include "ui/study_json.h"

#include "ui/answer.h"
#include "ui/standing_json.h"

static json_t *cell_json(const StudyResult *result, const StudyTable *table, int row, int column)
{
    const StandingAgent *agents = result->standing->agents;
    int tested = result->standing->tournament.settings.tested_count;
    StudyCell cell = study_cell(result, table, row, column);
    return json_pack("{s:s, s:s, s:s?, s:s, s:o, s:o, s:o, s:s}", "name",
                     result->study->names[cell.agent], "agent", agents[cell.agent].name, "opponent",
                     cell.opponent < 0 ? NULL : agents[tested + cell.opponent].name, "measure",
                     study_measure_name(cell.measure), "published", json_number(cell.published),
                     "measured", json_number(cell.measured), "interval",
                     json_interval(cell.interval), "agreement",
                     study_agreement_name(cell.agreement));
}

static json_t *table_json(const StudyResult *result, const StudyTable *table)
{
    json_t *cells = json_array();
    for (int row = 0; cells && row < table->row_count; row++)
        for (int column = 0; column < table->column_count; column++)
            json_array_append_new(cells, cell_json(result, table, row, column));
    return json_pack("{s:s, s:o}", "caption", table->caption, "cells", cells);
}

static json_t *claim_json(const StudyResult *result, const StudyClaim *claim)
{
    StudyJudgement judgement;
    if (!study_judge(result, claim, &judgement, NULL))
        return NULL;
    return json_pack("{s:s, s:s, s:o, s:s, s:I, s:o, s:o}", "claim", claim->text, "verdict",
                     study_verdict_name(judgement.verdict), "p", json_number(judgement.p), "test",
                     judgement.test, "units", (json_int_t)judgement.units, "difference",
                     json_number(judgement.difference), "interval",
                     json_interval(judgement.interval));
}

json_t *study_json(const StudyResult *result)
{
    const StoreRun *run = &result->standing->run;
    json_t *tables = json_array(), *claims = json_array();
    for (int i = 0; tables && i < result->study->table_count; i++)
        json_array_append_new(tables, table_json(result, &result->study->tables[i]));
    for (int i = 0; claims && i < result->study->claim_count; i++)
        json_array_append_new(claims, claim_json(result, &result->study->claims[i]));
    return json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:o}", "study", result->study->name,
                     "title", result->study->title, "run", (json_int_t)run->id, "games",
                     (json_int_t)run->games, "planned", (json_int_t)run->planned, "seed",
                     (json_int_t)result->standing->tournament.settings.seed, "tables", tables,
                     "claims", claims);
}
