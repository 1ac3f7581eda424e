/* registry.c: all heuristics in one row. */
#include "eval/families.h"

#include "eval/own.h"
#include "util/slice.h"
#include "util/suggest.h"

static const Heuristic *const families[] = {heuristics_baseline, heuristics_000,    heuristics_001,
                                            heuristics_002,      heuristics_003,    heuristics_004,
                                            heuristics_isolab,   heuristics_longest};

const Heuristic *heuristic_at(int i)
{
    for (size_t family = 0; family < sizeof families / sizeof *families; family++)
        for (const Heuristic *row = families[family]; row->name; row++)
            if (i-- == 0)
                return row;
    return NULL;
}

static const char *heuristic_name_at(const void *unused, int i)
{
    (void)unused;
    return heuristic_at(i) ? heuristic_at(i)->name : NULL;
}

const Heuristic *heuristic_find(const char *name, size_t length, Error *error)
{
    for (int i = 0; heuristic_at(i); i++) {
        const Heuristic *heuristic = heuristic_at(i);
        if (slice_is((Slice){name, length}, heuristic->name))
            return heuristic;
    }
    if (own_is_named(name, length))
        return own_find(name, length, error);
    if (length == 0)
        error_set(error, "a heuristic's name is missing, such as %s", heuristic_at(0)->name);
    else
        suggest_unknown(error, "heuristic", name, length, heuristic_name_at, NULL);
    return NULL;
}
