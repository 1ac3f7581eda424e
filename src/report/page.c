#include "report/page.h"

#include "report/assets.h"
#include "report/games_json.h"
#include "report/page_parts.h"

static const struct {
    const char *mark;
    void (*fill)(Page *page, Text *text);
} fillers[] = {
    {"results", page_results},   {"repeats", page_repeats},   {"ratings", page_ratings},
    {"sides", page_sides},       {"lengths", page_lengths},   {"effort", page_effort},
    {"forfeits", page_forfeits}, {"sampling", page_sampling}, {"reproduce", page_reproduce},
};

static bool fill_mark(void *context, Slice mark, Text *text)
{
    for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++)
        if (slice_is(mark, fillers[i].mark)) {
            fillers[i].fill(context, text);
            return true;
        }
    return false;
}

typedef struct Walk {
    const Standing *standing;
    Survey *survey;
    Sample *sample;
} Walk;

static bool visit(void *context, const StoredGame *stored)
{
    Walk *walk = context;
    survey_add(walk->survey, walk->standing, stored);
    sample_offer(walk->sample, walk->standing, stored);
    return true;
}

static bool print(const Standing *standing, const Survey *survey, const Sample *sample, Text *text,
                  Error *plots, Error *error)
{
    Frame frame = {.script = asset_page_js};
    Page page = {standing, survey, sample, &frame, NULL};
    Estimate estimate;
    if (survey->is_sequential) {
        if (!sequential_estimate(&survey->match, CONFIDENCE, &estimate, error))
            return false;
        page.estimate = &estimate;
    }
    page_title(&page, &frame.title);
    page_lead(&page, &frame.lead);
    page_facts(&page, &frame.lead);
    games_json_print(standing, sample, &frame.data);
    bool known = frame_fill(asset_page_html, fill_mark, &page, &frame.main);
    return frame_print(&frame, text, plots, error) &&
           (known || error_set(error, "the page has a mark nobody fills"));
}

static bool survey_and_print(Store *store, const Standing *standing, Text *text, Error *plots,
                             Error *error)
{
    Sample sample;
    if (!sample_create(&sample, standing, SAMPLE_GAMES, error))
        return false;
    Walk walk = {standing, survey_create(standing, error), &sample};
    bool good = walk.survey && store_games(store, standing->run.id, visit, &walk, error) &&
                sample_finish(&sample, error) &&
                print(standing, walk.survey, &sample, text, plots, error);
    survey_destroy(walk.survey);
    sample_destroy(&sample);
    return good;
}

bool page_print(Store *store, int64_t run, Text *text, Error *plots, Error *error)
{
    Standing *standing = standing_read(store, run, error);
    if (!standing)
        return false;
    bool good = standing->run.games > 0
                    ? survey_and_print(store, standing, text, plots, error)
                    : error_set(error, "run %lld has no games yet", (long long)standing->run.id);
    standing_destroy(standing);
    return good;
}
