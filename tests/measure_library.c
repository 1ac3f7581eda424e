/* measure_library.c: what a call through isolab.h costs beside the same call inside.
 *
 *     ninja -C build && build/tests/measure_library
 *
 * Both in one run, the best of many short rounds each, since machines are noisy.
 */
#include <isolab.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/notation.h"
#include "eval/heuristic.h"
#include "util/clock.h"

enum { ROUNDS = 200, CALLS = 20000 };

static double inside(const HeuristicSpec *spec, const Board *board, const Position *position)
{
    volatile double sum = 0;
    double start = clock_now();
    for (int i = 0; i < CALLS; i++)
        sum = sum + heuristic_value(spec, board, position, (Side)(i & 1));
    return clock_now() - start;
}

static double outside(const IsolabHeuristic *heuristic, const IsolabPosition *position)
{
    volatile double sum = 0;
    double start = clock_now();
    for (int i = 0; i < CALLS; i++)
        sum = sum + isolab_heuristic_value(heuristic, position, (IsolabSide)(i & 1));
    return clock_now() - start;
}

int main(void)
{
    static const char *const names[] = {"improved", "reach", "attacker", "territory"};
    static const char text[] = "7x7 d4 c2 e6 e3 c5 f5 b7 d6";
    Board board;
    Position position;
    IsolabPosition *handle = isolab_position_create(text, NULL, 0);
    if (!handle || !position_parse(text, strlen(text), &board, &position, NULL, NULL))
        return 1;
    printf("ns a call    inside   isolab.h\n");
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        HeuristicSpec spec;
        IsolabHeuristic *heuristic = isolab_heuristic_create(names[k], NULL, 0);
        if (!heuristic || !heuristic_parse(names[k], strlen(names[k]), &spec, NULL))
            return 1;
        double in = INFINITY, out = INFINITY;
        for (int round = 0; round < ROUNDS; round++) {
            in = fmin(in, inside(&spec, &board, &position));
            out = fmin(out, outside(heuristic, handle));
        }
        printf("%-10s %8.2f %10.2f\n", names[k], in / CALLS * 1e9, out / CALLS * 1e9);
        isolab_heuristic_destroy(heuristic);
    }
    isolab_position_destroy(handle);
}
