/* command_bench.c: `isolab bench`, fixed work and how fast it went.
 *
 * The signature is a total over the results of that work, so it changes if and only if the
 * program's behaviour does; CI compares it between widths, compilers and runs. Times are for
 * people: they depend on the machine, the signature never does.
 */
#include <stdio.h>

#include "cli/answer.h"
#include "cli/bench.h"
#include "cli/command.h"

static const BenchPart parts[] = {bench_perft, bench_eval, bench_search, bench_solve, bench_arena};

static bool run_parts(Bench *bench, Error *error)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!parts[i](bench, error))
            return false;
        fflush(stdout);
    }
    return true;
}

static bool run_for_program(Error *error)
{
    Bench bench = {json_object(), 0};
    if (!bench.json)
        return error_out_of_memory(error);
    if (!run_parts(&bench, error)) {
        json_decref(bench.json);
        return false;
    }
    whole_json_set(bench.json, "signature", json_integer((json_int_t)bench.signature));
    return answer_print(bench.json, error);
}

static bool run_for_people(Error *error)
{
    Bench bench = {NULL, 0};
    if (!run_parts(&bench, error))
        return false;
    printf("signature %llu\n", (unsigned long long)bench.signature);
    return true;
}

static int run_bench(const Arguments *arguments, Error *error)
{
    if (!arguments_no_words(arguments, error))
        return EXIT_REFUSED;
    bool done = arguments_has(arguments, "json") ? run_for_program(error) : run_for_people(error);
    return done ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {OPTION_JSON, OPTION_END};

const Command command_bench = {
    .name = "bench",
    .words = "",
    .summary = "fixed work: the signature of its results, and its speed",
    .example = "isolab bench",
    .options = options,
    .run = run_bench,
};
