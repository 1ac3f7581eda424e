#include "search/solver/analysis.h"

#include <math.h>

#include "search/pvs.h"
#include "search/solver/distance.h"
#include "search/solver/worker.h"

enum { GUESS_MEGABYTES = 16 };

/* Nodes for a move's first turn to be proved, most moves of 7x7; each further one is eight times as
 * long. */
#define FIRST_TURN  ((uint64_t)1 << 20)
#define TURN_GROWTH 8

/* The part of the budget that guesses may take. */
#define GUESS_SHARE 0.1

typedef struct Run {
    Solver *solver;
    const Position *position;
    Budget *budget;
    const AnalysisWatch *watch;
    Analysis *analysis;
    double start;
} Run;

static void tell_move(const Run *run, int i)
{
    run->analysis->seconds = clock_now() - run->start;
    if (run->watch)
        run->watch->update(run->watch->context, run->analysis, i);
}

/* An equal share for each move of what guesses may take. */
static void guess_moves(const Run *run, Pvs *pvs)
{
    Analysis *analysis = run->analysis;
    Limits limits = limits_left(run->budget, GUESS_SHARE / analysis->count);
    if (!limits_are_finite(&limits))
        limits.depth = 1;
    for (int i = 0; i < analysis->count && !budget_is_spent(run->budget); i++) {
        AnalysedMove *move = analysis->moves + i;
        Random random = random_stream(1, (uint64_t)i, 0);
        SearchJob job = {.board = &run->solver->board,
                         .position = position_after(run->position, move->move),
                         .limits = limits,
                         .stop = run->budget->stop,
                         .random = &random};
        SearchResult result;
        if (!position_both_placed(&job.position) || position_is_over(job.board, &job.position))
            continue;
        pvs_search(pvs, &job, 1, &result);
        run->budget->spent += result.nodes;
        move->score = -result.score;
        move->depth = result.depth + 1;
        move->line[0] = move->move;
        for (int k = 0; k < result.line.count && k + 1 < SQUARE_LIMIT; k++)
            move->line[k + 1] = result.line.moves[k];
        move->line_count = result.line.count + 1;
        tell_move(run, i);
    }
}

static void prove_move(const Run *run, int i, uint64_t turn)
{
    AnalysedMove *move = run->analysis->moves + i;
    Position after = position_after(run->position, move->move);
    Budget part = budget_again(run->budget);
    part.nodes = turn;
    if (run->budget->nodes && run->budget->nodes - run->budget->spent < turn)
        part.nodes = run->budget->nodes - run->budget->spent;
    if (position_is_over(&run->solver->board, &after)) {
        *move = (AnalysedMove){.move = move->move,
                               .winner = run->position->to_move,
                               .plies = 1,
                               .score = INFINITY,
                               .line_count = 1,
                               .line = {move->move}};
    } else {
        Solution solution = solver_solve(run->solver, &after, SOLVE_WINNER, &part, NULL);
        run->budget->spent += solution.nodes;
        move->winner = solution.winner;
    }
    if (move->winner != SIDE_NONE)
        tell_move(run, i);
}

/* In turns, so that no move waits for a hard one; what was found in a turn helps in the next. */
static void prove_moves(const Run *run)
{
    bool open = true;
    for (uint64_t turn = FIRST_TURN; open && !budget_is_spent(run->budget);
         turn = turn > UINT64_MAX / TURN_GROWTH ? UINT64_MAX : turn * TURN_GROWTH) {
        open = false;
        for (int i = 0; i < run->analysis->count && !budget_is_spent(run->budget); i++)
            if (run->analysis->moves[i].winner == SIDE_NONE) {
                prove_move(run, i, turn);
                open = open || run->analysis->moves[i].winner == SIDE_NONE;
            }
    }
}

static Side proved_winner(const Analysis *analysis, Side mover)
{
    bool all = true;
    for (int i = 0; i < analysis->count; i++) {
        if (analysis->moves[i].winner == mover)
            return mover;
        all = all && analysis->moves[i].winner != SIDE_NONE;
    }
    return all ? side_other(mover) : SIDE_NONE;
}

static bool wants_length(const AnalysedMove *move)
{
    return move->winner != SIDE_NONE && move->plies == 0;
}

/* Asks one move whether it ends within `plies` of the root. */
static void try_length(const Run *run, Distance *distance, int i, int plies, Effort *effort)
{
    AnalysedMove *move = run->analysis->moves + i;
    Position after = position_after(run->position, move->move);
    bool within = distance_is_within(distance, &after, move->winner, plies - 1, effort);
    if (effort->stopped)
        return;
    move->more_than = plies;
    if (!within)
        return;
    move->plies = plies;
    move->line[0] = move->move;
    bool whole = distance_line(distance, &after, move->winner, plies - 1, effort, move->line + 1);
    move->line_count = whole ? plies : 1; // what stood there was another line
    tell_move(run, i);
}

/* All moves a step deeper in turn, so that short ends are known first. */
static void measure_moves(const Run *run, Distance *distance)
{
    Effort effort = effort_start(run->budget);
    bool open = true;
    for (int plies = 1; open && !effort.stopped && plies <= SQUARE_LIMIT; plies++) {
        open = false;
        for (int i = 0; i < run->analysis->count && !effort.stopped; i++) {
            const AnalysedMove *move = run->analysis->moves + i;
            bool ends_here = plies % 2 == (move->winner == run->position->to_move);
            if (wants_length(move) && ends_here)
                try_length(run, distance, i, plies, &effort);
            open = open || wants_length(move);
        }
    }
    effort_report(&effort);
}

bool analysis_run(Solver *solver, const Position *position, Budget *budget,
                  const AnalysisWatch *watch, Analysis *analysis, Error *error)
{
    Run run = {solver, position, budget, watch, analysis, clock_now()};
    uint64_t spent_before = budget->spent;
    *analysis = (Analysis){.winner = position_winner(&solver->board, position)};
    Distance *distance = distance_create(&solver->board, error);
    Pvs *pvs = distance ? pvs_create(GUESS_MEGABYTES, 1, error) : NULL;
    if (!pvs) {
        distance_destroy(distance);
        return false;
    }
    Square order[SQUARE_LIMIT];
    Worker worker = worker_start(solver, 0, true, budget);
    analysis->count = worker_order(&worker, position, order);
    for (int i = 0; i < analysis->count; i++)
        analysis->moves[i] = (AnalysedMove){.move = order[i], .winner = SIDE_NONE, .score = NAN};
    if (analysis->count)
        guess_moves(&run, pvs);
    pvs_destroy(pvs);
    prove_moves(&run);
    if (analysis->winner == SIDE_NONE)
        analysis->winner = proved_winner(analysis, position->to_move);
    if (!budget_is_spent(budget))
        measure_moves(&run, distance);
    distance_destroy(distance);
    analysis->nodes = budget->spent - spent_before;
    analysis->seconds = clock_now() - run.start;
    return true;
}
