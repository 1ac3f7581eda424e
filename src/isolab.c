/* isolab.c: the public face of the library, a thin layer over core, eval, search and agent. */
#include "isolab.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/agent.h"
#include "core/drawing.h"
#include "core/fen.h"
#include "core/perft.h"
#include "eval/own.h"
#include "search/solver/solver.h"

static_assert((int)ISOLAB_NOBODY == (int)SIDE_NONE, "the header's sides are ours");

const char *isolab_version(void)
{
    return ISOLAB_VERSION;
}

int isolab_version_number(void)
{
    return ISOLAB_VERSION_NUMBER;
}

/* Hands a sentence to the caller, and is always false. */
static bool refuse(char *why, size_t size, const Error *error)
{
    if (size > 0)
        snprintf(why, size, "%s", error->text);
    return false;
}

static bool out_of_memory(char *why, size_t size)
{
    Error error;
    error_out_of_memory(&error);
    return refuse(why, size, &error);
}

/* Structs with their size first, of which the caller's may be older or newer than ours: what only
 * one side knows is 0 coming in, and not written going out. */
static void read_sized(void *ours, size_t our_size, const void *theirs)
{
    size_t size = 0;
    memset(ours, 0, our_size);
    if (theirs)
        memcpy(&size, theirs, sizeof size);
    if (size)
        memcpy(ours, theirs, size < our_size ? size : our_size);
}

static void write_sized(void *theirs, const void *ours, size_t our_size)
{
    size_t size;
    memcpy(&size, theirs, sizeof size);
    assert(size >= sizeof size); // the caller has set it
    size_t shared = size < our_size ? size : our_size;
    if (shared > sizeof size)
        memcpy((char *)theirs + sizeof size, (const char *)ours + sizeof size,
               shared - sizeof size);
}

/* ---- Positions */

/* Geometry is the larger part of a position, and never changes: copies share it. */
typedef struct SharedBoard {
    atomic_int users;
    Board board;
} SharedBoard;

struct IsolabPosition {
    SharedBoard *shared;
    Position position;
};

static const Board *board_of(const IsolabPosition *position)
{
    return &position->shared->board;
}

IsolabPosition *isolab_position_create(const char *text, char *why, size_t size)
{
    return isolab_position_read(text, strlen(text), why, size);
}

IsolabPosition *isolab_position_read(const char *bytes, size_t length, char *why, size_t size)
{
    Error error;
    IsolabPosition *position = malloc(sizeof *position);
    SharedBoard *shared = malloc(sizeof *shared);
    if (!position || !shared)
        out_of_memory(why, size);
    else if (position_parse(bytes, length, &shared->board, &position->position, NULL, &error)) {
        atomic_init(&shared->users, 1);
        position->shared = shared;
        return position;
    } else
        refuse(why, size, &error);
    free(position);
    free(shared);
    return NULL;
}

IsolabPosition *isolab_position_copy(const IsolabPosition *position)
{
    IsolabPosition *copy = malloc(sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *position;
    atomic_fetch_add_explicit(&copy->shared->users, 1, memory_order_relaxed);
    return copy;
}

void isolab_position_destroy(IsolabPosition *position)
{
    if (position &&
        atomic_fetch_sub_explicit(&position->shared->users, 1, memory_order_acq_rel) == 1)
        free(position->shared);
    free(position);
}

int isolab_position_width(const IsolabPosition *position)
{
    return board_of(position)->width;
}

int isolab_position_height(const IsolabPosition *position)
{
    return board_of(position)->height;
}

IsolabSide isolab_position_to_move(const IsolabPosition *position)
{
    return (IsolabSide)position->position.to_move;
}

IsolabSide isolab_position_winner(const IsolabPosition *position)
{
    return (IsolabSide)position_winner(board_of(position), &position->position);
}

IsolabSide isolab_position_attacker(const IsolabPosition *position)
{
    return (IsolabSide)position_attacker(board_of(position), &position->position);
}

static bool is_side(IsolabSide side)
{
    return side == ISOLAB_FIRST || side == ISOLAB_SECOND;
}

const char *isolab_side_name(IsolabSide side)
{
    return side_name(is_side(side) ? (Side)side : SIDE_NONE);
}

int isolab_position_knight(const IsolabPosition *position, IsolabSide side)
{
    Square square = is_side(side) ? position->position.knight[side] : (Square)SQUARE_NONE;
    return square == SQUARE_NONE ? -1 : square;
}

/* SQUARE_NONE for a number that is no square of the board. */
static Square square_of(const IsolabPosition *position, int number)
{
    bool on_board = number >= 0 && number < board_of(position)->area;
    return on_board ? (Square)number : (Square)SQUARE_NONE;
}

bool isolab_position_is_blank(const IsolabPosition *position, int square)
{
    Square there = square_of(position, square);
    return there != SQUARE_NONE && squares_has(position->position.blanks, there);
}

bool isolab_position_equal(const IsolabPosition *a, const IsolabPosition *b)
{
    return board_of(a)->width == board_of(b)->width && board_of(a)->height == board_of(b)->height &&
           position_equal(&a->position, &b->position);
}

uint64_t isolab_position_hash(const IsolabPosition *position)
{
    return position_hash(&position->position);
}

static int list_squares(Squares squares, int *list, int room)
{
    int count = 0;
    for (; squares; count++) {
        Square square = bits_take_lowest(&squares);
        if (count < room)
            list[count] = square;
    }
    return count;
}

int isolab_position_moves(const IsolabPosition *position, IsolabSide side, int *squares, int room)
{
    if (!is_side(side))
        return 0;
    return list_squares(position_moves(board_of(position), &position->position, (Side)side),
                        squares, room);
}

bool isolab_position_play(IsolabPosition *position, int square, char *why, size_t size)
{
    Error error;
    Square target = square_of(position, square);
    if (!move_check(board_of(position), &position->position, target, &error))
        return refuse(why, size, &error);
    position->position = position_after(&position->position, target);
    return true;
}

/* As snprintf() would, without its detours. */
static size_t hand_out(const char *text, char *theirs, size_t size)
{
    size_t length = strlen(text), fits = length < size ? length : size - 1;
    if (size > 0) {
        memcpy(theirs, text, fits);
        theirs[fits] = '\0';
    }
    return length;
}

size_t isolab_position_fen(const IsolabPosition *position, char *fen, size_t size)
{
    char text[FEN_SIZE];
    return hand_out(fen_print(board_of(position), &position->position, text), fen, size);
}

size_t isolab_position_drawing(const IsolabPosition *position, char *text, size_t size)
{
    return isolab_position_look(position, NULL, text, size);
}

size_t isolab_position_look(const IsolabPosition *position, const IsolabLook *look, char *text,
                            size_t size)
{
    IsolabLook known;
    Squares marks = 0;
    Text drawing = TEXT_EMPTY;
    read_sized(&known, sizeof known, look);
    for (int i = 0; i < known.mark_count; i++) {
        Square square = square_of(position, known.marks[i]);
        if (square != SQUARE_NONE)
            marks |= squares_only(square);
    }
    drawing_board(&drawing, board_of(position), &position->position, marks,
                  (DrawingStyle){known.unicode, known.colour});
    size_t length = hand_out(text_ok(&drawing) ? drawing.bytes : "", text, size);
    text_free(&drawing);
    return length;
}

size_t isolab_square_name(const IsolabPosition *position, int square, char *name, size_t size)
{
    char text[SQUARE_TEXT_SIZE];
    return hand_out(square_print(board_of(position), square_of(position, square), text), name,
                    size);
}

int isolab_square_number(const IsolabPosition *position, const char *name)
{
    Square square;
    return square_parse(board_of(position), name, strlen(name), &square, NULL) ? square : -1;
}

uint64_t isolab_perft(const IsolabPosition *position, int depth)
{
    return perft(board_of(position), &position->position, depth);
}

/* ---- Heuristics */

struct IsolabHeuristic {
    HeuristicSpec spec;
};

IsolabHeuristic *isolab_heuristic_create(const char *spec, char *why, size_t size)
{
    Error error;
    IsolabHeuristic *heuristic = malloc(sizeof *heuristic);
    if (!heuristic)
        out_of_memory(why, size);
    else if (heuristic_parse(spec, strlen(spec), &heuristic->spec, &error))
        return heuristic;
    else
        refuse(why, size, &error);
    free(heuristic);
    return NULL;
}

void isolab_heuristic_destroy(IsolabHeuristic *heuristic)
{
    free(heuristic);
}

double isolab_heuristic_value(const IsolabHeuristic *heuristic, const IsolabPosition *position,
                              IsolabSide side)
{
    if (!is_side(side))
        return NAN;
    return heuristic_value(&heuristic->spec, board_of(position), &position->position, (Side)side);
}

bool isolab_heuristic_failed(const IsolabHeuristic *heuristic, char *why, size_t size)
{
    Error error;
    if (!own_take_fault(heuristic->spec.heuristic, &error))
        return false;
    refuse(why, size, &error);
    return true;
}

/* ---- Searching */

struct IsolabStop {
    atomic_bool stopped;
};

IsolabStop *isolab_stop_create(void)
{
    IsolabStop *stop = malloc(sizeof *stop);
    if (stop)
        atomic_init(&stop->stopped, false);
    return stop;
}

void isolab_stop_set(IsolabStop *stop, bool stopped)
{
    atomic_store(&stop->stopped, stopped);
}

void isolab_stop_destroy(IsolabStop *stop)
{
    free(stop);
}

static const atomic_bool *flag_of(const IsolabSearch *search)
{
    return search->stop ? &search->stop->stopped : NULL;
}

static void list_moves(const Square *moves, int count, int *list)
{
    for (int i = 0; i < count; i++)
        list[i] = moves[i];
}

/* The row of a heuristic that is a function of the caller's, and what it is told of the root. */
typedef struct Asked {
    Heuristic row; // first: a row leads back here
    const IsolabSearch *search;
    const IsolabPosition *root;
} Asked;

struct IsolabAgent {
    Agent *agent;
    HeuristicSpec heuristic; // the spec's own
    Asked asked;
    Random random;
    int line[SQUARE_LIMIT];
    IsolabSearch search; // the one under way, for the listener
};

static Limits limits_of(const IsolabSearch *search)
{
    return (Limits){.seconds = search->seconds,
                    .nodes = search->nodes,
                    .depth = search->depth,
                    .virtual_seconds = search->virtual_seconds};
}

IsolabAgent *isolab_agent_create(const char *spec, char *why, size_t size)
{
    return isolab_agent_create_for(spec, NULL, why, size);
}

IsolabAgent *isolab_agent_create_for(const char *spec, const IsolabSearch *search, char *why,
                                     size_t size)
{
    Error error;
    AgentSpec parsed;
    IsolabSearch known;
    read_sized(&known, sizeof known, search);
    Limits limits = limits_of(&known);
    IsolabAgent *agent = calloc(1, sizeof *agent);
    if (!agent)
        out_of_memory(why, size);
    else if (agent_parse(spec, strlen(spec), &parsed, &error) &&
             (agent->agent = agent_create(&parsed, &limits, &error))) {
        agent->heuristic = parsed.heuristic;
        agent->random = random_stream(1, 0, 0);
        return agent;
    } else
        refuse(why, size, &error);
    free(agent);
    return NULL;
}

void isolab_agent_destroy(IsolabAgent *agent)
{
    if (agent)
        agent_destroy(agent->agent);
    free(agent);
}

bool isolab_agent_begin(IsolabAgent *agent, uint64_t seed, char *why, size_t size)
{
    return isolab_agent_begin_on(agent, NULL, seed, why, size);
}

bool isolab_agent_begin_on(IsolabAgent *agent, const IsolabPosition *position, uint64_t seed,
                           char *why, size_t size)
{
    Error error;
    agent->random = random_stream(seed, 0, 0);
    return agent_begin(agent->agent, position ? board_of(position) : NULL, NULL, &error) ==
               AGENT_CHOSE ||
           refuse(why, size, &error);
}

static IsolabChoice choice_of(IsolabAgent *agent, const SearchResult *result)
{
    list_moves(result->line.moves, result->line.count, agent->line);
    return (IsolabChoice){.size = sizeof(IsolabChoice),
                          .move = result->move == SQUARE_NONE ? -1 : result->move,
                          .exact = result->exact,
                          .depth = result->depth,
                          .score = result->score,
                          .seconds = result->seconds,
                          .virtual_seconds = result->virtual_seconds,
                          .nodes = result->nodes,
                          .line = agent->line,
                          .line_count = result->line.count,
                          .on_virtual_clock = agent->agent->limits.virtual_seconds > 0};
}

static void tell_watcher(void *context, const SearchResult *so_far)
{
    IsolabAgent *agent = context;
    IsolabChoice choice = choice_of(agent, so_far);
    agent->search.watch(agent->search.context, &choice);
}

/* A scene does not say which side is which: they have taken turns since the root. */
static double ask_caller(const double *values, Squares blanks, Square own, Square other,
                         bool own_active)
{
    const HeuristicSpec *spec =
        (const void *)((const char *)values - offsetof(HeuristicSpec, values));
    const Asked *asked = (const void *)spec->heuristic;
    const Position *root = &asked->root->position;
    bool turned = (bits_count(root->blanks) - bits_count(blanks)) % 2 != 0;
    Side to_move = turned ? side_other(root->to_move) : root->to_move;
    Side side = own_active ? to_move : side_other(to_move);
    IsolabPosition position = {asked->root->shared, {blanks, {own, own}, to_move}};
    position.position.knight[side_other(side)] = other;
    return asked->search->evaluate(asked->search->context, &position, (IsolabSide)side);
}

static double ask_caller_64(const Scene_64 *scene, const double *values)
{
    return ask_caller(values, scene->blanks, scene->own, scene->other, scene->own_active);
}

static double ask_caller_128(const Scene_128 *scene, const double *values)
{
    return ask_caller(values, scene->blanks, scene->own, scene->other, scene->own_active);
}

/* Puts the caller's heuristic, if there is one, in the place of the spec's. On the virtual clock it
 * costs what `improved` does. */
static bool take_heuristic(IsolabAgent *agent, const IsolabPosition *root, Error *error)
{
    const AgentKind *kind = agent->agent->spec.kind;
    agent->agent->spec.heuristic = agent->heuristic;
    if (!agent->search.evaluate)
        return true;
    if (kind->heuristic == HEURISTIC_NONE)
        return error_set(error, "%s takes no heuristic", kind->name);
    if (agent->agent->apart)
        return error_set(error, "an agent with a heuristic in C takes no other");
    agent->asked =
        (Asked){.row = {.name = "asked",
                        .cost = heuristic_find("improved", strlen("improved"), error)->cost,
                        EVAL_BOTH_WIDTHS(ask_caller)},
                .search = &agent->search,
                .root = root};
    agent->agent->spec.heuristic = heuristic_standard(&agent->asked.row);
    return true;
}

bool isolab_agent_choose(IsolabAgent *agent, const IsolabPosition *position,
                         const IsolabSearch *search, IsolabChoice *choice, char *why, size_t size)
{
    Error error;
    SearchResult result;
    read_sized(&agent->search, sizeof agent->search, search);
    Limits limits = limits_of(&agent->search);
    SearchJob job = {.board = board_of(position),
                     .position = position->position,
                     .stop = flag_of(&agent->search),
                     .random = &agent->random,
                     .listener = {agent->search.watch ? tell_watcher : NULL, agent}};
    agent->agent->limits = agent_limits(&agent->agent->spec, &limits);
    if (!take_heuristic(agent, position, &error) ||
        agent_choose(agent->agent, &job, &result, &error) != AGENT_CHOSE)
        return refuse(why, size, &error);
    IsolabChoice chosen = choice_of(agent, &result);
    write_sized(choice, &chosen, sizeof chosen);
    return true;
}

struct IsolabSolver {
    SolverCache cache;
    int winning[SQUARE_LIMIT], losing[SQUARE_LIMIT], line[SQUARE_LIMIT];
};

IsolabSolver *isolab_solver_create(const IsolabSolverSettings *settings, char *why, size_t size)
{
    IsolabSolverSettings known;
    read_sized(&known, sizeof known, settings);
    if (known.threads < 0 || known.threads > SOLVER_THREADS_MAX) {
        Error error;
        error_set(&error, "a solver has 1 to %d threads, not %d", SOLVER_THREADS_MAX,
                  known.threads);
        refuse(why, size, &error);
        return NULL;
    }
    IsolabSolver *solver = calloc(1, sizeof *solver);
    if (solver)
        solver->cache.settings = (SolverSettings){known.threads, known.megabytes};
    else
        out_of_memory(why, size);
    return solver;
}

void isolab_solver_destroy(IsolabSolver *solver)
{
    if (solver)
        solver_cache_free(&solver->cache);
    free(solver);
}

/* Perfect play is worth about as long again as the answer took. */
static int find_line(Solver *solver, const Position *position, Budget *budget,
                     const Solution *solution, int *list)
{
    Square line[SQUARE_LIMIT];
    budget_hasten(budget, 1 + solution->seconds);
    int count = solver_line(solver, position, budget, line);
    list_moves(line, count, list);
    return count;
}

bool isolab_solver_solve(IsolabSolver *solver, const IsolabPosition *position, IsolabAim aim,
                         const IsolabSearch *search, IsolabSolution *solution, char *why,
                         size_t size)
{
    Error error;
    IsolabSearch known;
    Solver *found = solver_cache_get(&solver->cache, board_of(position), &error);
    if (!found)
        return refuse(why, size, &error);
    read_sized(&known, sizeof known, search);
    Limits limits = {.seconds = known.seconds, .nodes = known.nodes};
    Budget budget = limits_start(&limits, flag_of(&known));
    Solution proved =
        solver_solve(found, &position->position,
                     aim == ISOLAB_ALL_MOVES ? SOLVE_ALL_MOVES : SOLVE_WINNER, &budget, NULL);
    IsolabSolution told = {
        .size = sizeof told,
        .winner = (IsolabSide)proved.winner,
        .winning = solver->winning,
        .winning_count = list_squares(proved.winning, solver->winning, SQUARE_LIMIT),
        .losing = solver->losing,
        .losing_count = list_squares(proved.losing, solver->losing, SQUARE_LIMIT),
        .line = solver->line,
        .nodes = proved.nodes,
        .seconds = proved.seconds};
    if (aim == ISOLAB_LINE && proved.winner != SIDE_NONE)
        told.line_count = find_line(found, &position->position, &budget, &proved, solver->line);
    write_sized(solution, &told, sizeof told);
    return true;
}

/* ---- What there is */

static int count_parameters(const Parameter *parameters)
{
    int count = 0;
    while (count < PARAMETER_MAX && parameters[count].name)
        count++;
    return count;
}

static bool tell_parameter(const Parameter *parameters, int number, IsolabParameter *parameter)
{
    if (number < 0 || number >= count_parameters(parameters))
        return false;
    const Parameter *row = parameters + number;
    write_sized(parameter,
                &(IsolabParameter){.name = row->name,
                                   .meaning = row->meaning,
                                   .standard = row->standard,
                                   .min = row->min,
                                   .max = row->max,
                                   .step = row->step,
                                   .choices = row->choices},
                sizeof *parameter);
    return true;
}

bool isolab_heuristic_row(int i, IsolabRow *row)
{
    const Heuristic *heuristic = heuristic_at(i);
    if (heuristic)
        write_sized(row,
                    &(IsolabRow){.name = heuristic->name,
                                 .meaning = heuristic->meaning,
                                 .study = heuristic->study,
                                 .formula = heuristic->formula,
                                 .parameter_count = count_parameters(heuristic->parameters)},
                    sizeof *row);
    return heuristic != NULL;
}

bool isolab_heuristic_parameter(int i, int number, IsolabParameter *parameter)
{
    const Heuristic *heuristic = heuristic_at(i);
    return heuristic && tell_parameter(heuristic->parameters, number, parameter);
}

bool isolab_agent_row(int i, IsolabRow *row)
{
    const AgentKind *kind = agent_kind_at(i);
    if (kind)
        write_sized(row,
                    &(IsolabRow){.name = kind->name,
                                 .meaning = kind->meaning,
                                 .example = kind->example,
                                 .parameter_count = count_parameters(kind->parameters)},
                    sizeof *row);
    return kind != NULL;
}

bool isolab_agent_parameter(int i, int number, IsolabParameter *parameter)
{
    const AgentKind *kind = agent_kind_at(i);
    return kind && tell_parameter(kind->parameters, number, parameter);
}
