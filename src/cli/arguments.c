#include "cli/arguments.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "util/output.h"
#include "util/slice.h"
#include "util/suggest.h"
#include "util/text.h"

static const char *option_name_at(const void *options, int i)
{
    return ((const Option *)options)[i].name;
}

static const Option *find_option(const Option *options, const char *name, size_t length)
{
    for (; options->name; options++)
        if (slice_is((Slice){name, length}, options->name))
            return options;
    return NULL;
}

static bool add_word(Arguments *arguments, const char *word, Error *error)
{
    if (arguments->word_count == ARGUMENT_LIMIT)
        return error_set(error, "more than %d words", ARGUMENT_LIMIT);
    arguments->words[arguments->word_count++] = word;
    return true;
}

static bool unknown_option(const Command *command, const char *name, size_t length, Error *error)
{
    if (!command->options->name) {
        char quote[QUOTE_SIZE];
        return error_set(error, "takes no options, but got %s",
                         error_quote(quote, name - 2, length + 2));
    }
    return suggest_unknown(error, "option", name, length, option_name_at, command->options);
}

/* `argv[*i]` starts with two dashes. */
static bool add_option(Arguments *arguments, int argc, char **argv, int *i, Error *error)
{
    const char *name = argv[*i] + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const Option *option = find_option(arguments->command->options, name, length);
    if (!option)
        return unknown_option(arguments->command, name, length, error);
    if (!option->repeats && arguments_has(arguments, option->name))
        return error_set(error, "--%s stands twice", option->name);
    if (arguments->given_count == ARGUMENT_LIMIT)
        return error_set(error, "more than %d options", ARGUMENT_LIMIT);
    const char *value = equals ? equals + 1 : NULL;
    if (!option->value && value)
        return error_set(error, "--%s takes no value", option->name);
    if (option->value && !value) {
        if (++*i == argc)
            return error_set(error, "--%s needs its %s", option->name, option->value);
        value = argv[*i];
    }
    arguments->given[arguments->given_count].option = option;
    arguments->given[arguments->given_count++].value = value;
    return true;
}

bool arguments_parse(Arguments *arguments, const Command *command, int argc, char **argv,
                     Error *error)
{
    bool options_ended = false;
    arguments->command = command;
    arguments->word_count = arguments->given_count = 0;
    for (int i = 0; i < argc; i++) {
        bool dashed = !options_ended && argv[i][0] == '-' && argv[i][1] == '-';
        if (dashed && argv[i][2] == '\0')
            options_ended = true;
        else if (dashed ? !add_option(arguments, argc, argv, &i, error)
                        : !add_word(arguments, argv[i], error))
            return false;
    }
    if (arguments_has(arguments, "json") && arguments_has(arguments, "markdown"))
        return error_set(error, "--json or --markdown, not both");
    return true;
}

const char *arguments_value(const Arguments *arguments, const char *name, int i)
{
    for (int k = 0; k < arguments->given_count; k++)
        if (!strcmp(arguments->given[k].option->name, name) && i-- == 0)
            return arguments->given[k].value;
    return NULL;
}

bool arguments_has(const Arguments *arguments, const char *name)
{
    for (int k = 0; k < arguments->given_count; k++)
        if (!strcmp(arguments->given[k].option->name, name))
            return true;
    return false;
}

bool arguments_integer(const Arguments *arguments, const char *name, int64_t min, int64_t max,
                       int64_t *number, Error *error)
{
    const char *value = arguments_value(arguments, name, 0);
    if (!value)
        return true;
    char *end;
    errno = 0;
    long long parsed = strtoll(value, &end, 10);
    bool negative = value[0] == '-' && value[1] != '0';
    bool whole = is_digit(value[negative]) && *end == '\0';
    if (!whole || errno || parsed < min || parsed > max) {
        char quote[QUOTE_SIZE];
        return error_set(error, "--%s is a whole number from %lld to %lld, not %s", name,
                         (long long)min, (long long)max, error_quote(quote, value, strlen(value)));
    }
    *number = parsed;
    return true;
}

bool arguments_two_numbers(const Arguments *arguments, const char *name, double *one, double *other)
{
    const char *text = arguments_value(arguments, name, 0);
    char rest;
    return !text || (sscanf(text, "%lf,%lf%c", one, other, &rest) == 2 && isfinite(*one) &&
                     isfinite(*other));
}

const char *arguments_database(const Arguments *arguments)
{
    const char *path = arguments_value(arguments, "db", 0);
    return path ? path : "isolab.db";
}

bool arguments_output(const Arguments *arguments, const char **name, Error *error)
{
    const char *given = arguments_value(arguments, "output", 0);
    *name = given ? given : *name;
    if (!*name)
        return true;
    if (output_is_same(*name, arguments_database(arguments)))
        return error_set(error, "--output is the database itself");
    return output_check(*name, error);
}

bool arguments_no_words(const Arguments *arguments, Error *error)
{
    char quote[QUOTE_SIZE];
    if (arguments->word_count == 0)
        return true;
    return error_set(error, "unexpected word %s",
                     error_quote(quote, arguments->words[0], strlen(arguments->words[0])));
}
