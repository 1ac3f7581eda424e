/* pages.h: what stands at each address, without a socket.
 *
 *     /                      the page with the engine in it, where there is one; else the runs
 *     /NAME                  its parts, and those of the others
 *     /runs                  the runs of the database
 *     /runs/N                the report of one; /runs/N/live while it is being played
 *     /api/runs              the same for programs, newest first, as `runs --json` tells them;
 *     /api/runs/N            as `tournament --json` does;
 *     /api/runs/N/events     and that again whenever games were added, as server-sent events
 *
 * Addresses are compared as they come: there are no escapes, no dots and no queries to see through,
 * and whatever is not one of these is not there.
 */
#pragma once

#include "util/error.h"
#include "util/text.h"

typedef enum PageKind {
    PAGE_NOT_THERE,
    PAGE_PART,
    PAGE_RUNS,
    PAGE_REPORT,
    PAGE_LIVE,
    PAGE_RUNS_JSON,
    PAGE_RUN_JSON,
    PAGE_EVENTS,
} PageKind;

/* What pages are made of. The first three belong to the page with the engine. */
enum {
    PART_INDEX,
    PART_SCRIPT,
    PART_STYLE,
    PART_REPORT_SCRIPT,
    PART_REPORT_STYLE,
    PART_LIVE,
    PARTS
};

typedef struct Address {
    PageKind kind;
    int part;    // a PART_ number
    int64_t run; // from 1
} Address;

Address address_parse(const char *path);

/* An answer: its status as HTTP counts them, and what is in it. */
typedef struct Reply {
    int status;
    const char *type;
    const char *fixed; // bytes that are part of the program; NULL: those of `text`
    size_t fixed_length;
    Text text;
} Reply;

/* A reply that is a sentence. */
void reply_say(Reply *reply, int status, const char *sentence);

/* What is kept between two questions: reports, and what the last look at a run told. Safe from any
 * thread. */
typedef struct Pages Pages;

/* The page with the engine is read from a folder, here and now; `web` NULL: it is done without. */
Pages *pages_create(const char *database, const char *web, Error *error);
void pages_destroy(Pages *pages); // NULL is allowed

/* Answers everything but PAGE_EVENTS. The reply's text is the caller's to free. */
void pages_reply(Pages *pages, Address address, Reply *reply);

/* Appends the next event of a run for who has seen `*seen` of it (0: nothing yet); nothing where
 * nothing is new. `*over` when there will be no more. */
void pages_event(Pages *pages, int64_t run, uint64_t *seen, Text *text, bool *over);
