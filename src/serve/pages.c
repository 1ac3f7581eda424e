#include "serve/pages.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/whole_json.h"
#include "report/assets.h"
#include "report/frame.h"
#include "report/html.h"
#include "report/page.h"
#include "report/runs.h"
#include "report/tables.h"
#include "util/clock.h"
#include "util/input.h"

extern const char asset_live_js[]; // live.js

#define HTML   "text/html; charset=utf-8"
#define SCRIPT "text/javascript; charset=utf-8"
#define STYLE  "text/css; charset=utf-8"
#define JSON   "application/json"

enum { LOOKS_MAX = 32, REPORTS_MAX = 8, LISTED_MAX = 500, PART_MEGABYTES = 8 };

static const double look_seconds = 0.4; // a run is looked at no more often, whoever asks

/* What a run was when it was looked at last. */
typedef struct Look {
    int64_t run;      // 0: this place is free
    uint64_t version; // a number that no other look at any run has had
    double at;        // of clock_now()
    int64_t games;
    bool finished;
    Text json;
} Look;

/* A report, and how much of its run is in it. */
typedef struct Report {
    int64_t run;
    int64_t games;
    bool finished;
    double used_at;
    Text html;
} Report;

static const struct {
    const char *address, *type;
    const char *file;  // in the folder of the page with the engine
    const char *fixed; // or built into the program
} parts[PARTS] = {
    [PART_INDEX] = {"/", HTML, "index.html", NULL},
    [PART_SCRIPT] = {"/isolab.js", SCRIPT, "isolab.js", NULL},
    [PART_STYLE] = {"/isolab.css", STYLE, "isolab.css", NULL},
    [PART_REPORT_SCRIPT] = {"/report.js", SCRIPT, NULL, asset_page_js},
    [PART_REPORT_STYLE] = {"/page.css", STYLE, NULL, asset_page_css},
    [PART_LIVE] = {"/live.js", SCRIPT, NULL, asset_live_js},
};

struct Pages {
    const char *database;
    Text files[PARTS]; // those that are read
    pthread_mutex_t look_lock, report_lock;
    Look looks[LOOKS_MAX];
    uint64_t looks_taken;
    Report reports[REPORTS_MAX];
};

/* The number a path goes on with, up to its end or a slash; 0 if there is none. */
static int64_t parse_run(const char **path)
{
    int64_t number = 0;
    const char *at = *path;
    if (*at == '0')
        return 0;
    for (; is_digit(*at) && at - *path < 18; at++)
        number = 10 * number + (*at - '0');
    if (*at && *at != '/')
        return 0;
    *path = at;
    return number;
}

Address address_parse(const char *path)
{
    static const struct {
        const char *start, *end;
        PageKind kind;
    } of_runs[] = {{"/runs/", "", PAGE_REPORT},
                   {"/runs/", "/live", PAGE_LIVE},
                   {"/api/runs/", "", PAGE_RUN_JSON},
                   {"/api/runs/", "/events", PAGE_EVENTS}};
    if (!strcmp(path, "/runs"))
        return (Address){.kind = PAGE_RUNS};
    if (!strcmp(path, "/api/runs"))
        return (Address){.kind = PAGE_RUNS_JSON};
    for (size_t i = 0; i < sizeof of_runs / sizeof *of_runs; i++) {
        const char *rest = path + strlen(of_runs[i].start);
        int64_t run;
        if (!strncmp(path, of_runs[i].start, strlen(of_runs[i].start)) &&
            (run = parse_run(&rest)) > 0 && !strcmp(rest, of_runs[i].end))
            return (Address){.kind = of_runs[i].kind, .run = run};
    }
    for (int i = 0; i < PARTS; i++)
        if (!strcmp(path, parts[i].address))
            return (Address){.kind = PAGE_PART, .part = i};
    return (Address){.kind = PAGE_NOT_THERE};
}

static const char not_there[] = "There is nothing at this address.\n";

void reply_say(Reply *reply, int status, const char *sentence)
{
    reply->status = status;
    reply->type = "text/plain; charset=utf-8";
    reply->fixed = NULL;
    text_clear(&reply->text);
    text_append(&reply->text, sentence);
}

static void reply_error(Reply *reply, int status, const Error *error)
{
    reply_say(reply, status, error->text);
    text_append(&reply->text, "\n");
}

/* Opened for each question: so a database that is made later, moved or replaced is found as it is
 * then. NULL with a reply that says what is wrong. */
static Store *open_store(const Pages *pages, Reply *reply)
{
    Error error;
    Store *store = store_open(pages->database, STORE_READ, &error);
    if (!store)
        reply_error(reply, 404, &error);
    return store;
}

static Look *look_at_place(Pages *pages, int64_t run)
{
    Look *oldest = &pages->looks[0];
    for (int i = 0; i < LOOKS_MAX; i++) {
        if (pages->looks[i].run == run)
            return &pages->looks[i];
        if (pages->looks[i].at < oldest->at)
            oldest = &pages->looks[i];
    }
    text_free(&oldest->json);
    *oldest = (Look){.run = run};
    return oldest;
}

static bool look_again(Pages *pages, Look *look, Error *error)
{
    StoreRun run;
    Store *store = store_open(pages->database, STORE_READ, error);
    bool good = store && store_run_get(store, look->run, &run, error);
    if (good) {
        bool same = look->json.length && run.games == look->games &&
                    (run.finished != NULL) == look->finished;
        Standing *standing = same ? NULL : standing_read(store, look->run, error);
        good = same || standing;
        if (standing) {
            look->games = standing->run.games;
            look->finished = standing->run.finished != NULL;
            look->version = ++pages->looks_taken;
            text_clear(&look->json);
            good = whole_json_print(tables_json(standing), JSON_COMPACT, &look->json) ||
                   error_out_of_memory(error);
            standing_destroy(standing);
        }
        store_run_free(&run);
    }
    store_close(store);
    return good;
}

/* The run as it is, or was a moment ago; NULL with a sentence if it is not there. The lock is
 * held. */
static const Look *look_at(Pages *pages, int64_t run, Error *error)
{
    double now = clock_now();
    Look *look = look_at_place(pages, run);
    if (look->json.length && now - look->at < look_seconds)
        return look;
    if (!look_again(pages, look, error)) {
        text_free(&look->json);
        *look = (Look){.run = 0};
        return NULL;
    }
    look->at = now;
    return look;
}

static void reply_run_json(Pages *pages, int64_t run, Reply *reply)
{
    Error error;
    pthread_mutex_lock(&pages->look_lock);
    const Look *look = look_at(pages, run, &error);
    if (look) {
        *reply = (Reply){.status = 200, .type = JSON};
        text_append_bytes(&reply->text, look->json.bytes, look->json.length);
    } else {
        reply_error(reply, 404, &error);
    }
    pthread_mutex_unlock(&pages->look_lock);
}

void pages_event(Pages *pages, int64_t run, uint64_t *seen, Text *text, bool *over)
{
    Error error;
    pthread_mutex_lock(&pages->look_lock);
    const Look *look = look_at(pages, run, &error);
    if (!look) {
        text_append(text, "event: gone\ndata: {}\n\n");
        *over = true;
    } else if (look->version != *seen) {
        *seen = look->version;
        *over = look->finished;
        text_format(text, "event: %s\ndata: ", look->finished ? "finished" : "played");
        text_append_bytes(text, look->json.bytes, look->json.length);
        text_append(text, "\n\n");
    }
    pthread_mutex_unlock(&pages->look_lock);
}

static Report *report_place(Pages *pages, int64_t run)
{
    Report *oldest = &pages->reports[0];
    for (int i = 0; i < REPORTS_MAX; i++) {
        if (pages->reports[i].run == run)
            return &pages->reports[i];
        if (pages->reports[i].used_at < oldest->used_at)
            oldest = &pages->reports[i];
    }
    text_free(&oldest->html);
    *oldest = (Report){.run = run};
    return oldest;
}

/* Made while the others who want one wait: they cost a second of a processor, and as many
 * processes as plots. */
static void reply_report(Pages *pages, int64_t run, Reply *reply)
{
    Error error = {""};
    StoreRun now;
    Store *store = open_store(pages, reply);
    if (!store)
        return;
    if (!store_run_get(store, run, &now, &error)) {
        reply_error(reply, 404, &error);
    } else {
        pthread_mutex_lock(&pages->report_lock);
        Report *report = report_place(pages, run);
        bool good = report->html.length && report->games == now.games &&
                    report->finished == (now.finished != NULL);
        if (!good) {
            text_clear(&report->html);
            report->games = now.games;
            report->finished = now.finished != NULL;
            good = page_print(store, run, "/report.js", &report->html, NULL, &error);
        }
        report->used_at = clock_now();
        if (good) {
            *reply = (Reply){.status = 200, .type = HTML};
            text_append_bytes(&reply->text, report->html.bytes, report->html.length);
        } else {
            text_free(&report->html);
            *report = (Report){.run = 0};
            reply_error(reply, 404, &error);
        }
        pthread_mutex_unlock(&pages->report_lock);
        store_run_free(&now);
    }
    store_close(store);
}

/* The newest runs, as many as are listed, each as a row of whatever list it is. */
typedef struct Listing {
    Text rows[LISTED_MAX]; // run i is at i modulo that
    int64_t count;
    bool as_json;
    Error error;
} Listing;

static bool list_run(void *context, const StoreRun *run)
{
    Listing *listing = context;
    Text *row = &listing->rows[listing->count++ % LISTED_MAX], agents = TEXT_EMPTY;
    char digits[HTML_COUNT_SIZE];
    json_t *settings = run_settings_json(run, &listing->error);
    if (!settings)
        return false;
    text_clear(row);
    if (listing->as_json) {
        whole_json_print(run_json(run, settings), JSON_COMPACT, row);
    } else {
        run_agents_print(settings, &agents);
        text_format(row, "<tr><th scope=\"row\"><a href=\"/runs/%lld%s\">%lld</a></th>",
                    (long long)run->id, run->finished ? "" : "/live", (long long)run->id);
        html_element(row, "td", "%s", run->kind);
        html_element(row, "td", "%s", html_count(digits, run->games));
        html_element(row, "td", "%s", html_count(digits, run->planned));
        html_element(row, "td", "%s", run->started);
        html_element(row, "td", "%s", run->finished ? run->finished : "not yet");
        html_element(row, "td", "%s", text_ok(&agents) ? agents.bytes : "");
        text_append(row, "</tr>\n");
    }
    json_decref(settings);
    text_free(&agents);
    return text_ok(row) || error_out_of_memory(&listing->error);
}

static void append_rows(const Listing *listing, const char *between, Text *text)
{
    int64_t listed = listing->count < LISTED_MAX ? listing->count : LISTED_MAX;
    for (int64_t i = 0; i < listed; i++) {
        text_append(text, i ? between : "");
        text_append(text, listing->rows[(listing->count - 1 - i) % LISTED_MAX].bytes);
    }
}

static bool print_runs_page(const Listing *listing, Text *text, Error *error)
{
    static const char *const heads[] = {"Run",     "Kind",     "Games", "Planned",
                                        "Started", "Finished", "Agents"};
    Frame frame = {.script_address = "/live.js"};
    text_append(&frame.title, "Runs");
    html_element(&frame.lead, "p class=\"lead\"", "%s",
                 listing->count
                     ? "What this database holds, newest first."
                     : "This database holds nothing yet: isolab match, isolab tournament.");
    text_append(&frame.main, "<section aria-label=\"Runs\">\n");
    html_table_begin(&frame.main, "runs", "a run is opened by its number");
    text_append(&frame.main, "<thead><tr>");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        html_element(&frame.main, "th scope=\"col\"", "%s", heads[i]);
    text_append(&frame.main, "</tr></thead>\n<tbody>\n");
    append_rows(listing, "", &frame.main);
    text_append(&frame.main, "</tbody>\n");
    html_table_end(&frame.main);
    text_append(&frame.main, FRAME_SECTION_END);
    return frame_print(&frame, text, NULL, error);
}

static void reply_runs(Pages *pages, bool as_json, Reply *reply)
{
    Listing *listing = calloc(1, sizeof *listing);
    Store *store = listing ? open_store(pages, reply) : NULL;
    if (!listing) {
        reply_say(reply, 500, "out of memory\n");
        return;
    }
    listing->as_json = as_json;
    if (store) {
        Error error = {""};
        bool good = store_runs(store, list_run, listing, &error);
        if (good && *listing->error.text) {
            error = listing->error;
            good = false;
        }
        *reply = (Reply){.status = 200, .type = as_json ? JSON : HTML};
        if (good && as_json) {
            text_append(&reply->text, "{\"runs\":[");
            append_rows(listing, ",\n", &reply->text);
            text_append(&reply->text, "]}\n");
        } else if (good) {
            good = print_runs_page(listing, &reply->text, &error);
        }
        if (!good)
            reply_error(reply, 500, &error);
        store_close(store);
    }
    for (int i = 0; i < LISTED_MAX; i++)
        text_free(&listing->rows[i]);
    free(listing);
}

/* A page that fills itself by the events of the run. */
static void reply_live(Pages *pages, int64_t run, Reply *reply)
{
    Error error = {""};
    Frame frame = {.script = "", .script_address = "/live.js"};
    pthread_mutex_lock(&pages->look_lock);
    const Look *look = look_at(pages, run, &error);
    if (look)
        escape_script(&frame.data, look->json.bytes);
    pthread_mutex_unlock(&pages->look_lock);
    if (!look) {
        reply_error(reply, 404, &error);
        return;
    }
    *reply = (Reply){.status = 200, .type = HTML};
    text_format(&frame.title, "Run %lld, live", (long long)run);
    text_format(&frame.lead,
                "<p class=\"lead\" id=\"state\" role=\"status\"></p>\n<p><progress id=\"progress\" "
                "aria-label=\"Games played\"></progress></p>\n<p><a href=\"/runs/%lld\">The report "
                "so far</a></p>\n",
                (long long)run);
    frame_section(&frame, "standing", "Standing", "Standing");
    html_table_begin(&frame.main, "live", "win rates with their 95 % intervals");
    text_append(&frame.main,
                "<thead><tr><th scope=\"col\">Agent</th><th scope=\"col\">Games</th><th "
                "scope=\"col\">Won</th><th scope=\"col\">Rate</th><th "
                "scope=\"col\">Interval</th><th scope=\"col\">Elo</th></tr></thead>\n"
                "<tbody id=\"agents\"></tbody>\n");
    html_table_end(&frame.main);
    text_append(&frame.main, FRAME_SECTION_END);
    if (!frame_print(&frame, &reply->text, NULL, &error))
        reply_error(reply, 500, &error);
}

static void reply_part(Pages *pages, int part, Reply *reply)
{
    const Text *file = &pages->files[part];
    const char *fixed = parts[part].fixed ? parts[part].fixed : file->bytes;
    if (fixed)
        *reply = (Reply){.status = 200,
                         .type = parts[part].type,
                         .fixed = fixed,
                         .fixed_length = parts[part].fixed ? strlen(fixed) : file->length};
    else if (part == PART_INDEX)
        reply_runs(pages, false, reply);
    else
        reply_say(reply, 404, not_there);
}

void pages_reply(Pages *pages, Address address, Reply *reply)
{
    *reply = (Reply){.status = 0};
    switch (address.kind) {
    case PAGE_PART:
        reply_part(pages, address.part, reply);
        break;
    case PAGE_RUNS:
    case PAGE_RUNS_JSON:
        reply_runs(pages, address.kind == PAGE_RUNS_JSON, reply);
        break;
    case PAGE_REPORT:
        reply_report(pages, address.run, reply);
        break;
    case PAGE_LIVE:
        reply_live(pages, address.run, reply);
        break;
    case PAGE_RUN_JSON:
    case PAGE_EVENTS:
        reply_run_json(pages, address.run, reply);
        break;
    case PAGE_NOT_THERE:
        reply_say(reply, 404, not_there);
        break;
    }
    if (!reply->fixed && !text_ok(&reply->text))
        *reply = (Reply){.status = 500,
                         .type = "text/plain",
                         .fixed = "out of memory\n",
                         .fixed_length = strlen("out of memory\n"),
                         .text = reply->text};
}

void pages_destroy(Pages *pages)
{
    if (!pages)
        return;
    for (int i = 0; i < PARTS; i++)
        text_free(&pages->files[i]);
    for (int i = 0; i < LOOKS_MAX; i++)
        text_free(&pages->looks[i].json);
    for (int i = 0; i < REPORTS_MAX; i++)
        text_free(&pages->reports[i].html);
    pthread_mutex_destroy(&pages->look_lock);
    pthread_mutex_destroy(&pages->report_lock);
    free(pages);
}

Pages *pages_create(const char *database, const char *web, Error *error)
{
    Pages *pages = calloc(1, sizeof *pages);
    if (!pages) {
        error_out_of_memory(error);
        return NULL;
    }
    pages->database = database;
    pthread_mutex_init(&pages->look_lock, NULL);
    pthread_mutex_init(&pages->report_lock, NULL);
    for (int i = 0; web && i < PARTS; i++) {
        char name[PATH_MAX];
        if (!parts[i].file)
            continue;
        snprintf(name, sizeof name, "%s/%s", web, parts[i].file);
        if (!input_read(name, PART_MEGABYTES, NULL, &pages->files[i], error)) {
            pages_destroy(pages);
            return NULL;
        }
    }
    return pages;
}
