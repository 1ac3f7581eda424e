/* champion.c: when to prove, when to search, where to begin and what to do when lost.
 *
 * The solver needs about SOLVER_NODES nodes for a 7x7 placement (47 blanks) and SOLVER_GROWTH
 * times as many for each blank more; that tells beforehand whether it is worth a try. If it
 * almost surely succeeds it gets nearly everything, if it hardly can it gets nothing, and in
 * between a third: what it proves on the way stays in its table for the next move.
 *
 * A proved loss is not resigned: the move is played after which the opponent most likely goes
 * wrong (resistance.c), and among equals the one the deep search prefers.
 *
 * First takes the centre, a knight's move from which lie the only replies of the other colour that
 * lose on odd boards, or a square with many moves. Second copies it on boards of even area, which
 * wins, and elsewhere asks the solver.
 *
 * One budget, a time or a number of nodes, pays for proofs and for searches in turn. On the
 * studies' clock a node costs what it cost them, and nothing more.
 *
 * Threads meet in their tables, and what one finds there hangs on how fast the others were. So a
 * search that nodes, a depth or the virtual clock end, and that is to go the same way every time,
 * has one thread, whatever the settings say.
 */
#include "search/champion.h"

#include <math.h>
#include <stdlib.h>

#include "eval/heuristic.h"
#include "search/pvs.h"
#include "search/resistance.h"
#include "search/solver/solver.h"
#include "util/memory.h"

/* From 0.5 M nodes a placement on 7x7 and 232 M on 8x8, which would be 1.5 a blank, rounded to the
 * solver's advantage; docs/solver-measurements.md has the law. The speed is that of one core. */
#define SOLVER_NODES  0.5e6 // nodes for SOLVER_BLANKS blanks
#define SOLVER_BLANKS 47
#define SOLVER_GROWTH 1.42 // times, a blank
#define SOLVER_SPEED  8e6  // nodes a second

enum { JUDGE_MEGABYTES = 1 };

struct Champion {
    ChampionSettings settings;
    SolverCache solvers;
    SolverCache judges; // of how hard it is to win, once lost
    Pvs *pvs;
    // of this search
    const SearchJob *job;
    Budget budget;
    int threads;
    bool lacked_threads;
};

size_t champion_memory(ChampionSettings settings)
{
    const size_t of_a_thread = 1, of_the_judge = JUDGE_MEGABYTES + 1; // with small tables
    return (settings.megabytes + (size_t)settings.threads * of_a_thread + of_the_judge) << 20;
}

Champion *champion_create(ChampionSettings settings, Error *error)
{
    assert(settings.threads >= 1 && settings.megabytes >= 1);
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
    champion->judges.settings = (SolverSettings){.threads = 1, .megabytes = JUDGE_MEGABYTES};
    champion->pvs = pvs_create(half, settings.threads, error);
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
    solver_cache_free(&champion->judges);
    pvs_destroy(champion->pvs);
    free(champion);
}

/* One where the search is to repeat: see the head of the file. */
static void choose_threads(Champion *champion, const Limits *limits)
{
    champion->threads = limits_repeat(limits) ? 1 : champion->settings.threads;
    champion->solvers.settings.threads = champion->threads;
}

/* With the judge beside it. */
static Solver *get_solver(Champion *champion, const Board *board, Error *error)
{
    return solver_cache_get(&champion->judges, board, error)
               ? solver_cache_get(&champion->solvers, board, error)
               : NULL;
}

bool champion_begin(Champion *champion, const Board *board, const Limits *limits, Error *error)
{
    choose_threads(champion, limits);
    if (board && !get_solver(champion, board, error))
        return false;
    pvs_forget(champion->pvs);
    if (champion->solvers.solver)
        solver_forget(champion->solvers.solver);
    return true;
}

static bool is_stopped(const Champion *champion)
{
    return champion->job->stop && atomic_load(champion->job->stop);
}

static void search_deeply(Champion *champion, Limits limits, SearchResult *result)
{
    SearchJob job = *champion->job;
    job.limits = limits;
    if (!pvs_search(champion->pvs, &job, champion->threads, result))
        champion->lacked_threads = true;
    champion->budget.spent += result->nodes;
}

/* A share of what is left, for a search. */
static Limits search_share(const Champion *champion, double share)
{
    Limits limits = limits_left(&champion->budget, share);
    limits.depth = champion->job->limits.depth;
    limits.seconds = search_seconds_for(limits.seconds);
    return limits;
}

/* Asks the solver, for a share of what is left. */
static Solution solve_within(Champion *champion, Solver *solver, const Position *position,
                             SolveAim aim, double share)
{
    Limits limits = limits_left(&champion->budget, share);
    Budget part = limits_start(&limits, champion->job->stop);
    Solution solution = solver_solve(solver, position, aim, &part, NULL);
    champion->budget.spent += solution.nodes;
    return solution;
}

/* How much of the budget the solver is worth: see the head of the file. */
static double solver_share(const Champion *champion)
{
    const Budget *budget = &champion->budget;
    const SearchJob *job = champion->job;
    if (job->limits.depth)
        return 0;
    double needed =
        SOLVER_NODES * pow(SOLVER_GROWTH, bits_count(job->position.blanks) - SOLVER_BLANKS);
    double seconds = budget->deadline > 0 ? budget->deadline - budget->started : INFINITY;
    double can = fmin(seconds * SOLVER_SPEED * champion->threads, budget_nodes(budget));
    if (needed < can)
        return 0.9;
    return needed < 100 * can ? 0.35 : 0;
}

/* False: until somebody says stop. */
static bool is_bounded(const Champion *champion)
{
    return champion->budget.deadline > 0 || budget_nodes(&champion->budget) < INFINITY;
}

/* True if the winner was proved; then `result` is complete. */
static bool prove_winner(Champion *champion, Solver *solver, double share, SearchResult *result)
{
    const SearchJob *job = champion->job;
    Solution solution = solve_within(champion, solver, &job->position, SOLVE_WINNER, share);
    if (solution.winner == SIDE_NONE)
        return false;
    if (solution.winner == job->position.to_move) {
        search_tell_proof(job, bits_lowest(solution.winning), true, result);
        return true;
    }
    if (is_bounded(champion) && !is_stopped(champion))
        search_deeply(champion, search_share(champion, 0.2), result);
    search_tell_proof(
        job, resistance_move(job, champion->judges.solver, &champion->budget, result->move), false,
        result);
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

static bool choose_move(Champion *champion, SearchResult *result, Error *error)
{
    const SearchJob *job = champion->job;
    Square copying = mirror_move(job);
    if (copying != SQUARE_NONE) {
        search_tell_proof(job, copying, true, result);
        return true;
    }
    Solver *solver = get_solver(champion, job->board, error);
    if (!solver)
        return false;
    // Until somebody says stop: something to say first, then the truth.
    if (!is_bounded(champion)) {
        Limits first = job->limits;
        first.seconds = first.depth ? 0 : 1;
        search_deeply(champion, first, result);
        if (!job->limits.depth && !is_stopped(champion))
            prove_winner(champion, solver, 1, result);
        return true;
    }
    double share = solver_share(champion);
    if (share <= 0 || !prove_winner(champion, solver, share, result))
        search_deeply(champion, search_share(champion, 1), result);
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

static void place_first(const SearchJob *job, Square *moves, int count, SearchResult *result)
{
    Square centre = job->board->centre;
    if (centre != SQUARE_NONE && squares_has(job->position.blanks, centre))
        moves[0] = centre;
    search_begin(result, moves, count);
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

/* The first of `moves` that is proved to win, or else that is not proved to lose when the budget
 * ends. */
static bool place_second(Champion *champion, const Square *moves, int count, SearchResult *result,
                         Error *error)
{
    const SearchJob *job = champion->job;
    Square copying = copying_placement(job);
    search_begin(result, moves, count);
    if (copying != SQUARE_NONE)
        search_tell_proof(job, copying, true, result);
    if (copying != SQUARE_NONE || job->limits.depth)
        return true;
    Solver *solver = get_solver(champion, job->board, error);
    if (!solver)
        return false;
    for (int i = 0; i < count; i++) {
        Position placed = position_after(&job->position, moves[i]);
        Side winner = solve_within(champion, solver, &placed, SOLVE_WINNER, 1).winner;
        if (winner == FIRST)
            continue;
        if (winner == SECOND)
            search_tell_proof(job, moves[i], true, result);
        else
            search_begin(result, moves + i, 1);
        return true;
    }
    search_tell_proof(job, moves[0], false, result);
    return true;
}

bool champion_search(Champion *champion, const SearchJob *job, SearchResult *result, Error *error)
{
    Square moves[SQUARE_LIMIT]; // in random order, which breaks ties
    Budget *budget = &champion->budget;
    champion->job = job;
    *budget = search_budget(&job->limits, job->stop);
    int count = search_shuffled_moves(job, moves);
    search_begin(result, moves, count);
    if (count == 0)
        return true;
    choose_threads(champion, &job->limits);
    champion->lacked_threads = false;
    bool good = true;
    if (position_both_placed(&job->position)) {
        good = choose_move(champion, result, error);
    } else {
        sort_placements(job, moves, count);
        if (job->position.knight[FIRST] == SQUARE_NONE)
            place_first(job, moves, count, result);
        else
            good = place_second(champion, moves, count, result, error);
    }
    result->nodes = budget->spent;
    result->seconds = clock_now() - budget->started;
    // Threads may overrun the last nodes together by some: the clock stops where the budget does.
    if (budget->virtual_total > 0)
        result->virtual_seconds =
            fmin((double)budget->spent, budget_nodes(budget)) * (budget->virtual_node * 1e-9);
    if (good && champion->lacked_threads)
        return error_set(error, "no thread can be had");
    return good;
}
