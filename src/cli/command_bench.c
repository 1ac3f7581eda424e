/* command_bench.c: `isolab bench`, fixed work and how fast it went. */
#include <stdio.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "lab/bench.h"
#include "util/terminal.h"

/* An object of the answer, made when it is first asked for. */
static json_t *member_object(json_t *json, const char *key)
{
    if (!json_object_get(json, key))
        whole_json_set(json, key, json_object());
    return json_object_get(json, key);
}

static void add_row(void *context, const BenchRow *row)
{
    json_t *json = context;
    if (row->kind == BENCH_EVAL) {
        whole_json_set(member_object(json, "eval_mps"), row->work, json_real(row->speed));
        whole_json_set(member_object(json, "eval_wide_mps"), row->work, json_real(row->wide_speed));
    } else if (row->kind == BENCH_FORMULA)
        whole_json_set(member_object(json, "formula_mps"), row->work,
                       json_pack("[f, f]", row->speed, row->wide_speed));
    else
        whole_json_set(json, row->key, json_real(row->speed));
}

static bool run_for_program(Error *error)
{
    uint64_t signature;
    json_t *json = json_object();
    if (!json)
        return error_out_of_memory(error);
    if (!bench_run((BenchWatch){add_row, json}, &signature, error)) {
        json_decref(json);
        return false;
    }
    whole_json_set(json, "signature", json_integer((json_int_t)signature));
    return answer_print(json, error);
}

static void print_row(void *context, const BenchRow *row)
{
    bool *headed = context;
    unsigned long long count = row->count;
    switch (row->kind) {
    case BENCH_PERFT:
        terminal_say("%-24s %-14s depth %2d %14llu %9.1f M/s\n", row->work, row->position,
                     row->depth, count, row->speed);
        break;
    case BENCH_EVAL:
    case BENCH_FORMULA:
        if (!*headed)
            terminal_say("million evaluations/s, ply %d          7x7      11x9\n", BENCH_EVAL_PLY);
        *headed = true;
        terminal_say("    %-25.25s %11.2f %9.2f\n", row->work, row->speed, row->wide_speed);
        break;
    case BENCH_SEARCH:
        terminal_say("%-38s %-12s %12llu %9.2f M/s\n", row->work, row->position, count, row->speed);
        break;
    case BENCH_SOLVE:
        terminal_say("solve %-45s %12llu %9.2f M/s\n", row->position, count, row->speed);
        break;
    case BENCH_GAMES:
        terminal_say("%-38s %-12s %12llu %6.0f games/s\n", row->work, row->position, count,
                     row->speed);
        break;
    }
    fflush(stdout);
}

static bool run_for_people(Error *error)
{
    uint64_t signature;
    bool headed = false;
    if (!bench_run((BenchWatch){print_row, &headed}, &signature, error))
        return false;
    printf("signature %llu\n", (unsigned long long)signature);
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
