/* page_parts.h: what the files that fill the page share. For page*.c only. */
#pragma once

#include "report/frame.h"
#include "report/html.h"
#include "report/sample.h"
#include "report/survey.h"

typedef struct Page {
    const Standing *standing;
    const Survey *survey;
    const Sample *sample;
    Frame *frame;
    const Estimate *estimate; // of a sequential match, or NULL
} Page;

/* page_run.c: what was played, where, and how to play it again. */
void page_title(Page *page, Text *text);
void page_lead(Page *page, Text *text);
void page_facts(Page *page, Text *text);
void page_reproduce(Page *page, Text *text);

/* page_tables.c: who won how much. */
void page_results(Page *page, Text *text);
void page_repeats(Page *page, Text *text);
void page_ratings(Page *page, Text *text);

/* page_games.c: how the games went. */
void page_sides(Page *page, Text *text);
void page_lengths(Page *page, Text *text);
void page_effort(Page *page, Text *text);
void page_forfeits(Page *page, Text *text);
void page_sampling(Page *page, Text *text);
