/* answer.h: commands that answer something about a position.
 *
 * Such a command says how to answer one position, as JSON and as text for people. Where the
 * position comes from is the same for all: the words of the command line, or, for `-`, the
 * lines of standard input, each answered by one line of JSON. A line that cannot be answered
 * gets {"error": ...} in its place, so that answers and lines stay in step, and the exit code
 * tells.
 *
 * Positions are the library's (isolab.h), as any other program has them. A command that asks more
 * than that has to offer opens the question.
 */
#pragma once

#include "arena/whole_json.h"
#include "cli/arguments.h"
#include "core/notation.h"
#include "isolab.h"
#include "util/slice.h"
#include "util/text.h"

enum { ANSWER_SQUARES = 128 }; // no board has more

typedef struct Question {
    const IsolabPosition *position;
    Slice text;           // it was read from
    const void *settings; // the command's own
} Question;

typedef struct Answer {
    /* A new JSON object, or NULL: with a sentence in `error`, or out of memory without. */
    json_t *(*json)(const Question *question, Error *error);
    bool (*text)(const Question *question, Text *text, Error *error);
} Answer;

typedef struct InnerQuestion {
    Board board;
    Position position;
    const void *settings;
} InnerQuestion;
bool answer_open(const Question *question, InnerQuestion *inner, Error *error);

/* Returns the exit code. Asks for a position unless the words give one. */
int answer_positions(const Arguments *arguments, const Answer *answer, const void *settings,
                     Error *error);

/* Whether the positions come from standard input. */
bool answer_is_batch(const Arguments *arguments);

/* For people, each after a blank. */
void answer_squares(Text *text, const IsolabPosition *position, const int *squares, int count);

json_t *answer_square_json(const IsolabPosition *position, int square);
json_t *answer_squares_json(const IsolabPosition *position, const int *squares, int count);
json_t *answer_side_json(IsolabSide side); // null for nobody

/* How wide tables may be: as the terminal is, or TABLE_MARKDOWN after --markdown. */
int answer_width(const Arguments *arguments);

/* Prints what is for people, broken where the terminal ends unless it is Markdown, and frees it. */
bool answer_print_text(const Arguments *arguments, Text *text, Error *error);

/* Prints one line of JSON on standard output and releases `json`, an object; NULL is out of memory.
 * After a Ctrl-C it says so itself: "interrupted": true. */
bool answer_print(json_t *json, Error *error);
