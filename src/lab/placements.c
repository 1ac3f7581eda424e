#include "lab/placements.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/ranks.h"
#include "lab/placements_file.h"
#include "search/solver/proof.h"

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

const char *placements_print_pair(const Board *board, Square first, Square second,
                                  char pair[PAIR_TEXT_SIZE])
{
    char name[SQUARE_TEXT_SIZE], other[SQUARE_TEXT_SIZE];
    snprintf(pair, PAIR_TEXT_SIZE, "%s %s", square_print(board, first, name),
             square_print(board, second, other));
    return pair;
}

/* Where second stands opposite first the winner copies (docs/theory.md). By the rules alone that is
 * the largest proof of a board by far, and the one that is needed least: such classes come last. */
static bool is_copying(const Board *board, const PlacementClass *class)
{
    Position position = pair_position(board, class->first, class->second);
    return position_is_mirror_loss(board, &position);
}

static void put_copying_last(Placements *placements)
{
    PlacementClass *classes = placements->classes;
    for (int i = 0, end = placements->count; i < end;) {
        PlacementClass class = classes[i];
        if (!is_copying(&placements->board, &class)) {
            i++;
            continue;
        }
        memmove(classes + i, classes + i + 1,
                (size_t)(placements->count - i - 1) * sizeof *classes);
        classes[placements->count - 1] = class;
        end--;
    }
}

/* ---- A class as a job */

/* What those who solve have in common. */
typedef struct Workshop {
    const Placements *placements;
    SolverSettings settings;
    Solver *solver; // of all threads; NULL: each that works makes its own
    bool on_rank;
    Budget budget; // of this process
    atomic_int hands;
} Workshop;

typedef struct ClassSolver {
    SolverHand *hand;
    Solver *own;        // NULL: it is the workshop's
    PositionMemory met; // by a proof
} ClassSolver;

/* A job's result. On a rank SIDE_NONE says that there is no more to be had from it. */
typedef struct ClassSolved {
    Side winner;
    uint64_t nodes;
    ClassProof proof;
    Error refuted; // empty: it is not
} ClassSolved;

/* Megabytes in which a proof is checked: as many as the table may have, or enough for most classes
 * of such a board to be walked once. */
static size_t wanted_memory(const Board *board, SolverSettings settings)
{
    return settings.megabytes  ? settings.megabytes
           : board->area <= 36 ? 4
           : board->area <= 49 ? 64
                               : 512;
}

static void class_solver_destroy(const void *context, void *worker)
{
    (void)context;
    ClassSolver *solver = worker;
    solver_hand_destroy(solver->hand);
    solver_destroy(solver->own);
    position_memory_free(&solver->met);
    free(solver);
}

static void *class_solver_create(const void *context, const atomic_bool *stop, Error *error)
{
    Workshop *workshop = (Workshop *)context;
    ClassSolver *solver = calloc(1, sizeof *solver);
    if (!solver) {
        error_out_of_memory(error);
        return NULL;
    }
    Solver *memory = workshop->solver;
    const Board *board = &workshop->placements->board;
    if (workshop->on_rank)
        workshop->budget.stop = stop;
    if (!memory)
        memory = solver->own = solver_create(board, workshop->settings, error);
    int number = solver->own ? 0 : atomic_fetch_add(&workshop->hands, 1);
    if (memory &&
        (solver->hand = solver_hand_create(memory, number, &workshop->budget, error)) != NULL &&
        (!workshop->placements->proved ||
         position_memory_init(&solver->met, board, wanted_memory(board, workshop->settings),
                              error)))
        return solver;
    class_solver_destroy(context, solver);
    return NULL;
}

static bool measure_class_solver(const void *context, size_t *bytes, Error *error)
{
    const Workshop *workshop = context;
    const Board *board = &workshop->placements->board;
    (void)error;
    *bytes = workshop->solver ? 0 : solver_memory(board, workshop->settings);
    if (workshop->placements->proved)
        *bytes += wanted_memory(board, workshop->settings) << 20;
    return true;
}

static bool tell_move(void *context, const Position *position, Square *move, Error *error)
{
    (void)error; // a limit came first
    return solver_hand_move(context, position, move);
}

/* Leaves SIDE_NONE for the winner if a limit comes first. */
static void prove_class(const Board *board, ClassSolver *solver, const Position *position,
                        ClassSolved *solved)
{
    Prover prover = {tell_move, solver->hand};
    ProofChecked checked;
    Error reason = {""};
    double started = clock_now();
    uint64_t before = solver_hand_nodes(solver->hand);
    solver_forget(solver->own);
    position_memory_clear(&solver->met);
    solved->winner = solver_hand_winner(solver->hand, position, &solved->nodes);
    if (solved->winner == SIDE_NONE)
        return;
    ProofVerdict verdict =
        proof_check(&prover, board, position, solved->winner, &solver->met, &checked, &reason);
    solved->nodes = solver_hand_nodes(solver->hand) - before;
    if (verdict == PROOF_FAILS)
        solved->refuted = reason;
    if (verdict == PROOF_UNREADABLE)
        solved->winner = SIDE_NONE;
    solved->proof =
        (ClassProof){checked.moves, checked.positions, checked.checksum, clock_now() - started};
}

static bool solve_class(const void *context, void *worker, int64_t job, const atomic_bool *stop,
                        void *result, Error *error)
{
    const Workshop *workshop = context;
    const Placements *placements = workshop->placements;
    const PlacementClass *class = &placements->classes[job];
    ClassSolver *solver = worker;
    ClassSolved *solved = result;
    Position position = pair_position(&placements->board, class->first, class->second);
    (void)stop; // the budget's
    (void)error;
    *solved = (ClassSolved){.winner = SIDE_NONE};
    if (placements->proved)
        prove_class(&placements->board, solver, &position, solved);
    else
        solved->winner = solver_hand_winner(solver->hand, &position, &solved->nodes);
    return solved->winner != SIDE_NONE || solver->own;
}

static Work classes_work(Workshop *workshop)
{
    return (Work){.context = workshop,
                  .result_size = sizeof(ClassSolved),
                  .measure = measure_class_solver,
                  .worker_create = class_solver_create,
                  .worker_destroy = class_solver_destroy,
                  .run = solve_class};
}

/* ---- On other machines: the board, the megabytes of the table, the nodes it may take, and whether
 * to prove */

enum { RECIPE_SIZE = 64 };

static bool task_open(const char *recipe, Work *work, uint64_t *check, Error *error)
{
    char size[16];
    size_t megabytes;
    uint64_t nodes;
    int proved;
    Board board;
    if (sscanf(recipe, "%15s %zu %" SCNu64 " %d", size, &megabytes, &nodes, &proved) != 4)
        return error_set(error, "cannot read what it is to do");
    if (!board_parse(&board, size, strlen(size), error))
        return false;
    Workshop *workshop = aligned_alloc(_Alignof(Workshop), sizeof *workshop);
    Placements *placements = aligned_alloc(_Alignof(Placements), sizeof *placements);
    if (workshop && placements && placements_init(placements, &board, NULL)) {
        if ((placements->proved = proved != 0))
            put_copying_last(placements);
        *workshop = (Workshop){.placements = placements,
                               .on_rank = true,
                               .settings = {.threads = 1, .megabytes = megabytes},
                               .budget = {.nodes = nodes}};
        *work = classes_work(workshop);
        *check = (uint64_t)placements->count;
        return true;
    }
    free(workshop);
    free(placements);
    return error_out_of_memory(error);
}

static void task_close(Work *work)
{
    Workshop *workshop = (Workshop *)work->context;
    Placements *placements = (Placements *)workshop->placements;
    placements_free(placements);
    free(placements);
    free(workshop);
}

const Task placements_task = {.name = "placements", .open = task_open, .close = task_close};

/* ---- The table */

typedef struct Solving {
    Placements *placements;
    const PlacementsSettings *settings;
    Workshop workshop;
    ResumeFile file;
    atomic_bool stop; // the caller's stop, a limit, or the file cannot be written
} Solving;

static bool is_wanted(void *context, int64_t job)
{
    return ((Solving *)context)->placements->classes[job].winner == SIDE_NONE;
}

/* Ranks cannot tell what all of them together have spent. */
static bool look_at_limits(void *context, Error *error)
{
    Solving *solving = context;
    (void)error;
    if (budget_is_spent(&solving->workshop.budget))
        atomic_store(&solving->stop, true);
    return true;
}

static bool deliver(void *context, int64_t job, const void *result, Error *error)
{
    Solving *solving = context;
    Placements *placements = solving->placements;
    const PlacementsSettings *settings = solving->settings;
    PlacementClass *class = &placements->classes[job];
    const ClassSolved *solved = result;
    if (solved->winner == SIDE_NONE) {
        atomic_store(&solving->stop, true);
        return true;
    }
    if (*solved->refuted.text) {
        char pair[PAIR_TEXT_SIZE];
        placements->refuted = solved->refuted;
        error_prefix(&placements->refuted,
                     placements_print_pair(&placements->board, class->first, class->second, pair));
        atomic_store(&solving->stop, true);
        return true;
    }
    class->winner = solved->winner;
    class->nodes = solved->nodes;
    class->proof = solved->proof;
    placements->done++;
    placements->nodes += solved->nodes;
    if (settings->file && !placements_file_append(&solving->file, placements, class))
        atomic_store(&solving->stop, true);
    if (settings->watch)
        settings->watch(settings->context, placements);
    if (ranks_count() == 0)
        return true; // its threads have counted
    atomic_fetch_add(&solving->workshop.budget.spent, solved->nodes);
    return look_at_limits(solving, error);
}

static bool solve_missing(Solving *solving, Error *error)
{
    const PlacementsSettings *settings = solving->settings;
    char recipe[RECIPE_SIZE];
    int idle;
    Jobs jobs = {.work = classes_work(&solving->workshop),
                 .count = solving->placements->count,
                 .context = solving,
                 .is_wanted = is_wanted,
                 .deliver = deliver,
                 .tick = look_at_limits,
                 .task = &placements_task,
                 .recipe = recipe,
                 .check = (uint64_t)solving->placements->count,
                 .hurry = settings->stop};
    snprintf(recipe, sizeof recipe, "%dx%d %zu %" PRIu64 " %d", settings->board.width,
             settings->board.height, settings->solver.megabytes, settings->limits.nodes,
             settings->prove);
    return look_at_limits(solving, error) &&
           ranks_run(&jobs, settings->solver.threads, &solving->stop, &idle, error);
}

bool placements_solve(Placements *placements, const PlacementsSettings *settings, Error *error)
{
    Solving solving = {.placements = placements, .settings = settings};
    if (!placements_init(placements, &settings->board, error))
        return false;
    placements->started = clock_now();
    placements->proved = settings->prove;
    if (placements->proved)
        put_copying_last(placements);
    if (settings->file &&
        !placements_file_open(&solving.file, settings->file, placements, settings->stop, error))
        return false;
    for (int i = 0; i < placements->count; i++)
        placements->already_done += placements->classes[i].winner != SIDE_NONE;
    placements->done = placements->already_done;
    solving.workshop = (Workshop){.placements = placements,
                                  .settings = settings->solver,
                                  .budget = limits_start(&settings->limits, settings->stop)};
    if (settings->prove)
        solving.workshop.settings.threads = 1; // of each one's own solver
    bool tried = ranks_count() > 0 || settings->prove ||
                 (solving.workshop.solver =
                      solver_create(&settings->board, settings->solver, error)) != NULL;
    tried = tried && solve_missing(&solving, error);
    solver_destroy(solving.workshop.solver);
    if (settings->file)
        resume_file_close(&solving.file, &placements->file_fault);
    placements->seconds = clock_now() - placements->started;
    return tried;
}
