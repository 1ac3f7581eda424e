/* bench.h: the parts of `isolab bench`, one file bench_NAME.c each.
 *
 * A part does fixed work, adds what came out of it to the signature, and tells how fast it
 * went: as members of `json`, or on standard output where there is none.
 */
#pragma once

#include <stdint.h>

#include "arena/whole_json.h"
#include "util/error.h"

typedef struct Bench {
    json_t *json;
    uint64_t signature;
} Bench;

typedef bool (*BenchPart)(Bench *bench, Error *error);

bool bench_perft(Bench *bench, Error *error);
bool bench_eval(Bench *bench, Error *error);
bool bench_search(Bench *bench, Error *error);
bool bench_solve(Bench *bench, Error *error);
bool bench_arena(Bench *bench, Error *error);
