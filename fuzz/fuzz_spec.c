/* Any bytes as a heuristic's spec: what parses prints, parses back to the same values and prints
 * the same again; and its value on a position with both knights placed is never undefined. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation.h"
#include "eval/heuristic.h"
#include "fuzz.h"

FUZZ_WITHOUT_COMPILER

static void check_back(const HeuristicSpec *spec)
{
    HeuristicSpec back;
    Text text = TEXT_EMPTY, again = TEXT_EMPTY;
    heuristic_print(spec, &text);
    if (!heuristic_parse(text.bytes, text.length, &back, NULL) ||
        back.heuristic != spec->heuristic ||
        memcmp(back.values, spec->values, sizeof back.values) != 0)
        abort();
    heuristic_print(&back, &again);
    if (strcmp(text.bytes, again.bytes) != 0)
        abort();
    text_free(&text);
    text_free(&again);
}

static void check_value(const HeuristicSpec *spec)
{
    static const char text[] = "4x3 a1 d3 b3";
    Board board;
    Position position;
    if (!position_parse(text, strlen(text), &board, &position, NULL, NULL))
        abort();
    for (Side side = FIRST; side <= SECOND; side++)
        if (isnan(heuristic_value(spec, &board, &position, side)))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    HeuristicSpec spec;
    Error error = {""};
    if (!heuristic_parse((const char *)data, size, &spec, &error)) {
        if (!error.text[0])
            abort();
        return 0;
    }
    check_back(&spec);
    check_value(&spec);
    return 0;
}
