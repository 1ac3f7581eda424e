/* bench_eval.c: evaluations per second of each heuristic.
 *
 * Speed is measured on positions eight plies into random games, which are the same on every
 * machine, and is that of the best of a few short runs: the others were disturbed. The
 * signature takes in every value of whole games on both widths, to the last bit.
 */
#include <math.h>
#include <string.h>

#include "cli/bench.h"
#include "eval/heuristic.h"
#include "util/clock.h"
#include "util/random.h"
#include "util/terminal.h"

enum { POSITIONS = 64, PLY = 8, GAMES = 4, RUNS = 20 };
static const double run_seconds = 0.001;

typedef struct EvalWork {
    const char *key;
    int width, height;
    Board board;
    Position positions[POSITIONS];
} EvalWork;

static Position after_random_move(const Board *board, const Position *position, Random *random)
{
    return position_after(position, position_random_move(board, position, random));
}

/* Eight plies never end a game on these boards. */
static void fill_positions(EvalWork *work)
{
    for (int i = 0; i < POSITIONS; i++) {
        Random random = random_stream((uint64_t)work->width, (uint64_t)i, 0);
        Position position = position_start(&work->board);
        for (int ply = 0; ply < PLY && !position_is_over(&work->board, &position); ply++)
            position = after_random_move(&work->board, &position, &random);
        work->positions[i] = position;
    }
}

static double sum_values(const EvalWork *work, const HeuristicSpec *spec)
{
    double sum = 0;
    for (int i = 0; i < POSITIONS; i++)
        sum += heuristic_value(spec, &work->board, &work->positions[i], (Side)(i & 1));
    return sum;
}

static double million_evaluations_per_second(const EvalWork *work, const HeuristicSpec *spec)
{
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        double start = clock_now(), seconds;
        int count = 0;
        do {
            volatile double used = sum_values(work, spec); // or the compiler drops the work
            (void)used;
            count += POSITIONS;
            seconds = clock_now() - start;
        } while (seconds < run_seconds);
        best = fmax(best, count / seconds * 1e-6);
    }
    return best;
}

static uint64_t mix(uint64_t hash, double value)
{
    uint64_t bits = 0; // any NaN is the same NaN
    if (!isnan(value))
        memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

static uint64_t hash_game(const Board *board, const HeuristicSpec *spec, int game)
{
    Random random = random_stream((uint64_t)board->width, (uint64_t)game, 1);
    uint64_t hash = 0;
    for (Position position = position_start(board);;) {
        for (Side side = FIRST; side <= SECOND; side++)
            hash = mix(hash, heuristic_value(spec, board, &position, side));
        if (position_is_over(board, &position))
            return hash >> 32; // sums stay far from a sign bit
        position = after_random_move(board, &position, &random);
    }
}

static bool run_work(EvalWork *work, Bench *bench, double *speeds, Error *error)
{
    if (!board_init(&work->board, work->width, work->height, error))
        return false;
    fill_positions(work);
    for (int i = 0; heuristic_at(i); i++) {
        HeuristicSpec spec = heuristic_standard(heuristic_at(i));
        for (int game = 0; game < GAMES; game++)
            bench->signature += hash_game(&work->board, &spec, game);
        speeds[i] = million_evaluations_per_second(work, &spec);
    }
    return true;
}

/* Heuristics of the registry written as formulas: what it costs to bring one's own. */
static const char *const formulas[] = {"=own - opp", "=reach2 - oppreach2 + 0.5*attacker*shared2"};
enum { FORMULAS = sizeof formulas / sizeof *formulas };

/* Not part of the signature: where there is no compiler there are none. */
static bool run_formulas(const EvalWork *work, double speeds[FORMULAS])
{
    HeuristicSpec spec;
    for (int i = 0; i < FORMULAS; i++) {
        if (!heuristic_parse(formulas[i], strlen(formulas[i]), &spec, NULL))
            return false;
        speeds[i] = million_evaluations_per_second(work, &spec);
    }
    return true;
}

static void add_formulas(json_t *json, const double narrow[FORMULAS], const double wide[FORMULAS])
{
    json_t *rows = json_object();
    for (int i = 0; i < FORMULAS; i++)
        whole_json_set(rows, formulas[i], json_pack("[f, f]", narrow[i], wide[i]));
    whole_json_set(json, "formula_mps", rows);
}

static void add_speeds(json_t *json, const char *key, const double *speeds)
{
    json_t *object = json_object();
    for (int i = 0; heuristic_at(i); i++)
        whole_json_set(object, heuristic_at(i)->name, json_real(speeds[i]));
    whole_json_set(json, key, object);
}

bool bench_eval(Bench *bench, Error *error)
{
    enum { HEURISTIC_LIMIT = 64 };
    EvalWork narrow = {.key = "eval_mps", .width = 7, .height = 7};
    EvalWork wide = {.key = "eval_wide_mps", .width = 11, .height = 9};
    double narrow_speeds[HEURISTIC_LIMIT], wide_speeds[HEURISTIC_LIMIT];
    if (!run_work(&narrow, bench, narrow_speeds, error) ||
        !run_work(&wide, bench, wide_speeds, error))
        return false;
    double narrow_formulas[FORMULAS], wide_formulas[FORMULAS];
    bool formulas_run =
        run_formulas(&narrow, narrow_formulas) && run_formulas(&wide, wide_formulas);
    if (bench->json) {
        add_speeds(bench->json, narrow.key, narrow_speeds);
        add_speeds(bench->json, wide.key, wide_speeds);
        if (formulas_run)
            add_formulas(bench->json, narrow_formulas, wide_formulas);
        return true;
    }
    terminal_say("million evaluations/s, ply %d          7x7      11x9\n", PLY);
    for (int i = 0; heuristic_at(i); i++)
        terminal_say("    %-25s %11.2f %9.2f\n", heuristic_at(i)->name, narrow_speeds[i],
                     wide_speeds[i]);
    for (int i = 0; formulas_run && i < FORMULAS; i++)
        terminal_say("    %-25.25s %11.2f %9.2f\n", formulas[i], narrow_formulas[i],
                     wide_formulas[i]);
    return true;
}
