#include "lab/study_boards.h"

#include <stdio.h>
#include <string.h>

#include "search/solver/solver.h"

enum { FOUND_SIZE = 80 };

static bool solve(const StudyBoard *at, Solution *solution, Error *error)
{
    Solver *solver = solver_create(&at->board, (SolverSettings){.megabytes = 1}, error);
    if (!solver)
        return false;
    *solution = solver_solve(solver, &at->position, SOLVE_ALL_MOVES, &(Budget){0}, NULL);
    solver_destroy(solver);
    return true;
}

/* "b7 f7" */
static void print_squares(const Board *board, Squares squares, char found[FOUND_SIZE])
{
    size_t length = 0;
    char name[SQUARE_TEXT_SIZE];
    *found = '\0';
    while (squares && length + SQUARE_TEXT_SIZE + 1 < FOUND_SIZE)
        length += (size_t)snprintf(found + length, FOUND_SIZE - length, "%s%s", length ? " " : "",
                                   square_print(board, bits_take_lowest(&squares), name));
}

static bool play(const StudyBoard *at, const char *text, char found[FOUND_SIZE], Error *error)
{
    AgentSpec spec;
    SearchResult result;
    Random random = random_stream(1, 0, 0);
    SearchJob job = {.board = &at->board, .position = at->position, .random = &random};
    if (!agent_parse(text, strlen(text), &spec, error))
        return false;
    Agent *agent = agent_create(&spec, NULL, error);
    bool good = agent && agent_choose(agent, &job, &result, error) == AGENT_CHOSE;
    agent_destroy(agent);
    if (good)
        square_print(&at->board, result.move, found);
    return good;
}

static bool evaluate(const StudyBoard *at, const char *text, char found[FOUND_SIZE], Error *error)
{
    HeuristicSpec spec;
    if (!heuristic_parse(text, strlen(text), &spec, error))
        return false;
    snprintf(found, FOUND_SIZE, "%g", heuristic_value(&spec, &at->board, &at->position, FIRST));
    return true;
}

static bool ask(const StudyBoard *at, const StudyCheck *check, char found[FOUND_SIZE], Error *error)
{
    Solution solution;
    switch (check->question) {
    case ASK_PLAYS:
        return play(at, check->with, found, error);
    case ASK_VALUE:
        return evaluate(at, check->with, found, error);
    case ASK_MOVES:
        snprintf(found, FOUND_SIZE, "%d",
                 bits_count(position_moves(&at->board, &at->position, FIRST)));
        return true;
    default:
        if (!solve(at, &solution, error))
            return false;
        if (check->question == ASK_WINNER)
            snprintf(found, FOUND_SIZE, "%s", side_name(solution.winner));
        else
            print_squares(&at->board, solution.winning, found);
        return true;
    }
}

static void say(const StudyCheck *check, const char *found, Text *text)
{
    switch (check->question) {
    case ASK_MOVES:
        text_format(text, "first's moves: %s", found);
        break;
    case ASK_WINNER:
    case ASK_WINNING:
        text_format(text, "by exact play %s wins", found);
        break;
    case ASK_PLAYS:
        text_format(text, "%s plays %s", check->with, found);
        break;
    case ASK_VALUE:
        text_format(text, "%s is %s for first", check->with, found);
        break;
    }
}

bool study_board_judge(const StudyBoard *board, bool *holds, Text *answers, Error *error)
{
    *holds = true;
    for (int i = 0; i < board->check_count; i++) {
        char found[FOUND_SIZE];
        if (!ask(board, &board->checks[i], found, error))
            return false;
        *holds = *holds && !strcmp(found, board->checks[i].says);
        text_append(answers, i ? "; " : "");
        say(&board->checks[i], found, answers);
    }
    return text_ok(answers) || error_out_of_memory(error);
}

static Squares knight_moves(const Board *board, Square square)
{
    Position alone = {.blanks = board_all(board), .knight = {square, SQUARE_NONE}};
    return position_moves(board, &alone, FIRST);
}

/* First's only move goes there, and second has none. */
double study_centrality(const Board *board, Square square)
{
    Squares near = knight_moves(board, square);
    HeuristicSpec central = heuristic_standard(heuristic_find("central", 7, NULL));
    Position position = {.blanks = squares_only(square), .to_move = FIRST};
    Squares far = board_all(board) & ~near & ~squares_only(square);
    position.knight[FIRST] = bits_lowest(near);
    position.knight[SECOND] = bits_lowest(far);
    return heuristic_value(&central, board, &position, FIRST);
}

/* The board fills from its first square on, but for a move that first keeps. */
double study_pressure(const Board *board, int occupied)
{
    HeuristicSpec pressure = heuristic_standard(heuristic_find("pressure", 8, NULL));
    Square centre = (Square)(board->area / 2), kept = bits_lowest(knight_moves(board, centre));
    Squares blanks = board_all(board) & ~squares_only(centre) & ~squares_only(kept);
    Position position = {.knight = {centre, bits_take_lowest(&blanks)}, .to_move = FIRST};
    for (int filled = 2; filled < occupied; filled++)
        bits_take_lowest(&blanks);
    position.blanks = blanks | squares_only(kept);
    double own = bits_count(position_moves(board, &position, FIRST));
    double other = bits_count(position_moves(board, &position, SECOND));
    return (own - heuristic_value(&pressure, board, &position, FIRST)) / (own + other);
}
