/* command_export.c: `isolab export`, a run's games for other programs. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "store/export.h"
#include "util/output.h"
#include "util/suggest.h"

static const char *const format_names[] = {"csv", "jsonl", "pgn", NULL}; // by ExportFormat

static const char *format_name_at(const void *names, int i)
{
    return ((const char *const *)names)[i];
}

static bool read_format(const Arguments *arguments, ExportFormat *format, Error *error)
{
    const char *name = arguments_value(arguments, "format", 0);
    if (!name)
        return error_set(error, "--format csv, jsonl or pgn is missing");
    for (int i = 0; format_names[i]; i++)
        if (!strcmp(format_names[i], name)) {
            *format = (ExportFormat)i;
            return true;
        }
    return suggest_unknown(error, "format", name, strlen(name), format_name_at, format_names);
}

static bool write_games(Store *store, const Arguments *arguments, int64_t run, ExportFormat format,
                        Error *error)
{
    const char *name = NULL;
    Output output = {.stream = stdout};
    bool times = arguments_has(arguments, "times");
    if (!arguments_output(arguments, &name, error) ||
        (name && !output_begin(&output, name, interrupt_flag(), error)))
        return false;
    bool good = export_games(store, run, format, times, output.stream, error);
    return name ? output_end(&output, good, error) : good;
}

static int run_export(const Arguments *arguments, Error *error)
{
    int64_t id = 0;
    ExportFormat format = EXPORT_CSV;
    if (!arguments_no_words(arguments, error) || !read_format(arguments, &format, error) ||
        !arguments_integer(arguments, "run", 1, INT64_MAX, &id, error))
        return EXIT_REFUSED;
    Store *store = store_open(arguments_database(arguments), STORE_READ, error);
    bool good = store && write_games(store, arguments, id, format, error);
    store_close(store);
    return good ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {
    OPTION_DB,
    {"run", "N", "which run (`isolab runs`), the newest unless told", false},
    {"format", "csv|jsonl|pgn", "the form; jsonl is an object a line", false},
    {"times", NULL, "with the seconds each side thought", false},
    {"output", "FILE", "where to, standard output unless told", false},
    OPTION_END,
};

const Command command_export = {
    .name = "export",
    .words = "--format csv|jsonl|pgn",
    .summary = "the games of a run as CSV, JSON lines or PGN",
    .details =
        "Games come in the order of pairing, opening and side. Without --times the bytes "
        "depend only on the games: not on when, where or on how many threads they were played.\n"
        "In PGN White is the first to place its knight, and equal agents are told apart by a "
        "number; rating programs such as Ordo and BayesElo read it.",
    .example = "isolab export --db isolab.db --format csv",
    .options = options,
    .run = run_export,
};
