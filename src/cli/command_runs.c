/* command_runs.c: `isolab runs`, what a database holds, and getting rid of it. */
#include <stdio.h>
#include <string.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "report/runs.h"
#include "util/terminal.h"

typedef struct Listing {
    json_t *json; // NULL: text
    Text text;    // a line for each run
    Text narrow;  // a paragraph for each, where those lines are too wide
    bool good;
    Error *error;
} Listing;

static void append_run(Text *text, const StoreRun *run, const json_t *settings)
{
    text_format(text, "%4lld  %-12s %9lld of %-9lld %s  %-20s  ", (long long)run->id, run->kind,
                (long long)run->games, (long long)run->planned, run->started,
                run->finished ? run->finished : "unfinished");
    run_agents_print(settings, text);
    text_append(text, "\n");
}

/* A run that ended on the day it began says the day once. */
static void append_narrow(Text *text, const StoreRun *run, const json_t *settings)
{
    size_t day = strcspn(run->started, "T");
    text_format(text, "%4lld  %s, %lld of %lld games, %s", (long long)run->id, run->kind,
                (long long)run->games, (long long)run->planned, run->started);
    if (!run->finished)
        text_append(text, ", unfinished");
    else if (run->started[day] && !strncmp(run->started, run->finished, day + 1))
        text_format(text, " to %s", run->finished + day + 1);
    else
        text_format(text, " to %s", run->finished);
    text_append(text, "\n      ");
    run_agents_print(settings, text);
    text_append(text, "\n");
}

static bool list_run(void *context, const StoreRun *run)
{
    Listing *listing = context;
    json_t *settings = run_settings_json(run, listing->error);
    listing->good = settings != NULL;
    if (!settings)
        return false;
    if (!listing->json) {
        append_run(&listing->text, run, settings);
        append_narrow(&listing->narrow, run, settings);
    } else
        whole_json_append(listing->json, run_json(run, settings));
    json_decref(settings);
    return listing->good;
}

static bool fits(const Text *text, int width)
{
    int widest = 0;
    for (const char *line = text->bytes; *line;) {
        size_t length = strcspn(line, "\n");
        int columns = text_columns(line, length);
        widest = columns > widest ? columns : widest;
        line += length + (line[length] == '\n');
    }
    return widest <= width;
}

static bool print_listing(Listing *listing, Error *error)
{
    if (listing->json)
        return answer_print(json_pack("{s:O}", "runs", listing->json), error);
    if (!text_ok(&listing->text) || !text_ok(&listing->narrow))
        return error_out_of_memory(error);
    int width = terminal_width();
    terminal_print(width == 0 || fits(&listing->text, width) ? listing->text.bytes
                                                             : listing->narrow.bytes);
    return true;
}

static bool list_runs(Store *store, bool as_json, Error *error)
{
    Listing listing = {.json = as_json ? json_array() : NULL, .good = true, .error = error};
    if (as_json && !listing.json)
        return error_out_of_memory(error);
    text_append(&listing.narrow, ""); // a text even of no runs
    text_format(&listing.text, " run  %-12s %9s of %-9s %-20s  %-20s  agents\n", "kind", "games",
                "planned", "started", "finished");
    bool good = store_runs(store, list_run, &listing, error) && listing.good &&
                print_listing(&listing, error);
    json_decref(listing.json);
    text_free(&listing.text);
    text_free(&listing.narrow);
    return good;
}

static bool list_file(const char *path, bool as_json, Error *error)
{
    Store *store = store_open(path, STORE_READ, error);
    bool good = store && list_runs(store, as_json, error);
    store_close(store);
    return good;
}

static bool print_deleted(int64_t id, int64_t games, bool as_json, Error *error)
{
    if (as_json)
        return answer_print(
            json_pack("{s:I, s:I}", "deleted", (json_int_t)id, "games", (json_int_t)games), error);
    printf("deleted run %lld and its %lld game%s\n", (long long)id, (long long)games,
           plural(games));
    return true;
}

/* Read first: a file that is not there must not be made by deleting from it. */
static bool count_games(const char *path, int64_t id, int64_t *games, Error *error)
{
    StoreRun run;
    Store *store = store_open(path, STORE_READ, error);
    bool good = store && store_run_get(store, id, &run, error);
    if (good) {
        *games = run.games;
        store_run_free(&run);
    }
    store_close(store);
    return good;
}

static bool delete_run(const char *path, int64_t id, bool as_json, Error *error)
{
    int64_t games;
    if (!count_games(path, id, &games, error))
        return false;
    Store *store = store_open(path, STORE_WRITE, error);
    bool good = store && store_run_delete(store, id, error);
    store_close(store);
    return good && print_deleted(id, games, as_json, error);
}

static int run_runs(const Arguments *arguments, Error *error)
{
    int64_t id = 0;
    bool as_json = arguments_has(arguments, "json");
    const char *path = arguments_database(arguments);
    if (!arguments_no_words(arguments, error) ||
        !arguments_integer(arguments, "delete", 1, INT64_MAX, &id, error))
        return EXIT_REFUSED;
    bool good = id ? delete_run(path, id, as_json, error) : list_file(path, as_json, error);
    return good ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {
    OPTION_DB,
    {"delete", "N", "delete run N with all its games", false},
    OPTION_JSON,
    OPTION_END,
};

const Command command_runs = {
    .name = "runs",
    .words = "",
    .summary = "the runs a database holds: games played and planned, when, who",
    .details = "A deleted run's number is not given again. The file keeps its size; later runs use "
               "the room.",
    .example = "isolab runs --db isolab.db",
    .options = options,
    .run = run_runs,
};
