#include "eval/formula.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/feature.h"
#include "util/slice.h"

enum { DEPTH_MAX = 64, FOUND_MAX = 64 };

typedef struct Reader {
    const char *text;
    size_t length, at;
    int depth; // of brackets, and of everything else that nests
    Formula *formula;
    struct {
        const Feature *feature;
        int number;
    } found[FOUND_MAX]; // features whose price is in
    int found_count;
    Error *error;
} Reader;

static bool read_choice(Reader *reader);

static bool refuse(const Reader *reader, size_t at, const char *what)
{
    char quote[QUOTE_SIZE];
    if (at >= reader->length)
        return error_set(reader->error, "the formula ends where %s is expected", what);
    return error_set(reader->error, "column %zu of the formula: %s is expected, not %s", at + 1,
                     what, error_quote(quote, reader->text + at, 1));
}

static void skip_blanks(Reader *reader)
{
    while (reader->at < reader->length && reader->text[reader->at] == ' ')
        reader->at++;
}

/* Takes a sign if it comes next. */
static bool take(Reader *reader, const char *sign)
{
    size_t size = strlen(sign);
    skip_blanks(reader);
    if (reader->length - reader->at < size || memcmp(reader->text + reader->at, sign, size))
        return false;
    reader->at += size;
    return true;
}

static bool expect(Reader *reader, const char *sign, const char *what)
{
    return take(reader, sign) || refuse(reader, reader->at, what);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static Slice take_name(Reader *reader)
{
    skip_blanks(reader);
    Slice name = {reader->text + reader->at, 0};
    if (reader->at < reader->length && is_letter(*name.start))
        while (reader->at + name.length < reader->length &&
               (is_letter(name.start[name.length]) || is_digit(name.start[name.length])))
            name.length++;
    reader->at += name.length;
    return name;
}

/* Digits, a point, an exponent; `signed_` allows a sign before. */
static bool take_number(Reader *reader, bool signed_, double *number)
{
    char copy[40], *end;
    size_t used = 0;
    skip_blanks(reader);
    const char *start = reader->text + reader->at;
    size_t left = reader->length - reader->at;
    if (signed_ && left > 0 && (*start == '-' || *start == '+'))
        used++;
    size_t digits = used;
    while (used < left && (is_digit(start[used]) ||
                           (start[used] == '.' && !(used + 1 < left && start[used + 1] == '.'))))
        used++;
    if (used == digits)
        return refuse(reader, reader->at, "a number");
    if (used < left && (start[used] == 'e' || start[used] == 'E')) {
        size_t exponent = used + 1;
        if (exponent < left && (start[exponent] == '-' || start[exponent] == '+'))
            exponent++;
        if (exponent < left && is_digit(start[exponent]))
            for (used = exponent; used < left && is_digit(start[used]);)
                used++;
    }
    if (used >= sizeof copy)
        return error_set(reader->error, "column %zu of the formula: the number is too long",
                         reader->at + 1);
    memcpy(copy, start, used);
    copy[used] = '\0';
    *number = strtod(copy, &end);
    if (*end || !isfinite(*number))
        return error_set(reader->error, "column %zu of the formula: '%s' is not a number",
                         reader->at + 1, copy);
    reader->at += used;
    return true;
}

/* So that it is read back the same to the last bit, and never as a whole number. */
static void append_number(Text *code, double number)
{
    char text[PARAMETER_VALUE_SIZE];
    static const Parameter plain = {.name = "", .choices = NULL};
    parameter_print(&plain, number, text);
    text_format(code, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

/* Adds what a feature costs, and what it is made from, unless it is in already. */
static bool charge(Reader *reader, const Feature *feature, int number)
{
    for (int i = 0; i < reader->found_count; i++)
        if (reader->found[i].feature == feature && reader->found[i].number == number)
            return true;
    if (reader->found_count == FOUND_MAX)
        return error_set(reader->error, "a formula has at most %d features", FOUND_MAX);
    reader->found[reader->found_count].feature = feature;
    reader->found[reader->found_count++].number = number;
    reader->formula->price += feature->price + feature->price_more * (number ? number - 1 : 0);
    for (int i = 0; i < FEATURE_FROM_MAX && feature->from[i]; i++)
        for (int k = 0; feature_at(k); k++)
            if (!strcmp(feature_at(k)->name, feature->from[i]) &&
                !charge(reader, feature_at(k), feature_at(k)->most ? number : 0))
                return false;
    return true;
}

static void need(Reader *reader, Needs needs)
{
    if (needs > reader->formula->needs)
        reader->formula->needs = needs;
}

/* The code of a feature, its `k` replaced. */
static void append_feature(Text *code, const Feature *feature, int number)
{
    text_append(code, "(double)(");
    for (const char *c = feature->code; *c; c++) {
        bool alone = feature->most && *c == 'k' && !is_letter(c[1]) && c > feature->code &&
                     !is_letter(c[-1]) && !is_digit(c[-1]);
        if (alone)
            text_format(code, "%d", number);
        else
            text_append_bytes(code, c, 1);
    }
    text_append(code, ")");
}

static bool read_heuristic(Reader *reader, const Heuristic *heuristic)
{
    Formula *formula = reader->formula;
    int i = 0;
    while (i < formula->use_count && formula->uses[i] != heuristic)
        i++;
    if (i == FORMULA_USES_MAX)
        return error_set(reader->error, "a formula has at most %d built-in heuristics",
                         FORMULA_USES_MAX);
    if (i == formula->use_count) {
        formula->uses[formula->use_count++] = heuristic;
        formula->price += heuristic_usual_cost(heuristic) * 1e-3;
    }
    need(reader, heuristic->needs);
    text_format(&formula->code, "isolab_use(scene, %d)", i);
    return true;
}

static bool read_function(Reader *reader, const char *function, int arguments)
{
    text_format(&reader->formula->code, "%s(", function);
    for (int i = 0; i < arguments; i++) {
        if (i > 0 && !expect(reader, ",", "a comma"))
            return false;
        text_append(&reader->formula->code, i > 0 ? ", " : "");
        if (!read_choice(reader))
            return false;
    }
    text_append(&reader->formula->code, ")");
    return expect(reader, ")", "a closing bracket");
}

static bool read_name(Reader *reader, Slice name)
{
    static const struct {
        const char *name, *function;
        int arguments;
    } functions[] = {{"abs", "fabs", 1},  {"min", "fmin", 2},  {"max", "fmax", 2},
                     {"sqrt", "sqrt", 1}, {"exp", "exp", 1},   {"log", "log", 1},
                     {"pow", "pow", 2},   {"tanh", "tanh", 1}, {NULL, NULL, 0}};
    FeatureName found;
    size_t at = (size_t)(name.start - reader->text);
    char place[48];
    if (take(reader, "(")) {
        for (int i = 0; functions[i].name; i++)
            if (slice_is(name, functions[i].name))
                return read_function(reader, functions[i].function, functions[i].arguments);
        char quote[QUOTE_SIZE];
        return error_set(reader->error,
                         "column %zu of the formula: %s is not one of its functions, abs, min, "
                         "max, sqrt, exp, log, pow and tanh",
                         at + 1, error_quote(quote, name.start, name.length));
    }
    if (!feature_find(name.start, name.length, &found, reader->error)) {
        snprintf(place, sizeof place, "column %zu of the formula", at + 1);
        error_prefix(reader->error, place);
        return false;
    }
    if (found.heuristic)
        return read_heuristic(reader, found.heuristic);
    need(reader, found.feature->needs);
    append_feature(&reader->formula->code, found.feature, found.number);
    return charge(reader, found.feature, found.number);
}

/* {w=0.5:0..2}, the brace being read. The same name again has to say the same, or nothing: {w}. */
static bool read_parameter(Reader *reader)
{
    Formula *formula = reader->formula;
    size_t at = reader->at;
    Slice name = take_name(reader);
    double standard, min, max;
    int i = 0;
    if (name.length == 0 || name.length >= FORMULA_NAME_SIZE)
        return refuse(reader, at, "a short name such as {w=0.5:0..2}");
    while (i < formula->parameter_count && !slice_is(name, formula->parameters[i].name))
        i++;
    bool known = i < formula->parameter_count;
    text_format(&formula->code, "parameters[%d]", i);
    if (known && take(reader, "}"))
        return true;
    if (!expect(reader, "=", "'=' as in {w=0.5:0..2}") || !take_number(reader, true, &standard) ||
        !expect(reader, ":", "a range as in {w=0.5:0..2}") || !take_number(reader, true, &min) ||
        !expect(reader, "..", "'..' as in {w=0.5:0..2}") || !take_number(reader, true, &max) ||
        !expect(reader, "}", "a closing brace"))
        return false;
    if (!(min < max) || standard < min || standard > max)
        return error_set(reader->error,
                         "column %zu of the formula: %.*s is %g, which is not within %g..%g",
                         at + 1, (int)name.length, name.start, standard, min, max);
    if (known)
        return error_set(reader->error, "column %zu of the formula: %.*s is there already", at + 1,
                         (int)name.length, name.start);
    if (i == PARAMETER_MAX)
        return error_set(reader->error, "a formula has at most %d constants to tune",
                         PARAMETER_MAX);
    memcpy(formula->parameters[i].name, name.start, name.length);
    formula->parameters[i].standard = standard;
    formula->parameters[i].min = min;
    formula->parameters[i].max = max;
    formula->parameter_count++;
    return true;
}

static bool read_single(Reader *reader)
{
    Text *code = &reader->formula->code;
    double number;
    if (take(reader, "(")) {
        text_append(code, "(");
        if (!read_choice(reader) || !expect(reader, ")", "a closing bracket"))
            return false;
        text_append(code, ")");
        return true;
    }
    if (take(reader, "{"))
        return read_parameter(reader);
    Slice name = take_name(reader);
    if (name.length)
        return read_name(reader, name);
    if (reader->at >= reader->length ||
        (!is_digit(reader->text[reader->at]) && reader->text[reader->at] != '.'))
        return refuse(reader, reader->at, "a feature, a number or a bracket");
    if (!take_number(reader, false, &number))
        return false;
    append_number(code, number);
    return true;
}

static bool read_signed(Reader *reader)
{
    Text *code = &reader->formula->code;
    bool good = false;
    if (++reader->depth > DEPTH_MAX)
        error_set(reader->error, "the formula nests deeper than %d", DEPTH_MAX);
    else if (take(reader, "-")) {
        text_append(code, "- ");
        good = read_signed(reader);
    } else if (take(reader, "!")) {
        text_append(code, "!");
        good = read_signed(reader);
    } else
        good = read_single(reader);
    reader->depth--;
    return good;
}

/* Operators by how tightly they bind; longer ones before those they begin with. */
static const char *const operators[][5] = {
    {"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*", "/"},
};
enum { LEVELS = sizeof operators / sizeof *operators };

static bool read_level(Reader *reader, size_t level)
{
    if (level == LEVELS)
        return read_signed(reader);
    if (!read_level(reader, level + 1))
        return false;
    for (;;) {
        const char *found = NULL;
        for (int i = 0; !found && i < 5 && operators[level][i]; i++)
            if (take(reader, operators[level][i]))
                found = operators[level][i];
        if (!found)
            return true;
        text_format(&reader->formula->code, " %s ", found);
        if (!read_level(reader, level + 1))
            return false;
    }
}

static bool read_choice(Reader *reader)
{
    Text *code = &reader->formula->code;
    bool good = false;
    if (++reader->depth > DEPTH_MAX)
        error_set(reader->error, "the formula nests deeper than %d", DEPTH_MAX);
    else if (read_level(reader, 0)) {
        good = true;
        if (take(reader, "?")) {
            text_append(code, " ? ");
            good = read_choice(reader) && expect(reader, ":", "':'");
            text_append(code, " : ");
            good = good && read_choice(reader);
        }
    }
    reader->depth--;
    return good;
}

bool formula_parse(const char *text, size_t length, Formula *formula, Error *error)
{
    *formula = (Formula){.price = FEATURE_BASE_PRICE};
    Reader reader = {.text = text, .length = length, .formula = formula, .error = error};
    if (length > FORMULA_LENGTH_MAX)
        return error_set(error, "a formula has at most %d bytes, this one %zu", FORMULA_LENGTH_MAX,
                         length);
    if (!read_choice(&reader) ||
        (take(&reader, "@") && !take_number(&reader, false, &formula->price)))
        return false;
    skip_blanks(&reader);
    if (reader.at < length)
        return refuse(&reader, reader.at, "an operator or the end");
    return text_ok(&formula->code) || error_out_of_memory(error);
}

void formula_print_function(const Formula *formula, Text *text)
{
    static const char *const needs[] = {"ISOLAB_NOTHING", "ISOLAB_OWN_PLACED",
                                        "ISOLAB_BOTH_PLACED"};
    text_format(text,
                "double isolab_score(const IsolabScene *scene, const double *parameters)\n{\n"
                "    (void)parameters;\n    return isolab_checked(%s);\n}\n\n"
                "ISOLAB_HEURISTIC_INFO(isolab_score, .needs = %s, .price = ",
                formula->code.bytes, needs[formula->needs]);
    append_number(text, formula->price);
    text_append(text, ",\n    .parameters = {");
    for (int i = 0; i < formula->parameter_count; i++) {
        text_format(text, "{\"%s\", ", formula->parameters[i].name);
        append_number(text, formula->parameters[i].standard);
        text_append(text, ", ");
        append_number(text, formula->parameters[i].min);
        text_append(text, ", ");
        append_number(text, formula->parameters[i].max);
        text_append(text, ", ");
        append_number(text, (formula->parameters[i].max - formula->parameters[i].min) / 64);
        text_append(text, ", \"a constant of the formula\"}, ");
    }
    text_append(text, "},\n    .uses = {");
    for (int i = 0; i < formula->use_count; i++)
        text_format(text, "\"%s\", ", formula->uses[i]->name);
    text_append(text, "})\n");
}
