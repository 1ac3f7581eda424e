/* solver.c: who wins, exactly.
 *
 * A depth-first win/loss search over the table of table.h. What makes it small:
 *  1. Moves that lose at once are never entered, and a win at once never needs a search.
 *  2. Once the regions are disjoint the game is two longest paths (longest.h).
 *  3. Blanks that neither can reach are blocked before the table is asked: positions that differ
 *     only there are one.
 *  4. A position that is its own half turn is lost for the mover (RULES: mirror).
 *  5. The order of moves (order.h).
 * What makes it fast: where both sides get in three moves is worked out for the order anyway,
 * and in most positions that already shows that the regions meet and that nothing has fallen out
 * of reach, so the floods of 2 and 3 are skipped.
 *
 * Threads all run the same search on the same table. A thread that finds a child being searched
 * by another does the other children first (busy.h), and leaves a position as soon as somebody
 * has proved it.
 */
#include "search/solver.h"

#include <pthread.h>
#include <stdlib.h>

#include "search/busy.h"
#include "search/longest.h"
#include "search/order.h"
#include "search/table.h"

#define TEMPLATE "search/solver_search.tmpl.h"
#include "core/both_widths.h"

/* Small positions go to a table of the thread's own that fits its processor's cache; the shared
 * one, in main memory, is asked only where a hit saves more than the asking costs. */
#ifndef OWN_BLANKS
#define OWN_BLANKS(area) ((area)*5 / 8)
#endif
enum { OWN_MEGABYTES = 1 };

struct Solver {
    Board board;
    int threads;
    Table table;
    Busy *busy; // NULL with one thread
    struct {
        Table table;
        LongestMemory *longest;
    } own[]; // by thread
};

/* A thread of a search. */
typedef struct Worker {
    Solver *solver;
    Search_64 narrow; // one of the two, by the board's width
    Search_128 wide;
} Worker;

/* Root moves that are images of each other, and so have one verdict. */
typedef struct Branch {
    Position after;
    Squares moves;
    atomic_int verdict; // of the opponent, who is then to move
} Branch;

typedef struct Job {
    Solver *solver;
    SolveAim aim;
    EffortShared shared;
    Branch branches[SQUARE_LIMIT];
    int count;
    atomic_int next; // branch, for aims that need them all
    atomic_int running;
    pthread_mutex_t mutex;
    pthread_cond_t finished;
} Job;

typedef struct JobThread {
    Job *job;
    pthread_t thread;
    int number;
} JobThread;

Solver *solver_create(const Board *board, SolverSettings settings, Error *error)
{
    int threads = settings.threads > 0 ? settings.threads : 1;
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
    bool made =
        table_init(&solver->table, board,
                   settings.megabytes ? settings.megabytes : SOLVER_MEGABYTES_DEFAULT, error);
    if (made && threads > 1 && !(solver->busy = calloc(1, sizeof *solver->busy)))
        made = error_out_of_memory(error);
    for (int i = 0; made && i < threads; i++)
        made = table_init(&solver->own[i].table, board, OWN_MEGABYTES, error) &&
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
    table_free(&solver->table);
    free(solver->busy);
    for (int i = 0; i < solver->threads; i++) {
        table_free(&solver->own[i].table);
        longest_memory_destroy(solver->own[i].longest);
    }
    free(solver);
}

void solver_forget(Solver *solver)
{
    table_clear(&solver->table);
    for (int i = 0; i < solver->threads; i++)
        table_clear(&solver->own[i].table);
}

static Worker worker_start(Solver *solver, int number, bool alone, EffortShared *shared)
{
    const Board *board = &solver->board;
    Busy *busy = alone ? NULL : solver->busy;
    Effort effort = effort_start(shared);
    Table *table = &solver->table, *own = &solver->own[number].table;
    LongestMemory *longest = solver->own[number].longest;
    int own_blanks = OWN_BLANKS(board->area);
    return (Worker){
        .solver = solver,
        .narrow = {&board->geometry_64, order_weights, table, own, own_blanks, longest, effort,
                   busy, board->centre},
        .wide = {&board->geometry_128, order_weights, table, own, own_blanks, longest, effort, busy,
                 board->centre},
    };
}

static Effort *worker_effort(Worker *worker)
{
    return worker->solver->board.narrow ? &worker->narrow.effort : &worker->wide.effort;
}

/* Whether the side to move wins, both knights being placed. */
static Verdict worker_verdict_placed(Worker *worker, const Position *position)
{
    const Board *board = &worker->solver->board;
    bool attacking = position_attacker(board, position) == position->to_move;
    bool won = board->narrow ? root_wins_64(&worker->narrow, position_node_64(position), attacking)
                             : root_wins_128(&worker->wide, position_node_128(position), attacking);
    if (worker_effort(worker)->stopped)
        return VERDICT_UNKNOWN;
    return won ? VERDICT_WIN : VERDICT_LOSS;
}

/* Appends a branch unless an image of it is there. */
static int add_branch(const Board *board, const Position *position, Square target, Branch *branches,
                      int count)
{
    Position after = position_after(position, target);
    after = position_canonical(board, &after);
    int same = 0;
    while (same < count && !position_equal(&branches[same].after, &after))
        same++;
    if (same == count) {
        branches[count].after = after;
        branches[count].moves = 0;
        atomic_init(&branches[count++].verdict, VERDICT_UNKNOWN);
    }
    branches[same].moves |= squares_only(target);
    return count;
}

/* Second's placement opposite first's comes first: if it copies it needs no search. */
static int order_placements(const Board *board, const Position *position,
                            Square order[SQUARE_LIMIT])
{
    Squares moves = position->blanks;
    int count = 0;
    if (position->knight[FIRST] != SQUARE_NONE) {
        Square copy = board_opposite(board, position->knight[FIRST]);
        if (squares_has(moves, copy)) {
            order[count++] = copy;
            moves &= ~squares_only(copy);
        }
    }
    while (moves)
        order[count++] = bits_take_lowest(&moves);
    return count;
}

/* Legal moves, likely winners first: a win at once, then by the search's own order. */
static int order_moves(const Worker *worker, const Position *position, Square order[SQUARE_LIMIT])
{
    const Board *board = &worker->solver->board;
    if (!position_both_placed(position))
        return order_placements(board, position, order);
    bool attacking = position_attacker(board, position) == position->to_move;
    int count = board->narrow
                    ? root_order_64(&worker->narrow, position_node_64(position), attacking, order)
                    : root_order_128(&worker->wide, position_node_128(position), attacking, order);
    for (int i = 1; i < count; i++) {
        Position after = position_after(position, order[i]);
        if (position_is_over(board, &after)) {
            Square winner = order[i];
            order[i] = order[0];
            order[0] = winner;
        }
    }
    return count;
}

static int list_branches(const Worker *worker, const Position *position, Branch *branches)
{
    Square order[SQUARE_LIMIT];
    int moves = order_moves(worker, position, order), count = 0;
    for (int i = 0; i < moves; i++)
        count = add_branch(&worker->solver->board, position, order[i], branches, count);
    return count;
}

/* Whether the side to move wins, knights in hand included. */
static Verdict worker_verdict(Worker *worker, const Position *position)
{
    if (position_both_placed(position))
        return worker_verdict_placed(worker, position);
    Branch *branches = malloc(SQUARE_LIMIT * sizeof *branches);
    if (!branches)
        return VERDICT_UNKNOWN;
    Verdict verdict = VERDICT_LOSS;
    int count = list_branches(worker, position, branches);
    for (int i = 0; i < count && verdict == VERDICT_LOSS; i++) {
        Verdict theirs = worker_verdict(worker, &branches[i].after);
        verdict = theirs == VERDICT_UNKNOWN ? VERDICT_UNKNOWN
                  : theirs == VERDICT_LOSS  ? VERDICT_WIN
                                            : VERDICT_LOSS;
    }
    free(branches);
    return verdict;
}

/* The branch to work on next: with SOLVE_ALL_MOVES one nobody has begun, while there are such;
 * else the first that is open, in company. NULL: all is done. */
static Branch *next_branch(Job *job)
{
    if (job->aim == SOLVE_ALL_MOVES) {
        int next = atomic_fetch_add_explicit(&job->next, 1, memory_order_relaxed);
        if (next < job->count)
            return job->branches + next;
    }
    for (int i = 0; i < job->count; i++) {
        int verdict = atomic_load(&job->branches[i].verdict);
        if (verdict == VERDICT_LOSS && job->aim == SOLVE_WINNER)
            return NULL;
        if (verdict == VERDICT_UNKNOWN)
            return job->branches + i;
    }
    return NULL;
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

static void job_work(Job *job, int number)
{
    Worker worker = worker_start(job->solver, number, job->solver->threads == 1, &job->shared);
    Branch *branch;
    while ((branch = next_branch(job))) {
        Verdict verdict = worker_verdict(&worker, &branch->after);
        if (verdict == VERDICT_UNKNOWN)
            break;
        atomic_store(&branch->verdict, verdict);
        if (job_is_done(job))
            atomic_store(&job->shared.enough, true);
    }
    effort_report(worker_effort(&worker));
}

static void *job_thread(void *argument)
{
    JobThread *thread = argument;
    Job *job = thread->job;
    job_work(job, thread->number);
    pthread_mutex_lock(&job->mutex);
    if (atomic_fetch_sub(&job->running, 1) == 1)
        pthread_cond_signal(&job->finished);
    pthread_mutex_unlock(&job->mutex);
    return NULL;
}

static void report(Job *job, double start, const SolverWatch *watch)
{
    SolverProgress progress = {.nodes = atomic_load(&job->shared.nodes),
                               .seconds = clock_now() - start,
                               .moves = job->count,
                               .fill = table_fill(&job->solver->table)};
    for (int i = 0; i < job->count; i++)
        progress.moves_done += atomic_load(&job->branches[i].verdict) != VERDICT_UNKNOWN;
    watch->report(watch->context, &progress);
}

static void wait_and_report(Job *job, double start, const SolverWatch *watch)
{
    pthread_mutex_lock(&job->mutex);
    while (atomic_load(&job->running) > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        pthread_cond_timedwait(&job->finished, &job->mutex, &until);
        if (watch && atomic_load(&job->running) > 0)
            report(job, start, watch);
    }
    pthread_mutex_unlock(&job->mutex);
}

/* Threads that cannot be had are done without; the last resort is the caller's own. */
static void job_run(Job *job, const SolverWatch *watch)
{
    JobThread threads[SOLVER_THREADS_MAX];
    int started = 0;
    double start = clock_now();
    if (job->solver->threads == 1 && !watch) {
        job_work(job, 0);
        return;
    }
    pthread_mutex_init(&job->mutex, NULL);
    pthread_cond_init(&job->finished, NULL);
    atomic_init(&job->running, job->solver->threads);
    for (; started < job->solver->threads; started++) {
        threads[started] = (JobThread){.job = job, .number = started};
        if (pthread_create(&threads[started].thread, NULL, job_thread, threads + started))
            break;
    }
    atomic_fetch_sub(&job->running, job->solver->threads - started);
    if (started == 0)
        job_work(job, 0);
    wait_and_report(job, start, watch);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i].thread, NULL);
    pthread_cond_destroy(&job->finished);
    pthread_mutex_destroy(&job->mutex);
}

static Solution job_solution(const Job *job, const Position *position)
{
    Solution solution = {.winner = SIDE_NONE, .nodes = job->shared.nodes};
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

Solution solver_solve(Solver *solver, const Position *position, SolveAim aim, const Limits *limits,
                      const SolverWatch *watch)
{
    double start = clock_now();
    Job *job = calloc(1, sizeof *job);
    if (!job)
        return (Solution){.winner = SIDE_NONE};
    job->solver = solver;
    job->aim = aim;
    job->shared.limits = *limits;
    Worker worker = worker_start(solver, 0, true, &job->shared);
    job->count = list_branches(&worker, position, job->branches);
    if (job->count)
        job_run(job, watch);
    Solution solution = job_solution(job, position);
    solution.seconds = clock_now() - start;
    free(job);
    return solution;
}

/* Isolated: each side simply goes its longest way. */
static Square isolated_move(Worker *worker, const Position *position)
{
    Solver *solver = worker->solver;
    Square path[SQUARE_LIMIT];
    int length =
        longest_path(solver->own[0].longest, &solver->board, position->knight[position->to_move],
                     position->blanks, worker_effort(worker), path);
    return length > 0 ? path[0] : (Square)SQUARE_NONE;
}

static Square line_move(Solver *solver, const Position *position, const Limits *limits)
{
    EffortShared shared = {.limits = *limits};
    Worker worker = worker_start(solver, 0, true, &shared);
    if (position_both_placed(position) && position_is_isolated(&solver->board, position))
        return isolated_move(&worker, position);
    Solution solution = solver_solve(solver, position, SOLVE_WINNER, limits, NULL);
    if (solution.winner == position->to_move)
        return bits_lowest(solution.winning);
    Square order[SQUARE_LIMIT];
    bool lost = solution.winner != SIDE_NONE && order_moves(&worker, position, order) > 0;
    return lost ? order[0] : (Square)SQUARE_NONE;
}

int solver_line(Solver *solver, const Position *position, const Limits *limits,
                Square line[SQUARE_LIMIT])
{
    Position at = *position;
    int length = 0;
    while (!position_is_over(&solver->board, &at)) {
        Square move = line_move(solver, &at, limits);
        if (move == SQUARE_NONE)
            break;
        line[length++] = move;
        at = position_after(&at, move);
    }
    return length;
}
