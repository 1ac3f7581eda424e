#include "report/puzzles.h"

#include <stdlib.h>

#include "core/position_set.h"

static bool is_puzzle(const Problem *problem)
{
    return problem_is_test(problem) && bits_count(problem->winning) == 1 &&
           bits_count(problem->winning | problem->losing) >= PUZZLE_MOVES_MIN;
}

static Puzzle grade(const Accuracy *accuracy, int problem)
{
    Puzzle puzzle = {.problem = problem,
                     .solution = bits_lowest(accuracy->problems[problem].winning)};
    for (int i = 0; i < accuracy->settings.candidate_count; i++) {
        if (!candidate_is_agent(&accuracy->settings.candidates[i]))
            continue;
        puzzle.agents++;
        puzzle.missed += accuracy_trial(accuracy, problem, i)->kept == 0;
    }
    return puzzle;
}

static bool collect(const Accuracy *accuracy, PositionSet *met, Puzzles *puzzles, Error *error)
{
    const Board *board = &accuracy->settings.problems.board;
    for (int i = 0; i < accuracy->settings.problem_count; i++) {
        if (!is_puzzle(&accuracy->problems[i]))
            continue;
        Position canonical = position_canonical(board, &accuracy->problems[i].position);
        SetAnswer answer = position_set_add(met, &canonical);
        if (answer == SET_NO_MEMORY)
            return error_out_of_memory(error);
        if (answer == SET_ADDED)
            puzzles->list[puzzles->count++] = grade(accuracy, i);
    }
    return true;
}

static int compare(const void *left, const void *right)
{
    const Puzzle *a = left, *b = right;
    if (a->missed != b->missed)
        return a->missed < b->missed ? 1 : -1;
    return (a->problem > b->problem) - (a->problem < b->problem);
}

bool puzzles_find(const Accuracy *accuracy, int most, Puzzles *puzzles, Error *error)
{
    PositionSet met = POSITION_SET_EMPTY;
    *puzzles =
        (Puzzles){.list = calloc((size_t)accuracy->settings.problem_count, sizeof *puzzles->list)};
    bool good =
        puzzles->list ? collect(accuracy, &met, puzzles, error) : error_out_of_memory(error);
    position_set_free(&met);
    if (!good) {
        puzzles_free(puzzles);
        return false;
    }
    qsort(puzzles->list, (size_t)puzzles->count, sizeof *puzzles->list, compare);
    puzzles->count = puzzles->count < most ? puzzles->count : most;
    return true;
}

void puzzles_free(Puzzles *puzzles)
{
    free(puzzles->list);
    *puzzles = (Puzzles){0};
}

void puzzles_print(const Accuracy *accuracy, const Puzzles *puzzles, Text *text)
{
    const Board *board = &accuracy->settings.problems.board;
    for (int i = 0; i < puzzles->count; i++) {
        const Puzzle *puzzle = &puzzles->list[i];
        char position[GAME_TEXT_SIZE], solution[SQUARE_TEXT_SIZE];
        text_format(text, "%s\t%s\tmissed by %d of %d\n",
                    game_print(board, &accuracy->problems[puzzle->problem].moves, position),
                    square_print(board, puzzle->solution, solution), puzzle->missed,
                    puzzle->agents);
    }
}
