/* solve_placements.c: every pair of placements, with progress and a file to go on from. */
#include "cli/solve_placements.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/placements_file.h"
#include "cli/progress.h"
#include "search/solver/placements.h"
#include "util/terminal.h"

typedef struct TableWatch {
    const Board *board;
    ResumeFile file; // descriptor -1: none
    Progress progress;
    double start;
    int done_before;
    uint64_t nodes; // of this run
    bool quiet;
} TableWatch;

static void append_end_time(Text *line, double seconds_left)
{
    char text[32];
    time_t end = time(NULL) + (time_t)seconds_left;
    struct tm local;
    strftime(text, sizeof text, seconds_left < 20 * 3600 ? "%H:%M:%S" : "%F %H:%M",
             localtime_r(&end, &local));
    text_format(line, "ends about %s", text);
}

static void print_progress(const TableWatch *table, int done, int count)
{
    Text line = TEXT_EMPTY;
    double seconds = table->progress.shown_at - table->start;
    int done_now = done - table->done_before;
    text_format(&line, "placements %d/%d  %.1f M nodes  %.2f M/s  ", done, count,
                (double)table->nodes * 1e-6, (double)table->nodes / seconds * 1e-6);
    append_end_time(&line, seconds / done_now * (count - done));
    progress_line(table->progress.in_place, &line);
}

static bool class_solved(void *context, const PlacementClass *solved, int done, int count)
{
    TableWatch *table = context;
    table->nodes += solved->nodes;
    if (table->file.descriptor >= 0 && !placements_file_append(&table->file, table->board, solved))
        return false;
    if (!table->quiet && progress_is_due(&table->progress))
        print_progress(table, done, count);
    return true;
}

static int count_solved(const Placements *placements)
{
    int solved = 0;
    for (int i = 0; i < placements->count; i++)
        solved += placements->classes[i].winner != SIDE_NONE;
    return solved;
}

static uint64_t total_nodes(const Placements *placements)
{
    uint64_t nodes = 0;
    for (int i = 0; i < placements->count; i++)
        nodes += placements->classes[i].nodes;
    return nodes;
}

static json_t *winners_json(const Placements *placements)
{
    const Board *board = &placements->board;
    json_t *winners = json_object();
    for (Square first = 0; first < board->area; first++)
        for (Square second = 0; second < board->area; second++) {
            char pair[2 * SQUARE_TEXT_SIZE], name[SQUARE_TEXT_SIZE], other[SQUARE_TEXT_SIZE];
            if (first == second)
                continue;
            snprintf(pair, sizeof pair, "%s %s", square_print(board, first, name),
                     square_print(board, second, other));
            whole_json_set(winners, pair,
                           whole_json_side(placements_find(placements, first, second)->winner));
        }
    return winners;
}

/* What a run did, beside what stood in the file before. */
typedef struct Run {
    uint64_t nodes;
    double seconds;
} Run;

static bool print_json(const Placements *placements, Run run, Error *error)
{
    char size[16];
    snprintf(size, sizeof size, "%dx%d", placements->board.width, placements->board.height);
    return answer_print(json_pack("{s:s, s:o, s:i, s:i, s:I, s:I, s:f}", "board", size, "winner",
                                  winners_json(placements), "classes", placements->count, "solved",
                                  count_solved(placements), "nodes",
                                  (json_int_t)total_nodes(placements), "run_nodes",
                                  (json_int_t)run.nodes, "seconds", run.seconds),
                        error);
}

static char winner_sign(const Placements *placements, Square first, Square second)
{
    static const char signs[] = {'1', '2', '?'};
    return first == second ? 'N' : signs[placements_find(placements, first, second)->winner];
}

/* First's squares that no symmetry carries to an earlier one. */
static bool is_first_of_its_kind(const Board *board, Square square)
{
    for (int i = 1; i < board->symmetry_count; i++)
        if (board->symmetry[i][square] < square)
            return false;
    return true;
}

static void print_table(const Placements *placements)
{
    const Board *board = &placements->board;
    for (Square first = 0; first < board->area; first++) {
        char name[SQUARE_TEXT_SIZE];
        if (!is_first_of_its_kind(board, first))
            continue;
        printf("first on %s\n", square_print(board, first, name));
        for (Square second = 0; second < board->area; second++)
            printf("%s%c%s", board_column(board, second) ? " " : "  ",
                   winner_sign(placements, first, second),
                   board_column(board, second) == board->width - 1 ? "\n" : "");
    }
}

static bool print_text(const Placements *placements, Run run)
{
    uint64_t nodes = total_nodes(placements);
    char now[64] = "";
    if (run.nodes < nodes)
        snprintf(now, sizeof now, ", of which %" PRIu64 " now", run.nodes);
    terminal_say(
        "%dx%d: who wins when first stands on N and second is placed there, first to move\n",
        placements->board.width, placements->board.height);
    print_table(placements);
    terminal_say("%d of %d classes solved, %" PRIu64 " nodes%s, %.3f s\n", count_solved(placements),
                 placements->count, nodes, now, run.seconds);
    return true;
}

/* Where the file cannot be written any more, `*kept` is false, with a sentence. */
static bool solve_all(Placements *placements, const Arguments *arguments, SolverSettings settings,
                      const Limits *limits, Run *run, bool *kept, Error *error)
{
    TableWatch table = {.board = &placements->board,
                        .file = {.descriptor = -1},
                        .start = clock_now(),
                        .quiet = arguments_has(arguments, "quiet")};
    progress_start(&table.progress);
    const char *path = arguments_value(arguments, "resume", 0);
    if (path && !placements_file_open(&table.file, path, placements, error))
        return false;
    table.done_before = count_solved(placements);
    Budget budget = limits_start(limits, interrupt_flag());
    PlacementsWatch watch = {class_solved, &table};
    bool tried = placements_solve(placements, settings, &budget, &watch, error);
    *kept = !path || resume_file_close(&table.file, tried ? error : NULL);
    progress_end(&table.progress);
    if (tried && interrupt_came() && !table.quiet)
        fprintf(stderr, "stopped; what was solved is %s\n",
                path && *kept ? "in the file" : "below");
    *run = (Run){table.nodes, clock_now() - table.start};
    return tried;
}

int solve_placements(const Arguments *arguments, SolverSettings settings, const Limits *limits,
                     Error *error)
{
    const char *size = arguments_value(arguments, "placements", 0);
    Board board;
    Placements placements;
    Run run;
    bool kept;
    if (!arguments_no_words(arguments, error) || !board_parse(&board, size, strlen(size), error) ||
        !placements_init(&placements, &board, error))
        return EXIT_REFUSED;
    interrupt_watch();
    bool done = solve_all(&placements, arguments, settings, limits, &run, &kept, error);
    if (done)
        done = arguments_has(arguments, "json") ? print_json(&placements, run, error)
                                                : print_text(&placements, run);
    placements_free(&placements);
    return done && kept ? EXIT_DONE : EXIT_REFUSED;
}
