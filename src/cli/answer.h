/* answer.h: commands that answer something about a position.
 *
 * Such a command says how to answer one position, as JSON and as text for people. Where the
 * position comes from is the same for all: the words of the command line, or, for `-`, the
 * lines of standard input, each answered by one line of JSON. A line that cannot be answered
 * gets {"error": ...} in its place, so that answers and lines stay in step, and the exit code
 * tells.
 */
#pragma once

#include "arena/whole_json.h"
#include "cli/arguments.h"
#include "core/notation.h"
#include "util/text.h"

typedef struct Question {
    const Board *board;
    const Position *position;
    const void *settings; // the command's own
} Question;

typedef struct Answer {
    /* A new JSON object, or NULL: with a sentence in `error`, or out of memory without. */
    json_t *(*json)(const Question *question, Error *error);
    bool (*text)(const Question *question, Text *text, Error *error);
} Answer;

/* Returns the exit code. Asks for a position unless the words give one. */
int answer_positions(const Arguments *arguments, const Answer *answer, const void *settings,
                     Error *error);

/* Whether the positions come from standard input. */
bool answer_is_batch(const Arguments *arguments);

/* The squares of a set for people, each after a blank; " none" where there are none. */
void text_squares(Text *text, const Board *board, Squares squares);

/* How wide tables may be: as the terminal is, or TABLE_MARKDOWN after --markdown. */
int answer_width(const Arguments *arguments);

/* Prints what is for people, broken where the terminal ends unless it is Markdown, and frees it. */
bool answer_print_text(const Arguments *arguments, Text *text, Error *error);

/* Prints one line of JSON on standard output and releases `json`, an object; NULL is out of memory.
 * After a Ctrl-C it says so itself: "interrupted": true. */
bool answer_print(json_t *json, Error *error);
