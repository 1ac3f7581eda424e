#include "cli/parameter_json.h"

#include "arena/whole_json.h"

static json_t *choices_json(const Parameter *parameter)
{
    json_t *array = json_array();
    for (double value = 0; value <= parameter->max; value++) {
        char word[PARAMETER_VALUE_SIZE];
        whole_json_append(array, json_string(parameter_print(parameter, value, word)));
    }
    return array;
}

static json_t *parameter_json(const Parameter *parameter)
{
    if (!parameter->choices)
        return json_pack("{s:s, s:f, s:f, s:f, s:f, s:s}", "name", parameter->name, "default",
                         parameter->standard, "min", parameter->min, "max", parameter->max, "step",
                         parameter->step, "meaning", parameter->meaning);
    char standard[PARAMETER_VALUE_SIZE];
    return json_pack("{s:s, s:s, s:o, s:s}", "name", parameter->name, "default",
                     parameter_print(parameter, parameter->standard, standard), "choices",
                     choices_json(parameter), "meaning", parameter->meaning);
}

json_t *parameters_json(const Parameter *parameters)
{
    json_t *array = json_array();
    for (int i = 0; i < PARAMETER_MAX && parameters[i].name; i++)
        whole_json_append(array, parameter_json(&parameters[i]));
    return array;
}
