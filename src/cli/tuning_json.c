/* tuning_json.c: a tuning for programs. Nothing in it depends on when or how fast it ran. */
#include <jansson.h>

#include "cli/answer.h"
#include "cli/tuning_json.h"
#include "report/tables.h"

static json_t *agent_json(const AgentSpec *spec)
{
    Text text = TEXT_EMPTY;
    agent_print(spec, &text);
    json_t *json = text_ok(&text) ? json_string(text.bytes) : NULL;
    text_free(&text);
    return json;
}

/* A value as its row has it: a number, or one of the words. */
static json_t *value_json(const Parameter *parameter, double value)
{
    char text[PARAMETER_VALUE_SIZE];
    return parameter->choices ? json_string(parameter_print(parameter, value, text))
                              : json_real(value);
}

static json_t *values_json(const Tuned *tuned, const TunerPoint *point)
{
    json_t *json = json_object();
    for (int i = 0; json && i < tuned->tuner.settings.axis_count; i++)
        json_object_set_new(json, tuned->settings.parameters[i].name,
                            value_json(tuned->settings.parameters[i].parameter, point->values[i]));
    return json;
}

static json_t *parameters_json(const Tuned *tuned)
{
    json_t *json = json_array();
    for (int i = 0; json && i < tuned->tuner.settings.axis_count; i++) {
        const TunerAxis *axis = &tuned->tuner.settings.axes[i];
        const Parameter *row = tuned->settings.parameters[i].parameter;
        json_array_append_new(
            json, json_pack("{s:s, s:o, s:o, s:f, s:o}", "name", tuned->settings.parameters[i].name,
                            "min", value_json(row, axis->min), "max", value_json(row, axis->max),
                            "step", axis->step, "start", value_json(row, axis->start)));
    }
    return json;
}

static json_t *points_json(const Tuned *tuned)
{
    json_t *json = json_array();
    for (int i = 0; json && i < tuned->tuner.count; i++) {
        const TunerPoint *point = &tuned->tuner.points[i];
        const TunedPoint *measured = &tuned->points[i];
        json_array_append_new(json,
                              json_pack("{s:o, s:i, s:f, s:o, s:[I, I, I], s:o, s:o}", "values",
                                        values_json(tuned, point), "round", point->round, "score",
                                        point->score, "interval", interval_json(measured->range),
                                        "pair_points", (json_int_t)measured->pairs.points[0],
                                        (json_int_t)measured->pairs.points[1],
                                        (json_int_t)measured->pairs.points[2], "lead",
                                        whole_json_number(measured->lead), "lead_error",
                                        whole_json_number(measured->lead_error)));
    }
    return json;
}

static json_t *path_json(const Tuned *tuned)
{
    const TunerSettings *settings = &tuned->tuner.settings;
    json_t *path = json_array();
    for (int round = 0; path && round <= tuned->tuner.count / 2; round++) {
        TunerPoint point = tuner_path(&tuned->tuner, round);
        json_array_append_new(path, json_pack("{s:f, s:f, s:o}", "a", tuner_gain(settings, round),
                                              "c", tuner_reach(settings, round), "values",
                                              values_json(tuned, &point)));
    }
    return path;
}

static json_t *confirmation_json(const TunedConfirmation *test)
{
    const PairCounts *pairs = &test->match.pairs;
    json_t *json = json_pack("{s:I, s:[I, I, I]}", "pairs", (json_int_t)pairs_count(pairs),
                             "pair_points", (json_int_t)pairs->points[0],
                             (json_int_t)pairs->points[1], (json_int_t)pairs->points[2]);
    if (!json_object_update_new(json, estimate_json(&test->estimate, true)) &&
        !json_object_update_new(json, sequential_json(&test->match)))
        return json;
    json_decref(json);
    return NULL;
}

static json_t *against_json(const TournamentSettings *games)
{
    json_t *json = json_array();
    for (int i = 1; json && i < games->agent_count; i++)
        json_array_append_new(json, agent_json(&games->agents[i]));
    return json;
}

bool tuning_print_json(const Tuned *tuned, Error *error)
{
    const TournamentSettings *games = &tuned->settings.games;
    TunerPoint best = tuner_best(&tuned->tuner);
    AgentSpec agent = tuned_agent(tuned, &best);
    const TunedConfirmation *test = &tuned->confirmation;
    json_t *json =
        json_pack("{s:o, s:s, s:s, s:o, s:o, s:i, s:I, s:b, s:o, s:{s:o, s:o, s:o}, s:o}", "agent",
                  agent_json(&games->agents[0]), "method",
                  tuner_method_name(NULL, (int)tuned->tuner.settings.method), "objective",
                  tune_objective_name(tuned->settings.objective), "parameters",
                  parameters_json(tuned), "against", against_json(games), "pairs", games->pairs,
                  "seed", (json_int_t)games->seed, "complete", tuned->complete, "points",
                  points_json(tuned), "best", "agent", agent_json(&agent), "values",
                  values_json(tuned, &best), "score", whole_json_number(best.score), "confirmation",
                  pairs_count(&test->match.pairs) > 0 ? confirmation_json(test) : json_null());
    if (json && tuned->tuner.settings.method == TUNER_SPSA)
        json_object_set_new(json, "path", path_json(tuned));
    return answer_print(json, error);
}
