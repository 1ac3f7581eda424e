/* bench.h: fixed work, and how fast it went.
 *
 * The signature is a total over the results of that work, so it changes if and only if the
 * program's behaviour does; CI compares it between widths, compilers, runs, and with the engine in
 * WebAssembly. Times are for people: they depend on the machine, the signature never does.
 */
#pragma once

#include <stdint.h>

#include "util/error.h"

typedef enum BenchKind {
    BENCH_PERFT,   // move sequences counted
    BENCH_EVAL,    // a heuristic's evaluations, on positions eight plies into random games
    BENCH_FORMULA, // of heuristics written as formulas; not where there is no compiler
    BENCH_SEARCH,  // positions searched by an agent
    BENCH_SOLVE,   // positions solved, with one thread and an empty table
    BENCH_GAMES,   // whole games on one thread, without a store
} BenchKind;

enum { BENCH_EVAL_PLY = 8 };

typedef struct BenchRow {
    BenchKind kind;
    const char *key;      // what JSON calls it; NULL for evaluations
    const char *work;     // how it is counted, who evaluates, who searches
    const char *position; // NULL for evaluations
    int depth;            // of perft
    uint64_t count;       // of what was done; 0 for evaluations
    double speed;         // millions a second; games a second
    double wide_speed;    // on 11x9, of evaluations
} BenchRow;

typedef struct BenchWatch {
    void (*told)(void *context, const BenchRow *row);
    void *context;
} BenchWatch;

/* Rows are told as they come. */
bool bench_run(BenchWatch watch, uint64_t *signature, Error *error);
