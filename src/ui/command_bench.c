/* command_bench.c: `isolab bench`, fixed work and how fast it went.
 *
 * The signature is a total over the results of that work, so it changes if and only if the
 * program's behaviour does; CI compares it between widths, compilers and runs. Times are for
 * people: they depend on the machine, the signature never does.
 */
#include <stdio.h>
#include <string.h>

#include "core/perft.h"
#include "search/solver.h"
#include "ui/answer.h"
#include "ui/command.h"
#include "util/clock.h"

typedef struct PerftWork {
    const char *position;
    int depth;
} PerftWork;

static const PerftWork perft_narrow = {"7x7 d4 c5", 13};
static const PerftWork perft_wide = {"11x9 f5 e7", 11};
static const char solve_narrow[] = "7x7 d4 c5",
                  solve_wide[] = "9x8 a1 i8 b3 g7 d4 e8 e6 d6 c5 f5 a4 g3 b6 e2";

typedef struct Measured {
    uint64_t count;
    double seconds;
} Measured;

static double millions_per_second(Measured m)
{
    return m.seconds > 0 ? (double)m.count / m.seconds * 1e-6 : 0;
}

static Measured measure_perft(const PerftWork *work, PerftBulk bulk)
{
    Board board;
    Position position;
    Text text = TEXT_EMPTY;
    text_append(&text, work->position);
    Measured measured = {0, 0};
    if (text_ok(&text) && position_parse(text.bytes, text.length, &board, &position, NULL, NULL)) {
        double start = clock_now();
        measured.count = perft_bulk(&board, &position, work->depth, bulk);
        measured.seconds = clock_now() - start;
    }
    text_free(&text);
    return measured;
}

/* One thread and an empty table: the same nodes every time. */
static Measured measure_solve(const char *text)
{
    Board board;
    Position position;
    Measured measured = {0, 0};
    if (!position_parse(text, strlen(text), &board, &position, NULL, NULL))
        return measured;
    Solver *solver = solver_create(&board, (SolverSettings){.megabytes = 16}, NULL);
    if (!solver)
        return measured;
    Solution solution = solver_solve(solver, &position, SOLVE_ALL_MOVES, &LIMITS_NONE, NULL);
    solver_destroy(solver);
    return (Measured){solution.nodes, solution.seconds};
}

static void print_solve(const char *position, Measured m)
{
    printf("%-24s %-23s %14llu %9.1f M/s\n", "solve", position, (unsigned long long)m.count,
           millions_per_second(m));
}

static void print_perft(const char *name, const PerftWork *work, Measured m)
{
    printf("%-24s %-14s depth %2d %14llu %9.1f M/s\n", name, work->position, work->depth,
           (unsigned long long)m.count, millions_per_second(m));
}

static int run(const Arguments *arguments, Error *error)
{
    if (!arguments_no_words(arguments, error))
        return EXIT_REFUSED;
    Measured narrow = measure_perft(&perft_narrow, PERFT_BULK_ONE);
    Measured narrow_two = measure_perft(&perft_narrow, PERFT_BULK_TWO);
    Measured wide = measure_perft(&perft_wide, PERFT_BULK_ONE);
    Measured wide_two = measure_perft(&perft_wide, PERFT_BULK_TWO);
    Measured solved = measure_solve(solve_narrow), solved_wide = measure_solve(solve_wide);
    uint64_t signature = narrow.count + narrow_two.count + wide.count + wide_two.count +
                         solved.count + solved_wide.count;
    if (arguments_has(arguments, "json"))
        return json_print(json_pack("{s:I, s:f, s:f, s:f, s:f, s:f, s:f}", "signature",
                                    (json_int_t)signature, "perft_mnps",
                                    millions_per_second(narrow), "perft_two_mnps",
                                    millions_per_second(narrow_two), "perft_wide_mnps",
                                    millions_per_second(wide), "perft_wide_two_mnps",
                                    millions_per_second(wide_two), "solve_mnps",
                                    millions_per_second(solved), "solve_wide_mnps",
                                    millions_per_second(solved_wide)),
                          error)
                   ? EXIT_DONE
                   : EXIT_REFUSED;
    print_perft("perft, last ply bulk", &perft_narrow, narrow);
    print_perft("perft, last two bulk", &perft_narrow, narrow_two);
    print_perft("perft, last ply bulk", &perft_wide, wide);
    print_perft("perft, last two bulk", &perft_wide, wide_two);
    print_solve(solve_narrow, solved);
    print_solve(solve_wide, solved_wide);
    printf("signature %llu\n", (unsigned long long)signature);
    return EXIT_DONE;
}

static const Option options[] = {OPTION_JSON, OPTION_END};

const Command command_bench = {
    .name = "bench",
    .words = "",
    .summary = "fixed work: the signature of its results, and its speed",
    .example = "isolab bench",
    .options = options,
    .run = run,
};
