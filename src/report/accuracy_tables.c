#include "report/accuracy_tables.h"

#include <math.h>
#include <stdio.h>

#include "report/table.h"

static void rate_cell(TextTable *table, double rate)
{
    if (isnan(rate))
        table_cell(table, "-");
    else
        table_cell(table, "%.1f", 100 * rate);
}

static void rate_range_cells(TextTable *table, const AccuracyFigures *figures)
{
    rate_cell(table, figures->rate);
    table_cell(table, "%.1f-%.1f", 100 * figures->rate_range.low, 100 * figures->rate_range.high);
}

static void area_cell(TextTable *table, double area)
{
    if (isnan(area))
        table_cell(table, "-");
    else
        table_cell(table, "%.3f", area);
}

static void group_heads(TextTable *table, const AccuracyLine *line, int count)
{
    for (int g = 0; g < count; g++) {
        const AccuracyFigures *group = &line->groups[g];
        if (group->low == group->high)
            table_cell(table, "ply %d", group->low);
        else
            table_cell(table, "%s%d-%d", g ? "" : "plies ", group->low, group->high);
    }
}

static int count_lines(const AccuracySummary *summary, bool agents)
{
    int count = 0;
    for (int i = 0; i < summary->line_count; i++)
        count += summary->lines[i].is_agent == agents;
    return count;
}

static void rates_row(TextTable *table, const AccuracyLine *line, int groups)
{
    table_cell(table, "%s", line->name.bytes);
    table_cell(table, "%lld", (long long)line->all.share.tests);
    rate_range_cells(table, &line->all);
    rate_cell(table, line->attacker.rate);
    rate_cell(table, line->defender.rate);
    for (int g = 0; g < groups; g++)
        rate_cell(table, line->groups[g].rate);
}

static void table_of_rates(const AccuracySummary *summary, bool agents, int width, Text *text)
{
    static const char *const heads[] = {"tests", "won", "95 %", "attacker", "defender"};
    TextTable table = table_create(6 + summary->group_count, width);
    table_cell(&table, "%s", agents ? "agent" : "heuristic");
    for (int i = 0; i < 5; i++)
        table_cell(&table, "%s", heads[i]);
    group_heads(&table, &summary->lines[0], summary->group_count);
    table_rule(&table);
    for (int i = 0; i < summary->line_count; i++)
        if (summary->lines[summary->order[i]].is_agent == agents)
            rates_row(&table, &summary->lines[summary->order[i]], summary->group_count);
    text_format(text, "\n%s\n",
                agents ? "Wins kept, in per cent of won positions with a losing move"
                       : "Best move by one ply wins, in per cent of won positions with a losing "
                         "move");
    table_print(&table, text);
}

static void areas_row(TextTable *table, const AccuracyLine *line, int groups)
{
    table_cell(table, "%s", line->name.bytes);
    table_cell(table, "%lld", (long long)(line->all.won + line->all.lost));
    area_cell(table, line->all.area);
    if (isnan(line->all.area))
        table_cell(table, "-");
    else
        table_cell(table, "%.3f-%.3f", line->all.area_range.low, line->all.area_range.high);
    for (int g = 0; g < groups; g++)
        area_cell(table, line->groups[g].area);
}

static void table_of_areas(const AccuracySummary *summary, int width, Text *text)
{
    TextTable table = table_create(4 + summary->group_count, width);
    table_cell(&table, "heuristic");
    table_cell(&table, "valued");
    table_cell(&table, "area");
    table_cell(&table, "95 %%");
    group_heads(&table, &summary->lines[0], summary->group_count);
    table_rule(&table);
    for (int i = 0; i < summary->line_count; i++)
        if (!summary->lines[summary->order[i]].is_agent)
            areas_row(&table, &summary->lines[summary->order[i]], summary->group_count);
    text_append(text, "\nWon told from lost by the value: area under the curve, 0.5 is a guess\n");
    table_print(&table, text);
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
        table_of_rates(summary, true, width, text);
    say_faults(summary, true, text);
    if (count_lines(summary, false)) {
        table_of_areas(summary, width, text);
        table_of_rates(summary, false, width, text);
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
