#include "report/page.h"

#include <string.h>

#include "report/assets.h"
#include "report/games_json.h"
#include "report/page_parts.h"
#include "util/slice.h"

static void add_style(Page *page, Text *text)
{
    (void)page;
    text_append(text, asset_page_css);
}

static void add_script(Page *page, Text *text)
{
    (void)page;
    text_append(text, asset_page_js);
}

static void add_games(Page *page, Text *text)
{
    games_json_print(page->standing, page->sample, text);
}

static const struct {
    const char *mark;
    void (*fill)(Page *page, Text *text);
} fillers[] = {
    {"title", page_title},         {"style", add_style},        {"lead", page_lead},
    {"facts", page_facts},         {"results", page_results},   {"repeats", page_repeats},
    {"ratings", page_ratings},     {"sides", page_sides},       {"lengths", page_lengths},
    {"effort", page_effort},       {"forfeits", page_forfeits}, {"sampling", page_sampling},
    {"reproduce", page_reproduce}, {"games", add_games},        {"script", add_script},
};

static bool fill_mark(Page *page, Text *text, const char *mark, size_t length)
{
    for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++)
        if (slice_is((Slice){mark, length}, fillers[i].mark)) {
            fillers[i].fill(page, text);
            return true;
        }
    return false;
}

/* The frame with each {{mark}} filled in. False if a mark is not known. */
static bool fill_frame(Page *page, Text *text, const char *frame)
{
    const char *mark, *end;
    while ((mark = strstr(frame, "{{")) && (end = strstr(mark, "}}"))) {
        text_append_bytes(text, frame, (size_t)(mark - frame));
        if (!fill_mark(page, text, mark + 2, (size_t)(end - mark - 2)))
            return false;
        frame = end + 2;
    }
    text_append(text, frame);
    return true;
}

void page_figure(Page *page, Text *text, Plot plot, const char *caption)
{
    Error why;
    text_append(text, "<figure>\n");
    html_element(text, "figcaption", "%s", caption);
    text_append(text, "\n");
    if (!plot_draw(&plot, &page->plotter, text, &why)) {
        html_element(text, "p class=\"missing\"", "No plot here: %s.", why.text);
        text_append(text, "\n");
    }
    text_append(text, "</figure>\n");
    plot_destroy(&plot);
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
    Page page = {.standing = standing, .survey = survey, .sample = sample};
    if (!fill_frame(&page, text, asset_page_html))
        return error_set(error, "the page's frame has a mark nobody fills");
    if (plots)
        *plots = page.plotter.failed ? page.plotter.why : (Error){""};
    return text_ok(text) || error_out_of_memory(error);
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
