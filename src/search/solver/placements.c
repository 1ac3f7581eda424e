#include "search/solver/placements.h"

#include <pthread.h>
#include <stdlib.h>

#include "search/solver/worker.h"
#include "util/team.h"

static Position pair_position(const Board *board, Square first, Square second)
{
    Position position = position_start(board);
    position = position_after(&position, first);
    return position_after(&position, second);
}

static bool is_representative(const Board *board, Square first, Square second)
{
    Position position = pair_position(board, first, second);
    Position canonical = position_canonical(board, &position);
    return position_equal(&position, &canonical);
}

bool placements_init(Placements *placements, const Board *board, Error *error)
{
    *placements = (Placements){.board = *board};
    size_t pairs = (size_t)(board->area * (board->area - 1));
    placements->classes = malloc(pairs * sizeof *placements->classes);
    if (!placements->classes)
        return error_out_of_memory(error);
    for (Square first = 0; first < board->area; first++)
        for (Square second = 0; second < board->area; second++)
            if (first != second && is_representative(board, first, second))
                placements->classes[placements->count++] =
                    (PlacementClass){first, second, SIDE_NONE, 0};
    return true;
}

void placements_free(Placements *placements)
{
    free(placements->classes);
    placements->classes = NULL;
}

PlacementClass *placements_find(const Placements *placements, Square first, Square second)
{
    const Board *board = &placements->board;
    Position position = pair_position(board, first, second);
    position = position_canonical(board, &position);
    for (int i = 0; i < placements->count; i++)
        if (placements->classes[i].first == position.knight[FIRST] &&
            placements->classes[i].second == position.knight[SECOND])
            return placements->classes + i;
    return NULL;
}

typedef struct Run {
    Placements *placements;
    Solver *solver;
    Budget *budget;
    const PlacementsWatch *watch;
    atomic_int next;
    pthread_mutex_t mutex; // for the watch, and for what is done
    int done;
} Run;

static void keep_class(Run *run, PlacementClass *class, Verdict verdict, uint64_t nodes)
{
    pthread_mutex_lock(&run->mutex);
    class->winner = verdict == VERDICT_WIN ? FIRST : SECOND;
    class->nodes = nodes;
    run->done++;
    if (run->watch &&
        !run->watch->solved(run->watch->context, class, run->done, run->placements->count))
        atomic_store(&run->budget->enough, true);
    pthread_mutex_unlock(&run->mutex);
}

static void solve_classes(void *context, int number)
{
    Run *run = context;
    Placements *placements = run->placements;
    Worker worker = worker_start(run->solver, number, true, run->budget);
    int next;
    while ((next = atomic_fetch_add(&run->next, 1)) < placements->count) {
        PlacementClass *class = placements->classes + next;
        if (class->winner != SIDE_NONE)
            continue;
        Position position = pair_position(&placements->board, class->first, class->second);
        uint64_t before = worker.effort.nodes;
        Verdict verdict = worker_verdict(&worker, &position);
        if (verdict == VERDICT_UNKNOWN)
            break;
        keep_class(run, class, verdict, worker.effort.nodes - before);
    }
    effort_report(&worker.effort);
}

bool placements_solve(Placements *placements, SolverSettings settings, Budget *budget,
                      const PlacementsWatch *watch, Error *error)
{
    Run run = {.placements = placements, .watch = watch, .budget = budget};
    for (int i = 0; i < placements->count; i++)
        run.done += placements->classes[i].winner != SIDE_NONE;
    run.solver = solver_create(&placements->board, settings, error);
    if (!run.solver)
        return false;
    pthread_mutex_init(&run.mutex, NULL);
    team_run(run.solver->threads, solve_classes, &run, NULL);
    pthread_mutex_destroy(&run.mutex);
    solver_destroy(run.solver);
    budget->enough = false;
    return true;
}
