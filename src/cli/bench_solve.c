/* bench_solve.c: positions solved per second, with one thread and an empty table, so that the
 * nodes are the same every time. */
#include <string.h>

#include "cli/bench.h"
#include "core/notation.h"
#include "search/solver/solver.h"
#include "util/terminal.h"

typedef struct SolveWork {
    const char *key;
    const char *position;
} SolveWork;

static const SolveWork works[] = {
    {"solve_mnps", "7x7 d4 c5"},
    {"solve_wide_mnps", "9x8 a1 i8 b3 g7 d4 e8 e6 d6 c5 f5 a4 g3 b6 e2"},
};

static bool solve(const SolveWork *work, Solution *solution, Error *error)
{
    Board board;
    Position position;
    if (!position_parse(work->position, strlen(work->position), &board, &position, NULL, error))
        return false;
    Solver *solver = solver_create(&board, (SolverSettings){.megabytes = 16}, error);
    if (!solver)
        return false;
    *solution = solver_solve(solver, &position, SOLVE_WINNER, &(Budget){0}, NULL);
    solver_destroy(solver);
    return true;
}

static bool run_work(const SolveWork *work, Bench *bench, Error *error)
{
    Solution solution;
    if (!solve(work, &solution, error))
        return false;
    double speed = solution.seconds > 0 ? (double)solution.nodes / solution.seconds * 1e-6 : 0;
    bench->signature += solution.nodes + (uint64_t)solution.winner;
    if (bench->json)
        whole_json_set(bench->json, work->key, json_real(speed));
    else
        terminal_say("solve %-45s %12llu %9.2f M/s\n", work->position,
                     (unsigned long long)solution.nodes, speed);
    return true;
}

bool bench_solve(Bench *bench, Error *error)
{
    for (size_t i = 0; i < sizeof works / sizeof *works; i++)
        if (!run_work(&works[i], bench, error))
            return false;
    return true;
}
