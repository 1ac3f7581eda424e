#include "report/accuracy_tables.h"

#include <math.h>
#include <stdio.h>

#include "arena/whole_json.h"

static void add_groups(Table *table, const AccuracySummary *summary, Column column)
{
    for (int g = 0; g < summary->group_count; g++) {
        const AccuracyFigures *group = &summary->lines[0].groups[g];
        char head[48];
        if (group->low == group->high)
            snprintf(head, sizeof head, "ply %d", group->low);
        else
            snprintf(head, sizeof head, "%s%d-%d", g ? "" : "plies ", group->low, group->high);
        column.head = head;
        table_column(table, column);
    }
}

Table accuracy_rates(const AccuracySummary *summary, bool agents)
{
    static const Column share = {.kind = COLUMN_SHARE, .digits = 1};
    Table table = TABLE_EMPTY;
    table_column(&table, (Column){NULL, agents ? "agent" : "heuristic", COLUMN_NAME});
    table_column(&table, (Column){NULL, "tests", COLUMN_NUMBER});
    table_column(&table, (Column){NULL, "won", COLUMN_SHARE, 1});
    table_column(&table, (Column){NULL, CONFIDENCE_NAME, COLUMN_SHARE, 1, .between = "-"});
    table_column(&table, (Column){NULL, "attacker", COLUMN_SHARE, 1});
    table_column(&table, (Column){NULL, "defender", COLUMN_SHARE, 1});
    add_groups(&table, summary, share);
    for (int i = 0; i < summary->line_count; i++) {
        const AccuracyLine *line = &summary->lines[summary->order[i]];
        if (line->is_agent != agents)
            continue;
        table_words(&table, "%s", line->name.bytes);
        table_count(&table, line->all.share.tests);
        table_number(&table, line->all.rate);
        table_interval(&table, line->all.rate_range);
        table_number(&table, line->attacker.rate);
        table_number(&table, line->defender.rate);
        for (int g = 0; g < summary->group_count; g++)
            table_number(&table, line->groups[g].rate);
    }
    return table;
}

Table accuracy_areas(const AccuracySummary *summary)
{
    static const Column area = {.kind = COLUMN_NUMBER, .digits = 3};
    Table table = TABLE_EMPTY;
    table_column(&table, (Column){NULL, "heuristic", COLUMN_NAME});
    table_column(&table, (Column){NULL, "valued", COLUMN_NUMBER});
    table_column(&table, (Column){NULL, "area", COLUMN_NUMBER, 3});
    table_column(&table, (Column){NULL, CONFIDENCE_NAME, COLUMN_NUMBER, 3, .between = "-"});
    add_groups(&table, summary, area);
    for (int i = 0; i < summary->line_count; i++) {
        const AccuracyLine *line = &summary->lines[summary->order[i]];
        if (line->is_agent)
            continue;
        table_words(&table, "%s", line->name.bytes);
        table_count(&table, line->all.won + line->all.lost);
        table_number(&table, line->all.area);
        table_interval(&table, isnan(line->all.area) ? (Interval){NAN, NAN} : line->all.area_range);
        for (int g = 0; g < summary->group_count; g++)
            table_number(&table, line->groups[g].area);
    }
    return table;
}

static int count_lines(const AccuracySummary *summary, bool agents)
{
    int count = 0;
    for (int i = 0; i < summary->line_count; i++)
        count += summary->lines[i].is_agent == agents;
    return count;
}

static void print_rates(const AccuracySummary *summary, bool agents, int width, Text *text)
{
    Table table = accuracy_rates(summary, agents);
    text_format(text, "\n%s\n%s",
                agents ? "Wins kept, in per cent of won positions with a losing move"
                       : "Best move by one ply wins, in per cent of won positions with a losing "
                         "move",
                width == TABLE_MARKDOWN ? "\n" : "");
    table_print(&table, NULL, width, text);
    table_destroy(&table);
}

static void print_areas(const AccuracySummary *summary, int width, Text *text)
{
    Table table = accuracy_areas(summary);
    text_format(text, "\n%s\n%s",
                "Won told from lost by the value: area under the curve, 0.5 is a guess",
                width == TABLE_MARKDOWN ? "\n" : "");
    table_print(&table, NULL, width, text);
    table_destroy(&table);
}

static void say_problems(const AccuracySummary *summary, Text *text)
{
    const AccuracySettings *settings = &summary->accuracy->settings;
    const ProblemSettings *problems = &settings->problems;
    text_format(text, "%d position%s on %dx%d, plies %d-%d, seed %llu: %lld solved",
                summary->accuracy->done, plural(summary->accuracy->done), problems->board.width,
                problems->board.height, problems->low, problems->high,
                (unsigned long long)problems->seed, (long long)summary->solved);
    if (summary->unsolved)
        text_format(text, ", %lld not within %llu nodes and left out", (long long)summary->unsolved,
                    (unsigned long long)problems->nodes);
    if (summary->unreached)
        text_format(text, ", %lld left out because no game lasted so long",
                    (long long)summary->unreached);
    text_format(text, "\n%lld won by the side to move, %lld of them with a losing move\n",
                (long long)summary->won, (long long)summary->tests);
}

void accuracy_say_fault(const AccuracySummary *summary, int candidate, Text *text)
{
    const Accuracy *accuracy = summary->accuracy;
    const AccuracyLine *line = &summary->lines[candidate];
    const AccuracyFault *fault = &accuracy->faults[candidate];
    char position[GAME_TEXT_SIZE];
    if (fault->problem < 0)
        return;
    if (line->is_agent)
        text_format(text, "%s gave no legal move in %lld", line->name.bytes,
                    (long long)line->all.share.failed);
    else
        text_format(text, "%s is left out", line->name.bytes);
    text_format(text, ": %s, first in %s\n", fault->error.text,
                game_print(&accuracy->settings.problems.board,
                           &accuracy->problems[fault->problem].moves, position));
}

static void say_faults(const AccuracySummary *summary, bool agents, Text *text)
{
    for (int i = 0; i < summary->line_count; i++)
        if (summary->lines[i].is_agent == agents)
            accuracy_say_fault(summary, i, text);
}

void accuracy_tables(const AccuracySummary *summary, int width, Text *text)
{
    say_problems(summary, text);
    if (count_lines(summary, true))
        print_rates(summary, true, width, text);
    say_faults(summary, true, text);
    if (count_lines(summary, false)) {
        print_areas(summary, width, text);
        print_rates(summary, false, width, text);
    }
    say_faults(summary, false, text);
}

static void say_blunder(const Accuracy *accuracy, int i, int candidate, Text *text)
{
    const Board *board = &accuracy->settings.problems.board;
    const Problem *problem = &accuracy->problems[i];
    const Trial *trial = accuracy_trial(accuracy, i, candidate);
    char position[GAME_TEXT_SIZE], name[SQUARE_TEXT_SIZE];
    text_format(text, "%s\tplayed %s\twins", game_print(board, &problem->moves, position),
                trial->outcome == AGENT_CHOSE ? square_print(board, trial->move, name)
                                              : agent_outcome_name(trial->outcome));
    for (Squares moves = problem->winning; moves;)
        text_format(text, " %s", square_print(board, bits_take_lowest(&moves), name));
    text_append(text, "\n");
}

void accuracy_blunders(const AccuracySummary *summary, int most, Text *text)
{
    const Accuracy *accuracy = summary->accuracy;
    for (int line = 0; line < summary->line_count; line++) {
        int left = most, candidate = summary->order[line];
        if (!summary->lines[candidate].is_agent)
            continue;
        text_format(text, "\nBlunders of %s\n", summary->lines[candidate].name.bytes);
        for (int i = 0; left-- > 0 && (i = accuracy_next_blunder(accuracy, candidate, i)) >= 0; i++)
            say_blunder(accuracy, i, candidate, text);
    }
}

/* ---- For programs */

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
            whole_json_set(group, "area", area_json(figures));
        whole_json_append(groups, group);
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
        char position[GAME_TEXT_SIZE];
        whole_json_append(blunders, json_pack("{s:s, s:o, s:s, s:o}", "position",
                                              game_print(board, &problem->moves, position), "move",
                                              whole_json_square(board, trial->move), "outcome",
                                              agent_outcome_name(trial->outcome), "winning",
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
        whole_json_set(json, "area", area_json(&line->all));
    else if (blunders > 0)
        whole_json_set(json, "blunders", blunders_json(summary->accuracy, candidate, blunders));
    return json;
}

static json_t *puzzles_json(const Accuracy *accuracy, const Puzzles *puzzles)
{
    const Board *board = &accuracy->settings.problems.board;
    json_t *array = json_array();
    for (int i = 0; i < puzzles->count; i++) {
        const Puzzle *puzzle = &puzzles->list[i];
        const Problem *problem = &accuracy->problems[puzzle->problem];
        char position[GAME_TEXT_SIZE], solution[SQUARE_TEXT_SIZE];
        whole_json_append(array, json_pack("{s:s, s:s, s:i, s:i, s:i}", "position",
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
        whole_json_append(lines, line_json(summary, summary->order[i], blunders));
    json_t *json =
        json_pack("{s:s, s:I, s:[i, i], s:i, s:i, s:I, s:I, s:I, s:I, s:I, s:o}", "board",
                  game_print(&problems->board, &(MoveList){.count = 0}, board), "seed",
                  (json_int_t)problems->seed, "plies", problems->low, problems->high, "positions",
                  accuracy->settings.problem_count, "done", accuracy->done, "solved",
                  (json_int_t)summary->solved, "unsolved", (json_int_t)summary->unsolved,
                  "unreached", (json_int_t)summary->unreached, "won", (json_int_t)summary->won,
                  "tests", (json_int_t)summary->tests, "results", lines);
    if (puzzles)
        whole_json_set(json, "puzzles", puzzles_json(accuracy, puzzles));
    return json;
}
