/* own_bare.c: own.h where there is no compiler to ask: no heuristic of one's own, and a sentence
 * for whoever names one. It stands in for own.c and own_wide.c, as util/bare.c does for others. */
#include <math.h>

#include "eval/own.h"

const Heuristic *own_find(const char *name, size_t length, Error *error)
{
    char quote[QUOTE_SIZE];
    error_set(error, "%s needs a C compiler, and there is none here",
              error_quote(quote, name, length));
    return NULL;
}

const Heuristic *own_kept(const char *name, size_t length, Error *error)
{
    return own_find(name, length, error);
}

bool own_load(const Heuristic *heuristic, Heuristic *row, volatile uint64_t *steps, Error *error)
{
    (void)row;
    (void)steps;
    return own_find(heuristic->name, strlen(heuristic->name), error) != NULL;
}

bool own_is_foreign(const Heuristic *heuristic)
{
    (void)heuristic;
    return false;
}

const char *own_content(const Heuristic *heuristic)
{
    (void)heuristic;
    return "";
}

bool own_lacks_price(const Heuristic *heuristic)
{
    (void)heuristic;
    return false;
}

bool own_take_fault(const Heuristic *heuristic, Error *error)
{
    (void)heuristic;
    (void)error;
    return false;
}

double own_ask_value(const HeuristicSpec *spec, int width, int height, bool narrow, Squares blanks,
                     Square active, Square passive, bool own_active)
{
    (void)spec;
    (void)width;
    (void)height;
    (void)narrow;
    (void)blanks;
    (void)active;
    (void)passive;
    (void)own_active;
    return NAN;
}
