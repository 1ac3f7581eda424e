#include "report/runs.h"

json_t *run_settings_json(const StoreRun *run, Error *error)
{
    json_error_t fault;
    json_t *settings = json_loads(run->settings, 0, &fault);
    if (!settings)
        error_set(error, "the settings of run %lld cannot be read: %s", (long long)run->id,
                  fault.text);
    return settings;
}

static void append_specs(const json_t *specs, const char *before, Text *text)
{
    for (size_t i = 0; i < json_array_size(specs); i++) {
        const char *spec = json_string_value(json_array_get(specs, i));
        text_append(text, i ? "; " : before);
        text_append(text, spec ? spec : "?");
    }
}

void run_agents_print(const json_t *settings, Text *text)
{
    append_specs(json_object_get(settings, "agents"), "", text);
    append_specs(json_object_get(settings, "against"), " against ", text);
}

json_t *run_json(const StoreRun *run, json_t *settings)
{
    return json_pack("{s:I, s:s, s:I, s:I, s:s, s:s?, s:s, s:s, s:O}", "run", (json_int_t)run->id,
                     "kind", run->kind, "games", (json_int_t)run->games, "planned",
                     (json_int_t)run->planned, "started", run->started, "finished", run->finished,
                     "version", run->version, "machine", run->machine, "settings", settings);
}
