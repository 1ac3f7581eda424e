#include "lab/problem.h"

#include <stdlib.h>
#include <string.h>

/* Label of the random streams that make problems. */
#define PROBLEM_STREAM 0x70726F626C656D73u

enum { ATTEMPTS = 200, PLACEMENTS = 2 };

struct ProblemMaker {
    ProblemSettings settings;
    Agent *sources[PROBLEM_SOURCES_MAX];
    Solver *solver;
};

void problem_standard(ProblemSettings *settings, const Board *board)
{
    static const char *const sources[] = {"random", "alphabeta:improved,depth=3"};
    *settings = (ProblemSettings){.board = *board, .low = 2, .seed = 1, .nodes = 20000000};
    settings->high = board->area * 3 / 5 > 2 ? board->area * 3 / 5 : 2;
    for (; settings->source_count < 2; settings->source_count++)
        agent_parse(sources[settings->source_count], strlen(sources[settings->source_count]),
                    &settings->sources[settings->source_count], NULL);
}

bool problem_check(const ProblemSettings *settings, Error *error)
{
    int last = settings->board.area - 1;
    if (settings->low < 0 || settings->low > settings->high || settings->high > last)
        return error_set(error, "plies are a range within 0-%d on this board, not %d-%d", last,
                         settings->low, settings->high);
    if (settings->source_count < 1 || settings->source_count > PROBLEM_SOURCES_MAX)
        return error_set(error, "positions come from 1 to %d agents, not %d", PROBLEM_SOURCES_MAX,
                         settings->source_count);
    return true;
}

bool problem_is_test(const Problem *problem)
{
    return problem->state == PROBLEM_SOLVED && problem->winning && problem->losing;
}

/* Emptying the table for each problem costs as much as filling it: no larger than is of use. */
static size_t table_megabytes(const Board *board)
{
    return board->area <= 49 ? 4 : 64;
}

bool problem_maker_measure(const ProblemSettings *settings, AgentMemory *sum, Error *error)
{
    sum->kept += table_megabytes(&settings->board) << 20;
    for (int i = 0; i < settings->source_count; i++)
        if (!agent_measure(&settings->sources[i], &settings->limits, &settings->board, sum, error))
            return false;
    return true;
}

ProblemMaker *problem_maker_create(const ProblemSettings *settings, const atomic_bool *stop,
                                   Error *error)
{
    ProblemMaker *maker = aligned_alloc(_Alignof(ProblemMaker), sizeof *maker);
    if (!maker) {
        error_out_of_memory(error);
        return NULL;
    }
    *maker = (ProblemMaker){.settings = *settings};
    SolverSettings table = {.megabytes = table_megabytes(&settings->board)};
    maker->solver = solver_create(&settings->board, table, error);
    bool good = maker->solver != NULL;
    for (int i = 0; good && i < settings->source_count; i++) {
        maker->sources[i] = agent_create_ready(&settings->sources[i], &settings->limits,
                                               &settings->board, stop, error);
        good = maker->sources[i] != NULL;
    }
    if (good)
        return maker;
    problem_maker_destroy(maker);
    return NULL;
}

void problem_maker_destroy(ProblemMaker *maker)
{
    if (!maker)
        return;
    for (int i = 0; i < maker->settings.source_count; i++)
        agent_destroy(maker->sources[i]);
    solver_destroy(maker->solver);
    free(maker);
}

/* SQUARE_NONE from an agent that failed: its game is thrown away. */
static Square next_move(ProblemMaker *maker, const Problem *problem, Random *random,
                        const atomic_bool *stop, Error *shortage)
{
    const Board *board = &maker->settings.board;
    if (problem->moves.count < PLACEMENTS)
        return position_random_move(board, &problem->position, random);
    Agent *agent = maker->sources[random_below(random, (uint32_t)maker->settings.source_count)];
    SearchJob job = {.board = board, .position = problem->position, .random = random, .stop = stop};
    SearchResult result;
    Error said;
    AgentOutcome outcome = agent_choose(agent, &job, &result, &said);
    if (outcome == AGENT_SHORT)
        *shortage = said;
    return outcome == AGENT_CHOSE ? result.move : (Square)SQUARE_NONE;
}

static bool is_stopped(const atomic_bool *stop)
{
    return stop && atomic_load(stop);
}

static bool begin(ProblemMaker *maker, const atomic_bool *stop, Error *shortage)
{
    for (int i = 0; i < maker->settings.source_count; i++) {
        Error said;
        AgentOutcome outcome = agent_begin(maker->sources[i], &maker->settings.board, stop, &said);
        if (outcome == AGENT_SHORT)
            *shortage = said;
        if (outcome != AGENT_CHOSE)
            return false;
    }
    return true;
}

/* A game of that many plies that is not over; false if this one had fewer. */
static bool play(ProblemMaker *maker, int plies, Random *random, const atomic_bool *stop,
                 Problem *problem, Error *shortage)
{
    const Board *board = &maker->settings.board;
    *problem = (Problem){.state = PROBLEM_UNREACHED, .position = position_start(board)};
    if (!begin(maker, stop, shortage))
        return false;
    while (problem->moves.count < plies && !position_is_over(board, &problem->position)) {
        Square move = next_move(maker, problem, random, stop, shortage);
        if (move == SQUARE_NONE)
            return false;
        problem->position = position_after(&problem->position, move);
        problem->moves.moves[problem->moves.count++] = move;
    }
    return !position_is_over(board, &problem->position);
}

static void solve(ProblemMaker *maker, const atomic_bool *stop, Problem *problem)
{
    Budget budget = {.stop = stop, .nodes = maker->settings.nodes};
    solver_forget(maker->solver);
    Solution solution =
        solver_solve(maker->solver, &problem->position, SOLVE_ALL_MOVES, &budget, NULL);
    problem->state = solution.winner == SIDE_NONE ? PROBLEM_UNSOLVED : PROBLEM_SOLVED;
    problem->winner = solution.winner;
    problem->winning = solution.winning;
    problem->losing = solution.losing;
}

bool problem_make(ProblemMaker *maker, int64_t i, const atomic_bool *stop, Problem *problem,
                  Error *error)
{
    const ProblemSettings *settings = &maker->settings;
    int plies = settings->low + (int)(i % (settings->high - settings->low + 1));
    bool reached = false;
    for (uint64_t attempt = 0; attempt < ATTEMPTS && !reached && !is_stopped(stop); attempt++) {
        Error shortage = {""};
        Random random = random_stream(settings->seed ^ PROBLEM_STREAM, (uint64_t)i, attempt);
        reached = play(maker, plies, &random, stop, problem, &shortage);
        if (*shortage.text)
            return error_set(error, "%s", shortage.text);
    }
    if (reached && !is_stopped(stop))
        solve(maker, stop, problem);
    return !is_stopped(stop);
}
