#include "report/frame.h"

#include <string.h>

#include "report/assets.h"
#include "report/html.h"

#define SECTION "<section id=\""
#define LABEL   "\" aria-label=\""

void frame_section(Frame *frame, const char *id, const char *name, const char *heading)
{
    text_append(&frame->main, SECTION);
    escape_html(&frame->main, id);
    text_append(&frame->main, LABEL);
    escape_html(&frame->main, name);
    text_append(&frame->main, "\">\n");
    html_element(&frame->main, "h2", "%s", heading);
    text_append(&frame->main, "\n");
}

void frame_figure(Frame *frame, Text *text, Plot plot, const char *caption)
{
    Error why;
    text_format(text, "<figure>\n<figcaption>%s</figcaption>\n", caption);
    if (!plot_draw(&plot, &frame->plotter, text, &why)) {
        html_element(text, "p class=\"missing\"", "No plot here: %s.", why.text);
        text_append(text, "\n");
    }
    text_append(text, "</figure>\n");
    plot_destroy(&plot);
}

bool frame_fill(const char *marked, FrameFill fill, void *context, Text *text)
{
    const char *mark, *end;
    while ((mark = strstr(marked, "{{")) && (end = strstr(mark, "}}"))) {
        text_append_bytes(text, marked, (size_t)(mark - marked));
        if (!fill(context, (Slice){mark + 2, (size_t)(end - mark - 2)}, text))
            return false;
        marked = end + 2;
    }
    text_append(text, marked);
    return true;
}

static void print_navigation(const char *main, bool is_served, Text *text)
{
    if (is_served)
        text_append(text, "<a href=\"/\">Play</a>\n<a href=\"/runs\">All runs</a>\n");
    while ((main = strstr(main, SECTION))) {
        const char *id = main + strlen(SECTION), *id_end = strchr(id, '"');
        const char *name = id_end + strlen(LABEL);
        if (!strncmp(id_end, LABEL, strlen(LABEL)))
            text_format(text, "<a href=\"#%.*s\">%.*s</a>\n", (int)(id_end - id), id,
                        (int)strcspn(name, "\""), name);
        main = id_end;
    }
}

static void print_script(const Frame *frame, Text *text)
{
    text_append(text, "<script type=\"application/json\" id=\"data\">\n");
    text_append(text, frame->data.bytes);
    text_append(text, "\n</script>\n");
    if (frame->script_address)
        text_format(text, "<script src=\"%s\"></script>", frame->script_address);
    else
        text_format(text, "<script>\n%s</script>", frame->script);
}

static bool fill_frame(void *context, Slice mark, Text *text)
{
    const Frame *frame = context;
    if (slice_is(mark, "title"))
        escape_html(text, frame->title.bytes);
    else if (slice_is(mark, "style") && frame->script_address)
        text_append(text, "<link rel=\"icon\" href=\"data:,\">\n"
                          "<link rel=\"stylesheet\" href=\"/page.css\">\n");
    else if (slice_is(mark, "style"))
        text_format(text, "<style>\n%s\n</style>\n", asset_page_css);
    else if (slice_is(mark, "policy") && !frame->script_address)
        text_format(text,
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                    "style-src 'unsafe-inline'; script-src %s; base-uri 'none'; form-action "
                    "'none'\">\n",
                    frame->script ? "'unsafe-inline'" : "'none'");
    else if (slice_is(mark, "lead"))
        text_append(text, frame->lead.bytes);
    else if (slice_is(mark, "navigation"))
        print_navigation(frame->main.bytes, frame->script_address != NULL, text);
    else if (slice_is(mark, "main"))
        text_append(text, frame->main.bytes);
    else if (slice_is(mark, "script") && frame->script)
        print_script(frame, text);
    else
        return slice_is(mark, "script") || slice_is(mark, "policy");
    return true;
}

bool frame_print(Frame *frame, Text *text, Error *plots, Error *error)
{
    bool whole = text_ok(&frame->title) && text_ok(&frame->lead) && text_ok(&frame->main) &&
                 (!frame->script || text_ok(&frame->data));
    bool good = whole || error_out_of_memory(error);
    if (good && !frame_fill(asset_frame_html, fill_frame, frame, text))
        good = error_set(error, "the page's frame has a mark nobody fills");
    if (good && !text_ok(text))
        good = error_out_of_memory(error);
    if (plots)
        *plots = frame->plotter.failed ? frame->plotter.why : (Error){""};
    text_free(&frame->title);
    text_free(&frame->lead);
    text_free(&frame->main);
    text_free(&frame->data);
    *frame = FRAME_EMPTY;
    return good;
}
