/* champion.c: when to prove, when to search, and what to do when lost.
 *
 * The solver needs about SOLVER_NODES nodes for a 7x7 placement (47 blanks) and SOLVER_GROWTH
 * times as many for each blank more; that tells beforehand whether it is worth a try. If it
 * almost surely succeeds it gets nearly everything, if it hardly can it gets nothing, and in
 * between a third: what it proves on the way stays in its table for the next move.
 *
 * A proved loss is not resigned. Every move loses, but not every reply wins: the move after
 * which the smallest share of the opponent's replies wins is played, counted exactly by the
 * solver as far as the budget goes, and among equals the one the search by territory prefers.
 *
 * Threads meet in their tables, and what one finds there hangs on how fast the others were. So a
 * search that nodes, a depth or the virtual clock end, and that is to go the same way every time,
 * has one thread, whatever the settings say.
 */
#include "search/champion.h"

#include <math.h>
#include <stdlib.h>

#include "search/placing.h"
#include "search/purse.h"
#include "search/pvs.h"
#include "search/solver/solver.h"
#include "util/memory.h"

/* From 0.5 M nodes a placement on 7x7 and some 100 M on 8x8, rounded to the solver's advantage;
 * docs/solver-measurements.md has the law. The speed is that of one core. */
#define SOLVER_NODES  0.5e6 // nodes for SOLVER_BLANKS blanks
#define SOLVER_BLANKS 47
#define SOLVER_GROWTH 1.42 // times, a blank
#define SOLVER_SPEED  8e6  // nodes a second

struct Champion {
    ChampionSettings settings;
    int threads; // of this search
    SolverCache solvers;
    Pvs *pvs;
    bool lacked_threads; // in this search
};

size_t champion_memory(ChampionSettings settings)
{
    const size_t of_a_thread = 1; // megabytes of small tables
    return (settings.megabytes + (size_t)settings.threads * of_a_thread) << 20;
}

Champion *champion_create(ChampionSettings settings, Error *error)
{
    if (!memory_suffices(champion_memory(settings), error))
        return NULL;
    Champion *champion = calloc(1, sizeof *champion);
    if (!champion) {
        error_out_of_memory(error);
        return NULL;
    }
    champion->settings = settings;
    size_t half = settings.megabytes / 2 ? settings.megabytes / 2 : 1;
    champion->solvers.settings.megabytes = half;
    champion->pvs = pvs_create(half, error);
    if (!champion->pvs) {
        champion_destroy(champion);
        return NULL;
    }
    return champion;
}

void champion_destroy(Champion *champion)
{
    if (!champion)
        return;
    solver_cache_free(&champion->solvers);
    pvs_destroy(champion->pvs);
    free(champion);
}

/* One where the search is to repeat: see the head of the file. */
static void choose_threads(Champion *champion, const Limits *limits)
{
    champion->threads = limits_repeat(limits) ? 1 : champion->settings.threads;
    champion->solvers.settings.threads = champion->threads;
}

bool champion_begin(Champion *champion, const Board *board, const Limits *limits, Error *error)
{
    choose_threads(champion, limits);
    if (board && !solver_cache_get(&champion->solvers, board, error))
        return false;
    pvs_forget(champion->pvs);
    if (champion->solvers.solver)
        solver_forget(champion->solvers.solver);
    return true;
}

static void search_by_territory(Champion *champion, Purse *purse, Limits limits,
                                SearchResult *result)
{
    SearchJob job = *purse->job;
    job.limits = limits;
    if (!pvs_search(champion->pvs, &job, champion->threads, result))
        champion->lacked_threads = true;
    purse->spent += (double)result->nodes;
}

/* How much of the budget the solver is worth: see the head of the file. */
static double solver_share(const Champion *champion, const Purse *purse)
{
    const SearchJob *job = purse->job;
    if (job->limits.depth)
        return 0;
    double needed =
        SOLVER_NODES * pow(SOLVER_GROWTH, bits_count(job->position.blanks) - SOLVER_BLANKS);
    double can = (purse->deadline - purse->started) * SOLVER_SPEED * champion->threads;
    if (purse->nodes < INFINITY)
        can = fmin(can, purse->nodes);
    if (needed < can)
        return 0.9;
    return needed < 100 * can ? 0.35 : 0;
}

/* The share of the opponent's replies that win, after a move of a lost side: 1 if all do. NAN
 * if the limits came first. */
static double winning_share(Solver *solver, Purse *purse, Square move)
{
    Position after = position_after(&purse->job->position, move);
    EffortLimits limits = purse_effort(purse, 1);
    Solution solution = solver_solve(solver, &after, SOLVE_ALL_MOVES, &limits, NULL);
    Squares replies = position_moves(purse->job->board, &after, after.to_move);
    purse->spent += (double)solution.nodes;
    if (bits_count(solution.winning | solution.losing) < bits_count(replies))
        return NAN;
    return (double)bits_count(solution.winning) / bits_count(replies);
}

/* Lost: hope for a mistake. `result` holds the move preferred among equals. */
static void resist(Solver *solver, Purse *purse, SearchResult *result)
{
    const SearchJob *job = purse->job;
    Squares moves = position_moves(job->board, &job->position, job->position.to_move);
    Square preferred = result->move, chosen = preferred;
    double least = winning_share(solver, purse, preferred);
    moves &= ~squares_only(preferred);
    while (moves && !isnan(least)) {
        Square move = bits_take_lowest(&moves);
        double share = winning_share(solver, purse, move);
        if (isnan(share))
            break;
        if (share < least) {
            least = share;
            chosen = move;
        }
    }
    search_tell_proof(job, chosen, false, result);
}

/* True if the winner was proved; then `result` is complete. */
static bool prove(Champion *champion, Purse *purse, double share, SearchResult *result,
                  Solver *solver)
{
    const SearchJob *job = purse->job;
    EffortLimits limits = purse_effort(purse, share);
    Solution solution = solver_solve(solver, &job->position, SOLVE_WINNER, &limits, NULL);
    purse->spent += (double)solution.nodes;
    if (solution.winner == SIDE_NONE)
        return false;
    if (solution.winner == job->position.to_move) {
        search_tell_proof(job, bits_lowest(solution.winning), true, result);
        return true;
    }
    if (purse_is_bounded(purse) && !purse_is_stopped(purse))
        search_by_territory(champion, purse, purse_limits(purse, 0.2), result);
    resist(solver, purse, result);
    return true;
}

/* The move after which the other side can only watch its moves being copied: won by the lemma
 * in docs/theory.md, whatever the size of the board. SQUARE_NONE: there is none. */
static Square mirror_move(const SearchJob *job)
{
    for (Squares moves = position_moves(job->board, &job->position, job->position.to_move);
         moves;) {
        Square move = bits_take_lowest(&moves);
        Position after = position_after(&job->position, move);
        if (position_is_mirror_loss(job->board, &after))
            return move;
    }
    return SQUARE_NONE;
}

static bool think(Champion *champion, Purse *purse, SearchResult *result, Error *error)
{
    Square copying = mirror_move(purse->job);
    if (copying != SQUARE_NONE) {
        search_tell_proof(purse->job, copying, true, result);
        return true;
    }
    Solver *solver = solver_cache_get(&champion->solvers, purse->job->board, error);
    if (!solver)
        return false;
    // Until somebody says stop: something to say first, then the truth.
    if (!purse_is_bounded(purse)) {
        Limits first = purse->job->limits;
        first.seconds = first.depth ? 0 : 1;
        search_by_territory(champion, purse, first, result);
        if (!purse->job->limits.depth && !purse_is_stopped(purse))
            prove(champion, purse, 1, result, solver);
        return true;
    }
    double share = solver_share(champion, purse);
    if (share > 0 && prove(champion, purse, share, result, solver))
        return true;
    search_by_territory(champion, purse, purse_limits(purse, 1), result);
    return true;
}

bool champion_search(Champion *champion, const SearchJob *job, SearchResult *result, Error *error)
{
    Square moves[SQUARE_LIMIT];
    Purse purse = purse_open(job);
    int count = search_shuffled_moves(job, moves);
    search_begin(result, moves, count);
    if (count == 0)
        return true;
    choose_threads(champion, &job->limits);
    champion->lacked_threads = false;
    bool good = position_both_placed(&job->position)
                    ? think(champion, &purse, result, error)
                    : place_knight(&champion->solvers, &purse, moves, count, result, error);
    purse_account(&purse, result);
    if (good && champion->lacked_threads)
        return error_set(error, "no thread can be had");
    return good;
}
