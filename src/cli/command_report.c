/* command_report.c: `isolab report`, a run as one HTML file. */
#include <stdio.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "report/page.h"
#include "util/output.h"

static bool print_page(const Arguments *arguments, int64_t run, Text *text, Error *plots,
                       Error *error)
{
    Store *store = store_open(arguments_database(arguments), STORE_READ, error);
    bool good = store && page_print(store, run, NULL, text, plots, error);
    store_close(store);
    return good;
}

static int run_report(const Arguments *arguments, Error *error)
{
    const char *output = "report.html";
    int64_t number = 0;
    Text text = TEXT_EMPTY;
    Error plots = {""};
    bool good = arguments_no_words(arguments, error) &&
                arguments_integer(arguments, "run", 1, INT64_MAX, &number, error) &&
                arguments_output(arguments, &output, error) &&
                print_page(arguments, number, &text, &plots, error) &&
                output_write(output, &text, interrupt_flag(), error);
    text_free(&text);
    if (good && *plots.text)
        fprintf(stderr, "note: the report has no plots: %s\n", plots.text);
    if (good)
        printf("%s\n", output);
    return good ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {
    OPTION_DB,
    {"run", "N", "the run, the newest unless told", false},
    {"output", "FILE", "what is written, report.html unless told", false},
    OPTION_END};

const Command command_report = {
    .name = "report",
    .words = "",
    .summary = "a run as one HTML file: tables, plots, games on a board",
    .details =
        "The file stands alone: mail it, open it anywhere. Plots are drawn by gnuplot; without "
        "it the report is written without them.",
    .example = "isolab report --db isolab.db --output report.html",
    .options = options,
    .run = run_report,
};
