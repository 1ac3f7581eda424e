/* heuristic.h: every heuristic, as data, and the one way to evaluate a position.
 *
 * A heuristic is a function (in both widths) and a row that says everything else about it; the
 * rows of a family stand at the end of its file, the registry strings the families together.
 * Values are for the player scored, higher is better, +-inf when the game is decided. A value
 * that needs a knight not yet placed is undefined: NaN.
 *
 * Everything here is immutable and safe from any thread.
 */
#pragma once

#include "core/position.h"
#include "eval/parameter.h"
#include "eval/price.h"
#include "eval/scene.h"
#include "util/text.h"

typedef enum Needs { NEEDS_NOTHING, NEEDS_OWN_PLACED, NEEDS_BOTH_PLACED } Needs;

typedef double (*Eval_64)(const Scene_64 *scene, const double *values);
typedef double (*Eval_128)(const Scene_128 *scene, const double *values);

typedef struct Own Own;

typedef struct Heuristic {
    const char *name; // NULL ends a family
    const char *study;
    const char *meaning; // one line
    const char *formula;
    Needs needs;
    Parameter parameters[PARAMETER_MAX];
    Eval_64 eval_64;
    Eval_128 eval_128;
    /* What one evaluation cost the study's program, for the virtual clock: nanoseconds. Where it
     * depends on the position functions answer it; then `cost_unit` says what `cost` is for, and
     * `prices` what else there is. */
    double cost;
    const char *cost_unit;   // NULL: an evaluation
    const Price *prices;     // NULL: none
    const char *cost_source; // where that was measured; NULL: with the course's own
    Eval_64 cost_64;
    Eval_128 cost_128;
    Own *own; // NULL: built in; else a user's (eval/own.h), whose functions may be missing here
} Heuristic;

/* For rows: the functions of both widths by their common name. */
#define EVAL_BOTH_WIDTHS(name) .eval_64 = name##_64, .eval_128 = name##_128
#define COST_BOTH_WIDTHS(name) .cost_64 = name##_64, .cost_128 = name##_128

/* A heuristic with values for its parameters. A value, like a Position. */
typedef struct HeuristicSpec {
    const Heuristic *heuristic;
    double values[PARAMETER_MAX];
} HeuristicSpec;

/* The i-th heuristic in the order of the studies; NULL past the last. */
const Heuristic *heuristic_at(int i);
const Heuristic *heuristic_find(const char *name, size_t length, Error *error);

/* `chase` or `chase,w1=0.25`; heuristic_print() gives the shortest spec that parses back. */
bool heuristic_parse(const char *text, size_t length, HeuristicSpec *spec, Error *error);
void heuristic_print(const HeuristicSpec *spec, Text *text);
HeuristicSpec heuristic_standard(const Heuristic *heuristic);

/* What stands before the point where a parameter's name alone would mean another:
 * `drilldown.depth`; of a user's own heuristic, `own.depth`. */
const char *heuristic_prefix(const Heuristic *heuristic);

double heuristic_value(const HeuristicSpec *spec, const Board *board, const Position *position,
                       Side player);

/* What an evaluation costs on the virtual clock, in nanoseconds; in an opening of 7x7 where it
 * depends on the position. */
double heuristic_usual_cost(const Heuristic *heuristic);

/* The value of a user's heuristic that must not run in this process (eval/own.c). */
double own_ask_value(const HeuristicSpec *spec, int width, int height, bool narrow, Squares blanks,
                     Square active, Square passive, bool own_active);

#define TEMPLATE "eval/heuristic.tmpl.h"
#include "core/both_widths.h"
