/* solver.c: the threads of a search.
 *
 * All threads run the same search (worker.c) on the same table. A thread that finds a child being
 * searched by another does the other children first (Busy in worker.h), and leaves a position as
 * soon as somebody has proved it. Where every move of the root is wanted they start on different
 * moves.
 */
#include "search/solver/solver.h"

#include <stdlib.h>

#include "search/solver/turns.h"
#include "search/solver/worker.h"
#include "util/team.h"

enum { OWN_INDEX_BITS = 13 }; // 512 KB; 1 MB took 8 % more time and 2 % fewer nodes

typedef struct Job {
    Solver *solver;
    SolveAim aim;
    int blanks;
    bool in_turns; // the moves of the root (turns.h)
    Budget *budget;
    uint64_t spent_before; // of it
    Branch branches[SQUARE_LIMIT];
    int count;
    atomic_int next; // branch, for aims that need them all
    double started;
    const SolverWatch *watch; // NULL: nobody asks
} Job;

static int wanted_threads(SolverSettings settings)
{
    return settings.threads > 0 ? settings.threads : 1;
}

static size_t wanted_megabytes(const Board *board, SolverSettings settings)
{
    return settings.megabytes ? settings.megabytes : board->area <= 49 ? 16 : 64;
}

size_t solver_memory(const Board *board, SolverSettings settings)
{
    const size_t of_a_thread = 1; // megabytes of small tables
    return (wanted_megabytes(board, settings) + (size_t)wanted_threads(settings) * of_a_thread)
           << 20;
}

Solver *solver_create(const Board *board, SolverSettings settings, Error *error)
{
    int threads = wanted_threads(settings);
    size_t megabytes = wanted_megabytes(board, settings);
    if (threads > SOLVER_THREADS_MAX) {
        error_set(error, "a solver has at most %d threads", SOLVER_THREADS_MAX);
        return NULL;
    }
    Solver *solver = calloc(1, sizeof *solver + (size_t)threads * sizeof *solver->own);
    if (!solver) {
        error_out_of_memory(error);
        return NULL;
    }
    solver->board = *board;
    solver->threads = threads;
    bool made = verdicts_init(&solver->verdicts, board, megabytes, error);
    if (made && threads > 1 && !(solver->busy = calloc(1, sizeof *solver->busy)))
        made = error_out_of_memory(error);
    for (int i = 0; made && i < threads; i++)
        made = verdicts_init_bits(&solver->own[i].verdicts, board, OWN_INDEX_BITS, error) &&
               (solver->own[i].longest = longest_memory_create(board, error)) != NULL;
    if (made)
        return solver;
    solver_destroy(solver);
    return NULL;
}

void solver_destroy(Solver *solver)
{
    if (!solver)
        return;
    verdicts_free(&solver->verdicts);
    free(solver->busy);
    for (int i = 0; i < solver->threads; i++) {
        verdicts_free(&solver->own[i].verdicts);
        longest_memory_destroy(solver->own[i].longest);
    }
    free(solver);
}

void solver_forget(Solver *solver)
{
    verdicts_clear(&solver->verdicts);
    for (int i = 0; i < solver->threads; i++) {
        verdicts_clear(&solver->own[i].verdicts);
        longest_memory_clear(solver->own[i].longest);
    }
}

void solver_set_notes(Solver *solver, const SolverNotes *notes)
{
    solver->notes = notes;
}

void solver_learn(Solver *solver, const Position *position, Side winner, uint64_t nodes)
{
    assert(winner != SIDE_NONE && position_both_placed(position));
    Verdict verdict = winner == position->to_move ? VERDICT_WIN : VERDICT_LOSS;
    Verdicts *verdicts = &solver->verdicts;
    for (int i = 0; i < solver->board.symmetry_count; i++) {
        Position image = position_image(&solver->board, position, i);
        if (solver->board.narrow)
            verdicts_keep_64(verdicts, verdicts_key_64(verdicts, position_node_64(&image)), verdict,
                             nodes);
        else
            verdicts_keep_128(verdicts, verdicts_key_128(verdicts, position_node_128(&image)),
                              verdict, nodes);
    }
}

/* The branch to work on next: with SOLVE_ALL_MOVES one nobody has begun, while there are such;
 * else, in company, the first open one of those that had the fewest turns. NULL: all is done. */
static Branch *next_branch(Job *job, const uint8_t *turns_had)
{
    Branch *best = NULL;
    if (job->aim == SOLVE_ALL_MOVES) {
        int next = atomic_fetch_add_explicit(&job->next, 1, memory_order_relaxed);
        if (next < job->count)
            return job->branches + next;
    }
    for (int i = 0; i < job->count; i++) {
        int verdict = atomic_load(&job->branches[i].verdict);
        if (verdict == VERDICT_LOSS && job->aim == SOLVE_WINNER)
            return NULL;
        if (verdict == VERDICT_UNKNOWN && (!best || turns_had[i] < turns_had[best - job->branches]))
            best = job->branches + i;
    }
    return best;
}

static bool job_is_done(Job *job)
{
    bool all = true;
    for (int i = 0; i < job->count; i++) {
        int verdict = atomic_load(&job->branches[i].verdict);
        if (verdict == VERDICT_LOSS && job->aim == SOLVE_WINNER)
            return true;
        all = all && verdict != VERDICT_UNKNOWN;
    }
    return all;
}

static void job_work(void *context, int number)
{
    Job *job = context;
    Worker worker = worker_start(job->solver, number, job->solver->threads == 1, job->budget);
    Effort *effort = &worker.effort;
    uint8_t turns_had[SQUARE_LIMIT] = {0};
    Branch *branch;
    while ((branch = next_branch(job, turns_had))) {
        uint8_t *had = turns_had + (branch - job->branches);
        uint64_t turn = UINT64_MAX;
        if (job->in_turns)
            turn = turn_nodes(job->solver->board.area, job->blanks, (*had)++);
        uint64_t outer_end = effort_begin_turn(effort, turn);
        Verdict verdict = worker_verdict(&worker, &branch->after);
        if (effort_end_turn(effort, outer_end))
            continue;
        if (verdict == VERDICT_UNKNOWN)
            break;
        atomic_store(&branch->verdict, verdict);
        if (job_is_done(job))
            atomic_store(&job->budget->enough, true);
    }
    effort_report(effort);
}

static void job_report(void *context)
{
    const Job *job = context;
    SolverProgress progress = {.nodes = atomic_load(&job->budget->spent) - job->spent_before,
                               .seconds = clock_now() - job->started,
                               .moves = job->count,
                               .fill = verdicts_fill(&job->solver->verdicts)};
    for (int i = 0; i < job->count; i++)
        progress.moves_done += atomic_load(&job->branches[i].verdict) != VERDICT_UNKNOWN;
    job->watch->report(job->watch->context, &progress);
}

static Solution job_solution(const Job *job, const Position *position)
{
    Solution solution = {.winner = SIDE_NONE, .nodes = job->budget->spent - job->spent_before};
    bool all = true;
    for (int i = 0; i < job->count; i++) {
        int verdict = job->branches[i].verdict;
        all = all && verdict != VERDICT_UNKNOWN;
        if (verdict == VERDICT_LOSS)
            solution.winning |= job->branches[i].moves;
        if (verdict == VERDICT_WIN)
            solution.losing |= job->branches[i].moves;
    }
    if (all || (solution.winning && job->aim == SOLVE_WINNER))
        solution.winner = solution.winning ? position->to_move : side_other(position->to_move);
    return solution;
}

Solution solver_solve(Solver *solver, const Position *position, SolveAim aim, Budget *budget,
                      const SolverWatch *watch)
{
    Job job = {.solver = solver,
               .aim = aim,
               .budget = budget,
               .spent_before = budget->spent,
               .started = clock_now(),
               .watch = watch};
    TeamLook each_second = {job_report, &job, 1};
    Worker worker = worker_start(solver, 0, true, budget);
    job.blanks = bits_count(position->blanks);
    job.in_turns = aim == SOLVE_WINNER && position_both_placed(position) &&
                   position_attacker(&solver->board, position) == position->to_move;
    job.count = worker_branches(&worker, position, job.branches);
    if (job.count)
        team_run(solver->threads, job_work, &job, watch ? &each_second : NULL);
    Solution solution = job_solution(&job, position);
    solution.seconds = clock_now() - job.started;
    budget->enough = false;
    return solution;
}

struct SolverHand {
    Worker worker;
};

SolverHand *solver_hand_create(Solver *solver, int number, Budget *budget, Error *error)
{
    SolverHand *hand = aligned_alloc(_Alignof(SolverHand), sizeof *hand);
    if (hand)
        hand->worker = worker_start(solver, number, true, budget);
    else
        error_out_of_memory(error);
    return hand;
}

void solver_hand_destroy(SolverHand *hand)
{
    if (hand)
        effort_report(&hand->worker.effort);
    free(hand);
}

Side solver_hand_winner(SolverHand *hand, const Position *position, uint64_t *nodes)
{
    const Effort *effort = &hand->worker.effort;
    uint64_t before = effort->nodes;
    Verdict verdict = worker_verdict(&hand->worker, position);
    *nodes = effort->nodes - before;
    if (verdict == VERDICT_UNKNOWN)
        return SIDE_NONE;
    return verdict == VERDICT_WIN ? position->to_move : side_other(position->to_move);
}

bool solver_hand_move(SolverHand *hand, const Position *position, Square *move)
{
    *move = SQUARE_NONE;
    return worker_winning_move(&hand->worker, position, move) != VERDICT_UNKNOWN;
}

uint64_t solver_hand_nodes(const SolverHand *hand)
{
    return hand->worker.effort.nodes;
}

static Square line_move(Solver *solver, const Position *position, Budget budget)
{
    Worker worker = worker_start(solver, 0, true, &budget);
    if (position_both_placed(position) && position_is_isolated(&solver->board, position)) {
        Square path[SQUARE_LIMIT]; // each side simply goes its longest way
        int length =
            longest_path(worker.longest, &solver->board, position->knight[position->to_move],
                         position->blanks, &worker.effort, path);
        return length > 0 ? path[0] : (Square)SQUARE_NONE;
    }
    Solution solution = solver_solve(solver, position, SOLVE_WINNER, &budget, NULL);
    if (solution.winner == position->to_move)
        return bits_lowest(solution.winning);
    Square order[SQUARE_LIMIT];
    bool lost = solution.winner != SIDE_NONE && worker_order(&worker, position, order) > 0;
    return lost ? order[0] : (Square)SQUARE_NONE;
}

int solver_line(Solver *solver, const Position *position, const Budget *budget,
                Square line[SQUARE_LIMIT])
{
    Position at = *position;
    int length = 0;
    while (!position_is_over(&solver->board, &at)) {
        Square move = line_move(solver, &at, budget_again(budget));
        if (move == SQUARE_NONE)
            break;
        assert(length < SQUARE_LIMIT);
        line[length++] = move;
        at = position_after(&at, move);
    }
    return length;
}

Solver *solver_cache_get(SolverCache *cache, const Board *board, Error *error)
{
    const Solver *kept = cache->solver;
    if (kept && kept->board.width == board->width && kept->board.height == board->height &&
        kept->threads == wanted_threads(cache->settings))
        return cache->solver;
    solver_cache_free(cache);
    cache->solver = solver_create(board, cache->settings, error);
    return cache->solver;
}

void solver_cache_free(SolverCache *cache)
{
    solver_destroy(cache->solver);
    cache->solver = NULL;
}
