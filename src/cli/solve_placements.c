/* solve_placements.c: every pair of placements, with progress and a file to go on from. */
#include "cli/solve_placements.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "arena/ranks.h"
#include "cli/answer.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "lab/placements.h"
#include "util/terminal.h"

static void append_end_time(Text *line, double seconds_left)
{
    char text[32];
    time_t end = time(NULL) + (time_t)seconds_left;
    struct tm local;
    strftime(text, sizeof text, seconds_left < 20 * 3600 ? "%H:%M:%S" : "%F %H:%M",
             localtime_r(&end, &local));
    text_format(line, "ends about %s", text);
}

static void watch(void *context, const Placements *so_far)
{
    Progress *progress = context;
    if (!progress_is_due(progress))
        return;
    Text line = TEXT_EMPTY;
    double seconds = progress->shown_at - so_far->started;
    int done_now = so_far->done - so_far->already_done;
    text_format(&line, "placements %d/%d  %.1f M nodes  %.2f M/s  ", so_far->done, so_far->count,
                (double)so_far->nodes * 1e-6, (double)so_far->nodes / seconds * 1e-6);
    append_end_time(&line, seconds / done_now * (so_far->count - so_far->done));
    progress_line(progress->in_place, &line);
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
            char pair[PAIR_TEXT_SIZE];
            if (first == second)
                continue;
            whole_json_set(winners, placements_print_pair(board, first, second, pair),
                           whole_json_side(placements_find(placements, first, second)->winner));
        }
    return winners;
}

/* Of the winners' moves, and of all positions looked at. */
static ClassProof total_proof(const Placements *placements)
{
    ClassProof total = {0};
    for (int i = 0; i < placements->count; i++) {
        total.moves += placements->classes[i].proof.moves;
        total.positions += placements->classes[i].proof.positions;
    }
    return total;
}

static bool print_json(const Placements *placements, Error *error)
{
    char size[16];
    snprintf(size, sizeof size, "%dx%d", placements->board.width, placements->board.height);
    json_t *json =
        json_pack("{s:s, s:o, s:i, s:i, s:I, s:I, s:f}", "board", size, "winner",
                  winners_json(placements), "classes", placements->count, "solved",
                  placements->done, "nodes", (json_int_t)total_nodes(placements), "run_nodes",
                  (json_int_t)placements->nodes, "seconds", placements->seconds);
    if (placements->proved) {
        ClassProof total = total_proof(placements);
        whole_json_set(json, "moves", json_integer((json_int_t)total.moves));
        whole_json_set(json, "positions", json_integer((json_int_t)total.positions));
    }
    return answer_print(json, error);
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

static bool print_text(const Placements *placements)
{
    uint64_t nodes = total_nodes(placements);
    char now[64] = "";
    if (placements->nodes < nodes)
        snprintf(now, sizeof now, ", of which %" PRIu64 " now", placements->nodes);
    terminal_say(
        "%dx%d: who wins when first stands on N and second is placed there, first to move\n",
        placements->board.width, placements->board.height);
    print_table(placements);
    terminal_say("%d of %d classes %s, %" PRIu64 " nodes%s, %.3f s\n", placements->done,
                 placements->count, placements->proved ? "proved" : "solved", nodes, now,
                 placements->seconds);
    if (placements->proved) {
        ClassProof total = total_proof(placements);
        terminal_say("checked by the rules: %" PRIu64 " moves of the winners, %" PRIu64
                     " positions\n",
                     total.moves, total.positions);
    }
    return true;
}

int solve_placements(const Arguments *arguments, SolverSettings solver, const Limits *limits,
                     Error *error)
{
    const char *size = arguments_value(arguments, "placements", 0);
    bool quiet = arguments_has(arguments, "quiet");
    Progress progress;
    Placements placements = {.classes = NULL};
    PlacementsSettings settings = {.solver = solver,
                                   .prove = arguments_has(arguments, "prove"),
                                   .limits = *limits,
                                   .file = arguments_value(arguments, "resume", 0),
                                   .stop = interrupt_watch(),
                                   .watch = quiet ? NULL : watch,
                                   .context = &progress};
    if (ranks_count() > 0 && arguments_has(arguments, "threads")) {
        error_set(error, "--threads is not for MPI ranks: each worker rank solves one pair of "
                         "placements at a time, and mpirun says how many there are");
        return EXIT_REFUSED;
    }
    if (!arguments_no_words(arguments, error) ||
        !board_parse(&settings.board, size, strlen(size), error))
        return EXIT_REFUSED;
    progress_start(&progress);
    bool done = placements_solve(&placements, &settings, error);
    progress_end(&progress);
    bool kept = !*placements.file_fault.text;
    if (done && interrupt_came() && !quiet)
        fprintf(stderr, "stopped; what was solved is %s\n",
                settings.file && kept ? "in the file" : "below");
    if (done)
        done = arguments_has(arguments, "json") ? print_json(&placements, error)
                                                : print_text(&placements);
    if (done && !kept)
        *error = placements.file_fault;
    placements_free(&placements);
    if (!done || !kept)
        return EXIT_REFUSED;
    if (*placements.refuted.text)
        fprintf(stderr, "isolab solve: %s: not proved: the solver is wrong\n",
                placements.refuted.text);
    return *placements.refuted.text ? EXIT_FINDING : EXIT_DONE;
}
