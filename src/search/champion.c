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
 */
#include "search/champion.h"

#include <math.h>
#include <stdlib.h>

#include "eval/heuristic.h"
#include "search/budget.h"
#include "search/pvs.h"
#include "search/solver_cache.h"
#include "util/clock.h"

/* From 0.5 M nodes a placement on 7x7 and some 100 M on 8x8, rounded to the solver's advantage;
 * docs/solver-measurements.md has the law. The speed is that of one core. */
#define SOLVER_NODES  0.5e6 // nodes for SOLVER_BLANKS blanks
#define SOLVER_BLANKS 47
#define SOLVER_GROWTH 1.42 // times, a blank
#define SOLVER_SPEED  8e6  // nodes a second

struct Champion {
    ChampionSettings settings;
    SolverCache solvers;
    Pvs *pvs;
};

/* What is left of a turn's budget: a time or a number of nodes. */
typedef struct Purse {
    const SearchJob *job;
    double started, deadline; // INFINITY: no clock
    double nodes;             // INFINITY: any number
    double spent;             // nodes
    double node_seconds;      // what a node costs on the studies' clock; 0: that of the wall counts
} Purse;

Champion *champion_create(ChampionSettings settings, Error *error)
{
    Champion *champion = calloc(1, sizeof *champion);
    if (!champion) {
        error_out_of_memory(error);
        return NULL;
    }
    champion->settings = settings;
    size_t half = settings.megabytes / 2 ? settings.megabytes / 2 : 1;
    champion->solvers.settings = (SolverSettings){.threads = settings.threads, .megabytes = half};
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

void champion_forget(Champion *champion)
{
    pvs_forget(champion->pvs);
    if (champion->solvers.solver)
        solver_forget(champion->solvers.solver);
}

/* On the studies' clock a node costs what it cost them, and nothing more. */
static Purse purse_open(const SearchJob *job)
{
    Budget budget = budget_start(&job->limits, job->stop);
    Purse purse = {.job = job, .started = budget.started, .deadline = budget.deadline};
    purse.nodes = job->limits.nodes ? (double)job->limits.nodes : INFINITY;
    if (budget.is_virtual) {
        purse.nodes = fmin(purse.nodes, budget.virtual_total / budget.virtual_node);
        purse.node_seconds = budget.virtual_node * 1e-9;
    }
    return purse;
}

/* Threads may overrun the last nodes together by some: the clock stops where the budget does. */
static double purse_seconds(const Purse *purse)
{
    if (purse->node_seconds > 0)
        return fmin(purse->spent, purse->nodes) * purse->node_seconds;
    return clock_now() - purse->started;
}

static bool is_stopped(const Purse *purse)
{
    return purse->job->stop && atomic_load(purse->job->stop);
}

static bool is_bounded(const Purse *purse)
{
    return purse->deadline < INFINITY || purse->nodes < INFINITY;
}

/* A share of what is left, for the solver. */
static EffortLimits effort_share(const Purse *purse, double share)
{
    EffortLimits limits = EFFORT_UNLIMITED;
    double now = clock_now();
    limits.stop = purse->job->stop;
    if (purse->deadline < INFINITY)
        limits.deadline = now + (purse->deadline - now) * share;
    if (purse->nodes < INFINITY)
        limits.nodes = (uint64_t)fmax(1, (purse->nodes - purse->spent) * share);
    return limits;
}

/* And for the search by territory. */
static Limits search_share(const Purse *purse, double share)
{
    Limits limits = {.depth = purse->job->limits.depth};
    if (purse->deadline < INFINITY)
        limits.seconds = fmax(1e-6, (purse->deadline - clock_now()) * share);
    if (purse->nodes < INFINITY)
        limits.nodes = (uint64_t)fmax(1, (purse->nodes - purse->spent) * share);
    return limits;
}

static void search_by_territory(Champion *champion, Purse *purse, Limits limits,
                                SearchResult *result)
{
    SearchJob job = *purse->job;
    job.limits = limits;
    pvs_search(champion->pvs, &job, champion->settings.threads, result);
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
    double can = (purse->deadline - purse->started) * SOLVER_SPEED * champion->settings.threads;
    if (purse->nodes < INFINITY)
        can = fmin(can, purse->nodes);
    if (needed < can)
        return 0.9;
    return needed < 100 * can ? 0.35 : 0;
}

static void tell_proof(const SearchJob *job, Square move, bool won, SearchResult *result)
{
    result->move = move;
    result->exact = true;
    result->score = won ? INFINITY : -INFINITY;
    if (result->line.count == 0 || result->line.moves[0] != move)
        result->line = (MoveList){{move}, 1};
    search_tell(job, result);
}

/* The share of the opponent's replies that win, after a move of a lost side: 1 if all do. NAN
 * if the limits came first. */
static double winning_share(Solver *solver, Purse *purse, Square move)
{
    Position after = position_after(&purse->job->position, move);
    EffortLimits limits = effort_share(purse, 1);
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
    tell_proof(job, chosen, false, result);
}

/* True if the winner was proved; then `result` is complete. */
static bool prove(Champion *champion, Purse *purse, double share, SearchResult *result,
                  Solver *solver)
{
    const SearchJob *job = purse->job;
    EffortLimits limits = effort_share(purse, share);
    Solution solution = solver_solve(solver, &job->position, SOLVE_WINNER, &limits, NULL);
    purse->spent += (double)solution.nodes;
    if (solution.winner == SIDE_NONE)
        return false;
    if (solution.winner == job->position.to_move) {
        tell_proof(job, bits_lowest(solution.winning), true, result);
        return true;
    }
    if (is_bounded(purse) && !is_stopped(purse))
        search_by_territory(champion, purse, search_share(purse, 0.2), result);
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
        tell_proof(purse->job, copying, true, result);
        return true;
    }
    Solver *solver = solver_cache_get(&champion->solvers, purse->job->board, error);
    if (!solver)
        return false;
    if (!is_bounded(purse)) { // until somebody says stop: something to say first, then the truth
        Limits first = purse->job->limits;
        first.seconds = first.depth ? 0 : 1;
        search_by_territory(champion, purse, first, result);
        if (!purse->job->limits.depth && !is_stopped(purse))
            prove(champion, purse, 1, result, solver);
        return true;
    }
    double share = solver_share(champion, purse);
    if (share > 0 && prove(champion, purse, share, result, solver))
        return true;
    search_by_territory(champion, purse, search_share(purse, 1), result);
    return true;
}

/* What a placement is worth to the opponent, who is to move then. */
static double placement_value(const SearchJob *job, Square move)
{
    HeuristicSpec territory, open;
    Position after = position_after(&job->position, move);
    heuristic_parse("territory", 9, &territory, NULL);
    double value = heuristic_value(&territory, job->board, &after, after.to_move);
    if (!isnan(value))
        return value;
    heuristic_parse("open", 4, &open, NULL); // nobody is there yet: the more moves, the better
    return -heuristic_value(&open, job->board, &after, job->position.to_move);
}

/* Best first; equals stay in their random order. */
static void sort_placements(const SearchJob *job, Square *moves, int count)
{
    double values[SQUARE_LIMIT];
    for (int i = 0; i < count; i++) {
        Square move = moves[i];
        double value = placement_value(job, move);
        int place = i;
        for (; place > 0 && values[place - 1] > value; place--) {
            values[place] = values[place - 1];
            moves[place] = moves[place - 1];
        }
        values[place] = value;
        moves[place] = move;
    }
}

/* The square opposite first's, if second can only win there: on boards of even area. */
static Square copying_placement(const SearchJob *job)
{
    Square opposite = board_opposite(job->board, job->position.knight[FIRST]);
    if (job->board->centre != SQUARE_NONE || !squares_has(job->position.blanks, opposite))
        return SQUARE_NONE;
    Position copied = position_after(&job->position, opposite);
    return position_is_mirror_loss(job->board, &copied) ? opposite : (Square)SQUARE_NONE;
}

/* Second's placement: the first of `moves` that is proved to win, or else that is not proved to
 * lose when the budget ends. */
static void place_second(Solver *solver, Purse *purse, const Square *moves, int count,
                         SearchResult *result)
{
    for (int i = 0; i < count; i++) {
        EffortLimits limits = effort_share(purse, 1);
        Position placed = position_after(&purse->job->position, moves[i]);
        Solution solution = solver_solve(solver, &placed, SOLVE_WINNER, &limits, NULL);
        purse->spent += (double)solution.nodes;
        if (solution.winner == FIRST)
            continue;
        if (solution.winner == SECOND)
            tell_proof(purse->job, moves[i], true, result);
        else
            search_begin(result, moves + i, 1);
        return;
    }
    tell_proof(purse->job, moves[0], false, result);
}

/* With a knight in hand. First takes the centre, next to which lie the only replies that lose
 * on odd boards, or a square with many moves. Second copies it on boards of even area, which
 * wins, and elsewhere asks the solver. */
static bool place(Champion *champion, Purse *purse, Square *moves, int count, SearchResult *result,
                  Error *error)
{
    const SearchJob *job = purse->job;
    bool first = job->position.knight[FIRST] == SQUARE_NONE;
    Square centre = job->board->centre;
    sort_placements(job, moves, count);
    if (first && centre != SQUARE_NONE && squares_has(job->position.blanks, centre))
        moves[0] = centre;
    search_begin(result, moves, count);
    Square copying = first ? (Square)SQUARE_NONE : copying_placement(job);
    if (copying != SQUARE_NONE)
        tell_proof(job, copying, true, result);
    if (first || copying != SQUARE_NONE || job->limits.depth)
        return true;
    Solver *solver = solver_cache_get(&champion->solvers, job->board, error);
    if (solver)
        place_second(solver, purse, moves, count, result);
    return solver != NULL;
}

bool champion_search(Champion *champion, const SearchJob *job, SearchResult *result, Error *error)
{
    Square moves[SQUARE_LIMIT];
    Purse purse = purse_open(job);
    int count = search_shuffled_moves(job, moves);
    search_begin(result, moves, count);
    if (count == 0)
        return true;
    bool good = position_both_placed(&job->position)
                    ? think(champion, &purse, result, error)
                    : place(champion, &purse, moves, count, result, error);
    result->nodes = (uint64_t)purse.spent;
    result->seconds = purse_seconds(&purse);
    return good;
}
