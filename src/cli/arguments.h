/* arguments.h: the words and options of one command line.
 *
 * Options are declared as data by each command and may stand before, between and after the
 * words, as `--name value` or `--name=value`; `--` ends them. What was not declared, lacks its
 * value or stands twice where once is meant is refused, with the near names.
 */
#pragma once

#include <stdint.h>

#include "util/error.h"

enum { ARGUMENT_LIMIT = 1024 };

typedef struct Option {
    const char *name;  // without the dashes; NULL ends a list
    const char *value; // what its value is called in help; NULL for a flag
    const char *meaning;
    bool repeats;
} Option;

typedef struct Command Command;

typedef struct Arguments {
    const Command *command;
    const char *words[ARGUMENT_LIMIT];
    int word_count;
    struct {
        const Option *option;
        const char *value; // NULL for a flag
    } given[ARGUMENT_LIMIT];
    int given_count;
} Arguments;

/* `arguments` keeps pointers into `argv` (the words after the command's name). */
bool arguments_parse(Arguments *arguments, const Command *command, int argc, char **argv,
                     Error *error);

bool arguments_has(const Arguments *arguments, const char *name);

/* The value of the i-th (from 0) `--name`, or NULL. */
const char *arguments_value(const Arguments *arguments, const char *name, int i);

/* A whole number within a range; `*number` keeps its value where the option is absent. */
bool arguments_integer(const Arguments *arguments, const char *name, int64_t min, int64_t max,
                       int64_t *number, Error *error);

/* Two numbers such as 0,10; false where they are not, unchanged where the option is absent. */
bool arguments_two_numbers(const Arguments *arguments, const char *name, double *one,
                           double *other);

/* What OPTION_DB says. */
const char *arguments_database(const Arguments *arguments);

/* What --output says, in `*name`, which keeps its value where the option is absent. Refused if it
 * cannot be written, or is the database, which would be the end of that. */
bool arguments_output(const Arguments *arguments, const char **name, Error *error);

bool arguments_no_words(const Arguments *arguments, Error *error);

/* Options that mean the same everywhere. */
#define OPTION_JSON                                                                                \
    {                                                                                              \
        "json", NULL, "answer as one line of JSON", false                                          \
    }
#define OPTION_MARKDOWN                                                                            \
    {                                                                                              \
        "markdown", NULL, "answer with tables in Markdown", false                                  \
    }
#define OPTION_DB                                                                                  \
    {                                                                                              \
        "db", "FILE", "the database, isolab.db unless told", false                                 \
    }
#define OPTION_END                                                                                 \
    {                                                                                              \
        NULL, NULL, NULL, false                                                                    \
    }
