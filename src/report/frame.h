/* frame.h: what the pages of runs, studies, accuracy and tuning share.
 *
 * A page is one file that stands alone: no network, no other file. frame.html has its head, its
 * heading and its navigation, page.css its style; both are built into the library, and {{marks}}
 * in them are filled in here. What is a page's own comes in a Frame.
 *
 * The navigation is read off the sections that are there, so that it can neither miss one nor
 * lead nowhere. A section starts as frame_section() writes it, by that or in a page's own HTML.
 */
#pragma once

#include "report/plot.h"
#include "util/slice.h"

typedef struct Frame {
    Text title;         // as it is read; it is escaped here
    Text lead;          // HTML under the title
    Text main;          // HTML, sections
    const char *script; // the page's JavaScript, or NULL
    /* Where that is found, for a page that is served rather than a file: then script and style are
     * files of their own. NULL: all is in the page. */
    const char *script_address;
    Text data; // JSON for the script
    Plotter plotter;
} Frame;

#define FRAME_EMPTY ((Frame){.script = NULL})

/* `<section id="ID" aria-label="NAME">` and its heading; `name` is what the navigation says. The
 * caller ends it with FRAME_SECTION_END. */
void frame_section(Frame *frame, const char *id, const char *name, const char *heading);
#define FRAME_SECTION_END "</section>\n"

/* Appends the plot as a figure, or the sentence that says why there is none; destroys it. The
 * caption is HTML. */
void frame_figure(Frame *frame, Text *text, Plot plot, const char *caption);

/* Fills the mark of that name. False if it is not known. */
typedef bool (*FrameFill)(void *context, Slice mark, Text *text);

/* A text with each {{mark}} filled in. False if one is not known. */
bool frame_fill(const char *marked, FrameFill fill, void *context, Text *text);

/* The whole page; empties the frame. `*plots` (if not NULL) gets the sentence that says why there
 * are no plots, or "". */
bool frame_print(Frame *frame, Text *text, Error *plots, Error *error);
