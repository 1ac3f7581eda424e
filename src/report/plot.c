#include "report/plot.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "util/clock.h"
#include "util/process.h"

/* Many times what the largest plot takes on a busy machine, and what it is long. */
static const double patience = 20;
static const size_t length_limit = 4 << 20;

Plot plot_create(const char *description, int height)
{
    Plot plot = {.description = description, .height = height};
    plot_add(&plot,
             "set encoding utf8\n"
             "set terminal svg size %d,%d dynamic noenhanced font 'sans-serif,13'\n"
             "unset key\n"
             "set style fill solid 1 noborder\n"
             "set margins 1.5, 2, 2.2, 0.4\n"
             "set border 1 linecolor rgb '#%06x'\n"
             "set xtics nomirror out scale 0.4 offset 0, 0.3 textcolor rgb '#%06x'\n"
             "set grid x linetype 1 linecolor rgb '#%06x' linewidth 0.7\n",
             PLOT_WIDTH, height, SVG_LINE, SVG_MUTED, SVG_LINE);
    return plot;
}

void plot_destroy(Plot *plot)
{
    text_free(&plot->script);
    text_free(&plot->labels);
}

void plot_add(Plot *plot, const char *format, ...)
{
    char line[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_append(&plot->script, line);
}

int plot_text(Plot *plot, const char *string)
{
    text_append_bytes(&plot->labels, string, strlen(string) + 1);
    return plot->label_count++;
}

void plot_label(Plot *plot, const char *place, SvgColour colour, const char *string)
{
    plot_add(plot, "set label '@%d@' %s textcolor rgb '#%06x'\n", plot_text(plot, string), place,
             colour);
}

static const char *label_at(const void *context, int i)
{
    const Plot *plot = context;
    if (i < 0 || i >= plot->label_count || !text_ok(&plot->labels))
        return NULL;
    const char *label = plot->labels.bytes;
    while (i-- > 0)
        label += strlen(label) + 1;
    return label;
}

static bool explain(const Process *process, ProcessStatus status, double deadline, Error *error)
{
    char end[PROCESS_END_SIZE];
    if (status == PROCESS_LATE)
        return error_set(error, "gnuplot did not answer within %.0f s", patience);
    const struct timespec moment = {.tv_nsec = 1000000};
    while (status == PROCESS_CLOSED && !process_has_ended(process) && clock_now() < deadline)
        nanosleep(&moment, NULL);
    if (!strcmp(process_end(process, end), "exit status 127"))
        return error_set(error, "gnuplot is not installed (Debian package gnuplot-nox)");
    return error_set(error, "gnuplot failed%s%s", *end ? ": " : "", end);
}

static bool converse(const Plot *plot, Process *process, Svg *svg, Error *error)
{
    const char *line;
    size_t length;
    double deadline = clock_now() + patience;
    ProcessStatus status =
        process_write(process, plot->script.bytes, plot->script.length, deadline);
    while (status == PROCESS_OK && !svg->ended && text_ok(svg->text)) {
        status = process_read_line(process, deadline, &line, &length);
        if (status == PROCESS_OK)
            svg_add_line(svg, line, length);
        if (clock_now() > deadline) // whatever it still has to say
            status = PROCESS_LATE;
        if (svg->text->length > length_limit)
            status = PROCESS_LONG;
    }
    return svg->ended || !text_ok(svg->text) || explain(process, status, deadline, error);
}

/* `*lacking`: this machine lacks what it takes, so that gnuplot is not to blame. */
static bool draw(const Plot *plot, Text *text, bool *lacking, Error *error)
{
    bool ready = text_ok(&plot->script) && text_ok(&plot->labels);
    Process *process = ready ? process_start("exec gnuplot -d", false, error) : NULL;
    *lacking = !process;
    if (!process)
        return false;
    Svg svg = {.text = text,
               .label = label_at,
               .context = plot,
               .width = PLOT_WIDTH,
               .height = plot->height,
               .description = plot->description};
    bool good = converse(plot, process, &svg, error);
    svg_finish(&svg);
    process_stop(process, 1);
    *lacking = !text_ok(text);
    return good && text_ok(text);
}

bool plot_draw(const Plot *plot, Plotter *plotter, Text *text, Error *error)
{
    Text drawing = TEXT_EMPTY;
    if (!plotter->failed) {
        bool lacking;
        plotter->failed = !draw(plot, &drawing, &lacking, &plotter->why);
        if (lacking) {
            text->failed = true;
            error_out_of_memory(&plotter->why);
        }
    }
    if (!plotter->failed)
        text_append_bytes(text, drawing.bytes, drawing.length);
    else if (error)
        *error = plotter->why;
    text_free(&drawing);
    return !plotter->failed;
}
