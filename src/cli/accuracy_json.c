#include "cli/accuracy_json.h"

#include "cli/answer.h"
#include "report/tables.h"

/* The array with one more value, or NULL: out of memory stays out of memory. */
static json_t *with_value(json_t *array, json_t *value)
{
    if (!json_array_append_new(array, value))
        return array;
    json_decref(array);
    return NULL;
}

static json_t *with_member(json_t *object, const char *name, json_t *value)
{
    if (!json_object_set_new(object, name, value))
        return object;
    json_decref(object);
    return NULL;
}

static json_t *rate_json(const AccuracyFigures *figures)
{
    return json_pack("{s:I, s:f, s:o, s:o, s:I}", "tests", (json_int_t)figures->share.tests, "kept",
                     figures->share.kept, "rate", whole_json_number(figures->rate), "interval",
                     interval_json(figures->rate_range), "failed",
                     (json_int_t)figures->share.failed);
}

static json_t *area_json(const AccuracyFigures *figures)
{
    return json_pack("{s:I, s:I, s:I, s:o, s:[o, o]}", "won", (json_int_t)figures->won, "lost",
                     (json_int_t)figures->lost, "undefined", (json_int_t)figures->undefined, "area",
                     whole_json_number(figures->area), "interval",
                     whole_json_number(figures->area_range.low),
                     whole_json_number(figures->area_range.high));
}

/* What an agent's rate is called, and a heuristic's. */
static const char *rate_name(const AccuracyLine *line)
{
    return line->is_agent ? "kept" : "best_move";
}

static json_t *groups_json(const AccuracySummary *summary, const AccuracyLine *line)
{
    json_t *groups = json_array();
    for (int g = 0; g < summary->group_count; g++) {
        const AccuracyFigures *figures = &line->groups[g];
        json_t *group = json_pack("{s:[i, i], s:o}", "plies", figures->low, figures->high,
                                  rate_name(line), rate_json(figures));
        if (!line->is_agent)
            group = with_member(group, "area", area_json(figures));
        groups = with_value(groups, group);
    }
    return groups;
}

static json_t *blunders_json(const Accuracy *accuracy, int candidate, int most)
{
    const Board *board = &accuracy->settings.problems.board;
    json_t *blunders = json_array();
    for (int i = 0; most-- > 0 && (i = accuracy_next_blunder(accuracy, candidate, i)) >= 0; i++) {
        const Problem *problem = &accuracy->problems[i];
        const Trial *trial = accuracy_trial(accuracy, i, candidate);
        char position[GAME_TEXT_SIZE], name[SQUARE_TEXT_SIZE];
        square_print(board, trial->move, name);
        blunders = with_value(
            blunders, json_pack("{s:s, s:o, s:s, s:o}", "position",
                                game_print(board, &problem->moves, position), "move",
                                trial->move == SQUARE_NONE ? json_null() : json_string(name),
                                "outcome", agent_outcome_name(trial->outcome), "winning",
                                whole_json_squares(board, problem->winning)));
    }
    return blunders;
}

static json_t *line_json(const AccuracySummary *summary, int candidate, int blunders)
{
    const AccuracyLine *line = &summary->lines[candidate];
    const AccuracyFault *fault = &summary->accuracy->faults[candidate];
    json_t *json = json_pack(
        "{s:s, s:o, s:o, s:o, s:o, s:o}", line->is_agent ? "agent" : "heuristic", line->name.bytes,
        rate_name(line), rate_json(&line->all), "attacker", rate_json(&line->attacker), "defender",
        rate_json(&line->defender), "by_ply", groups_json(summary, line), "fault",
        fault->problem < 0 ? json_null() : json_string(fault->error.text));
    if (!line->is_agent)
        return with_member(json, "area", area_json(&line->all));
    if (blunders == 0)
        return json;
    return with_member(json, "blunders", blunders_json(summary->accuracy, candidate, blunders));
}

static json_t *puzzles_json(const Accuracy *accuracy, const Puzzles *puzzles)
{
    const Board *board = &accuracy->settings.problems.board;
    json_t *array = json_array();
    for (int i = 0; i < puzzles->count; i++) {
        const Puzzle *puzzle = &puzzles->list[i];
        const Problem *problem = &accuracy->problems[puzzle->problem];
        char position[GAME_TEXT_SIZE], solution[SQUARE_TEXT_SIZE];
        array =
            with_value(array, json_pack("{s:s, s:s, s:i, s:i, s:i}", "position",
                                        game_print(board, &problem->moves, position), "solution",
                                        square_print(board, puzzle->solution, solution), "moves",
                                        bits_count(problem->winning | problem->losing), "missed",
                                        puzzle->missed, "agents", puzzle->agents));
    }
    return array;
}

json_t *accuracy_json(const AccuracySummary *summary, const Puzzles *puzzles, int blunders)
{
    const Accuracy *accuracy = summary->accuracy;
    const ProblemSettings *problems = &accuracy->settings.problems;
    char board[GAME_TEXT_SIZE];
    json_t *lines = json_array();
    for (int i = 0; i < summary->line_count; i++)
        lines = with_value(lines, line_json(summary, summary->order[i], blunders));
    json_t *json =
        json_pack("{s:s, s:I, s:[i, i], s:i, s:i, s:I, s:I, s:I, s:I, s:I, s:o}", "board",
                  game_print(&problems->board, &(MoveList){.count = 0}, board), "seed",
                  (json_int_t)problems->seed, "plies", problems->low, problems->high, "positions",
                  accuracy->settings.problem_count, "done", accuracy->done, "solved",
                  (json_int_t)summary->solved, "unsolved", (json_int_t)summary->unsolved,
                  "unreached", (json_int_t)summary->unreached, "won", (json_int_t)summary->won,
                  "tests", (json_int_t)summary->tests, "results", lines);
    return puzzles ? with_member(json, "puzzles", puzzles_json(accuracy, puzzles)) : json;
}
