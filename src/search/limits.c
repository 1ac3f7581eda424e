#include "search/limits.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/slice.h"

enum { NUMBER_SIZE = 24, DEPTH_MAX = 128 };

/* Costs of the virtual clock that are no heuristic's. */
#define VIRTUAL_NODE     5500.0 // nanoseconds
#define VIRTUAL_SLOWNESS 4.5    // the studies' machines against the one the prices are from
#define VIRTUAL_RESERVE  0.010  // seconds before the end at which the studies' searches aborted

bool limits_are_finite(const Limits *limits)
{
    return limits->seconds > 0 || limits->nodes || limits->virtual_seconds > 0;
}

bool limits_are_set(const Limits *limits)
{
    return limits_are_finite(limits) || limits->depth;
}

bool limits_repeat(const Limits *limits)
{
    return limits_are_set(limits) && limits->seconds <= 0;
}

/* Digits, and a point where `fraction` allows it; the end of the number in `*end`. */
static bool read_decimal(const char *text, size_t length, bool fraction, double *number,
                         size_t *end)
{
    char copy[NUMBER_SIZE];
    size_t used = 0;
    while (used < length && (is_digit(text[used]) || (fraction && text[used] == '.')))
        used++;
    if (used == 0 || used >= sizeof copy)
        return false;
    memcpy(copy, text, used);
    copy[used] = '\0';
    char *stop;
    *number = strtod(copy, &stop);
    *end = used;
    return *stop == '\0';
}

static bool is_unit(const char *text, size_t length, const char *unit)
{
    return slice_is((Slice){text, length}, unit);
}

bool duration_parse(const char *text, size_t length, double *seconds, Error *error)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"us", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}};
    const double shortest = 0.999e-9, day = 86400;
    double number;
    size_t end;
    char quote[QUOTE_SIZE];
    if (read_decimal(text, length, true, &number, &end))
        for (size_t i = 0; i < sizeof units / sizeof *units; i++)
            if (is_unit(text + end, length - end, units[i].name)) {
                *seconds = number * units[i].seconds;
                if (*seconds >= shortest && *seconds <= day)
                    return true;
            }
    return error_set(error,
                     "a duration is such as 80us, 150ms, 2s, 3m or 2h, at most a day, not %s",
                     error_quote(quote, text, length));
}

static bool parse_nodes(const char *text, size_t length, uint64_t *nodes, Error *error)
{
    double number, factor = 1;
    size_t end;
    char quote[QUOTE_SIZE];
    bool good = read_decimal(text, length, false, &number, &end);
    if (good && is_unit(text + end, length - end, "k"))
        factor = 1e3;
    else if (good && is_unit(text + end, length - end, "M"))
        factor = 1e6;
    else
        good = good && end == length;
    if (!good || number * factor < 1 || number * factor > 1e15)
        return error_set(error,
                         "nodes is a whole number from 1 to 1e15 such as 5000, 20k or 3M, "
                         "not %s",
                         error_quote(quote, text, length));
    *nodes = (uint64_t)(number * factor);
    return true;
}

static bool parse_depth(const char *text, size_t length, int *depth, Error *error)
{
    double number;
    size_t end;
    char quote[QUOTE_SIZE];
    if (!read_decimal(text, length, false, &number, &end) || end != length || number < 1 ||
        number > DEPTH_MAX)
        return error_set(error, "depth is a whole number from 1 to %d, not %s", DEPTH_MAX,
                         error_quote(quote, text, length));
    *depth = (int)number;
    return true;
}

static bool parse_slowness(const char *text, size_t length, double *slowness, Error *error)
{
    double number;
    size_t end;
    char quote[QUOTE_SIZE];
    if (!read_decimal(text, length, true, &number, &end) || end != length || number < 0.01 ||
        number > 1000)
        return error_set(error, "virtual-slowness is a number from 0.01 to 1000, not %s",
                         error_quote(quote, text, length));
    *slowness = number;
    return true;
}

/* The sentence says of which setting. */
static bool parse_duration_of(const char *key, const char *text, size_t length, double *seconds,
                              Error *error)
{
    if (duration_parse(text, length, seconds, error))
        return true;
    error_prefix(error, key);
    return false;
}

bool limits_set(Limits *limits, const char *key, size_t key_length, const char *value,
                size_t value_length, bool *known, Error *error)
{
    *known = true;
    if (is_unit(key, key_length, "time"))
        return parse_duration_of("time", value, value_length, &limits->seconds, error);
    if (is_unit(key, key_length, "nodes"))
        return parse_nodes(value, value_length, &limits->nodes, error);
    if (is_unit(key, key_length, "depth"))
        return parse_depth(value, value_length, &limits->depth, error);
    if (is_unit(key, key_length, "virtual"))
        return parse_duration_of("virtual", value, value_length, &limits->virtual_seconds, error);
    if (is_unit(key, key_length, "virtual-node"))
        return parse_duration_of("virtual-node", value, value_length, &limits->virtual_node, error);
    if (is_unit(key, key_length, "virtual-slowness"))
        return parse_slowness(value, value_length, &limits->virtual_slowness, error);
    *known = false;
    return true;
}

bool limits_parse(const char *text, size_t length, Limits *limits, Error *error)
{
    char quote[QUOTE_SIZE];
    Slice rest = {text, length};
    for (bool more = true; more;) {
        Slice item, key;
        bool known;
        more = slice_cut(&rest, ',', &item);
        Slice value = item;
        slice_cut(&value, '=', &key);
        if (!limits_set(limits, key.start, key.length, value.start, value.length, &known, error))
            return false;
        if (!known)
            return error_set(error,
                             "%s is not a budget such as time=150ms, nodes=5000, depth=6 "
                             "or virtual=150ms",
                             error_quote(quote, item.start, item.length));
    }
    return true;
}

static void print_duration(Text *text, const char *key, double seconds)
{
    const char *comma = text->length ? "," : "";
    if (seconds <= 0)
        return;
    if (seconds < 1e-3)
        text_format(text, "%s%s=%.10gus", comma, key,
                    seconds * 1e6); // not below 0.001: no exponent
    else if (seconds < 1)
        text_format(text, "%s%s=%.10gms", comma, key, seconds * 1e3);
    else
        text_format(text, "%s%s=%.10gs", comma, key, seconds);
}

void limits_print(const Limits *limits, Text *text)
{
    print_duration(text, "time", limits->seconds);
    if (limits->nodes)
        text_format(text, "%snodes=%llu", text->length ? "," : "",
                    (unsigned long long)limits->nodes);
    if (limits->depth)
        text_format(text, "%sdepth=%d", text->length ? "," : "", limits->depth);
    print_duration(text, "virtual", limits->virtual_seconds);
    print_duration(text, "virtual-node", limits->virtual_node);
    if (limits->virtual_slowness > 0)
        text_format(text, "%svirtual-slowness=%.10g", text->length ? "," : "",
                    limits->virtual_slowness);
}

Budget limits_start(const Limits *limits, const atomic_bool *stop)
{
    Budget budget = {.stop = stop, .started = clock_now(), .nodes = limits->nodes};
    if (limits->seconds > 0)
        budget.deadline = budget.started + limits->seconds;
    if (limits->virtual_seconds > 0) {
        double node = limits->virtual_node > 0 ? limits->virtual_node * 1e9 : VIRTUAL_NODE;
        double slowness =
            limits->virtual_slowness > 0 ? limits->virtual_slowness : VIRTUAL_SLOWNESS;
        double usable =
            limits->virtual_seconds - fmin(limits->virtual_seconds / 2, VIRTUAL_RESERVE);
        budget.virtual_total = usable * 1e9;
        budget.virtual_slowness = slowness;
        budget.virtual_node = node * slowness;
    }
    return budget;
}

Limits limits_left(const Budget *budget, double share)
{
    assert(share > 0 && share <= 1);
    Limits left = {0};
    double nodes = budget_nodes(budget);
    if (budget->deadline > 0)
        left.seconds = fmax(1e-6, (budget->deadline - clock_now()) * share);
    if (nodes < INFINITY)
        left.nodes = (uint64_t)fmax(1, (nodes - (double)budget->spent) * share);
    return left;
}
