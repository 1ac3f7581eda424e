#include "report/accuracy_page.h"

#include <math.h>

#include "report/accuracy_tables.h"
#include "report/diagram.h"
#include "report/frame.h"
#include "report/html.h"

static void print_rates(Text *text, const AccuracySummary *summary, bool agents)
{
    Table table = accuracy_rates(summary, agents);
    table_html(&table, NULL, "",
               agents ? "Wins kept, per cent of won positions with a losing move (95 %)"
                      : "Best move by one ply wins, per cent of the same (95 %)",
               text);
    table_destroy(&table);
}

static void print_areas(Text *text, const AccuracySummary *summary)
{
    Table table = accuracy_areas(summary);
    table_html(&table, NULL, "", "Won told from lost by the value: area under the ROC curve (95 %)",
               text);
    table_destroy(&table);
}

static void data_row(Plot *plot, double ply, double value, Interval range)
{
    if (!isnan(value))
        plot_add(plot, "%.9g %.9g %.9g %.9g\n", ply, value, range.low, range.high);
}

static void data_block(Plot *plot, const char *name, const AccuracySummary *summary,
                       const AccuracyLine *line, bool areas)
{
    plot_add(plot, "%s << END\nNaN NaN NaN NaN\n", name);
    for (int g = 0; g < summary->group_count; g++) {
        const AccuracyFigures *group = &line->groups[g];
        double ply = (group->low + group->high) / 2.0 + (areas ? -0.15 : 0.15);
        data_row(plot, ply, areas ? group->area : group->rate,
                 areas ? group->area_range : group->rate_range);
    }
    plot_add(plot, "END\n");
}

static void draw_line(Plot *plot, const char *block, SvgColour colour)
{
    plot_add(plot,
             "%s using 1:3:(0):($4-$3) with vectors heads size screen 0.008,90 linewidth 1.2 "
             "linecolor rgb '#%06x', "
             "%s using 1:2 with linespoints pointtype 7 pointsize 0.6 linewidth 2 linecolor rgb "
             "'#%06x'",
             block, colour, block, colour);
}

/* The share of wins kept, and for a heuristic the area, over the plies. */
static Plot plot_line(const AccuracySummary *summary, const AccuracyLine *line)
{
    const ProblemSettings *settings = &summary->accuracy->settings.problems;
    Plot plot = plot_create("Accuracy by plies played", 200);
    plot_add(&plot,
             "set margins 6, 2, 2.2, 0.6\nset xrange [%g:%g]\nset yrange [0:1.02]\n"
             "set grid y linetype 1 linecolor rgb '#%06x' linewidth 0.7\n"
             "set ytics 0.25 nomirror scale 0 textcolor rgb '#%06x'\nset format y '%%.2f'\n",
             settings->low - 0.5, settings->high + 0.5, SVG_LINE, SVG_MUTED);
    if (!line->is_agent)
        data_block(&plot, "$areas", summary, line, true);
    data_block(&plot, "$rates", summary, line, false);
    plot_add(&plot, "plot ");
    if (!line->is_agent) {
        draw_line(&plot, "$areas", SVG_PRIMARY);
        plot_add(&plot, ", ");
    }
    draw_line(&plot, "$rates", line->is_agent ? SVG_PRIMARY : SVG_SECOND);
    plot_add(&plot, "\n");
    return plot;
}

static void figure(Frame *frame, const AccuracySummary *summary, const AccuracyLine *line)
{
    Text caption = TEXT_EMPTY;
    html_name(&caption, "span", line->name.bytes);
    frame_figure(frame, &frame->main, plot_line(summary, line),
                 text_ok(&caption) ? caption.bytes : "");
    frame->main.failed = frame->main.failed || !text_ok(&caption);
    text_free(&caption);
}

static void figures(Frame *frame, const AccuracySummary *summary, bool agents)
{
    text_append(&frame->main, "<div class=\"beside\">\n");
    for (int i = 0; i < summary->line_count; i++)
        if (summary->lines[summary->order[i]].is_agent == agents)
            figure(frame, summary, &summary->lines[summary->order[i]]);
    text_append(&frame->main, "</div>\n");
}

static bool has(const AccuracySummary *summary, bool agents)
{
    bool found = false;
    for (int i = 0; i < summary->line_count; i++)
        found |= summary->lines[i].is_agent == agents;
    return found;
}

static void lead(const AccuracySummary *summary, Text *text)
{
    const ProblemSettings *settings = &summary->accuracy->settings.problems;
    html_element(
        text, "p class=\"lead\"",
        "%lld position%s on %d\xC3\x97%d, solved exactly: plies %d to %d, seed %llu. %lld are "
        "won by the side to move, %lld of them with a losing move.",
        (long long)summary->solved, plural(summary->solved), settings->board.width,
        settings->board.height, settings->low, settings->high, (unsigned long long)settings->seed,
        (long long)summary->won, (long long)summary->tests);
    if (summary->unsolved + summary->unreached)
        html_element(text, "p",
                     "Left out: %lld not solved within %llu nodes, %lld because no game lasted so "
                     "long.",
                     (long long)summary->unsolved, (unsigned long long)settings->nodes,
                     (long long)summary->unreached);
}

/* What went wrong, a paragraph each. */
static void faults(const AccuracySummary *summary, bool agents, Text *text)
{
    for (int i = 0; i < summary->line_count; i++) {
        Text fault = TEXT_EMPTY;
        if (summary->lines[i].is_agent == agents)
            accuracy_say_fault(summary, i, &fault);
        text->failed = text->failed || !text_ok(&fault);
        if (fault.length)
            html_element(text, "p", "%s", fault.bytes);
        text_free(&fault);
    }
}

static void section_of_agents(Frame *frame, const AccuracySummary *summary)
{
    frame_section(frame, "agents", "Agents", "Agents");
    text_append(&frame->main, "<p>How often the move of an agent that has a won position keeps it "
                              "won, where it can go wrong.</p>\n");
    print_rates(&frame->main, summary, true);
    faults(summary, true, &frame->main);
    figures(frame, summary, true);
    text_append(&frame->main, FRAME_SECTION_END);
}

static void section_of_heuristics(Frame *frame, const AccuracySummary *summary)
{
    frame_section(frame, "heuristics", "Heuristics", "Heuristics");
    text_append(&frame->main,
                "<p>How well the bare value <span class=\"key primary\">tells won from lost</span> "
                "(0.5 is a guess, 1 never errs), and how often the <span class=\"key second\">best "
                "move one ply ahead</span> wins where it can go wrong.</p>\n");
    print_areas(&frame->main, summary);
    print_rates(&frame->main, summary, false);
    faults(summary, false, &frame->main);
    figures(frame, summary, false);
    text_append(&frame->main, FRAME_SECTION_END);
}

/* Ends in the figure of the position, to which the caller adds what it is about. */
static void position_begin(const Accuracy *accuracy, int problem, Squares good, Squares bad,
                           Text *text)
{
    text_append(text, "<figure>\n");
    const Problem *at = &accuracy->problems[problem];
    diagram_print(&accuracy->settings.problems.board, &at->position, &at->moves, good, bad, text);
    html_element(text, "p", "%s to move",
                 accuracy->problems[problem].position.to_move == FIRST ? "First" : "Second");
}

static void position_end(const Accuracy *accuracy, int problem, Text *text)
{
    char moves[GAME_TEXT_SIZE];
    html_element(
        text, "p class=\"text\"", "%s",
        game_print(&accuracy->settings.problems.board, &accuracy->problems[problem].moves, moves));
    text_append(text, "\n</figure>\n");
}

static void print_blunder(const Accuracy *accuracy, int problem, int candidate, Text *text)
{
    const Board *board = &accuracy->settings.problems.board;
    const Trial *trial = accuracy_trial(accuracy, problem, candidate);
    Squares winning = accuracy->problems[problem].winning;
    bool moved = trial->outcome == AGENT_CHOSE;
    char name[SQUARE_TEXT_SIZE];
    position_begin(accuracy, problem, winning, moved ? squares_only(trial->move) : 0, text);
    text_format(text, "<p>Played <strong>%s</strong>; wins:",
                moved ? square_print(board, trial->move, name)
                      : agent_outcome_name(trial->outcome));
    while (winning)
        text_format(text, " %s", square_print(board, bits_take_lowest(&winning), name));
    text_append(text, "</p>");
    position_end(accuracy, problem, text);
}

static void blunders_of(const AccuracySummary *summary, int candidate, int most, Text *text)
{
    const Accuracy *accuracy = summary->accuracy;
    int problem = accuracy_next_blunder(accuracy, candidate, 0);
    html_name(text, "h3", summary->lines[candidate].name.bytes);
    if (problem < 0)
        text_append(text, "\n<p>None.</p>\n");
    text_append(text, "\n<div class=\"boards\">\n");
    for (; most > 0 && problem >= 0; most--) {
        print_blunder(accuracy, problem, candidate, text);
        problem = accuracy_next_blunder(accuracy, candidate, problem + 1);
    }
    text_append(text, "</div>\n");
}

static void section_of_blunders(Frame *frame, const AccuracySummary *summary, int most)
{
    frame_section(frame, "blunders", "Blunders", "Blunders");
    text_append(&frame->main,
                "<p>Wins that were given away: the move that was <span class=\"key "
                "bad\">played</span>, and those that <span class=\"key good\">win</span>.</p>\n");
    for (int i = 0; i < summary->line_count; i++)
        if (summary->lines[summary->order[i]].is_agent)
            blunders_of(summary, summary->order[i], most, &frame->main);
    text_append(&frame->main, FRAME_SECTION_END);
}

static void section_of_puzzles(Frame *frame, const Accuracy *accuracy, const Puzzles *puzzles)
{
    Text *text = &frame->main;
    char solution[SQUARE_TEXT_SIZE];
    frame_section(frame, "puzzles", "Puzzles", "Puzzles");
    text_append(text, puzzles->count ? "<p>A single move wins; the hardest first.</p>\n"
                                     : "<p>None among these positions.</p>\n");
    text_append(text, "<div class=\"boards\">\n");
    for (int i = 0; i < puzzles->count; i++) {
        const Puzzle *puzzle = &puzzles->list[i];
        position_begin(accuracy, puzzle->problem, 0, 0, text);
        if (puzzle->agents > 0)
            text_format(text, "<p>Missed by %d of %d</p>", puzzle->missed, puzzle->agents);
        text_format(text, "<details><summary>Solution</summary><p>%s</p></details>",
                    square_print(&accuracy->settings.problems.board, puzzle->solution, solution));
        position_end(accuracy, puzzle->problem, text);
    }
    text_append(text, "</div>\n" FRAME_SECTION_END);
}

bool accuracy_page(const AccuracySummary *summary, const Puzzles *puzzles, int blunders, Text *text,
                   Error *plots, Error *error)
{
    Frame frame = FRAME_EMPTY;
    text_append(&frame.title, "Accuracy");
    lead(summary, &frame.lead);
    if (has(summary, true))
        section_of_agents(&frame, summary);
    if (has(summary, false))
        section_of_heuristics(&frame, summary);
    if (blunders > 0 && has(summary, true))
        section_of_blunders(&frame, summary, blunders);
    if (puzzles)
        section_of_puzzles(&frame, summary->accuracy, puzzles);
    return frame_print(&frame, text, plots, error);
}
